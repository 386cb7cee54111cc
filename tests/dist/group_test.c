/* Making groups in every way, who is who in them, barriers that tell who is missing, and what groups leave behind. */
#include "ranks.h"

#include <pthread.h>

#include "base/deadline.h"
#include <lockstep/ops.h>
#include <lockstep/p2p.h>
#include <lockstep/work.h>

static const struct layout pairs[] = {{1, 2}, {2, 1}};
static const struct layout fours[] = {{1, 4}, {4, 1}, {2, 2}};

static ls_status init(int64_t timeout_ms)
{
    return ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = timeout_ms});
}

/* The group has these members, and they can talk. */
static ls_status check_group(ls_group group, const int *ranks, int count, int me)
{
    int members[8], sum = 0, mine = me, expected = 0, index = -1;
    EXPECT(ls_get_process_group_ranks(group, members, 8) == count && ls_world_size(group) == count);
    for (int i = 0; i < count; i++) {
        EXPECT(members[i] == ranks[i]);
        EXPECT(ls_get_global_rank(group, i) == ranks[i] && ls_get_group_rank(group, ranks[i]) == i);
        expected += ranks[i];
        if (ranks[i] == me) index = i;
    }
    EXPECT(ls_rank(group) == index && ls_get_global_rank(group, count) == -1);
    if (index < 0) return LS_OK;
    LS_TRY(ls_host_all_reduce(&mine, &sum, 1, LS_I32, LS_SUM, group));
    EXPECT(sum == expected);
    return LS_OK;
}

static ls_status make_subgroups(int me, void *arg)
{
    LS_TRY(init(20000));
    ls_group group;
    LS_TRY(ls_new_subgroups(2, &group));
    LS_TRY(check_group(group, me < 2 ? (int[]){0, 1} : (int[]){2, 3}, 2, me));
    EXPECT(ls_get_group_rank(group, me < 2 ? 2 : 0) == -1);
    LS_TRY(ls_destroy_group(group));
    EXPECT(ls_world_size(group) == -1 && ls_get_process_group_ranks(group, NULL, 0) == -1);
    EXPECT(ls_new_subgroups(3, &group) == LS_INVALID_ARGUMENT && ls_new_subgroups(0, &group) == LS_INVALID_ARGUMENT);

    const int *lists[] = {(int[]){3, 0}, (int[]){2}};
    LS_TRY(ls_new_subgroups_by_enumeration(lists, (int[]){2, 1}, 2, &group));
    if (me == 1) LS_TRY(check_group(group, lists[0], 2, me)); /* one that it is not in */
    if (me == 2) LS_TRY(check_group(group, lists[1], 1, me));
    if (me == 0 || me == 3) LS_TRY(check_group(group, lists[0], 2, me));
    LS_TRY(ls_destroy_group(group));
    const int *twice[] = {(int[]){3, 0}, (int[]){2, 3}};
    EXPECT(ls_new_subgroups_by_enumeration(twice, (int[]){2, 2}, 2, &group) == LS_INVALID_ARGUMENT);
    EXPECT(strstr(ls_last_error(), "global rank 3 is in the group twice"));
    EXPECT(ls_new_subgroups_by_enumeration(NULL, NULL, 1, &group) == LS_INVALID_ARGUMENT);
    return ls_barrier(LS_WORLD);
}

static void subgroups_are_neighbours_or_lists(void **state)
{
    for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], make_subgroups, NULL, NULL));
}

static ls_status split(int me, void *arg)
{
    LS_TRY(init(20000));
    ls_group group, part, none;
    /* Odd and even, in reversed order; then rank 2 without a color. */
    LS_TRY(ls_split_group(LS_WORLD, me % 2, -me, &group));
    LS_TRY(check_group(group, me % 2 ? (int[]){3, 1} : (int[]){2, 0}, 2, me));
    LS_TRY(ls_split_group(LS_WORLD, me == 2 ? LS_NO_COLOR : 7, 0, &part));
    LS_TRY(check_group(part, (int[]){0, 1, 3}, 3, me));
    EXPECT(ls_rank(part) == (int[]){0, 1, -1, 2}[me]);
    if (me == 2) {
        EXPECT(ls_barrier(part) == LS_INVALID_ARGUMENT);
    } else {
        /* A part of a part, by its members only. */
        ls_group deeper;
        LS_TRY(ls_split_group(part, me == 1, 0, &deeper));
        LS_TRY(check_group(deeper, me == 1 ? (int[]){1} : (int[]){0, 3}, me == 1 ? 1 : 2, me));
        LS_TRY(ls_destroy_group(deeper));
    }
    LS_TRY(ls_split_group(LS_WORLD, LS_NO_COLOR, 0, &none));
    EXPECT(ls_rank(none) == -1);
    EXPECT(ls_split_group(LS_WORLD, -2, 0, &none) == LS_INVALID_ARGUMENT);
    LS_TRY(ls_destroy_group(part));
    LS_TRY(ls_destroy_group(group));
    return ls_barrier(LS_WORLD);
}

static void a_group_is_split_by_color_and_key(void **state)
{
    for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], split, NULL, NULL));
}

/* --- Barriers ------------------------------------------------------------------------------------------------- */

/* Nobody leaves before the last has come. */
static ls_status leave_together(int me, void *arg)
{
    LS_TRY(init(20000));
    for (int monitored = 0; monitored < 2; monitored++) {
        LS_TRY(ls_barrier(LS_WORLD));
        ls_sleep_ms(50 * me);
        int64_t enter = ls_now_ns(), times[4];
        LS_TRY(monitored ? ls_monitored_barrier(LS_WORLD, 0, false) : ls_barrier(LS_WORLD));
        int64_t leave = ls_now_ns();
        LS_TRY(ls_host_all_gather(&enter, times, 1, LS_I64, LS_WORLD));
        for (int r = 0; r < 4; r++) EXPECT(times[r] <= leave);
    }
    return LS_OK;
}

static void nobody_leaves_a_barrier_early(void **state)
{
    for (size_t l = 0; l < 3; l++) assert_ok(spawn_in(fours[l], leave_together, NULL, NULL));
}

static ls_status miss_some(int me, void *arg)
{
    bool all = *(const bool *)arg;
    LS_TRY(init(20000));
    LS_TRY(ls_barrier(LS_WORLD));
    if (me == 1 || me == 3) ls_sleep_ms(1200);
    int64_t start = ls_now_ns();
    EXPECT(ls_monitored_barrier(LS_WORLD, 400, all) == LS_DEADLINE_EXCEEDED); /* also on those who are late */
    EXPECT(ls_now_ns() - start < INT64_C(10000000000));
    EXPECT(strstr(ls_last_error(), "monitored_barrier") && strstr(ls_last_error(), "rank 1"));
    EXPECT(!strstr(ls_last_error(), "rank 2") && (all ? !!strstr(ls_last_error(), "rank 3") : true));
    EXPECT(all || !strstr(ls_last_error(), "rank 3"));
    return LS_OK;
}

static void a_monitored_barrier_names_who_is_missing(void **state)
{
    for (size_t l = 0; l < 3; l++)
        for (int all = 0; all < 2; all++) assert_ok(spawn_in(fours[l], miss_some, &(bool){all}, NULL));
}

static ls_status miss_the_dead(int me, void *arg)
{
    LS_TRY(init(60000));
    LS_TRY(ls_barrier(LS_WORLD));
    if (me == 1) return ls_fail(LS_DATA_LOSS, "gone on purpose");
    int64_t start = ls_now_ns();
    EXPECT(ls_monitored_barrier(LS_WORLD, 30000, false) == LS_UNAVAILABLE);
    EXPECT(strstr(ls_last_error(), "rank 1") && ls_now_ns() - start < INT64_C(10000000000));
    return LS_OK;
}

static void a_monitored_barrier_notices_the_dead_at_once(void **state)
{
    for (size_t l = 0; l < 2; l++)
        assert_fails(spawn_in(pairs[l], miss_the_dead, NULL, NULL), LS_DATA_LOSS, "gone on purpose");
}

/* --- What groups leave ---------------------------------------------------------------------------------------- */

static long resident_pages(void)
{
    long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2) resident = -1;
    if (file) fclose(file);
    return resident;
}

static int count_threads(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/task");
    for (struct dirent *entry; folder && (entry = readdir(folder));) count += entry->d_name[0] != '.';
    if (folder) closedir(folder);
    return count;
}

/* Groups with messages, queues and siblings, again and again. */
static ls_status come_and_go(int me, void *arg)
{
    LS_TRY(init(20000));
    int fds = 0, threads = 0;
    long pages = 0;
    for (int i = 0; i < 200; i++) {
        ls_group group, parts;
        ls_work *work, *received;
        int32_t value = me, got[100], sent[100] = {i};
        LS_TRY(ls_new_group((int[]){1, 0}, 2, &group));
        LS_TRY(ls_split_group(group, me, 0, &parts));
        LS_TRY(ls_host_irecv(got, 100, LS_I32, 1 - me, 0, group, &received));
        LS_TRY(ls_host_all_reduce(&value, &value, 1, LS_I32, LS_SUM, ls_async(group, &work)));
        LS_TRY(ls_host_send(sent, 100, LS_I32, 1 - me, 0, group));
        LS_TRY(ls_work_wait(received, 0));
        LS_TRY(ls_work_wait(work, 0));
        EXPECT(got[0] == i && value == 1);
        ls_work_free(work);
        ls_work_free(received);
        LS_TRY(ls_destroy_group(group));
        LS_TRY(ls_destroy_group(parts));
        LS_TRY(ls_barrier(LS_WORLD));
        if (i != 50 && i != 199) continue;
        ls_sleep_ms(20);
        LS_TRY(ls_barrier(LS_WORLD));
        if (i == 50) fds = count_fds(), threads = count_threads(), pages = resident_pages();
        LS_TRY(ls_barrier(LS_WORLD));
    }
    EXPECT(count_fds() <= fds + 2 && count_threads() <= threads + 2);
    EXPECT(LS_TEST_SANITIZED || resident_pages() <= pages + 256);
    return ls_barrier(LS_WORLD);
}

static void groups_leave_nothing_behind(void **state)
{
    for (size_t l = 0; l < 2; l++) assert_ok(spawn_in(pairs[l], come_and_go, NULL, NULL));
}

/* --- Two threads of a rank ------------------------------------------------------------------------------------ */

typedef struct helper {
    ls_rank_token token;
    ls_group group;
    int me, first; /* the ranks' helpers start in different order */
    ls_status status;
    char message[512];
} helper;

static ls_status talk(ls_group group, int me, int salt)
{
    for (int i = 0; i < 300; i++) {
        int32_t value = 1000 * me + i + salt, sum = 0, got = 0;
        LS_TRY(ls_host_all_reduce(&value, &sum, 1, LS_I32, LS_SUM, group));
        EXPECT(sum == 1000 + 2 * (i + salt));
        if (me) LS_TRY(ls_host_send(&value, 1, LS_I32, 0, i, group));
        if (!me) LS_TRY(ls_host_recv(&got, 1, LS_I32, 1, i, group));
        EXPECT(me || got == 1000 + i + salt);
    }
    return LS_OK;
}

static ls_status help(helper *self)
{
    LS_TRY(ls_rank_attach(self->token));
    EXPECT(ls_rank_attach(self->token) == LS_FAILED_PRECONDITION);
    EXPECT(ls_rank(LS_WORLD) == self->me && ls_is_initialized());
    ls_group other;
    EXPECT(ls_new_group((int[]){0, 1}, 2, &other) == LS_FAILED_PRECONDITION);
    EXPECT(strstr(ls_last_error(), "own thread"));
    EXPECT(ls_destroy_group(self->group) == LS_FAILED_PRECONDITION);
    EXPECT(ls_tensor_status(ls_zeros(LS_SHAPE(2), LS_F32)) == LS_FAILED_PRECONDITION);
    return talk(self->group, self->me, 7);
}

static void *run_helper(void *arg)
{
    helper *self = arg;
    self->status = help(self);
    snprintf(self->message, sizeof(self->message), "%s", ls_last_error());
    ls_rank_detach();
    return NULL;
}

static ls_status use_two_threads(int me, void *arg)
{
    LS_TRY(init(20000));
    helper self = {.token = ls_rank_share(), .me = me};
    ls_group own;
    LS_TRY(ls_new_group((int[]){0, 1}, 2, &own));
    LS_TRY(ls_new_group((int[]){0, 1}, 2, &self.group));
    EXPECT(ls_rank_attach(self.token) == LS_FAILED_PRECONDITION);
    EXPECT(ls_rank_attach((ls_rank_token){NULL}) == LS_INVALID_ARGUMENT);
    pthread_t thread;
    EXPECT(pthread_create(&thread, NULL, run_helper, &self) == 0);
    ls_status status = talk(own, me, 0);
    for (int i = 0; status == LS_OK && i < 20; i++) { /* groups come while the other thread looks its own up */
        ls_group more;
        status = ls_new_group((int[]){0, 1}, 2, &more);
        if (status == LS_OK) status = ls_destroy_group(more);
    }
    pthread_join(thread, NULL);
    LS_TRY(status);
    if (self.status != LS_OK) return ls_fail(self.status, "the other thread: %s", self.message);
    return ls_destroy_process_group();
}

static void two_threads_of_a_rank_use_two_groups(void **state)
{
    for (size_t l = 0; l < 2; l++) assert_ok(spawn_in(pairs[l], use_two_threads, NULL, NULL));
}

/* The rank fails while its other thread waits. */
static ls_status fail_with_a_helper(int me, void *arg)
{
    static helper selves[2];
    LS_TRY(init(60000));
    selves[me] = (helper){.token = ls_rank_share(), .group = LS_WORLD, .me = me};
    pthread_t thread;
    if (me == 1) {
        EXPECT(pthread_create(&thread, NULL, run_helper, &selves[me]) == 0);
        pthread_detach(thread);
        ls_sleep_ms(50);
        return ls_fail(LS_DATA_LOSS, "gone on purpose");
    }
    EXPECT(ls_host_recv(&(int32_t){0}, 1, LS_I32, 1, 5, LS_WORLD) == LS_UNAVAILABLE);
    return LS_OK;
}

static void a_failing_rank_frees_its_other_threads(void **state)
{
    int64_t start = ls_now_ns();
    assert_fails(spawn_in(pairs[0], fail_with_a_helper, NULL, NULL), LS_DATA_LOSS, "gone on purpose");
    assert_true(ls_now_ns() - start < INT64_C(20000000000));
}

/* --- Many ranks ----------------------------------------------------------------------------------------------- */

#define MANY 256

static ls_status meet_in_a_crowd(int me, void *arg)
{
    LS_TRY(init(60000));
    int32_t value = me, sum = 0;
    LS_TRY(ls_host_all_reduce(&value, &sum, 1, LS_I32, LS_SUM, LS_WORLD));
    EXPECT(sum == MANY * (MANY - 1) / 2);
    if (me == 0) EXPECT(count_fds() < 64);
    /* Around a ring, and in pairs. */
    ls_work *work;
    LS_TRY(ls_host_irecv(&sum, 1, LS_I32, (me + MANY - 1) % MANY, 0, LS_WORLD, &work));
    LS_TRY(ls_host_send(&value, 1, LS_I32, (me + 1) % MANY, 0, LS_WORLD));
    LS_TRY(ls_work_wait(work, 0));
    ls_work_free(work);
    EXPECT(sum == (me + MANY - 1) % MANY);
    ls_group pair;
    LS_TRY(ls_new_subgroups(2, &pair));
    LS_TRY(ls_host_all_reduce(&value, &sum, 1, LS_I32, LS_SUM, pair));
    EXPECT(sum == 2 * (me & ~1) + 1);
    return ls_destroy_process_group();
}

static void many_ranks_fit_in_a_process(void **state)
{
    setenv("LOCKSTEP_CPU_DEVICES", "256", 1);
    assert_ok(ls_spawn_threads(meet_in_a_crowd, NULL, &(ls_spawn_options){.num_ranks = MANY}));
    set_surroundings(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(subgroups_are_neighbours_or_lists),
        cmocka_unit_test(a_group_is_split_by_color_and_key),
        cmocka_unit_test(nobody_leaves_a_barrier_early),
        cmocka_unit_test(a_monitored_barrier_names_who_is_missing),
        cmocka_unit_test(a_monitored_barrier_notices_the_dead_at_once),
        cmocka_unit_test(groups_leave_nothing_behind),
        cmocka_unit_test(two_threads_of_a_rank_use_two_groups),
        cmocka_unit_test(a_failing_rank_frees_its_other_threads),
        cmocka_unit_test(many_ranks_fit_in_a_process),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
