/* ls_print: tensors as text. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "lazy/state.h"

/* A dimension longer than twice this shows its first and last entries. */
#define EDGE 3
#define SHOW_ALL 1000 /* elements; up to this many nothing is left out */

typedef struct printer {
    FILE *out;
    const unsigned char *data;
    ls_ir_type type;
    size_t element_size;
    bool shortened;
} printer;

static void print_element(printer *p, int64_t index)
{
    const void *element = p->data + (size_t)index * p->element_size;
    ls_dtype dtype = p->type.dtype;
    if (dtype == LS_BOOL)
        fputs(*(const uint8_t *)element ? "true" : "false", p->out);
    else if (dtype == LS_U64)
        fprintf(p->out, "%" PRIu64, *(const uint64_t *)element);
    else if (dtype == LS_I64)
        fprintf(p->out, "%" PRId64, *(const int64_t *)element);
    else if (ls_dtype_is_float(dtype))
        fprintf(p->out, dtype == LS_F64 ? "%.10g" : "%.6g", ls_element_to_double(element, dtype));
    else
        fprintf(p->out, "%.0f", ls_element_to_double(element, dtype));
}

static void print_dims(printer *p, int dim, int64_t offset, int64_t stride)
{
    const ls_shape *shape = &p->type.shape;
    if (dim == shape->rank) {
        print_element(p, offset);
        return;
    }
    int64_t size = shape->dims[dim], inner = size ? stride / size : 0;
    fputc('[', p->out);
    for (int64_t i = 0; i < size; i++) {
        if (i) fputs(", ", p->out);
        if (p->shortened && size > 2 * EDGE && i == EDGE) {
            fputs("..., ", p->out);
            i = size - EDGE;
        }
        print_dims(p, dim + 1, offset + i * inner, inner);
    }
    fputc(']', p->out);
}

static ls_status write_all(const char *text, size_t size)
{
    fflush(stdout);
    for (ssize_t n; size; text += n, size -= (size_t)n)
        if ((n = write(STDOUT_FILENO, text, size)) < 0)
            return ls_fail(LS_UNAVAILABLE, "ls_print: standard output cannot be written: %m");
    return LS_OK;
}

ls_status ls_print(ls_tensor t)
{
    LS_TRACE_CALL("ls_print");
    LS_TRY(ls_tensor_status(t));
    printer p = {.type = {.dtype = ls_tensor_dtype(t), .shape = ls_tensor_shape(t)}};
    size_t bytes = ls_ir_type_bytes(&p.type), size = 0;
    unsigned char *data = malloc(bytes + 1);
    char *text = NULL;
    ls_status status = data ? ls_to_host(t, data, bytes) : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (status == LS_OK && (p.out = open_memstream(&text, &size))) {
        p.data = data;
        p.element_size = ls_dtype_size(p.type.dtype);
        p.shortened = ls_shape_count(p.type.shape) > SHOW_ALL;
        fprintf(p.out, "[rank %d] %s[", ls_trace_current()->context->rank, ls_dtype_name(p.type.dtype));
        for (int i = 0; i < p.type.shape.rank; i++) fprintf(p.out, "%s%" PRId64, i ? "," : "", p.type.shape.dims[i]);
        fputs("] ", p.out);
        print_dims(&p, 0, 0, ls_shape_count(p.type.shape));
        fputc('\n', p.out);
        fclose(p.out);
        status = write_all(text, size);
    }
    free(text);
    free(data);
    return status;
}
