/* Handles of operations on tensors. */
#ifndef LS_LAZY_WORK_H
#define LS_LAZY_WORK_H

#include "dist/work.h"
#include "lazy/trace.h"

/* Launches the program that computes these values, and gives a handle that is completed when they are there. */
ls_status ls_values_launch(const ls_value *values, size_t count, ls_work **out_work);

#endif
