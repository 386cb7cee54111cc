/* Which file is the plugin. */
#include <dlfcn.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "pjrt/client.h"

#define CPU_PLUGIN "pjrt_plugin_lockstep_cpu.so"

/* From the folder of the library, or of a program that contains it: installed, then in the build tree. */
static const char *const beside[] = {".", "lockstep", "../lib/lockstep", "src/cpu", "../src/cpu", "../../src/cpu"};

/* Where Python's package of libtpu puts it; %s is $HOME or $VIRTUAL_ENV. */
static const struct {
    const char *variable, *pattern;
} libtpu_places[] = {
    {"VIRTUAL_ENV", "%s/lib/python3*/site-packages/libtpu/libtpu.so"},
    {"HOME", "%s/.local/lib/python3*/site-packages/libtpu/libtpu.so"},
    {NULL, "/usr/local/lib/python3*/[sd]i[ts][et]-packages/libtpu/libtpu.so"},
    {NULL, "/usr/lib/python3*/[sd]i[ts][et]-packages/libtpu/libtpu.so"},
};

struct places {
    char tried[2048];
    char *out_path;
    size_t size;
};

/* Takes `path` if such a file is there; notes it otherwise. */
static bool try_place(struct places *places, const char *path)
{
    if (access(path, F_OK) == 0) {
        snprintf(places->out_path, places->size, "%s", path);
        return true;
    }
    size_t length = strlen(places->tried), left = sizeof(places->tried) - length;
    if ((size_t)snprintf(places->tried + length, left, "%s%s", length ? ", " : "", path) >= left)
        places->tried[length] = 0;
    return false;
}

/* The folder of the file that contains this code. */
static void own_folder(char out[PATH_MAX])
{
    Dl_info info;
    char path[PATH_MAX];
    if (!dladdr((void *)ls_pjrt_plugin_path, &info) || !info.dli_fname || !realpath(info.dli_fname, path)) {
        ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
        path[length > 0 ? length : 0] = 0;
    }
    snprintf(out, PATH_MAX, "%s", dirname(path));
}

static ls_status locate_cpu(struct places *places)
{
    const char *named = ls_env_get(LS_ENV_LOCKSTEP_CPU_PLUGIN);
    if (named) {
        if (try_place(places, named)) return LS_OK;
        return ls_fail(LS_NOT_FOUND, "LOCKSTEP_CPU_PLUGIN=%s: no such file", named);
    }
    char folder[PATH_MAX], path[2 * PATH_MAX];
    own_folder(folder);
    for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s/" CPU_PLUGIN, folder, beside[i]);
        if (try_place(places, path)) return LS_OK;
    }
    if (try_place(places, LS_PLUGIN_DIR "/" CPU_PLUGIN)) return LS_OK;
    return ls_fail(LS_NOT_FOUND, "the CPU device's plugin is not there; set LOCKSTEP_CPU_PLUGIN to its file. Tried: %s",
                   places->tried);
}

static ls_status locate_tpu(struct places *places)
{
    const char *named = ls_env_get(LS_ENV_TPU_LIBRARY_PATH);
    if (named) {
        if (try_place(places, named)) return LS_OK;
        return ls_fail(LS_NOT_FOUND, "TPU_LIBRARY_PATH=%s: no such file", named);
    }
    for (size_t i = 0; i < sizeof(libtpu_places) / sizeof(libtpu_places[0]); i++) {
        const char *root = libtpu_places[i].variable ? getenv(libtpu_places[i].variable) : "";
        if (!root) continue;
        char pattern[PATH_MAX];
        snprintf(pattern, sizeof(pattern), libtpu_places[i].pattern, root);
        glob_t found;
        bool taken = glob(pattern, 0, NULL, &found) == 0 && try_place(places, found.gl_pathv[0]);
        globfree(&found);
        if (taken) return LS_OK;
    }
    snprintf(places->out_path, places->size, "libtpu.so"); /* on the loader's path, or loading says so */
    return LS_OK;
}

static ls_status locate_library(struct places *places)
{
    const char *named = ls_env_get(LS_ENV_PJRT_LIBRARY_PATH);
    if (!named) return ls_fail(LS_INVALID_ARGUMENT, "PJRT_DEVICE=LIBRARY needs the plugin's file in PJRT_LIBRARY_PATH");
    if (try_place(places, named)) return LS_OK;
    return ls_fail(LS_NOT_FOUND, "PJRT_LIBRARY_PATH=%s: no such file", named);
}

static const struct {
    const char *device;
    ls_status (*locate)(struct places *places);
} rules[] = {{"CPU", locate_cpu}, {"TPU", locate_tpu}, {"LIBRARY", locate_library}};

ls_status ls_pjrt_plugin_path(char *out_path, size_t size)
{
    const char *device = ls_env_get(LS_ENV_PJRT_DEVICE);
    if (!device) device = "CPU";
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        if (!strcasecmp(device, rules[i].device))
            return rules[i].locate(&(struct places){.out_path = out_path, .size = size});
    return ls_fail(LS_INVALID_ARGUMENT, "PJRT_DEVICE=%s is none of CPU, TPU and LIBRARY (with PJRT_LIBRARY_PATH)",
                   device);
}
