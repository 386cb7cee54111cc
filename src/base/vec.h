/* Growing arrays: LS_VEC(int) ints = {0}; *ls_vec_push(&ints) = 3; ints.data[0]; ls_vec_finish(&ints); */
#ifndef LS_BASE_VEC_H
#define LS_BASE_VEC_H

#include <stddef.h>

#define LS_VEC(type)                                                                                                   \
    struct {                                                                                                           \
        type *data;                                                                                                    \
        size_t count, capacity;                                                                                        \
    }

/* Makes room for one more zeroed element and evaluates to its address. */
#define ls_vec_push(vec)                                                                                               \
    ((__typeof__((vec)->data))ls_vec_grow((void **)&(vec)->data, &(vec)->count, &(vec)->capacity, sizeof(*(vec)->data)))
#define ls_vec_finish(vec) ls_vec_free((void **)&(vec)->data, &(vec)->count, &(vec)->capacity)

void *ls_vec_grow(void **data, size_t *count, size_t *capacity, size_t size);
void ls_vec_free(void **data, size_t *count, size_t *capacity);

#endif
