/* Generated code: compiled once per process for equal groups, kept in memory and on disk. */
#ifndef LS_CPU_CODEGEN_JIT_H
#define LS_CPU_CODEGEN_JIT_H

#include "cpu/codegen/group.h"

/* Whether code can be generated here: LLVM 19 is found, and nobody said LOCKSTEP_CPU_CODEGEN=0. Loads LLVM. */
bool ls_jit_is_there(void);

/* The function of the group, and how many elements one step of its loop computes. NULL (with LS_OK) if the group is not
 * for code generation. Several threads may compile at once. */
ls_status ls_jit_compile(const ls_codegen_group *group, ls_codegen_fn *out_function, int64_t *out_row);

/* How many kernels this process has compiled, and has read from the disk. */
typedef struct ls_jit_counts {
    int64_t compiled, read;
} ls_jit_counts;
ls_jit_counts ls_jit_count(void);

/* --- The cache on disk (cache.c) ---------------------------------------------------------------------------------- */

typedef struct ls_jit_key {
    uint64_t words[2]; /* of the text, the processor, and LLVM's version */
} ls_jit_key;

/* The object of that key, or NULL; free() it. A damaged file is said at LS_LOG_WARNING, and is none. */
void *ls_jit_cache_read(ls_jit_key key, size_t *out_size);
/* Keeps an object, whole or not at all; what cannot be kept is no error. */
void ls_jit_cache_write(ls_jit_key key, const void *object, size_t size);

#endif
