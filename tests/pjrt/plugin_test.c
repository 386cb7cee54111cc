/* Finding and loading plugins: every way to fail says which file and why, and leaves the others usable. */
#include "ls_test.h"
#include "pjrt/client.h"
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void a_missing_file_is_named(void **state)
{
    ls_pjrt_plugin *plugin;
    assert_fails(ls_pjrt_plugin_load("/nowhere/plugin.so", &plugin), LS_NOT_FOUND, "/nowhere/plugin.so");
    assert_null(plugin);
    assert_fails(ls_pjrt_plugin_load("no-such-plugin-anywhere.so", &plugin), LS_NOT_FOUND,
                 "no-such-plugin-anywhere.so");
}

static void a_file_of_another_kind_is_refused(void **state)
{
    char path[] = "/tmp/lockstep-plugin-XXXXXX";
    close(mkstemp(path));
    ls_pjrt_plugin *plugin;
    write_file(path, "not a library", 13);
    assert_fails(ls_pjrt_plugin_load(path, &plugin), LS_FAILED_PRECONDITION, path);

    /* A library of another machine: the header of this program with its machine changed. */
    unsigned char header[4096];
    FILE *self = fopen("/proc/self/exe", "rb");
    assert_non_null(self);
    assert_int_equal(fread(header, 1, sizeof(header), self), sizeof(header));
    fclose(self);
    header[18] = 0xF3, header[19] = 0; /* e_machine: RISC-V */
    write_file(path, header, sizeof(header));
    assert_fails(ls_pjrt_plugin_load(path, &plugin), LS_FAILED_PRECONDITION, path);
    unlink(path);
}

static void a_library_without_the_function_is_refused(void **state)
{
    ls_pjrt_plugin *plugin;
    assert_fails(ls_pjrt_plugin_load(NO_PLUGIN, &plugin), LS_FAILED_PRECONDITION, "exports no GetPjrtApi");
    assert_fails(ls_pjrt_plugin_load(NO_PLUGIN, &plugin), LS_FAILED_PRECONDITION, "no_plugin");
}

static void another_major_version_is_refused(void **state)
{
    ls_pjrt_plugin *plugin;
    assert_fails(ls_pjrt_plugin_load(STRANGE_PLUGIN, &plugin), LS_FAILED_PRECONDITION, "version 1.3");
    assert_fails(ls_pjrt_plugin_load(STRANGE_PLUGIN, &plugin), LS_FAILED_PRECONDITION, "strange_plugin");
}

static void the_device_chooses_the_file(void **state)
{
    char path[PATH_MAX];
    setenv("PJRT_DEVICE", "GPU", 1);
    assert_fails(ls_pjrt_plugin_path(path, sizeof(path)), LS_INVALID_ARGUMENT, "PJRT_DEVICE=GPU");
    setenv("PJRT_DEVICE", "LIBRARY", 1);
    unsetenv("PJRT_LIBRARY_PATH");
    assert_fails(ls_pjrt_plugin_path(path, sizeof(path)), LS_INVALID_ARGUMENT, "PJRT_LIBRARY_PATH");
    setenv("PJRT_LIBRARY_PATH", "/nowhere/x.so", 1);
    assert_fails(ls_pjrt_plugin_path(path, sizeof(path)), LS_NOT_FOUND, "PJRT_LIBRARY_PATH=/nowhere/x.so");
    setenv("PJRT_LIBRARY_PATH", STRANGE_PLUGIN, 1);
    assert_ok(ls_pjrt_plugin_path(path, sizeof(path)));
    assert_string_equal(path, STRANGE_PLUGIN);
    setenv("PJRT_DEVICE", "TPU", 1);
    setenv("TPU_LIBRARY_PATH", "/nowhere/libtpu.so", 1);
    assert_fails(ls_pjrt_plugin_path(path, sizeof(path)), LS_NOT_FOUND, "TPU_LIBRARY_PATH=/nowhere/libtpu.so");
    setenv("PJRT_DEVICE", "CPU", 1);
    setenv("LOCKSTEP_CPU_PLUGIN", "/nowhere/cpu.so", 1);
    assert_fails(ls_pjrt_plugin_path(path, sizeof(path)), LS_NOT_FOUND, "LOCKSTEP_CPU_PLUGIN=/nowhere/cpu.so");
    unsetenv("PJRT_DEVICE");
    setenv("LOCKSTEP_CPU_PLUGIN", NO_PLUGIN, 1);
    assert_ok(ls_pjrt_plugin_path(path, sizeof(path)));
    assert_string_equal(path, NO_PLUGIN);
    unsetenv("LOCKSTEP_CPU_PLUGIN");
}

static void the_cpu_plugin_is_found_beside_the_library(void **state)
{
    char path[PATH_MAX], real[PATH_MAX];
    const char *const spellings[] = {NULL, "CPU", "cpu"};
    for (size_t i = 0; i < 3; i++) {
        if (spellings[i]) setenv("PJRT_DEVICE", spellings[i], 1);
        assert_ok(ls_pjrt_plugin_path(path, sizeof(path)));
        assert_non_null(realpath(path, real));
        assert_string_equal(real, CPU_PLUGIN);
    }
    unsetenv("PJRT_DEVICE");
}

static void the_same_file_is_loaded_once(void **state)
{
    ls_pjrt_plugin *first, *second;
    char path[PATH_MAX];
    assert_ok(ls_pjrt_plugin_load(CPU_PLUGIN, &first));
    assert_ok(ls_pjrt_plugin_path(path, sizeof(path))); /* another name of the file */
    assert_ok(ls_pjrt_plugin_load(path, &second));
    assert_ptr_equal(first, second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_file_is_named),
        cmocka_unit_test(a_file_of_another_kind_is_refused),
        cmocka_unit_test(a_library_without_the_function_is_refused),
        cmocka_unit_test(another_major_version_is_refused),
        cmocka_unit_test(the_device_chooses_the_file),
        cmocka_unit_test(the_cpu_plugin_is_found_beside_the_library),
        cmocka_unit_test(the_same_file_is_loaded_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
