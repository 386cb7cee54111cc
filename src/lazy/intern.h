/* One address for each different type and attribute list of a process, so that the trace compares addresses.
 *
 * The pool is shared and locked; every rank thread has its own view (ls_intern_set), which answers for what the thread
 * met before without the lock. Nothing is removed before the process's ranks end. */
#ifndef LS_LAZY_INTERN_H
#define LS_LAZY_INTERN_H

#include "lazy/trace.h"

#include <pthread.h>

typedef struct ls_intern_entry {
    uint64_t hash;
    const void *object;
} ls_intern_entry;

typedef struct ls_intern_set {
    ls_intern_entry *entries;
    size_t count, capacity;
} ls_intern_set;
void ls_intern_set_finish(ls_intern_set *set);

typedef struct ls_intern_pool {
    pthread_mutex_t mutex;
    ls_arena arena;
    ls_intern_set types, attrs;
} ls_intern_pool;
void ls_intern_pool_init(ls_intern_pool *pool);
void ls_intern_pool_finish(ls_intern_pool *pool);

const ls_type *ls_intern_type(ls_trace *trace, const ls_ir_type *type);
const ls_attrs *ls_intern_attrs(ls_trace *trace, const ls_attr_list *list);

/* The type of error values: LS_DTYPE_INVALID. */
extern const ls_type ls_error_type;

#endif
