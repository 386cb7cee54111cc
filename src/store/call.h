/* One call of a user, as the bytes of the protocol: what every kind of store is asked, and how it answers. */
#ifndef LS_STORE_CALL_H
#define LS_STORE_CALL_H

#include "store/protocol.h"
#include <lockstep/status.h>

typedef struct ls_store_call {
    ls_store_query query;
    ls_store_buffer wait;    /* a WAIT that must be through before; empty: none */
    ls_store_buffer request; /* empty: the WAIT is all */
    int64_t number;          /* the reply's number */
    void **out_values;       /* the reply's values, fresh memory for free() with a 0 behind each; `count` of them */
    size_t *out_sizes;
    int count;
} ls_store_call;

/* Takes the reply from a source of bytes. Nothing is kept if it fails. */
typedef ls_status (*ls_store_source)(void *from, void *out, size_t size);
ls_status ls_store_call_receive(ls_store_call *call, ls_store_source source, void *from);
/* The same from memory that holds it whole. */
ls_status ls_store_call_answer(ls_store_call *call, const ls_store_buffer *reply);

/* The fields of the request, behind its kind, and the list of keys that is waited for. */
ls_store_reader ls_store_call_fields(const ls_store_call *call);
ls_store_reader ls_store_call_wait_keys(const ls_store_call *call);

/* The wait's deadline has passed: LS_DEADLINE_EXCEEDED with the keys, as users wrote them, that `is_missing` picks. */
ls_status ls_store_call_fail_missing(const ls_store_call *call, bool (*is_missing)(void *from, ls_store_bytes key),
                                     void *from);
/* ls_store_execute gave up: says why. */
ls_status ls_store_call_fail_execute(const ls_store_call *call);

void ls_store_call_finish(ls_store_call *call); /* the buffers, not the values */

#endif
