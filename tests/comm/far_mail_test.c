/* Messages in groups that span hosts: between processes of several hosts, of one, and between threads; with tags, from
 * anybody, of all sizes; and what goes wrong with them. */
#include "comm/mailbox.h"
#include "ranks.h"

static const layout layouts[] = {{4, 1, 2}, {2, 2, 2}, {4, 1, -2}, {3, 1, 2}};

static void run_everywhere(rank_fn fn, int expected_signal)
{
    for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
        shared_state *shared = make_shared();
        run_ranks_until(layouts[i], fn, NULL, shared, expected_signal);
        free_shared(shared);
    }
}

static ls_mail mail_of(bool is_send, int peer, uint64_t tag, void *data, size_t bytes, int64_t timeout_ms)
{
    return (ls_mail){.is_send = is_send,
                     .peer = peer,
                     .tag = tag,
                     .dtype = LS_I32,
                     .data = data,
                     .bytes = bytes,
                     .deadline = ls_deadline_in_ms(timeout_ms)};
}

static ls_status wait_for(rank_env *env, ls_mail *mail)
{
    return ls_mail_wait(env->world, mail, mail->deadline);
}

static ls_status transfer(rank_env *env, bool is_send, int peer, uint64_t tag, void *data, size_t bytes,
                          int64_t timeout_ms)
{
    ls_mail mail = mail_of(is_send, peer, tag, data, bytes, timeout_ms);
    LS_TRY(ls_mail_check(env->world, &mail));
    LS_TRY(ls_mail_post(env->world, &mail));
    return wait_for(env, &mail);
}

static ls_status meet(rank_env *env)
{
    ls_comm_call call = {.op = LS_COMM_BARRIER, .deadline = ls_deadline_in_ms(20000)};
    return ls_comm_run(env->world, &call);
}

static int32_t value_of(int sender, int receiver, uint64_t tag, size_t i)
{
    return (int32_t)(100000 * sender + 10000 * receiver + 1000 * (int)tag + (int)(i % 997));
}

/* --- Everybody to everybody ------------------------------------------------------------------------------ */

static const size_t counts[] = {0, 2, 1250, 16384, 17500, 75000}; /* of int32 */
#define COUNTS (sizeof(counts) / sizeof(counts[0]))

static void exchange_all(rank_env *env)
{
    ls_mail mails[2][4][COUNTS];
    int32_t *data[2][4][COUNTS];
    for (int p = 0; p < env->count; p++)
        for (size_t c = 0; p != env->rank && c < COUNTS; c++)
            for (int is_send = 0; is_send < 2; is_send++) {
                /* Received in another order than sent. */
                size_t tag = is_send ? c : COUNTS - 1 - c, n = counts[tag];
                int32_t *d = data[is_send][p][c] = malloc(4 * n + 8);
                for (size_t i = 0; i < n; i++) d[i] = is_send ? value_of(env->rank, p, tag, i) : -1;
                d[n] = d[n + 1] = 77;
                mails[is_send][p][c] = mail_of(is_send, p, tag, d, 4 * n, 20000);
                CHECK_OK(ls_mail_post(env->world, &mails[is_send][p][c]));
            }
    for (int p = 0; p < env->count; p++)
        for (size_t c = 0; p != env->rank && c < COUNTS; c++) {
            size_t tag = COUNTS - 1 - c, n = counts[tag];
            CHECK_OK(wait_for(env, &mails[1][p][c]));
            CHECK_OK(wait_for(env, &mails[0][p][c]));
            const int32_t *d = data[0][p][c];
            for (size_t i = 0; i < n; i++)
                CHECK(d[i] == value_of(p, env->rank, tag, i), "from %d, tag %zu: element %zu is %d", p, tag, i, d[i]);
            CHECK(d[n] == 77 && d[n + 1] == 77, "bytes behind a message changed");
            free(data[0][p][c]);
            free(data[1][p][c]);
        }
    CHECK_OK(meet(env));
}

static void test_everybody_to_everybody(void **state)
{
    run_everywhere(exchange_all, 0);
}

/* --- From anybody ---------------------------------------------------------------------------------------- */

#define MANY 60

static void gather_from_anybody(rank_env *env)
{
    if (env->rank) {
        for (int i = 0; i < MANY; i++) CHECK_OK(transfer(env, true, 0, 5, &(int32_t){1000 * env->rank + i}, 4, 20000));
    } else {
        int next[MAX_RANKS] = {0};
        for (int i = 0; i < MANY * (env->count - 1); i++) {
            int32_t word;
            ls_mail mail = mail_of(false, LS_MAIL_ANY, 5, &word, 4, 20000);
            CHECK_OK(ls_mail_post(env->world, &mail));
            CHECK_OK(wait_for(env, &mail));
            CHECK(word == 1000 * mail.source + next[mail.source], "from %d came %d where %d is next", mail.source, word,
                  next[mail.source]);
            next[mail.source]++;
        }
        for (int r = 1; r < env->count; r++) CHECK(next[r] == MANY, "%d messages of rank %d", next[r], r);
    }
    CHECK_OK(meet(env));
}

static void test_messages_from_anybody_keep_their_order(void **state)
{
    run_everywhere(gather_from_anybody, 0);
}

/* A sender cannot run ahead of its receiver for ever. */
static void run_ahead(rank_env *env)
{
    int last = env->count - 1, count = 0;
    if (env->rank == 0) {
        ls_mail mail;
        int32_t word = 0;
        for (; count < 1000; count++) {
            mail = mail_of(true, last, 1, &word, 4, 20000);
            CHECK_OK(ls_mail_post(env->world, &mail));
            if (ls_mail_wait(env->world, &mail, ls_deadline_in_ms(300)) != LS_OK) break;
        }
        CHECK(count > 2 && count < 100, "%d messages went out", count);
        CHECK_OK(meet(env));
        CHECK_OK(wait_for(env, &mail));
        atomic_store(&env->shared->numbers[0], count + 1);
        CHECK_OK(meet(env));
    } else {
        int32_t word;
        CHECK_OK(meet(env));
        if (env->rank == last)
            for (int i = 0; i < 16; i++) CHECK_OK(transfer(env, false, 0, 1, &word, 4, 20000));
        CHECK_OK(meet(env));
    }
}

static void test_sender_does_not_run_away(void **state)
{
    run_everywhere(run_ahead, 0);
}

/* --- What goes wrong ------------------------------------------------------------------------------------- */

static void send_wrong_size(rank_env *env)
{
    int32_t data[4] = {0};
    int last = env->count - 1;
    CHECK_OK(meet(env));
    if (env->rank == 0) transfer(env, true, last, 1, data, 16, 5000);
    if (env->rank == last) CHECK_FAILS(transfer(env, false, 0, 1, data, 12, 5000), LS_INVALID_ARGUMENT, "rank 0 (pid");
    if (env->rank == last)
        CHECK(strstr(ls_last_error(), "16 bytes of i32") && strstr(ls_last_error(), "12 bytes"), "%s", ls_last_error());
    CHECK_FAILS(meet(env), LS_INVALID_ARGUMENT, "does not fit");
}

static void test_wrong_size_is_told_to_all(void **state)
{
    run_everywhere(send_wrong_size, 0);
}

static void wait_for_nothing(rank_env *env)
{
    int32_t word;
    int last = env->count - 1;
    CHECK_OK(meet(env));
    int64_t start = ls_now_ns();
    if (env->rank == 0) CHECK_FAILS(transfer(env, false, last, 1, &word, 4, 400), LS_DEADLINE_EXCEEDED, "on host");
    CHECK(env->rank || ls_now_ns() - start >= 390000000, "it ended early");
    CHECK_FAILS(meet(env), LS_DEADLINE_EXCEEDED, "recv of 4 bytes of i32");
}

static void test_deadline_of_a_message(void **state)
{
    run_everywhere(wait_for_nothing, 0);
}

static void die_before_sending(rank_env *env)
{
    int32_t word;
    int last = env->count - 1;
    CHECK_OK(meet(env));
    if (env->rank == last) kill(getpid(), SIGKILL);
    if (env->rank == 0) CHECK_FAILS(transfer(env, false, last, 1, &word, 4, 20000), LS_UNAVAILABLE, "is gone");
    if (env->rank == 0) atomic_store(&env->shared->numbers[0], 1);
    for (int i = 0; i < 10000 && !atomic_load(&env->shared->numbers[0]); i++) ls_sleep_ms(1);
    CHECK_FAILS(meet(env), LS_UNAVAILABLE, "rank");
}

static void test_sender_that_died(void **state)
{
    run_everywhere(die_before_sending, SIGKILL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everybody_to_everybody),   cmocka_unit_test(test_messages_from_anybody_keep_their_order),
        cmocka_unit_test(test_sender_does_not_run_away), cmocka_unit_test(test_wrong_size_is_told_to_all),
        cmocka_unit_test(test_deadline_of_a_message),    cmocka_unit_test(test_sender_that_died),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
