/* How fast the fast paths are. */
#ifndef LS_TEST_CPU_FAST_BENCH_H
#define LS_TEST_CPU_FAST_BENCH_H

#include "programs.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

/* Programs run on this thread alone: what others run meanwhile does not count. */
static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One run's frame, kept so that single steps can be timed. */
typedef struct bench {
    ls_cpu_program *compiled;
    arrays in, out;
    ls_cpu_run run;
} bench;

/* Outputs that take a parameter's memory get it. */
static inline bench bench_begin(ls_cpu_program *compiled)
{
    const ls_cpu_program_info *info = ls_cpu_program_info_of(compiled);
    bench b = {compiled,
               make_arrays(info->params, info->param_count, true),
               make_arrays(info->outputs, info->output_count, false),
               {0}};
    for (size_t i = 0; i < info->param_count; i++) {
        int output = info->donation[i].alias_output;
        if (output < 0) continue;
        free(b.out.data[output]);
        b.out.data[output] = b.in.data[i];
    }
    return b;
}

static inline void bench_end(bench *b)
{
    const ls_cpu_program_info *info = ls_cpu_program_info_of(b->compiled);
    for (size_t i = 0; i < info->param_count; i++)
        if (info->donation[i].alias_output >= 0) b->in.data[i] = NULL; /* freed as the output that it is */
    free_arrays(&b->in);
    free_arrays(&b->out);
    free(b->run.arena);
    ls_cpu_program_destroy(b->compiled);
}

/* Seconds of the fastest of `repeats` runs. */
static inline double bench_run(bench *b, int repeats)
{
    double best = 1e9;
    b->run = (ls_cpu_run){.params = b->in.data, .outputs = b->out.data, .arena = make_arena(b->compiled)};
    for (int i = 0; i < repeats; i++) {
        double start = now();
        assert_ok(ls_cpu_program_run(b->compiled, &b->run));
        double seconds = now() - start;
        best = seconds < best ? seconds : best;
    }
    return best;
}

/* --- Kernels ------------------------------------------------------------------------------------------------- */

static inline ls_ir_value *conv_2d(program *p, ls_ir_value *lhs, ls_ir_value *rhs, const char *numbers, int64_t pad)
{
    /* numbers: batch and feature of the input, in and out of the kernel, batch and feature of the result */
    static const ls_ir_attr_key keys[6] = {
        LS_ATTR_INPUT_BATCH_DIMENSION,          LS_ATTR_INPUT_FEATURE_DIMENSION,
        LS_ATTR_KERNEL_INPUT_FEATURE_DIMENSION, LS_ATTR_KERNEL_OUTPUT_FEATURE_DIMENSION,
        LS_ATTR_OUTPUT_BATCH_DIMENSION,         LS_ATTR_OUTPUT_FEATURE_DIMENSION};
    for (int i = 0; i < 6; i++) set(p, keys[i], numbers[i] - '0');
    SET_INTS(p, LS_ATTR_INPUT_SPATIAL_DIMENSIONS, 2, 3);
    SET_INTS(p, LS_ATTR_KERNEL_SPATIAL_DIMENSIONS, 2, 3);
    SET_INTS(p, LS_ATTR_OUTPUT_SPATIAL_DIMENSIONS, 2, 3);
    SET_INTS(p, LS_ATTR_PADDING, pad, pad, pad, pad);
    return OP(p, LS_IR_CONVOLUTION, lhs, rhs);
}

/* Stride 1: x: N×C×H×H, w: O×C×K×K. */
typedef struct conv_sizes {
    int64_t n, c, o, h, k, pad;
} conv_sizes;

static inline void build_conv(program *p, const void *arg_)
{
    const conv_sizes *s = arg_;
    FINISH(p, conv_2d(p, arg(p, LS_F32, LS_SHAPE(s->n, s->c, s->h, s->h)),
                      arg(p, LS_F32, LS_SHAPE(s->o, s->c, s->k, s->k)), "011001", s->pad));
}

static inline void build_conv_data(program *p, const void *arg_)
{
    const conv_sizes *s = arg_;
    int64_t y = s->h + 2 * s->pad - s->k + 1;
    ls_ir_value *g = arg(p, LS_F32, LS_SHAPE(s->n, s->o, y, y)), *w = arg(p, LS_F32, LS_SHAPE(s->o, s->c, s->k, s->k));
    SET_INTS(p, LS_ATTR_DIMENSIONS, 2, 3);
    w = OP(p, LS_IR_REVERSE, w);
    FINISH(p, conv_2d(p, g, w, "010101", s->k - 1 - s->pad));
}

static inline void build_conv_weights(program *p, const void *arg_)
{
    const conv_sizes *s = arg_;
    int64_t y = s->h + 2 * s->pad - s->k + 1;
    FINISH(p, conv_2d(p, arg(p, LS_F32, LS_SHAPE(s->n, s->c, s->h, s->h)), arg(p, LS_F32, LS_SHAPE(s->n, s->o, y, y)),
                      "100110", s->pad));
}

static inline void build_dot(program *p, const void *arg_)
{
    const int64_t *s = arg_; /* m, n, k */
    ls_ir_value *a = arg(p, LS_F32, LS_SHAPE(s[0], s[2])), *b = arg(p, LS_F32, LS_SHAPE(s[1], s[2]));
    SET_INTS(p, LS_ATTR_LHS_CONTRACTING_DIMENSIONS, 1);
    SET_INTS(p, LS_ATTR_RHS_CONTRACTING_DIMENSIONS, 1);
    FINISH(p, OP(p, LS_IR_DOT_GENERAL, a, b));
}

static inline void set_pool(program *p, const int64_t *s) /* N, H, W, C, size, stride */
{
    SET_INTS(p, LS_ATTR_WINDOW_DIMENSIONS, 1, s[4], s[4], 1);
    SET_INTS(p, LS_ATTR_WINDOW_STRIDES, 1, s[5], s[5], 1);
}

static inline void build_pool(program *p, const void *arg_)
{
    const int64_t *s = arg_;
    ls_ir_value *x = arg(p, LS_F32, LS_SHAPE(s[0], s[1], s[2], s[3])), *init = scalar(p, -1e30f);
    set_pool(p, s);
    set(p, LS_ATTR_REDUCER, LS_IR_MAXIMUM);
    FINISH(p, OP(p, LS_IR_REDUCE_WINDOW, x, init));
}

static inline void build_pool_grad(program *p, const void *arg_)
{
    const int64_t *s = arg_;
    int64_t h = (s[1] - s[4]) / s[5] + 1, w = (s[2] - s[4]) / s[5] + 1;
    ls_ir_value *x = arg(p, LS_F32, LS_SHAPE(s[0], s[1], s[2], s[3])), *g = arg(p, LS_F32, LS_SHAPE(s[0], h, w, s[3])),
                *init = scalar(p, 0);
    set_pool(p, s);
    set(p, LS_ATTR_REDUCER, LS_IR_ADD);
    FINISH(p, OP(p, LS_IR_SELECT_AND_SCATTER, x, g, init));
}

static inline void build_norm(program *p, const void *arg_)
{
    const int64_t *s = arg_; /* rows, C */
    ls_ir_value *x = arg(p, LS_F32, LS_SHAPE(s[0], s[1])), *scale = arg(p, LS_F32, LS_SHAPE(s[1])),
                *offset = arg(p, LS_F32, LS_SHAPE(s[1]));
    ls_ir_attrs_set_float(&p->attrs, &p->module->arena, LS_ATTR_EPSILON, 1e-5);
    set(p, LS_ATTR_FEATURE_INDEX, 1);
    finish(p, 3, OP(p, LS_IR_BATCH_NORM_TRAINING, x, scale, offset)->op->results);
}

static inline void build_norm_grad(program *p, const void *arg_)
{
    const int64_t *s = arg_;
    ls_shape c = LS_SHAPE(s[1]);
    ls_ir_value *x = arg(p, LS_F32, LS_SHAPE(s[0], s[1])), *scale = arg(p, LS_F32, c), *mean = arg(p, LS_F32, c);
    ls_ir_value *variance = arg(p, LS_F32, c), *g = arg(p, LS_F32, LS_SHAPE(s[0], s[1]));
    variance = OP(p, LS_IR_MULTIPLY, variance, variance); /* not negative */
    ls_ir_attrs_set_float(&p->attrs, &p->module->arena, LS_ATTR_EPSILON, 1e-5);
    set(p, LS_ATTR_FEATURE_INDEX, 1);
    finish(p, 3, OP(p, LS_IR_BATCH_NORM_GRAD, x, scale, mean, variance, g)->op->results);
}

static inline void build_sum_columns(program *p, const void *arg_)
{
    const int64_t *s = arg_;
    ls_ir_value *x = arg(p, LS_F32, LS_SHAPE(s[0], s[1])), *zero = scalar(p, 0);
    SET_INTS(p, LS_ATTR_DIMENSIONS, 0);
    set(p, LS_ATTR_REDUCER, LS_IR_ADD);
    FINISH(p, OP(p, LS_IR_REDUCE, x, zero));
}

/* SGD with momentum: two results, three arrays read. */
static inline void build_update(program *p, const void *arg_)
{
    ls_shape shape = LS_SHAPE(*(const int64_t *)arg_);
    ls_ir_value *w = arg(p, LS_F32, shape), *m = arg(p, LS_F32, shape), *g = arg(p, LS_F32, shape),
                *rate = arg(p, LS_F32, LS_SHAPE());
    ls_ir_value *momentum = OP(p, LS_IR_ADD, OP(p, LS_IR_MULTIPLY, m, broadcast(p, scalar(p, 0.9f), shape, NULL)), g);
    FINISH(p, OP(p, LS_IR_SUBTRACT, w, OP(p, LS_IR_MULTIPLY, momentum, broadcast(p, rate, shape, NULL))), momentum);
}

static inline void build_relu_grad(program *p, const void *arg_)
{
    ls_shape shape = LS_SHAPE(*(const int64_t *)arg_);
    ls_ir_value *y = arg(p, LS_F32, shape), *g = arg(p, LS_F32, shape), *zero = broadcast(p, scalar(p, 0), shape, NULL);
    set(p, LS_ATTR_COMPARISON_DIRECTION, LS_COMPARE_LE);
    FINISH(p, OP(p, LS_IR_SELECT, OP(p, LS_IR_COMPARE, y, zero), zero, g));
}

static inline ls_ir_value *reduce_last(program *p, ls_ir_value *x, float init, ls_ir_kind reducer)
{
    ls_ir_value *from = scalar(p, init);
    SET_INTS(p, LS_ATTR_DIMENSIONS, 1);
    set(p, LS_ATTR_REDUCER, reducer);
    return OP(p, LS_IR_REDUCE, x, from);
}

static inline void build_softmax(program *p, const void *arg_)
{
    const int64_t *s = arg_, first = 0; /* rows, columns */
    ls_shape shape = LS_SHAPE(s[0], s[1]);
    ls_ir_value *x = arg(p, LS_F32, shape);
    ls_ir_value *highest = broadcast(p, reduce_last(p, x, -INFINITY, LS_IR_MAXIMUM), shape, &first);
    ls_ir_value *e = OP(p, LS_IR_EXPONENTIAL, OP(p, LS_IR_SUBTRACT, x, highest));
    FINISH(p, OP(p, LS_IR_DIVIDE, e, broadcast(p, reduce_last(p, e, 0, LS_IR_ADD), shape, &first)));
}

static inline void build_tanh(program *p, const void *arg_)
{
    FINISH(p, OP(p, LS_IR_TANH, arg(p, LS_F32, LS_SHAPE(*(const int64_t *)arg_))));
}

static inline void build_transpose(program *p, const void *arg_)
{
    const int64_t *s = arg_;
    ls_ir_value *x = arg(p, LS_F32, LS_SHAPE(s[0], s[1], s[2]));
    SET_INTS(p, LS_ATTR_PERMUTATION, 0, 2, 1);
    FINISH(p, OP(p, LS_IR_TRANSPOSE, x));
}

static inline int bench_kernels(void)
{
    static const conv_sizes mnist_1 = {128, 1, 10, 28, 5, 0}, mnist_2 = {128, 10, 20, 12, 5, 0},
                            resnet = {8, 64, 64, 56, 3, 1};
    static const int64_t small[] = {128, 50, 320}, large[] = {512, 512, 512}, pool[] = {128, 24, 24, 10, 2, 2},
                         pool_3[] = {8, 112, 112, 64, 3, 2};
    static const int64_t rows_10[] = {73728, 10}, rows_256[] = {25088, 256}, count[] = {1 << 20},
                         planes[] = {8, 64, 3136}, softmax[] = {16384, 1000};
    static const struct {
        const char *name;
        void (*build)(program *p, const void *arg);
        const void *arg;
        double reads; /* bytes of the arrays are read or written so often; 0: count operations */
    } rows[] = {
        {"convolution 128x1x28x28, 10x5x5", build_conv, &mnist_1, 0},
        {"  gradient of the kernel", build_conv_weights, &mnist_1, 0},
        {"convolution 128x10x12x12, 20x5x5", build_conv, &mnist_2, 0},
        {"  gradient of the input", build_conv_data, &mnist_2, 0},
        {"  gradient of the kernel", build_conv_weights, &mnist_2, 0},
        {"convolution 8x64x56x56, 64x3x3", build_conv, &resnet, 0},
        {"  gradient of the input", build_conv_data, &resnet, 0},
        {"  gradient of the kernel", build_conv_weights, &resnet, 0},
        {"product 128x50, depth 320", build_dot, small, 0},
        {"product 512x512, depth 512", build_dot, large, 0},
        {"max pool 2 of 128x24x24x10", build_pool, pool, 1},
        {"  gradient", build_pool_grad, pool, 1},
        {"max pool 3 by 2 of 8x112x112x64", build_pool, pool_3, 1},
        {"  gradient", build_pool_grad, pool_3, 1},
        {"batch norm 73728x10", build_norm, rows_10, 1},
        {"  gradient", build_norm_grad, rows_10, 1},
        {"batch norm 25088x256", build_norm, rows_256, 1},
        {"  gradient", build_norm_grad, rows_256, 1},
        {"sum of columns 25088x256", build_sum_columns, rows_256, 1},
        {"SGD with momentum, 1 Mi", build_update, count, 1},
        {"gradient of ReLU, 1 Mi", build_relu_grad, count, 1},
        {"tanh, 1 Mi", build_tanh, count, 1},
        {"softmax 16384x1000", build_softmax, softmax, 1},
        {"transpose 8x64x3136", build_transpose, planes, 1},
    };
    printf("%-36s %12s %14s %14s\n", "", "time", "", "reference");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        double seconds[2], work = 0;
        for (int reference = 0; reference < 2; reference++) {
            program p = begin();
            rows[i].build(&p, rows[i].arg);
            bench b = bench_begin(compile(&p, reference, 1));
            seconds[reference] = bench_run(&b, reference ? 1 : 20);
            work = ls_cpu_program_info_of(b.compiled)->flops;
            if (rows[i].reads > 0) {
                work = 0;
                for (size_t k = 0; k < b.in.count; k++) work += (double)ls_ir_type_bytes(&b.in.types[k]);
                for (size_t k = 0; k < b.out.count; k++) work += (double)ls_ir_type_bytes(&b.out.types[k]);
            }
            bench_end(&b);
            ls_ir_module_destroy(p.module);
        }
        printf("%-36s %9.1f us %8.1f %s %11.1f us\n", rows[i].name, seconds[0] * 1e6, work / seconds[0] * 1e-9,
               rows[i].reads > 0 ? "GB/s  " : "GFLOP/s", seconds[1] * 1e6);
    }
    return 0;
}

/* --- A program from a file ----------------------------------------------------------------------------------- */

static inline void time_steps(bench *b, double *best, int repeats)
{
    ls_cpu_program *compiled = b->compiled;
    size_t params = compiled->info.param_count, outputs = compiled->info.output_count;
    char **bases = calloc(LS_CPU_BASE_PARAMS + params + outputs, sizeof(char *)),
         **args = calloc(compiled->max_slots + 1, sizeof(char *));
    bases[LS_CPU_BASE_ARENA] = b->run.arena;
    bases[LS_CPU_BASE_CONSTANTS] = compiled->constants;
    for (size_t i = 0; i < params; i++) bases[LS_CPU_BASE_PARAMS + i] = b->in.data[i];
    for (size_t i = 0; i < outputs; i++) bases[LS_CPU_BASE_PARAMS + params + i] = b->out.data[i];
    ls_cpu_frame frame = {
        .program = compiled, .run = &b->run, .bases = bases, .states = compiled->idle ? compiled->idle->states : NULL};
    for (size_t s = 0; s < compiled->steps.count; s++) best[s] = 1e9;
    for (int r = 0; r < repeats; r++)
        for (size_t s = 0; s < compiled->steps.count; s++) {
            const ls_cpu_step *step = &compiled->steps.items[s];
            for (uint32_t i = 0; i < step->slot_count; i++) args[i] = ls_cpu_slot_address(&frame, step->slots[i]);
            ls_cpu_call call = {step->data, step->kernel->state_create ? frame.states[step->state] : NULL, args,
                                &frame};
            double start = now();
            assert_ok(step->kernel->run(&call));
            double seconds = now() - start;
            best[s] = seconds < best[s] ? seconds : best[s];
        }
    free(bases);
    free(args);
}

static inline char *read_text(const char *path, size_t *out_size)
{
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *out_size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*out_size + 1);
    *out_size = fread(text, 1, *out_size, file);
    fclose(file);
    return text;
}

/* Small numbers, so that a training step that runs again and again on made-up weights meets no NaN. */
static inline void tame(arrays *a)
{
    for (size_t i = 0; i < a->count; i++) {
        float *data = a->data[i];
        for (int64_t k = 0; a->types[i].dtype == LS_F32 && k < ls_shape_count(a->types[i].shape); k++) data[k] *= 0.01f;
    }
}

/* A program of one replica. */
static inline int bench_file(const char *path)
{
    enum { REPEATS = 5 };
    size_t size;
    char *text = read_text(path, &size);
    program p = {0};
    if (!text || ls_ir_parse(text, size, &p.module) != LS_OK) {
        fprintf(stderr, "%s: %s\n", path, text ? ls_last_error() : "cannot be read");
        return 1;
    }
    bench b = bench_begin(compile(&p, false, 1));
    tame(&b.in);
    size_t count = b.compiled->steps.count;
    double whole = bench_run(&b, REPEATS), sum = 0, *best = calloc(count, sizeof(double));
    time_steps(&b, best, REPEATS);
    for (size_t s = 0; s < count; s++) sum += best[s];
    for (size_t s = 0; s < count; s++) {
        const ls_cpu_step *step = &b.compiled->steps.items[s];
        printf("%10.1f us %5.1f %%  %-28s %s, line %u\n", best[s] * 1e6, best[s] / sum * 100, step->kernel->name,
               step->op, step->line);
    }
    printf("%10.1f us in %zu steps; the program at once: %.1f us\n", sum * 1e6, count, whole * 1e6);
    free(best);
    free(text);
    bench_end(&b);
    ls_ir_module_destroy(p.module);
    return 0;
}

#endif
