#include "store/daemon.h"

/* --- Waiting: a session that misses a key is queued for the first one missing, and looks again when that is set
 * --------- */

static void unqueue(ls_store_daemon *daemon, ls_store_session *session)
{
    if (!session->waiting) return;
    ls_store_session *next = session->wait_next, *previous = session->wait_previous;
    if (next) next->wait_previous = previous;
    if (previous)
        previous->wait_next = next;
    else if (next)
        ls_map_set(&daemon->waiters, session->wait_key.data, session->wait_key.size, next);
    else
        ls_map_remove(&daemon->waiters, session->wait_key.data, session->wait_key.size);
    session->wait_next = session->wait_previous = NULL;
    session->waiting = false;
}

static bool first_missing(const ls_store_daemon *daemon, ls_store_reader keys, ls_store_bytes *out_key)
{
    for (uint64_t count = ls_store_take_u64(&keys); count; count--) {
        *out_key = ls_store_take_bytes(&keys);
        if (!ls_store_table_has(&daemon->table, *out_key)) return true;
    }
    return false;
}

static void answer_or_queue(ls_store_daemon *daemon, ls_store_session *session)
{
    ls_store_reader keys = {session->wait_keys.data, session->wait_keys.data + session->wait_keys.size, true};
    if (!first_missing(daemon, keys, &session->wait_key)) {
        ls_store_put_u8(&session->out, LS_REPLY_STOP_WAITING);
        ls_store_buffer_finish(&session->wait_keys);
        return;
    }
    session->waiting = true;
    session->wait_next = ls_map_set(&daemon->waiters, session->wait_key.data, session->wait_key.size, session);
    if (session->wait_next) session->wait_next->wait_previous = session;
}

static void key_was_set(ls_store_daemon *daemon, ls_store_bytes key)
{
    ls_store_session *session = ls_map_remove(&daemon->waiters, key.data, key.size);
    while (session) {
        ls_store_session *next = session->wait_next;
        session->wait_next = session->wait_previous = NULL;
        session->waiting = false;
        answer_or_queue(daemon, session);
        if (session->out.size) daemon->send(session);
        session = next;
    }
}

/* --- Queries -------------------------------------------------------------------------------------------------------
 */

static bool run_validate(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    session->validated = ls_store_take_u32(in) == LS_STORE_MAGIC;
    return session->validated;
}

static bool run_set(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    ls_store_bytes key = ls_store_take_bytes(in);
    ls_store_table_set(&daemon->table, key, ls_store_take_bytes(in));
    key_was_set(daemon, key);
    return true;
}

static bool run_compare_set(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    ls_store_bytes key = ls_store_take_bytes(in), expected = ls_store_take_bytes(in), desired = ls_store_take_bytes(in);
    ls_store_put_bytes(&session->out, ls_store_table_compare_set(&daemon->table, key, expected, desired));
    if (ls_store_table_has(&daemon->table, key)) key_was_set(daemon, key);
    return true;
}

static bool run_get(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    ls_store_put_bytes(&session->out, ls_store_table_get(&daemon->table, ls_store_take_bytes(in)));
    return true;
}

static bool run_add(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    ls_store_bytes key = ls_store_take_bytes(in);
    int64_t delta = (int64_t)ls_store_take_u64(in);
    ls_store_put_u64(&session->out, (uint64_t)ls_store_table_add(&daemon->table, key, delta));
    key_was_set(daemon, key);
    return true;
}

static bool run_check(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    ls_store_bytes missing;
    ls_store_put_u8(&session->out, first_missing(daemon, *in, &missing) ? LS_REPLY_NOT_READY : LS_REPLY_READY);
    return true;
}

static bool run_wait(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    if (session->waiting) return false;
    ls_store_buffer_add(&session->wait_keys, in->next, (size_t)(in->end - in->next));
    answer_or_queue(daemon, session);
    return true;
}

static bool run_num_keys(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    ls_store_put_u64(&session->out, daemon->table.values.count);
    return true;
}

static bool run_delete(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    ls_store_put_u64(&session->out, ls_store_table_delete(&daemon->table, ls_store_take_bytes(in)));
    return true;
}

static bool run_append(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    ls_store_bytes key = ls_store_take_bytes(in);
    ls_store_table_append(&daemon->table, key, ls_store_take_bytes(in));
    key_was_set(daemon, key);
    return true;
}

static bool run_multi_get(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    for (uint64_t left = ls_store_take_u64(in); left; left--) {
        run_get(daemon, session, in);
        if (session->out.size > 4 * LS_STORE_MAX_REQUEST) return false; /* a small question for endless bytes */
    }
    return true;
}

static bool run_multi_set(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    for (uint64_t left = ls_store_take_u64(in); left; left--) run_set(daemon, session, in);
    return true;
}

static bool run_cancel_wait(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    unqueue(daemon, session);
    ls_store_buffer_finish(&session->wait_keys);
    ls_store_put_u8(&session->out, LS_REPLY_WAIT_CANCELLED);
    return true;
}

static bool run_ping(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    ls_store_put_u32(&session->out, ls_store_take_u32(in));
    return true;
}

static bool (*const run_query[LS_QUERY_COUNT])(ls_store_daemon *, ls_store_session *, ls_store_reader *) = {
    [LS_QUERY_VALIDATE] = run_validate,
    [LS_QUERY_SET] = run_set,
    [LS_QUERY_COMPARE_SET] = run_compare_set,
    [LS_QUERY_GET] = run_get,
    [LS_QUERY_ADD] = run_add,
    [LS_QUERY_CHECK] = run_check,
    [LS_QUERY_WAIT] = run_wait,
    [LS_QUERY_NUM_KEYS] = run_num_keys,
    [LS_QUERY_DELETE] = run_delete,
    [LS_QUERY_APPEND] = run_append,
    [LS_QUERY_MULTI_GET] = run_multi_get,
    [LS_QUERY_MULTI_SET] = run_multi_set,
    [LS_QUERY_CANCEL_WAIT] = run_cancel_wait,
    [LS_QUERY_PING] = run_ping,
};

/* --- Sessions ------------------------------------------------------------------------------------------------------
 */

static bool run_request(ls_store_daemon *daemon, ls_store_session *session, const char *request, size_t size)
{
    uint8_t kind = (uint8_t)request[0];
    if (!session->validated && kind != LS_QUERY_VALIDATE) return false;
    ls_store_reader fields = {request + 1, request + size, true};
    return run_query[kind](daemon, session, &fields);
}

bool ls_store_daemon_receive(ls_store_daemon *daemon, ls_store_session *session, const void *data, size_t size)
{
    ls_store_buffer_add(&session->in, data, size);
    size_t done = 0;
    while (session->in.size - done >= session->needed && session->in.size > done) {
        ls_store_bytes rest = {session->in.data + done, session->in.size - done};
        size_t request = ls_store_request_size(rest, &session->needed);
        if (request == SIZE_MAX) return false;
        if (!request) break;
        if (!run_request(daemon, session, rest.data, request)) return false;
        done += request;
        session->needed = 1;
    }
    ls_store_buffer_drop(&session->in, done);
    if (session->out.size) daemon->send(session);
    return true;
}

void ls_store_daemon_leave(ls_store_daemon *daemon, ls_store_session *session)
{
    unqueue(daemon, session);
    ls_store_buffer_finish(&session->in);
    ls_store_buffer_finish(&session->out);
    ls_store_buffer_finish(&session->wait_keys);
}

void ls_store_daemon_finish(ls_store_daemon *daemon)
{
    ls_store_table_finish(&daemon->table);
    ls_map_finish(&daemon->waiters);
}
