/* What the TCP store's server does with the bytes of its clients, without any socket: sessions take bytes in and give
 * replies out. One thread at a time. */
#ifndef LS_STORE_DAEMON_H
#define LS_STORE_DAEMON_H

#include "base/vec.h"
#include "store/protocol.h"

typedef struct ls_store_session {
    ls_store_buffer out; /* replies for the client: whoever sends them empties this */
    bool validated;      /* it has shown that it is a client of ours */
    ls_store_buffer in;
    size_t needed; /* bytes of `in` below which parsing again is no use */
    bool waiting;
    ls_store_buffer wait_keys;                          /* a WAIT's list of keys, as it came */
    ls_store_bytes wait_key;                            /* the one of them that it is queued for */
    ls_store_buffer offer;                              /* the queue that holds an item for it; empty: none */
    ls_store_buffer will;                               /* key and value to set when it leaves; empty: none */
    struct ls_store_session *wait_next, *wait_previous; /* others queued for that key */
} ls_store_session;                                     /* zeroed: a client that has just connected */

typedef struct ls_store_daemon {
    ls_store_table table;                    /* first: its hooks cast back */
    ls_map waiters;                          /* key -> its last waiting session, then those before it */
    void (*send)(ls_store_session *session); /* `out` has grown */
} ls_store_daemon;

void ls_store_daemon_init(ls_store_daemon *daemon, void (*send)(ls_store_session *session));

/* Takes bytes that a client sent. False if they break the protocol: drop this client, the others go on. */
bool ls_store_daemon_receive(ls_store_daemon *daemon, ls_store_session *session, const void *data, size_t size);

/* The client has gone: carries out its will, forgets its wait and frees its buffers. */
void ls_store_daemon_leave(ls_store_daemon *daemon, ls_store_session *session);

void ls_store_daemon_finish(ls_store_daemon *daemon); /* after all sessions have left */

#endif
