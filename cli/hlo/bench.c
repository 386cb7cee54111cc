/* Times a program as a whole, then its steps by the trace that the CPU device writes. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/error.h"
#include "hlo/hlo.h"

#define TRACED_RUNS 5

/* --- What an op costs ------------------------------------------------------------------------------------------------
 */

static double bytes_of(const ls_ir_op *op)
{
    double bytes = 0;
    for (size_t i = 0; i < op->operand_count; i++) bytes += (double)ls_ir_type_bytes(&op->operands[i]->type);
    for (size_t i = 0; i < op->result_count; i++) bytes += (double)ls_ir_type_bytes(&op->results[i]->type);
    return bytes;
}

/* Multiplications and additions; one per element of what is larger, operand or result, where the op is no product. */
static double flops_of(const ls_ir_op *op)
{
    double most = 0, result = op->result_count ? (double)ls_shape_count(op->results[0]->type.shape) : 0;
    if (op->kind == LS_IR_DOT_GENERAL) {
        for (size_t i = 0; i < ls_ir_attr_count(&op->attrs, LS_ATTR_LHS_CONTRACTING_DIMENSIONS); i++)
            result *= (double)op->operands[0]
                          ->type.shape.dims[ls_ir_attr_at(&op->attrs, LS_ATTR_LHS_CONTRACTING_DIMENSIONS, i, 0)];
        return 2 * result;
    }
    if (op->kind == LS_IR_CONVOLUTION) {
        const ls_shape *kernel = &op->operands[1]->type.shape;
        int64_t features = kernel->dims[ls_ir_attr_int(&op->attrs, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION, 0)];
        return features ? 2 * result * (double)ls_shape_count(*kernel) / (double)features : 0;
    }
    for (size_t i = 0; i < op->operand_count; i++) {
        double count = (double)ls_shape_count(op->operands[i]->type.shape);
        most = count > most ? count : most;
    }
    return most > result ? most : result;
}

static const ls_ir_op *find_line(const ls_ir_block *block, uint32_t line)
{
    for (const ls_ir_op *op = block->first; op; op = op->next) {
        if (op->line == line) return op;
        for (size_t r = 0; r < op->region_count; r++) {
            const ls_ir_op *inner = find_line(op->regions[r], line);
            if (inner) return inner;
        }
    }
    return NULL;
}

/* --- The whole
 * ---------------------------------------------------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Runs the program `runs` times and gives the median in seconds. */
static ls_status time_runs(hlo_device *device, ls_ir_module *module, int runs, double *out_seconds)
{
    const ls_ir_func *func = ls_ir_main(module);
    size_t outputs = func->body->last->operand_count;
    ls_pjrt_executable *executable;
    LS_TRY(hlo_compile(device, module, 1, &executable));
    hlo_values values = {0};
    for (size_t i = 0; i < func->body->arg_count; i++)
        hlo_array_fill(hlo_values_add(&values, func->body->args[i], func->body->args[i]->type), i);
    ls_pjrt_buffer **buffers = calloc(outputs + 1, sizeof(*buffers));
    double *times = calloc((size_t)runs, sizeof(*times));
    LS_ASSERT(buffers && times && "out of memory");
    ls_status status = LS_OK;
    for (int i = -1; i < runs && status == LS_OK; i++) { /* once to warm up */
        int64_t start = ls_now_ns();
        status = hlo_start(device, executable, 0, func->body->args, func->body->arg_count, &values, buffers);
        for (size_t k = 0; k < outputs && status == LS_OK; k++)
            status = ls_pjrt_buffer_await(buffers[k], ls_deadline_in_ms(600000));
        if (i >= 0) times[i] = 1e-9 * (double)(ls_now_ns() - start);
        for (size_t k = 0; k < outputs; k++) {
            ls_pjrt_buffer_destroy(buffers[k]);
            buffers[k] = NULL;
        }
    }
    qsort(times, (size_t)runs, sizeof(*times), by_time);
    *out_seconds = times[runs / 2];
    free(times);
    free(buffers);
    hlo_values_finish(&values);
    ls_pjrt_executable_destroy(executable);
    return status;
}

/* --- Steps
 * ------------------------------------------------------------------------------------------------------------- */

typedef struct step {
    char name[128], kernel[128];
    unsigned line;
    double seconds; /* of all runs together */
    int count;
} step;

typedef struct steps {
    step items[4096];
    size_t count;
} steps;

static int by_seconds(const void *a, const void *b)
{
    double x = ((const step *)a)->seconds, y = ((const step *)b)->seconds;
    return (x < y) - (x > y);
}

static void add_step(steps *all, const step *s)
{
    size_t i = 0;
    while (i < all->count && (all->items[i].line != s->line || strcmp(all->items[i].kernel, s->kernel) != 0)) i++;
    if (i == sizeof(all->items) / sizeof(all->items[0])) return;
    if (i == all->count) {
        all->items[all->count++] = *s;
        return;
    }
    all->items[i].seconds += s->seconds;
    all->items[i].count += s->count;
}

/* Adds the steps of a trace, a line of JSON each, and removes the file. */
static void read_trace(const char *path, steps *all)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    while (file && fgets(line, sizeof(line), file)) {
        step s = {.count = 1};
        double start, micros;
        int pid, tid;
        if (sscanf(line,
                   "{\"ph\":\"X\",\"name\":\"%127[^\"]\",\"cat\":\"%127[^\"]\",\"pid\":%d,\"tid\":%d,\"ts\":%lf,"
                   "\"dur\":%lf,\"args\":{\"line\":%u",
                   s.name, s.kernel, &pid, &tid, &start, &micros, &s.line) != 7 ||
            !s.line)
            continue;
        s.seconds = micros * 1e-6;
        add_step(all, &s);
    }
    if (file) fclose(file);
    unlink(path);
}

static void read_traces(const char *folder, steps *all)
{
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[4096];
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.') read_trace(path, all);
    }
    if (dir) closedir(dir);
    rmdir(folder);
}

static ls_status trace_runs(const char *plugin, ls_ir_module *module, steps *all)
{
    char folder[] = "/tmp/lockstep-trace-XXXXXX";
    hlo_device device;
    double unused;
    if (!mkdtemp(folder)) return ls_fail(LS_NOT_FOUND, "cannot make a folder for the trace in /tmp");
    setenv("LOCKSTEP_TRACE", folder, 1);
    ls_status status = hlo_device_open(plugin, 1, &device);
    unsetenv("LOCKSTEP_TRACE");
    if (status == LS_OK) {
        status = time_runs(&device, module, TRACED_RUNS, &unused);
        hlo_device_close(&device);
    }
    read_traces(folder, all);
    return status;
}

static void print_row(const char *what, double seconds, double flops, double bytes, double share)
{
    printf("%-52.52s %10.3f %9.2f %9.2f %6.1f%%\n", what, 1e3 * seconds, 1e-9 * flops / seconds, 1e-9 * bytes / seconds,
           100 * share);
}

ls_status hlo_module_bench(const char *plugin, ls_ir_module *module, int runs)
{
    hlo_device device;
    double seconds = 0, flops = 0, bytes = 0;
    LS_TRY(hlo_module_strip(module));
    LS_TRY(hlo_device_open(plugin, 1, &device));
    ls_status status = time_runs(&device, module, runs, &seconds);
    hlo_device_close(&device);
    LS_TRY(status);
    /* The device's lines are those of the text that it got. */
    char *text;
    size_t size;
    ls_ir_module *sent;
    LS_TRY(ls_ir_print(module, &text, &size));
    status = ls_ir_parse(text, size, &sent);
    free(text);
    LS_TRY(status);
    steps *all = calloc(1, sizeof(*all));
    LS_ASSERT(all && "out of memory");
    status = trace_runs(plugin, module, all);
    for (const ls_ir_op *op = ls_ir_main(sent)->body->first; op; op = op->next) {
        flops += op->kind == LS_IR_RETURN || op->kind == LS_IR_CONSTANT ? 0 : flops_of(op);
        if (op->kind == LS_IR_RETURN) bytes += bytes_of(op);
    }
    for (size_t i = 0; i < ls_ir_main(sent)->body->arg_count; i++)
        bytes += (double)ls_ir_type_bytes(&ls_ir_main(sent)->body->args[i]->type);
    printf("%-52s %10s %9s %9s %7s\n", "step", "ms", "GFLOP/s", "GB/s", "share");
    print_row("the whole program, arguments and results once", seconds, flops, bytes, 1);
    qsort(all->items, all->count, sizeof(all->items[0]), by_seconds);
    double total = 0;
    for (size_t i = 0; i < all->count; i++) total += all->items[i].seconds;
    for (size_t i = 0; i < all->count && status == LS_OK; i++) {
        const step *s = &all->items[i];
        const ls_ir_op *op = find_line(ls_ir_main(sent)->body, s->line);
        char what[300];
        snprintf(what, sizeof(what), "%s (%s) line %u", s->name, s->kernel, s->line);
        print_row(what, s->seconds / s->count, op ? flops_of(op) : 0, op ? bytes_of(op) : 0, s->seconds / total);
    }
    free(all);
    ls_ir_module_destroy(sent);
    return status;
}
