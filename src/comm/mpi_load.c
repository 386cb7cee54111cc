#include "comm/mpi_load.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"

/* Which module, by whose launcher started this process. */
static const struct {
    ls_env launcher;
    const char *file;
} modules[] = {
    {LS_ENV_OMPI_COMM_WORLD_RANK, "lockstep_mpi_openmpi.so"},
    {LS_ENV_PMI_RANK, "lockstep_mpi_mpich.so"},
};

/* From the folder of the library, or of a program or plugin that contains it: installed, then in the build tree. */
static const char *const beside[] = {".",           "lockstep",       "../lib/lockstep", "src/comm",
                                     "../src/comm", "../../src/comm", "../comm"};

static bool own_folder(char *out, size_t size)
{
    Dl_info info;
    char path[PATH_MAX];
    bool is_known = dladdr((const void *)ls_mpi_load, &info) && info.dli_fname && realpath(info.dli_fname, path);
    if (!is_known) is_known = realpath("/proc/self/exe", path);
    char *slash = is_known ? strrchr(path, '/') : NULL;
    if (!slash) return false;
    *slash = 0;
    return snprintf(out, size, "%s", path) < (int)size;
}

static bool find(const char *file, char *out, size_t size)
{
    char folder[PATH_MAX];
    for (size_t i = 0; own_folder(folder, sizeof(folder)) && i < sizeof(beside) / sizeof(beside[0]); i++)
        if (snprintf(out, size, "%s/%s/%s", folder, beside[i], file) < (int)size && !access(out, F_OK)) return true;
    return snprintf(out, size, "%s/%s", LS_PLUGIN_DIR, file) < (int)size && !access(out, F_OK);
}

ls_status ls_mpi_load(const ls_wire_kind **out_kind)
{
    char path[PATH_MAX + 64];
    const char *file = NULL, *named = ls_env_get(LS_ENV_LOCKSTEP_MPI_MODULE);
    *out_kind = NULL;
    for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]) && !file; i++)
        if (ls_env_get(modules[i].launcher)) file = modules[i].file;
    if (!file && !named)
        return ls_fail(LS_FAILED_PRECONDITION,
                       "LOCKSTEP_FABRIC=mpi is for processes that Open MPI's or MPICH's mpirun starts: neither "
                       "OMPI_COMM_WORLD_RANK nor PMI_RANK is set");
    if (named)
        snprintf(path, sizeof(path), "%s", named);
    else if (!find(file, path, sizeof(path)))
        return ls_fail(LS_NOT_FOUND,
                       "%s is not there: Lockstep was built without that MPI. LOCKSTEP_MPI_MODULE says where it is",
                       file);
    void *module = dlopen(path, RTLD_NOW | RTLD_GLOBAL); /* Open MPI loads parts of its own that look for it */
    if (!module) return ls_fail(LS_UNAVAILABLE, "cannot load %s: %s", path, dlerror());
    *out_kind = dlsym(module, "ls_mpi_wire");
    return *out_kind ? LS_OK : ls_fail(LS_UNAVAILABLE, "%s is no module of Lockstep's", path);
}
