/* Golden files: where they are, what they hold, how results are compared and ranks are run. See the README beside them.
 */
#ifndef LS_GOLDEN_H
#define LS_GOLDEN_H

#include <lockstep/lockstep.h>

#include "io/safetensors.h"
#include "ls_test.h"

/* The folder: LOCKSTEP_GOLDEN, else ../shared/golden beside the source tree. NULL if it is not there. */
const char *golden_folder(void);
uint64_t golden_seed(void); /* LOCKSTEP_GOLDEN_SEED, else 0 */

#define GOLDEN_MAX_FILES 64

/* Names of the folder's files that match a shell pattern, sorted. */
typedef struct golden_files {
    char names[GOLDEN_MAX_FILES][256];
    int count;
} golden_files;

/* Skips the test, saying why, if there are none, or if the plugin that PJRT_LIBRARY_PATH names is not there. */
golden_files golden_find(const char *pattern);

/* Whether the ranks run on the CPU device of this project, in any layout; else only as threads of one process. */
bool golden_is_own_device(void);

/* Opens a file of the folder; fails the test if that fails. */
ls_safetensors golden_open(const char *name);

/* Value `index` of an f32 or f64 entry. */
double golden_number(const ls_safetensors_entry *entry, int64_t index);

/* The README's counter-based generator, and its rule for the parameters of a module. */
void golden_fill(uint64_t seed, float *out, int64_t count, float scale);
ls_tensor golden_fill_tensor(uint64_t seed, ls_shape shape, float scale);
ls_status golden_fill_module(ls_module *module, uint64_t seed);

/* [sum, L2 norm, first, last] in f64. */
void golden_summarise(const float *values, int64_t count, double out_summary[4]);

/* Fails the test if a value is off by more than `tolerance` times the largest magnitude of the expected ones. */
void golden_compare(const char *what, const float *values, const ls_safetensors_entry *expected, double tolerance);

typedef struct golden_tolerance {
    double norm, rest; /* rest: of sum, first and last */
} golden_tolerance;

/* Compares summaries as the README says: norm relatively, sum and ends against the norm. */
void golden_compare_summary(const char *what, const double summary[4], const ls_safetensors_entry *expected,
                            int64_t elements, golden_tolerance tolerance);
void golden_compare_number(const char *what, double value, double expected, double relative);

/* Runs `fn` on ranks = processes × threads, in a process of its own so that each run starts afresh, with one device for
 * each rank. Fails the test if a rank fails. Each rank's result (ls_set_result) is in out_results, freed by the caller.
 */
void golden_spawn(ls_rank_fn fn, void *arg, int processes, int ranks, ls_bytes *out_results);

#endif
