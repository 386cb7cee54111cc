/* Loading a plugin: once per process and file, with its version checked. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "pjrt/internal.h"

/* Plugins stay loaded until the process ends, so their list does too. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ls_pjrt_plugin *loaded;

static ls_status check_table(const char *path, const PJRT_Api *api)
{
    if (!api) return ls_fail(LS_FAILED_PRECONDITION, "plugin %s: GetPjrtApi gives no table", path);
    size_t least = offsetof(PJRT_Api, PJRT_Error_Destroy);
    if (api->struct_size < least)
        return ls_fail(LS_FAILED_PRECONDITION, "plugin %s: its table has %zu bytes, not even a version", path,
                       api->struct_size);
    int major = api->pjrt_api_version.major_version, minor = api->pjrt_api_version.minor_version;
    if (major != PJRT_API_MAJOR)
        return ls_fail(LS_FAILED_PRECONDITION,
                       "plugin %s: it speaks version %d.%d of the PJRT C API, this client version %d", path, major,
                       minor, PJRT_API_MAJOR);
    if (!LS_PJRT_HAS(api, Error_Destroy) || !LS_PJRT_HAS(api, Error_Message) || !LS_PJRT_HAS(api, Error_GetCode) ||
        !LS_PJRT_HAS(api, Event_Destroy) || !LS_PJRT_HAS(api, Event_IsReady) || !LS_PJRT_HAS(api, Client_Create))
        return ls_fail(LS_FAILED_PRECONDITION, "plugin %s: version %d.%d lacks functions that every plugin has", path,
                       major, minor);
    return LS_OK;
}

/* The file's table of functions. The library stays open if this succeeds. */
static ls_status open_library(const char *path, const PJRT_Api **out_api)
{
    if (strchr(path, '/') && access(path, F_OK) != 0) return ls_fail(LS_NOT_FOUND, "plugin %s: no such file", path);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *cause = dlerror();
        bool missing = !strchr(path, '/') && cause && strstr(cause, "cannot open shared object file");
        return ls_fail(missing ? LS_NOT_FOUND : LS_FAILED_PRECONDITION, "plugin %s: it cannot be loaded: %s", path,
                       cause ? cause : "unknown cause");
    }
    const PJRT_Api *(*get)(void) = (const PJRT_Api *(*)(void))dlsym(library, "GetPjrtApi");
    ls_status status = LS_OK;
    if (!get)
        status = ls_fail(LS_FAILED_PRECONDITION, "plugin %s: it exports no GetPjrtApi, so it is no PJRT plugin", path);
    else
        status = check_table(path, *out_api = get());
    if (status != LS_OK) dlclose(library);
    return status;
}

static ls_status load_new(const char *path, ls_pjrt_plugin **out_plugin)
{
    const PJRT_Api *api = NULL;
    LS_TRY(open_library(path, &api));
    PJRT_Plugin_Initialize_Args args = PJRT_NEW(Plugin_Initialize_Args);
    LS_TRY(ls_context(LS_PJRT_CALL(api, Plugin_Initialize, &args), "plugin %s", path));
    ls_pjrt_plugin *plugin = calloc(1, sizeof(*plugin));
    if (!plugin || !(plugin->path = strdup(path))) {
        free(plugin);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    }
    plugin->api = api;
    plugin->next = loaded;
    *out_plugin = loaded = plugin;
    return LS_OK;
}

ls_status ls_pjrt_plugin_load(const char *path, ls_pjrt_plugin **out_plugin)
{
    *out_plugin = NULL;
    char *real = strchr(path, '/') ? realpath(path, NULL) : NULL;
    const char *name = real ? real : path;
    pthread_mutex_lock(&lock);
    ls_pjrt_plugin *plugin = loaded;
    while (plugin && strcmp(plugin->path, name)) plugin = plugin->next;
    ls_status status = plugin ? LS_OK : load_new(name, &plugin);
    pthread_mutex_unlock(&lock);
    free(real);
    if (status == LS_OK) *out_plugin = plugin;
    return status;
}
