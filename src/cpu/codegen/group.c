/* A group as a function of LLVM's text: a loop over elements, or over rows with a loop over their elements inside. */
#include "cpu/codegen/group.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* Rows shorter than this are not worth a loop of their own. */
enum { LEAST_ROW = 16, MOST_DIMS = LS_MAX_RANK + 1 };

/* The nest: sizes of the dimensions that all values agree on, innermost first; the group's elements in row-major order
 * are these dimensions. */
struct nest {
    int rank;
    int64_t steps[MOST_DIMS + 1]; /* elements that one step along the dimension passes; steps[rank] is all */
};

static bool is_scalar(const ls_codegen_value *value)
{
    for (int d = 0; d < value->rank; d++)
        if (value->strides[d]) return false;
    return true;
}

/* Whether a value lies as the group goes: element i at i. */
static bool is_plain(const ls_codegen_value *value)
{
    return value->source != LS_CODEGEN_READ || (value->rank == 1 && value->strides[0] == 1);
}

static bool add_step(struct nest *nest, int64_t step)
{
    int at = 0;
    while (at <= nest->rank && nest->steps[at] < step) at++;
    if (at <= nest->rank && nest->steps[at] == step) return true;
    if (nest->rank == MOST_DIMS) return false;
    memmove(&nest->steps[at + 1], &nest->steps[at], sizeof(int64_t) * (size_t)(nest->rank + 1 - at));
    nest->steps[at] = step;
    nest->rank++;
    return true;
}

/* Dimensions of all broadcasts; false if they do not divide one another. */
static bool find_nest(const ls_codegen_group *group, struct nest *nest)
{
    *nest = (struct nest){.rank = 1, .steps = {1, group->count}};
    if (group->count == 1) nest->rank = 0;
    for (int v = 0; v < group->value_count; v++) {
        const ls_codegen_value *value = &group->values[v];
        if (is_plain(value) || is_scalar(value)) continue;
        int64_t step = 1;
        for (int d = value->rank - 1; d >= 0; d--) {
            step *= value->dims[d];
            if (!add_step(nest, step)) return false;
        }
    }
    for (int i = 0; i < nest->rank; i++)
        if (nest->steps[i + 1] % nest->steps[i]) return false;
    return nest->rank <= 1 || nest->steps[1] >= LEAST_ROW;
}

/* The stride of a broadcast along a dimension of the nest. */
static int64_t stride_at(const ls_codegen_value *value, const struct nest *nest, int dimension)
{
    int64_t inner = 1;
    for (int d = value->rank - 1; d >= 0; d--) {
        if (nest->steps[dimension] < inner * value->dims[d])
            return value->strides[d] * (nest->steps[dimension] / inner);
        inner *= value->dims[d];
    }
    return 0;
}

/* --- Writing -------------------------------------------------------------------------------------------------------
 */

typedef struct writer {
    const ls_codegen_group *group;
    ls_codegen_text text;
    struct nest nest;
    bool has_rows;
    int *base; /* of each value: the pointer that is indexed inside the loop */
    int *held; /* of each value: the number that holds it, −1: not loaded yet */
} writer;

static void write_declarations(FILE *out)
{
    static const char *const of_float[] = {"fabs", "ceil", "floor", "round", "rint", "sqrt"};
    static const char *const of_integer[] = {"smax", "smin", "umax", "umin"};
    static const char *const of_library[] = {"exp", "log",   "tanh",  "cbrt", "cos",
                                             "erf", "expm1", "log1p", "sin",  "tan"};
    static const char *const of_two[] = {"atan2", "pow", "fmod"};
    for (size_t i = 0; i < sizeof(of_float) / sizeof(of_float[0]); i++)
        fprintf(out, "declare float @llvm.%s.f32(float)\ndeclare double @llvm.%s.f64(double)\n", of_float[i],
                of_float[i]);
    for (int bits = 8; bits <= 64; bits *= 2) {
        for (size_t i = 0; i < sizeof(of_integer) / sizeof(of_integer[0]); i++)
            fprintf(out, "declare i%d @llvm.%s.i%d(i%d, i%d)\n", bits, of_integer[i], bits, bits, bits);
        fprintf(out, "declare i%d @llvm.ctpop.i%d(i%d)\ndeclare i%d @llvm.ctlz.i%d(i%d, i1)\n", bits, bits, bits, bits,
                bits, bits);
        for (int i = 0; i < 2; i++)
            fprintf(out,
                    "declare i%d @llvm.fpto%ci.sat.i%d.f32(float)\ndeclare i%d @llvm.fpto%ci.sat.i%d.f64(double)\n",
                    bits, "su"[i], bits, bits, "su"[i], bits);
    }
    for (size_t i = 0; i < sizeof(of_library) / sizeof(of_library[0]); i++)
        fprintf(out, "declare float @%sf(float) #1\ndeclare double @%s(double) #1\n", of_library[i], of_library[i]);
    for (size_t i = 0; i < sizeof(of_two) / sizeof(of_two[0]); i++)
        fprintf(out, "declare float @%sf(float, float) #1\ndeclare double @%s(double, double) #1\n", of_two[i],
                of_two[i]);
}

/* The pointer of every argument. */
static void write_arguments(writer *w)
{
    for (int v = 0; v < w->group->value_count; v++) {
        const ls_codegen_value *value = &w->group->values[v];
        if (value->source == LS_CODEGEN_MADE) continue;
        int slot = ls_codegen_put(&w->text, "getelementptr inbounds ptr, ptr %%args, i64 %d", value->arg);
        w->base[v] = ls_codegen_put(&w->text, "load ptr, ptr %%v%d, !invariant.load !0", slot);
    }
}

/* Loads element `index` (a number, or −1: the first) of a value. */
static int write_load(writer *w, int v, int index)
{
    const ls_codegen_value *value = &w->group->values[v];
    const char *type = ls_codegen_memory_type(value->dtype);
    int pointer = w->base[v];
    if (index >= 0)
        pointer = ls_codegen_put(&w->text, "getelementptr inbounds %s, ptr %%v%d, i64 %%v%d", type, pointer, index);
    int loaded = ls_codegen_put(&w->text, "load %s, ptr %%v%d, align %zu, !llvm.access.group !1", type, pointer,
                                ls_dtype_size(value->dtype));
    if (value->dtype == LS_BOOL) return ls_codegen_put(&w->text, "icmp ne i8 %%v%d, 0", loaded);
    bool is_short = value->dtype == LS_F16 || value->dtype == LS_BF16;
    return is_short ? ls_codegen_widen_write(&w->text, value->dtype, loaded) : loaded;
}

/* What the whole loop reads once: scalars before everything, broadcasts along the row before the row. */
static void write_held(writer *w, bool before_rows)
{
    for (int v = 0; v < w->group->value_count; v++) {
        const ls_codegen_value *value = &w->group->values[v];
        if (value->source != LS_CODEGEN_READ) continue;
        bool scalar = is_scalar(value);
        bool along_row = !scalar && !is_plain(value) && stride_at(value, &w->nest, 0) == 0;
        if (before_rows ? scalar : along_row) w->held[v] = write_load(w, v, -1);
    }
}

/* Moves the pointers of all arguments to row %row. */
static void write_row_pointers(writer *w, int row)
{
    int start = ls_codegen_put(&w->text, "mul i64 %%v%d, %" PRId64, row, w->nest.steps[1]);
    for (int v = 0; v < w->group->value_count; v++) {
        const ls_codegen_value *value = &w->group->values[v];
        if (value->source == LS_CODEGEN_MADE || (value->source == LS_CODEGEN_READ && is_scalar(value))) continue;
        int offset = start;
        if (!is_plain(value)) {
            offset = ls_codegen_put(&w->text, "add i64 0, 0");
            for (int d = 1; d < w->nest.rank; d++) {
                int64_t stride = stride_at(value, &w->nest, d);
                if (!stride) continue;
                int64_t size = w->nest.steps[d + 1] / w->nest.steps[d];
                int quotient =
                    ls_codegen_put(&w->text, "udiv i64 %%v%d, %" PRId64, row, w->nest.steps[d] / w->nest.steps[1]);
                int index = ls_codegen_put(&w->text, "urem i64 %%v%d, %" PRId64, quotient, size);
                int part = ls_codegen_put(&w->text, "mul i64 %%v%d, %" PRId64, index, stride);
                offset = ls_codegen_put(&w->text, "add i64 %%v%d, %%v%d", offset, part);
            }
        }
        w->base[v] = ls_codegen_put(&w->text, "getelementptr inbounds %s, ptr %%v%d, i64 %%v%d",
                                    ls_codegen_memory_type(value->dtype), w->base[v], offset);
    }
}

/* The element at %i of every value that is not held, and all ops on it. */
static void write_element(writer *w, int i)
{
    const ls_codegen_group *group = w->group;
    int *now = malloc(sizeof(int) * (size_t)(group->value_count + 1));
    if (!now) return;
    memcpy(now, w->held, sizeof(int) * (size_t)group->value_count);
    for (int o = 0; o < group->op_count; o++) {
        const ls_codegen_op *op = &group->ops[o];
        int in[3];
        for (int k = 0; k < op->arity; k++) {
            const ls_codegen_value *value = &group->values[op->in[k]];
            if (now[op->in[k]] < 0) {
                int64_t stride = is_plain(value) ? 1 : stride_at(value, &w->nest, 0);
                int index = stride == 1 ? i : ls_codegen_put(&w->text, "mul i64 %%v%d, %" PRId64, i, stride);
                now[op->in[k]] = write_load(w, op->in[k], index);
            }
            in[k] = now[op->in[k]];
        }
        const ls_codegen_value *out = &group->values[op->out];
        int value = ls_codegen_op_write(&w->text, op->op, in), stored = value;
        if (out->dtype == LS_F16 || out->dtype == LS_BF16) {
            stored = ls_codegen_round_write(&w->text, out->dtype, value);
            value = ls_codegen_widen_write(&w->text, out->dtype, stored);
        }
        now[op->out] = value;
        if (out->source != LS_CODEGEN_WRITE) continue;
        const char *type = ls_codegen_memory_type(out->dtype);
        if (out->dtype == LS_BOOL) stored = ls_codegen_put(&w->text, "zext i1 %%v%d to i8", value);
        int to = ls_codegen_put(&w->text, "getelementptr inbounds %s, ptr %%v%d, i64 %%v%d", type, w->base[op->out], i);
        fprintf(w->text.out, "  store %s %%v%d, ptr %%v%d, align %zu, !llvm.access.group !1\n", type, stored, to,
                ls_dtype_size(out->dtype));
    }
    free(now);
}

/* A loop of `name` from `first` to before `last`, both printed as given; the number of its variable. The caller writes
 * the body and then its end. */
static int open_loop(writer *w, const char *name, const char *from, const char *first)
{
    FILE *out = w->text.out;
    fprintf(out, "  br label %%%s\n%s:\n", name, name);
    return ls_codegen_put(&w->text, "phi i64 [ %s, %%%s ], [ %%%s.next, %%%s.end ]", first, from, name, name);
}

static void close_loop(writer *w, const char *name, int variable, const char *last, const char *metadata)
{
    FILE *out = w->text.out;
    fprintf(out, "  br label %%%s.end\n%s.end:\n", name, name);
    fprintf(out, "  %%%s.next = add nuw nsw i64 %%v%d, 1\n", name, variable);
    fprintf(out, "  %%%s.more = icmp ult i64 %%%s.next, %s\n", name, name, last);
    fprintf(out, "  br i1 %%%s.more, label %%%s, label %%%s.after%s\n%s.after:\n", name, name, name, metadata, name);
}

static void write_function(writer *w, const char *name)
{
    static const char parallel[] = ", !llvm.loop !2";
    FILE *out = w->text.out;
    fprintf(out, "define void @%s(ptr noalias %%args, i64 %%begin, i64 %%end) #0 {\nentry:\n", name);
    write_arguments(w);
    write_held(w, true);
    fputs("  %some = icmp ult i64 %begin, %end\n  br i1 %some, label %start, label %done\nstart:\n", out);
    if (!w->has_rows) {
        int i = open_loop(w, "element", "start", "%begin");
        write_element(w, i);
        close_loop(w, "element", i, "%end", parallel);
    } else {
        char length[32];
        snprintf(length, sizeof(length), "%" PRId64, w->nest.steps[1]);
        int row = open_loop(w, "row", "start", "%begin");
        write_row_pointers(w, row);
        write_held(w, false);
        int i = open_loop(w, "element", "row", "0");
        write_element(w, i);
        close_loop(w, "element", i, length, parallel);
        close_loop(w, "row", row, "%end", "");
    }
    fputs("  br label %done\ndone:\n  ret void\n}\n", out);
    /* Iterations do not depend on one another: element i is read before it is written, wherever that lies. */
    fputs("attributes #0 = { nounwind \"prefer-vector-width\"=\"512\" }\nattributes #1 = { nounwind willreturn "
          "memory(none) }\n"
          "!0 = !{}\n!1 = distinct !{}\n!2 = distinct !{!2, !3, !4}\n!3 = !{!\"llvm.loop.parallel_accesses\", !1}\n"
          "!4 = !{!\"llvm.loop.vectorize.enable\", i1 true}\n",
          out);
}

bool ls_codegen_write(const ls_codegen_group *group, const char *name, FILE *out, int64_t *out_row)
{
    writer w = {.group = group, .text = {.out = out}};
    if (!find_nest(group, &w.nest)) return false;
    w.has_rows = w.nest.rank > 1;
    *out_row = w.has_rows ? w.nest.steps[1] : 1;
    int *numbers = malloc(sizeof(int) * (size_t)(2 * group->value_count + 1));
    if (!numbers) return false;
    w.base = numbers;
    w.held = numbers + group->value_count;
    for (int v = 0; v < 2 * group->value_count; v++) numbers[v] = -1;
    write_declarations(out);
    write_function(&w, name);
    free(numbers);
    return true;
}
