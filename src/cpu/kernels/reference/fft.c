/* fft: FFT, IFFT, RFFT, IRFFT over the last one to three dimensions.
 *
 * All lines are transformed in double. Lengths that are powers of two go by halving (Cooley and Tukey), others as a
 * convolution with a chirp (Bluestein), which is of such a length. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "cpu/kernels/convert.h"
#include "cpu/kernels/copy.h"
#include "cpu/kernels/reference/reference.h"

typedef double _Complex number;

/* One length: `size` is the power of two that is computed with; roots[k] = e^(−2πik/size), k < size/2. */
typedef struct axis {
    int64_t length, size;
    number *roots;
    number *chirp;    /* e^(−πik²/length); NULL if size == length */
    number *spectrum; /* of the conjugate chirp, as long as size */
} axis;

typedef struct fourier {
    ls_ir_fft_type type;
    int axes; /* the last dimensions, in order */
    axis axis[3];
    int64_t lines;               /* product of the dimensions before */
    int64_t in_count, out_count; /* elements */
    int64_t dims[3];             /* of the complex array along the axes */
    ls_cpu_loop_fn load, store;  /* to and from complex<f64> */
    size_t out_width, line_bytes, work_bytes;
} fourier;

static void transform_power(number *x, int64_t n, const number *roots)
{
    for (int64_t i = 1, j = 0; i < n; i++) {
        int64_t bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i >= j) continue;
        number swap = x[i];
        x[i] = x[j];
        x[j] = swap;
    }
    for (int64_t half = 1; half < n; half *= 2) {
        int64_t step = n / (2 * half);
        for (int64_t start = 0; start < n; start += 2 * half)
            for (int64_t k = 0; k < half; k++) {
                number a = x[start + k], b = x[start + k + half], w = roots[k * step], t;
                __real__ t = __real__ b * __real__ w - __imag__ b * __imag__ w;
                __imag__ t = __real__ b * __imag__ w + __imag__ b * __real__ w;
                x[start + k] = a + t;
                x[start + k + half] = a - t;
            }
    }
}

static number times(number a, number b)
{
    number c;
    __real__ c = __real__ a * __real__ b - __imag__ a * __imag__ b;
    __imag__ c = __real__ a * __imag__ b + __imag__ a * __real__ b;
    return c;
}

/* Forward, without scaling; `spare` has a->size elements. */
static void transform(const axis *a, number *x, number *spare)
{
    if (!a->chirp) {
        transform_power(x, a->size, a->roots);
        return;
    }
    memset(spare, 0, sizeof(number) * (size_t)a->size);
    for (int64_t i = 0; i < a->length; i++) spare[i] = times(x[i], a->chirp[i]);
    transform_power(spare, a->size, a->roots);
    for (int64_t i = 0; i < a->size; i++) spare[i] = conj(times(spare[i], a->spectrum[i]));
    transform_power(spare, a->size, a->roots);
    for (int64_t i = 0; i < a->length; i++) x[i] = times(conj(spare[i]) / (double)a->size, a->chirp[i]);
}

static void transform_inverse(const axis *a, number *x, number *spare)
{
    for (int64_t i = 0; i < a->length; i++) x[i] = conj(x[i]);
    transform(a, x, spare);
    for (int64_t i = 0; i < a->length; i++) x[i] = conj(x[i]) / (double)a->length;
}

/* Transforms axis `which` of the array of lines × dims. */
static void transform_axis(const fourier *f, int which, bool is_inverse, number *work, number *line, number *spare)
{
    int64_t outer = f->lines, inner = 1, n = f->dims[which];
    for (int i = 0; i < f->axes; i++) *(i < which ? &outer : i > which ? &inner : &(int64_t){1}) *= f->dims[i];
    for (int64_t o = 0; o < outer; o++)
        for (int64_t i = 0; i < inner; i++) {
            number *at = work + o * n * inner + i;
            for (int64_t k = 0; k < n; k++) line[k] = at[k * inner];
            (is_inverse ? transform_inverse : transform)(&f->axis[which], line, spare);
            for (int64_t k = 0; k < n; k++) at[k * inner] = line[k];
        }
}

/* From real lines to the half of their spectrum that tells all, packed as it goes. */
static void transform_real(const fourier *f, number *work, number *line, number *spare)
{
    const axis *a = &f->axis[f->axes - 1];
    int64_t half = a->length / 2 + 1, count = a->length ? f->in_count / a->length : 0;
    for (int64_t l = 0; l < count; l++) {
        memcpy(line, work + l * a->length, sizeof(number) * (size_t)a->length);
        transform(a, line, spare);
        memcpy(work + l * half, line, sizeof(number) * (size_t)half);
    }
}

/* Back: the other half of each spectrum is the mirrored conjugate; what would make the line complex is left out. */
static void transform_to_real(const fourier *f, const number *work, char *out, number *line, number *spare)
{
    const axis *a = &f->axis[f->axes - 1];
    int64_t half = a->length / 2 + 1, count = a->length ? f->out_count / a->length : 0;
    for (int64_t l = 0; l < count; l++) {
        const number *from = work + l * half;
        for (int64_t k = 0; k < a->length; k++) line[k] = k < half ? from[k] : conj(from[a->length - k]);
        __imag__ line[0] = 0;
        if (a->length % 2 == 0) __imag__ line[half - 1] = 0;
        transform_inverse(a, line, spare);
        f->store((const void *[]){line}, out + (size_t)(l * a->length) * f->out_width, a->length, NULL);
    }
}

/* Arguments: operand, result, scratch (the array, a line, a spare line). */
static ls_status fourier_run(const ls_cpu_call *call)
{
    const fourier *f = call->data;
    number *work = (number *)call->args[2], *line = (number *)(call->args[2] + f->work_bytes);
    number *spare = (number *)((char *)line + f->line_bytes);
    bool is_inverse = f->type == LS_FFT_IFFT || f->type == LS_FFT_IRFFT;
    int whole = f->type == LS_FFT_FFT || f->type == LS_FFT_IFFT ? f->axes : f->axes - 1;
    if (!f->out_count) return LS_OK;
    f->load((const void *const *)call->args, work, f->in_count, NULL);
    if (f->type == LS_FFT_RFFT) transform_real(f, work, line, spare);
    for (int i = whole; i-- > 0;) transform_axis(f, i, is_inverse, work, line, spare);
    if (f->type == LS_FFT_IRFFT)
        transform_to_real(f, work, call->args[1], line, spare);
    else
        f->store((const void *[]){work}, call->args[1], f->out_count, NULL);
    return LS_OK;
}

static const ls_cpu_kernel fourier_kernel = {.name = "reference.fft", .run = fourier_run};

/* e^(−2πi · turn / turns), right to the last bit */
static number root(int64_t turn, int64_t turns)
{
    long double angle = 2 * M_PIl * (long double)(turn % turns) / (long double)turns;
    number w;
    __real__ w = (double)cosl(angle);
    __imag__ w = (double)-sinl(angle);
    return w;
}

static void prepare_axis(ls_arena *arena, int64_t length, axis *a)
{
    a->length = length;
    a->size = 1;
    bool is_power = length && !(length & (length - 1));
    while (a->size < (is_power ? length : 2 * length)) a->size *= 2;
    a->roots = LS_ARENA_ARRAY(arena, number, a->size / 2 + 1);
    for (int64_t k = 0; k < a->size / 2; k++) a->roots[k] = root(k, a->size);
    if (is_power || !length) return;
    a->chirp = LS_ARENA_ARRAY(arena, number, length);
    a->spectrum = LS_ARENA_ARRAY(arena, number, a->size);
    for (int64_t k = 0; k < length; k++) {
        a->chirp[k] = root((int64_t)((__int128)k * k % (2 * length)), 2 * length);
        a->spectrum[k] = conj(a->chirp[k]);
        if (k) a->spectrum[a->size - k] = conj(a->chirp[k]);
    }
    transform_power(a->spectrum, a->size, a->roots);
}

ls_status ls_cpu_reference_fft(ls_cpu_plan *plan, const ls_ir_op *op)
{
    fourier *f = LS_ARENA_NEW(plan->keep, fourier);
    const ls_ir_type *in = &op->operands[0]->type, *out = &op->results[0]->type;
    size_t axes;
    const int64_t *lengths = ls_ir_attr_ints(&op->attrs, LS_ATTR_FFT_LENGTH, &axes);
    f->type = (ls_ir_fft_type)ls_ir_attr_int(&op->attrs, LS_ATTR_FFT_TYPE, LS_FFT_FFT);
    f->axes = (int)axes;
    f->lines = 1;
    f->in_count = ls_shape_count(in->shape);
    f->out_count = ls_shape_count(out->shape);
    const ls_shape *spectrum = f->type == LS_FFT_IRFFT ? &in->shape : &out->shape;
    int first = spectrum->rank - f->axes;
    for (int i = 0; i < first; i++) f->lines *= spectrum->dims[i];
    int64_t longest = 1, size = 1;
    for (int i = 0; i < f->axes; i++) {
        f->dims[i] = spectrum->dims[first + i];
        prepare_axis(plan->keep, lengths[i], &f->axis[i]);
        if (lengths[i] > longest) longest = lengths[i];
        if (f->axis[i].size > size) size = f->axis[i].size;
    }
    f->load = ls_cpu_convert_find(in->dtype, LS_C128);
    f->store = ls_cpu_convert_find(LS_C128, out->dtype);
    f->out_width = ls_dtype_size(out->dtype);
    int64_t most = f->in_count > f->out_count ? f->in_count : f->out_count;
    f->work_bytes = sizeof(number) * (size_t)most + 64;
    f->line_bytes = sizeof(number) * (size_t)longest + 64;
    ls_cpu_unit *unit = ls_cpu_unit_create_for(plan, op, &fourier_kernel, f);
    unit->scratch_bytes = f->work_bytes + f->line_bytes + sizeof(number) * (size_t)size;
    return LS_OK;
}
