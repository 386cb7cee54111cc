/* Launchers' variables, and the shares of processes. */
#include "ranks.h"

#include "dist/launcher.h"
#include "dist/layout.h"

typedef struct variable {
    const char *name, *value;
} variable;

typedef struct launcher_case {
    variable variables[8];
    ls_launcher expected;
} launcher_case;

static const launcher_case launcher_cases[] = {
    {{{"LOCAL_RANK", "1"}}, {0}},
    {{{"WORLD_SIZE", "1"}}, {0}},
    {{{"RANK", "3"}, {"WORLD_SIZE", "4"}, {"LOCAL_RANK", "1"}, {"LOCAL_WORLD_SIZE", "2"}}, {"torchrun", 3, 4, 1, 2}},
    {{{"RANK", "1"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "127.0.0.1"}}, {"torchrun", 1, 2, 1, 2}},
    {{{"RANK", "1"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "far.example"}}, {"torchrun", 1, 2, 0, 0}},
    {{{"OMPI_COMM_WORLD_RANK", "2"},
      {"OMPI_COMM_WORLD_SIZE", "4"},
      {"OMPI_COMM_WORLD_LOCAL_RANK", "0"},
      {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}},
     {"Open MPI", 2, 4, 0, 2}},
    {{{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}, {"MPI_LOCALRANKID", "1"}, {"MPI_LOCALNRANKS", "2"}}, {"MPICH", 1, 2, 1, 2}},
    {{{"SLURM_PROCID", "0"}}, {0}}, /* a batch script, not a step */
    {{{"SLURM_PROCID", "6"},
      {"SLURM_STEP_NUM_TASKS", "7"},
      {"SLURM_LOCALID", "0"},
      {"SLURM_NODEID", "3"},
      {"SLURM_STEP_TASKS_PER_NODE", "2(x3),1"}},
     {"Slurm", 6, 7, 0, 1}},
    {{{"SLURM_PROCID", "3"},
      {"SLURM_STEP_NUM_TASKS", "7"},
      {"SLURM_LOCALID", "1"},
      {"SLURM_NODEID", "1"},
      {"SLURM_STEP_TASKS_PER_NODE", "2(x3),1"}},
     {"Slurm", 3, 7, 1, 2}},
};

static void set_variables(const variable *variables)
{
    for (int i = 0; i < 8 && variables[i].name; i++) setenv(variables[i].name, variables[i].value, 1);
}

static void clear_variables(void)
{
    for (size_t c = 0; c < sizeof(launcher_cases) / sizeof(launcher_cases[0]); c++)
        for (int i = 0; i < 8 && launcher_cases[c].variables[i].name; i++)
            unsetenv(launcher_cases[c].variables[i].name);
}

static void launchers_are_told_by_their_variables(void **state)
{
    for (size_t c = 0; c < sizeof(launcher_cases) / sizeof(launcher_cases[0]); c++) {
        clear_variables();
        set_variables(launcher_cases[c].variables);
        const ls_launcher *expected = &launcher_cases[c].expected;
        ls_launcher got;
        assert_ok(ls_launcher_detect(&got));
        assert_int_equal(got.name != NULL, expected->name != NULL);
        if (got.name) assert_string_equal(got.name, expected->name);
        assert_int_equal(got.process_index, expected->process_index);
        assert_int_equal(got.process_count, expected->process_count);
        assert_int_equal(got.local_index, expected->local_index);
        assert_int_equal(got.local_count, expected->local_count);
    }
    clear_variables();
}

static void wrong_variables_are_named(void **state)
{
    ls_launcher got;
    set_variables((variable[8]){{"RANK", "4"}, {"WORLD_SIZE", "4"}});
    assert_fails(ls_launcher_detect(&got), LS_INVALID_ARGUMENT, "RANK=\"4\"");
    setenv("RANK", "0", 1);
    setenv("WORLD_SIZE", "none", 1);
    assert_fails(ls_launcher_detect(&got), LS_INVALID_ARGUMENT, "WORLD_SIZE=\"none\"");
    set_variables((variable[8]){{"WORLD_SIZE", "4"}, {"LOCAL_RANK", "2"}, {"LOCAL_WORLD_SIZE", "2"}});
    assert_fails(ls_launcher_detect(&got), LS_INVALID_ARGUMENT, "LOCAL_RANK=2");
    clear_variables();
}

static void one_of_rank_and_world_size_is_half_a_launcher(void **state)
{
    ls_launcher got;
    set_variables((variable[8]){{"RANK", "1"}});
    assert_fails(ls_launcher_detect(&got), LS_FAILED_PRECONDITION, "RANK=1 is set and WORLD_SIZE is not");
    clear_variables();
    set_variables((variable[8]){{"WORLD_SIZE", "4"}});
    assert_fails(ls_launcher_detect(&got), LS_FAILED_PRECONDITION, "WORLD_SIZE=4 is set and RANK is not");
    clear_variables();
}

static void processes_of_a_launcher_share_the_hosts_devices(void **state)
{
    ls_layout layout;
    ls_spawn_options none = {0};
    set_variables((variable[8]){{"RANK", "3"}, {"WORLD_SIZE", "4"}, {"LOCAL_RANK", "1"}, {"LOCAL_WORLD_SIZE", "2"}});
    assert_ok(ls_layout_choose(&none, false, &layout));
    assert_true(layout.is_launched);
    assert_int_equal(layout.process_index, 3);
    assert_int_equal(layout.process_count, 4);
    assert_int_equal(layout.threads, 4); /* of 8 devices */
    assert_int_equal(layout.local_index, 1);
    assert_int_equal(layout.local_count, 2);
    setenv("LOCAL_WORLD_SIZE", "3", 1); /* does not divide 8: as many as all can have */
    assert_ok(ls_layout_choose(&none, false, &layout));
    assert_int_equal(layout.threads, 2);
    assert_fails(ls_layout_choose(&(ls_spawn_options){.num_ranks = 8}, false, &layout), LS_INVALID_ARGUMENT, "8 ranks");
    assert_ok(ls_layout_choose(&(ls_spawn_options){.num_ranks = 3}, false, &layout));
    assert_int_equal(layout.threads, 1);
    clear_variables();
}

/* As mpirun binds them. */
static void processes_that_see_one_core_each_have_a_rank_each(void **state)
{
    ls_layout layout;
    setenv("LOCKSTEP_CPU_DEVICES", "1", 1);
    set_variables((variable[8]){{"RANK", "1"}, {"WORLD_SIZE", "3"}, {"LOCAL_RANK", "1"}, {"LOCAL_WORLD_SIZE", "3"}});
    for (int asked = 0; asked <= 3; asked += 3) {
        assert_ok(ls_layout_choose(&(ls_spawn_options){.num_ranks = asked}, false, &layout));
        assert_int_equal(layout.threads, 1);
    }
    assert_fails(ls_layout_choose(&(ls_spawn_options){.num_ranks = 6}, false, &layout), LS_INVALID_ARGUMENT, "6 ranks");
    clear_variables();
    set_surroundings(NULL);
}

static void devices_are_counted_by_the_plugins_rule(void **state)
{
    ls_layout layout;
    unsetenv("LOCKSTEP_CPU_DEVICES");
    setenv("CPU_NUM_DEVICES", "3", 1);
    assert_ok(ls_layout_choose(&(ls_spawn_options){0}, false, &layout));
    assert_int_equal(layout.threads, 3);
    setenv("LOCKSTEP_CPU_DEVICES", "5", 1);
    assert_ok(ls_layout_choose(&(ls_spawn_options){0}, false, &layout));
    assert_int_equal(layout.threads, 5);
    setenv("LOCKSTEP_CPU_DEVICES", "0", 1);
    assert_fails(ls_layout_choose(&(ls_spawn_options){0}, false, &layout), LS_INVALID_ARGUMENT,
                 "LOCKSTEP_CPU_DEVICES=\"0\"");
    unsetenv("LOCKSTEP_CPU_DEVICES");
    unsetenv("CPU_NUM_DEVICES");
    assert_ok(ls_layout_choose(&(ls_spawn_options){0}, false, &layout));
    assert_in_range(layout.threads, 1, 8);
    set_surroundings(NULL);
}

static void a_plugin_that_cannot_count_is_told(void **state)
{
    ls_layout layout;
    setenv("PJRT_DEVICE", "LIBRARY", 1);
    setenv("PJRT_LIBRARY_PATH", "/nowhere/plugin.so", 1);
    assert_fails(ls_layout_choose(&(ls_spawn_options){0}, false, &layout), LS_NOT_FOUND, "/nowhere/plugin.so");
    unsetenv("PJRT_DEVICE");
    unsetenv("PJRT_LIBRARY_PATH");
    assert_int_equal(count_children(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launchers_are_told_by_their_variables),
        cmocka_unit_test(wrong_variables_are_named),
        cmocka_unit_test(one_of_rank_and_world_size_is_half_a_launcher),
        cmocka_unit_test(processes_of_a_launcher_share_the_hosts_devices),
        cmocka_unit_test(processes_that_see_one_core_each_have_a_rank_each),
        cmocka_unit_test(devices_are_counted_by_the_plugins_rule),
        cmocka_unit_test(a_plugin_that_cannot_count_is_told),
    };
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
