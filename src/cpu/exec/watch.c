/* Steps that somebody looks at: how long each took, and whether it made a NaN. */
#include <math.h>

#include "base/error.h"
#include "base/numeric.h"
#include "cpu/exec/exec.h"

/* Whether an element, widened to double, is what the check refuses. */
static bool is_refused(double x, ls_cpu_check check)
{
    return isnan(x) || (check == LS_CPU_CHECK_FINITE && isinf(x));
}

/* The first refused element of a float array; `count` if there is none. */
static size_t find_refused(const char *data, ls_dtype dtype, size_t count, ls_cpu_check check)
{
    size_t i = 0;
#define SCAN(type, widen)                                                                                              \
    while (i < count && !is_refused(widen(((const type *)data)[i]), check)) i++
    if (dtype == LS_F32) SCAN(float, );
    if (dtype == LS_F64) SCAN(double, );
    if (dtype == LS_BF16) SCAN(uint16_t, ls_bf16_to_f32);
    if (dtype == LS_F16) SCAN(uint16_t, ls_f16_to_f32);
#undef SCAN
    return i;
}

static ls_status check_results(ls_cpu_check check, const ls_cpu_step *step, const ls_cpu_call *call)
{
    for (uint32_t r = 0; r < step->result_count; r++) {
        const ls_cpu_result *result = &step->results[r];
        if (!ls_dtype_is_float(result->dtype)) continue;
        size_t size = ls_dtype_size(result->dtype), count = result->bytes / size;
        const char *data = call->args[step->first_result + r];
        size_t i = find_refused(data, result->dtype, count, check);
        if (i < count)
            return ls_fail(LS_OUT_OF_RANGE, "result %u has %s, at element %zu of %zu", r,
                           find_refused(data + i * size, result->dtype, 1, LS_CPU_CHECK_NAN) ? "an infinity" : "a NaN",
                           i, count);
    }
    return LS_OK;
}

ls_status ls_cpu_step_watch(const ls_cpu_watch *watch, const ls_cpu_step *step, const ls_cpu_call *call)
{
    int64_t start = ls_now_ns();
    ls_status status = step->kernel->run(call);
    if (watch->step) watch->step(watch->arg, step->op, step->kernel->name, step->line, start, ls_now_ns());
    /* What is posted is not there yet: the step that completes it has the results. */
    bool is_there = status == LS_OK && watch->check;
    return is_there ? check_results(watch->check, step, call) : status;
}
