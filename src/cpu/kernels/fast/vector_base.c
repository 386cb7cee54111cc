#define VECTOR_TABLE ls_vector_base
#define VECTOR_WIDTH 4
#include "cpu/kernels/fast/vector_tmpl.h"
