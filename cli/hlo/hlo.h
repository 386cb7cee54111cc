/* What the `lockstep hlo` commands share: files of programs, and running one.
 *
 *   command.c   the commands' options; files split into modules
 *   run.c       one module: cut into pieces around what only we can do, assertions between
 *   piece.c     a piece as a program of its own, compiled and run on devices
 *   compare.c   assertions
 *   bench.c     time, GFLOP/s and GB/s of a program and its steps
 *   values.c    arrays on the host */
#ifndef CLI_HLO_H
#define CLI_HLO_H

#include "base/map.h"
#include "ir/ir.h"
#include "pjrt/client.h"

/* --- Arrays on the host (values.c) ------------------------------------------------------------------------ */

typedef struct hlo_array {
    ls_ir_type type;
    void *data; /* row-major */
    struct hlo_array *next;
} hlo_array;

/* What has been computed of a module: by IR value. Owns the arrays. */
typedef struct hlo_values {
    ls_map by_value;
    hlo_array *arrays;
} hlo_values;

hlo_array *hlo_values_add(hlo_values *values, const ls_ir_value *value, ls_ir_type type); /* zeroed */
const hlo_array *hlo_values_find(const hlo_values *values, const ls_ir_value *value);     /* NULL: not computed */
void hlo_values_finish(hlo_values *values);

/* Made-up numbers, the same at every run: small, of either sign where the type has signs. */
void hlo_array_fill(const hlo_array *array, uint64_t seed);
void hlo_array_print(const hlo_array *array); /* dense<...> : tensor<...>, on stdout */

/* --- Devices and pieces (piece.c) --------------------------------------------------------------------------- */

typedef struct hlo_device {
    ls_pjrt_client *client;
    int launches;
} hlo_device;

/* A client of the plugin (NULL: the one that the environment chooses) with at least `devices` devices if the plugin is
 * the CPU device. */
ls_status hlo_device_open(const char *plugin, int devices, hlo_device *out_device);
void hlo_device_close(hlo_device *device);

/* Prints the module and compiles it for so many replicas. */
ls_status hlo_compile(hlo_device *device, const ls_ir_module *module, int replicas, ls_pjrt_executable **out);
/* Starts the program on device `replica`; outputs[...] become buffers of the caller. */
ls_status hlo_start(hlo_device *device, ls_pjrt_executable *executable, int replica, ls_ir_value *const *operands,
                    size_t count, const hlo_values *values, ls_pjrt_buffer **outputs);
/* Brings results to the host and ends their buffers. */
ls_status hlo_finish(ls_pjrt_buffer **outputs, ls_ir_value *const *results, size_t count, hlo_values *values);

/* Moves the ops from `first` to before `end` (both of `body`) out of it, runs them on one device and adds what others
 * need of them to `values`. Assertions stay. */
ls_status hlo_piece_run(hlo_device *device, ls_ir_module *module, ls_ir_block *body, ls_ir_op *first, ls_ir_op *end,
                        hlo_values *values);

/* Runs functions side by side, one on each device: what an interpreter.run_parallel asks for. */
ls_status hlo_parallel_run(hlo_device *device, ls_ir_module *module, const ls_ir_op *op, hlo_values *values);

/* How many devices a module needs at once. */
int hlo_module_devices(const ls_ir_module *module);

/* --- Assertions (compare.c) ----------------------------------------------------------------------------------- */

bool hlo_is_assertion(const ls_ir_op *op); /* a check.* op, or a custom call of one */
ls_status hlo_assert(const ls_ir_op *op, const hlo_values *values);

/* --- Modules (run.c) --------------------------------------------------------------------------------------------
 */

/* Runs the main function: its arguments are made up, its results are printed if `prints`. */
ls_status hlo_module_run(hlo_device *device, ls_ir_module *module, bool prints);

/* Takes the assertions out of the main function. LS_UNIMPLEMENTED: it runs programs side by side. */
ls_status hlo_module_strip(ls_ir_module *module);

/* --- Measuring (bench.c)
 * ----------------------------------------------------------------------------------------------- */

/* Times the main function, and each of its steps if the plugin writes traces; prints a table. */
ls_status hlo_module_bench(const char *plugin, ls_ir_module *module, int runs);

#endif
