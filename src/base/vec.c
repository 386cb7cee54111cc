#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void *ls_vec_grow(void **data, size_t *count, size_t *capacity, size_t size)
{
    if (*count == *capacity) {
        *capacity = *capacity ? *capacity * 2 : 8;
        *data = reallocarray(*data, *capacity, size);
        LS_ASSERT(*data && "out of memory");
    }
    char *element = (char *)*data + size * (*count)++;
    memset(element, 0, size);
    return element;
}

void ls_vec_free(void **data, size_t *count, size_t *capacity)
{
    free(*data);
    *data = NULL;
    *count = *capacity = 0;
}
