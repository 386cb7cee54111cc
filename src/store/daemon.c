#include "store/daemon.h"

#include <string.h>

#include "store/execute.h"

/* --- Waiting: a session that misses a key is queued for the first one missing, and looks again when that is set --- */

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

static void answer_or_queue(ls_store_daemon *daemon, ls_store_session *session)
{
    ls_store_reader keys = {session->wait_keys.data, session->wait_keys.data + session->wait_keys.size, true};
    if (!ls_store_first_missing(&daemon->table, keys, &session->wait_key)) {
        ls_store_put_u8(&session->out, LS_REPLY_STOP_WAITING);
        ls_store_buffer_finish(&session->wait_keys);
        return;
    }
    session->waiting = true;
    session->wait_next = ls_map_set(&daemon->waiters, session->wait_key.data, session->wait_key.size, session);
    if (session->wait_next) session->wait_next->wait_previous = session;
}

static void key_was_set(ls_store_table *table, ls_store_bytes key)
{
    ls_store_daemon *daemon = (ls_store_daemon *)table;
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

/* --- Queues: an item is offered to the session that waits longest. If that does not take it with its next request, or
 * leaves, the next one gets the offer: so two that wait for one item are not both told that there is one. --- */

static void item_was_pushed(ls_store_table *table, ls_store_bytes key)
{
    ls_store_daemon *daemon = (ls_store_daemon *)table;
    ls_store_session *session;
    while ((session = ls_map_get(&daemon->waiters, key.data, key.size))) {
        while (session->wait_next) session = session->wait_next;
        unqueue(daemon, session);
        answer_or_queue(daemon, session);
        if (session->waiting) continue; /* for another of its keys */
        ls_store_buffer_add(&session->offer, key.data, key.size);
        daemon->send(session);
        return;
    }
}

static void pass_on(ls_store_daemon *daemon, ls_store_buffer *offer)
{
    ls_store_bytes key = {offer->data, offer->size};
    if (offer->size && ls_store_table_queue_length(&daemon->table, key)) item_was_pushed(&daemon->table, key);
    ls_store_buffer_finish(offer);
}

static bool takes(const ls_store_buffer *offer, ls_store_query query, ls_store_reader fields)
{
    if (query != LS_QUERY_QUEUE_POP || !offer->size) return false;
    ls_store_bytes key = ls_store_take_bytes(&fields);
    return key.size == offer->size && !memcmp(key.data, offer->data, key.size);
}

/* --- Queries about the connection itself --------------------------------------------------------------------- */

static bool run_validate(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    if (session->validated) return false; /* as PyTorch's */
    session->validated = ls_store_take_u32(in) == LS_STORE_MAGIC;
    return session->validated;
}

static bool run_wait(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    if (session->waiting) return false;
    ls_store_buffer_add(&session->wait_keys, in->next, (size_t)(in->end - in->next));
    answer_or_queue(daemon, session);
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

static bool run_will(ls_store_daemon *daemon, ls_store_session *session, ls_store_reader *in)
{
    ls_store_buffer_finish(&session->will);
    ls_store_take_u64(in);
    ls_store_reader rest = *in;
    if (ls_store_take_bytes(&rest).size) ls_store_buffer_add(&session->will, in->next, (size_t)(in->end - in->next));
    return true;
}

static bool (*const run_query[LS_QUERY_COUNT])(ls_store_daemon *, ls_store_session *, ls_store_reader *) = {
    [LS_QUERY_VALIDATE] = run_validate, [LS_QUERY_WAIT] = run_wait, [LS_QUERY_CANCEL_WAIT] = run_cancel_wait,
    [LS_QUERY_PING] = run_ping,         [LS_QUERY_WILL] = run_will,
};

/* --- Sessions ------------------------------------------------------------------------------------------------- */

static bool run_request(ls_store_daemon *daemon, ls_store_session *session, const char *request, size_t size)
{
    ls_store_query query = (uint8_t)request[0];
    if (!session->validated && query != LS_QUERY_VALIDATE) return false;
    ls_store_reader fields = {request + 1, request + size, true};
    ls_store_buffer offer = session->offer;
    session->offer = (ls_store_buffer){0};
    if (takes(&offer, query, fields)) ls_store_buffer_finish(&offer);
    bool is_sound = run_query[query] ? run_query[query](daemon, session, &fields)
                                     : ls_store_execute(&daemon->table, query, fields, &session->out);
    pass_on(daemon, &offer);
    return is_sound && session->out.size <= LS_STORE_MAX_REPLY;
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
    pass_on(daemon, &session->offer);
    if (session->will.size) {
        ls_store_reader will = {session->will.data, session->will.data + session->will.size, true};
        ls_store_bytes key = ls_store_take_bytes(&will), value = ls_store_take_bytes(&will);
        ls_store_table_compare_set(&daemon->table, key, (ls_store_bytes){0}, value); /* the first word counts */
    }
    ls_store_buffer_finish(&session->will);
    ls_store_buffer_finish(&session->in);
    ls_store_buffer_finish(&session->out);
    ls_store_buffer_finish(&session->wait_keys);
}

void ls_store_daemon_init(ls_store_daemon *daemon, void (*send)(ls_store_session *session))
{
    *daemon = (ls_store_daemon){.table = {.on_set = key_was_set, .on_push = item_was_pushed}, .send = send};
}

void ls_store_daemon_finish(ls_store_daemon *daemon)
{
    ls_store_table_clear(&daemon->table);
    ls_map_finish(&daemon->waiters);
}
