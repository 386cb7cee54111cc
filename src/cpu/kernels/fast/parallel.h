/* Sharing a loop out among the device's OpenMP team. */
#ifndef LS_CPU_KERNELS_FAST_PARALLEL_H
#define LS_CPU_KERNELS_FAST_PARALLEL_H

#include <stdint.h>

/* Part `part` of the loop: begin to end − 1. */
typedef void (*ls_parallel_body)(void *arg, int part, int64_t begin, int64_t end);

/* How many parts a loop of `count` is cut into: at most one per thread, each of at least `grain`; at least 1. */
int ls_parallel_parts(int threads, int64_t count, int64_t grain);

/* Runs every part, and returns when all are done. Which part gets what depends on `parts` and `count` alone. */
void ls_parallel(int parts, int64_t count, ls_parallel_body body, void *arg);

/* Sets the size of the calling thread's teams, for oneDNN; returns what it was. */
int ls_parallel_set_team(int threads);

#endif
