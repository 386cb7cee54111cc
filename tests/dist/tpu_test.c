/* What libtpu is told, by type of TPU, number of hosts and process. */
#include "ls_test.h"

#include <stdio.h>

#include "dist/tpu.h"

typedef struct environment_case {
    ls_tpu_host host;
    int local_index, local_count;
    const char *chips, *processes, *task, *addresses, *port, *chip; /* NULL: not set */
} environment_case;

static const environment_case environment_cases[] = {
    /* One host in one process: libtpu knows best. */
    {{"v3-8", 0, NULL}, 0, 1, NULL},
    {{"v5litepod-4", 0, "one"}, 0, 1, NULL},
    /* A process per chip of one host. */
    {{"v3-8", 0, NULL},
     0,
     4,
     "1,1,1",
     "2,2,1",
     "0",
     "localhost:8476,localhost:8477,localhost:8478,localhost:8479",
     "8476",
     "0"},
    {{"v2-8", 0, "10.0.0.1"},
     3,
     4,
     "1,1,1",
     "2,2,1",
     "3",
     "10.0.0.1:8476,10.0.0.1:8477,10.0.0.1:8478,10.0.0.1:8479",
     "8479",
     "3"},
    /* Four hosts, a process per chip: hosts × chips. */
    {{"v3-32", 2, "a,b,c,d"},
     1,
     4,
     "1,1,1",
     "4,4,1",
     "9",
     "a:8476,a:8477,a:8478,a:8479,b:8476,b:8477,b:8478,b:8479,c:8476,c:8477,c:8478,c:8479,d:8476,d:8477,d:8478,d:8479",
     "8477",
     "1"},
    {{"v3-64", 0, "a,b"},
     0,
     4,
     "1,1,1",
     "4,8,1",
     "0",
     "a:8476,a:8477,a:8478,a:8479,b:8476,b:8477,b:8478,b:8479",
     "8476",
     "0"},
    /* Later types: a process per host, bounds from the machine. */
    {{"v4-16", 1, "a,b", "1,1,2", "2,2,1"}, 0, 1, "2,2,1", "1,1,2", "1", "a:8476,b:8476", "8476", NULL},
    {{"v4-16", 1, "a,b", "1,1,2", "2,2,1"},
     2,
     4,
     "1,1,1",
     "2,2,2",
     "6",
     "a:8476,a:8477,a:8478,a:8479,b:8476,b:8477,b:8478,b:8479",
     "8478",
     "2"},
    {{"v5litepod-8", 0, NULL, NULL, "2,4,1"},
     7,
     8,
     "1,1,1",
     "2,4,1",
     "7",
     "localhost:8476,localhost:8477,localhost:8478,localhost:8479,localhost:8480,localhost:8481,localhost:8482,"
     "localhost:8483",
     "8483",
     "7"},
};

static const char *find(const ls_tpu_variable *variables, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(variables[i].name, name)) return variables[i].value;
    return NULL;
}

static void check_variable(size_t row, const ls_tpu_variable *variables, int count, const char *name,
                           const char *expected)
{
    const char *value = find(variables, count, name);
    if (!value != !expected || (value && strcmp(value, expected)))
        fail_msg("row %zu: %s is %s, not %s", row, name, value ? value : "unset", expected ? expected : "unset");
}

static void processes_get_their_part_of_the_grid(void **state)
{
    for (size_t i = 0; i < sizeof(environment_cases) / sizeof(environment_cases[0]); i++) {
        const environment_case *row = &environment_cases[i];
        ls_tpu_variable variables[LS_TPU_VARIABLES];
        int count;
        assert_ok(ls_tpu_environment(&row->host, row->local_index, row->local_count, variables, &count));
        check_variable(i, variables, count, "TPU_CHIPS_PER_PROCESS_BOUNDS", row->chips);
        check_variable(i, variables, count, "TPU_PROCESS_BOUNDS", row->processes);
        check_variable(i, variables, count, "CLOUD_TPU_TASK_ID", row->task);
        check_variable(i, variables, count, "TPU_PROCESS_ADDRESSES", row->addresses);
        check_variable(i, variables, count, "TPU_PROCESS_PORT", row->port);
        check_variable(i, variables, count, "TPU_VISIBLE_CHIPS", row->chip);
    }
}

static void every_v2_and_v3_has_its_hosts(void **state)
{
    static const struct {
        const char *type, *bounds; /* of processes, one per chip */
    } rows[] = {
        {"v2-8", "2,2,1"},      {"v2-32", "4,4,1"},   {"v2-128", "8,8,1"},   {"v2-256", "8,16,1"},
        {"v2-512", "16,16,1"},  {"v3-8", "2,2,1"},    {"v3-32", "4,4,1"},    {"v3-64", "4,8,1"},
        {"v3-128", "8,8,1"},    {"v3-256", "8,16,1"}, {"v3-512", "16,16,1"}, {"v3-1024", "16,32,1"},
        {"v3-2048", "32,32,1"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        ls_tpu_variable variables[LS_TPU_VARIABLES];
        int count, x, y, z, cores;
        assert_ok(ls_tpu_environment(&(ls_tpu_host){.accelerator_type = rows[i].type}, 0, 4, variables, &count));
        check_variable(i, variables, count, "TPU_PROCESS_BOUNDS", rows[i].bounds);
        /* Two cores to a chip: the type's number is the grid's cores. */
        assert_int_equal(sscanf(rows[i].bounds, "%d,%d,%d", &x, &y, &z), 3);
        assert_int_equal(sscanf(strchr(rows[i].type, '-'), "-%d", &cores), 1);
        assert_int_equal(2 * x * y * z, cores);
    }
}

static void hosts_are_shared_as_their_type_says(void **state)
{
    static const struct {
        const char *type;
        int version, processes, devices;
    } rows[] = {
        {"v2-8", 2, 4, 8},  {"v3-32", 3, 4, 8}, {"v4-8", 4, 1, 0}, {"v5litepod-8", 5, 1, 0},
        {"v5p-8", 5, 1, 0}, {"v6e-8", 6, 1, 0}, {NULL, 0, 1, 0},   {"?", 0, 1, 0},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        ls_tpu_host host = {.accelerator_type = rows[i].type};
        assert_int_equal(ls_tpu_version(rows[i].type), rows[i].version);
        assert_int_equal(ls_tpu_processes(&host), rows[i].processes);
        assert_int_equal(ls_tpu_devices(&host), rows[i].devices);
    }
}

static void the_master_is_the_first_worker(void **state)
{
    char host[16];
    assert_ok(ls_tpu_master(&(ls_tpu_host){.worker_hosts = "10.0.0.7,10.0.0.8"}, host, sizeof(host)));
    assert_string_equal(host, "10.0.0.7");
    assert_ok(ls_tpu_master(&(ls_tpu_host){.worker_hosts = "10.0.0.7"}, host, sizeof(host)));
    assert_string_equal(host, "localhost");
    assert_ok(ls_tpu_master(&(ls_tpu_host){0}, host, sizeof(host)));
    assert_string_equal(host, "localhost");
    assert_fails(ls_tpu_master(&(ls_tpu_host){.worker_hosts = ",b"}, host, sizeof(host)), LS_INVALID_ARGUMENT, ",b");
    assert_fails(ls_tpu_master(&(ls_tpu_host){.worker_hosts = "a-name-that-is-too-long,b"}, host, sizeof(host)),
                 LS_INVALID_ARGUMENT, "a-name");
}

static void what_is_not_known_is_an_error(void **state)
{
    ls_tpu_variable variables[LS_TPU_VARIABLES];
    int count;
    assert_fails(ls_tpu_environment(&(ls_tpu_host){"v4-16", 0, "a,b"}, 0, 1, variables, &count), LS_NOT_FOUND, "v4-16");
    assert_fails(ls_tpu_environment(&(ls_tpu_host){"v3-8"}, 0, 3, variables, &count), LS_INVALID_ARGUMENT,
                 "3 processes");
    assert_fails(ls_tpu_environment(&(ls_tpu_host){"v4-16", 0, "a,b", "1,1"}, 0, 1, variables, &count),
                 LS_INVALID_ARGUMENT, "\"1,1\"");
    assert_fails(ls_tpu_environment(&(ls_tpu_host){"v4-16", 0, "a,b", "1,0,2"}, 0, 1, variables, &count),
                 LS_INVALID_ARGUMENT, "\"1,0,2\"");
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processes_get_their_part_of_the_grid), cmocka_unit_test(every_v2_and_v3_has_its_hosts),
        cmocka_unit_test(hosts_are_shared_as_their_type_says),  cmocka_unit_test(the_master_is_the_first_worker),
        cmocka_unit_test(what_is_not_known_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
