#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/element.h"
#include "base/error.h"
#include "hlo/hlo.h"
#include "ir/print.h"

hlo_array *hlo_values_add(hlo_values *values, const ls_ir_value *value, ls_ir_type type)
{
    hlo_array *array = calloc(1, sizeof(*array));
    LS_ASSERT(array && "out of memory");
    array->type = type;
    array->data = calloc(1, ls_ir_type_bytes(&type) + 1);
    LS_ASSERT(array->data && "out of memory");
    array->next = values->arrays;
    values->arrays = array;
    ls_map_set(&values->by_value, &value, sizeof(value), array);
    return array;
}

const hlo_array *hlo_values_find(const hlo_values *values, const ls_ir_value *value)
{
    return ls_map_get(&values->by_value, &value, sizeof(value));
}

void hlo_values_finish(hlo_values *values)
{
    for (hlo_array *array = values->arrays, *next; array; array = next) {
        next = array->next;
        free(array->data);
        free(array);
    }
    ls_map_finish(&values->by_value);
    *values = (hlo_values){0};
}

void hlo_array_fill(const hlo_array *array, uint64_t seed)
{
    int64_t count = ls_shape_count(array->type.shape);
    ls_dtype dtype = array->type.dtype;
    for (int64_t i = 0; i < count; i++) {
        uint64_t random = ls_hash_mix(ls_hash_mix(seed + 1, (uint64_t)i + 1), 0x9E37);
        double unit = (double)(random >> 11) * 0x1p-53 * 2 - 1;
        bool is_whole = !ls_dtype_is_float(dtype) && !ls_dtype_is_complex(dtype);
        ls_element element = {is_whole ? (double)(random >> 60 & 1) : unit, unit / 2};
        ls_element_write(dtype, (char *)array->data + i * (int64_t)ls_dtype_size(dtype), element);
    }
}

void hlo_array_print(const hlo_array *array)
{
    ls_ir_printer p = {0};
    ls_print_dense(&p, &(ls_ir_dense){.type = array->type, .data = array->data});
    printf("%.*s\n", (int)p.size, p.text);
    free(p.text);
}
