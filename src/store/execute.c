#include "store/execute.h"

bool ls_store_first_missing(const ls_store_table *table, ls_store_reader keys, ls_store_bytes *out_key)
{
    for (uint64_t left = ls_store_take_u64(&keys); left; left--) {
        *out_key = ls_store_take_bytes(&keys);
        if (!ls_store_table_has(table, *out_key)) return true;
    }
    return false;
}

static bool run_set(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_bytes key = ls_store_take_bytes(in);
    ls_store_table_set(table, key, ls_store_take_bytes(in));
    return true;
}

static bool run_compare_set(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_bytes key = ls_store_take_bytes(in), expected = ls_store_take_bytes(in), desired = ls_store_take_bytes(in);
    ls_store_put_bytes(out, ls_store_table_compare_set(table, key, expected, desired));
    return true;
}

static bool run_get(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_put_bytes(out, ls_store_table_get(table, ls_store_take_bytes(in)));
    return true;
}

static bool run_add(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_bytes key = ls_store_take_bytes(in);
    int64_t sum;
    if (!ls_store_table_add(table, key, (int64_t)ls_store_take_u64(in), &sum)) return false;
    ls_store_put_u64(out, (uint64_t)sum);
    return true;
}

static bool run_check(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_bytes missing;
    ls_store_put_u8(out, ls_store_first_missing(table, *in, &missing) ? LS_REPLY_NOT_READY : LS_REPLY_READY);
    return true;
}

static bool run_num_keys(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_put_u64(out, table->values.count);
    return true;
}

static bool run_delete(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_put_u64(out, ls_store_table_delete(table, ls_store_take_bytes(in)));
    return true;
}

static bool run_append(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_bytes key = ls_store_take_bytes(in);
    ls_store_table_append(table, key, ls_store_take_bytes(in));
    return true;
}

static bool run_multi_get(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    for (uint64_t left = ls_store_take_u64(in); left; left--) {
        run_get(table, in, out);
        if (out->size > LS_STORE_MAX_REPLY) return false; /* a small question for endless bytes */
    }
    return true;
}

static bool run_multi_set(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    for (uint64_t left = ls_store_take_u64(in); left; left--) run_set(table, in, out);
    return true;
}

static bool run_queue_push(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_bytes key = ls_store_take_bytes(in);
    ls_store_table_push(table, key, ls_store_take_bytes(in));
    return true;
}

static bool run_queue_pop(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_bytes key = ls_store_take_bytes(in);
    size_t length = ls_store_table_queue_length(table, key);
    ls_store_put_u64(out, length);
    if (length) ls_store_put_bytes(out, ls_store_table_front(table, key));
    ls_store_table_pop(table, key);
    return true;
}

static bool run_queue_len(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out)
{
    ls_store_put_u64(out, ls_store_table_queue_length(table, ls_store_take_bytes(in)));
    return true;
}

static const struct query {
    bool (*run)(ls_store_table *table, ls_store_reader *in, ls_store_buffer *out);
    bool writes;
} queries[LS_QUERY_COUNT] = {
    [LS_QUERY_SET] = {run_set, true},
    [LS_QUERY_COMPARE_SET] = {run_compare_set, true},
    [LS_QUERY_GET] = {run_get, false},
    [LS_QUERY_ADD] = {run_add, true},
    [LS_QUERY_CHECK] = {run_check, false},
    [LS_QUERY_NUM_KEYS] = {run_num_keys, false},
    [LS_QUERY_DELETE] = {run_delete, true},
    [LS_QUERY_APPEND] = {run_append, true},
    [LS_QUERY_MULTI_GET] = {run_multi_get, false},
    [LS_QUERY_MULTI_SET] = {run_multi_set, true},
    [LS_QUERY_QUEUE_PUSH] = {run_queue_push, true},
    [LS_QUERY_QUEUE_POP] = {run_queue_pop, true},
    [LS_QUERY_QUEUE_LEN] = {run_queue_len, false},
};

bool ls_store_query_writes(ls_store_query query)
{
    return queries[query].writes;
}

bool ls_store_execute(ls_store_table *table, ls_store_query query, ls_store_reader fields, ls_store_buffer *out)
{
    return queries[query].run && queries[query].run(table, &fields, out);
}
