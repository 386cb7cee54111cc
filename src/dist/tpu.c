#include "dist/tpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "dist/devices.h"

#define BASE_PORT 8476

/* --- Bounds -------------------------------------------------------------------------------------------------- */

/* A grid of chips, hosts or processes. */
typedef struct bounds {
    int x, y, z;
} bounds;

static ls_status bounds_parse(const char *text, bounds *out)
{
    char rest;
    if (sscanf(text, "%d,%d,%d%c", &out->x, &out->y, &out->z, &rest) != 3 || out->x < 1 || out->y < 1 || out->z < 1)
        return ls_fail(LS_INVALID_ARGUMENT, "TPU bounds \"%s\" are not three numbers such as 2,2,1", text);
    return LS_OK;
}

static bounds bounds_times(bounds a, bounds b)
{
    return (bounds){a.x * b.x, a.y * b.y, a.z * b.z};
}

/* Hosts of a v2 or v3, which no metadata tells: 2×2 chips with two cores each per host. */
static const struct host_grid {
    const char *accelerator_type, *hosts;
} host_grids[] = {
    {"v2-8", "1,1,1"},   {"v2-32", "2,2,1"},    {"v2-128", "4,4,1"},    {"v2-256", "4,8,1"}, {"v2-512", "8,8,1"},
    {"v3-8", "1,1,1"},   {"v3-32", "2,2,1"},    {"v3-64", "2,4,1"},     {"v3-128", "4,4,1"}, {"v3-256", "4,8,1"},
    {"v3-512", "8,8,1"}, {"v3-1024", "8,16,1"}, {"v3-2048", "16,16,1"},
};

static ls_status host_grid(const ls_tpu_host *host, bounds *out)
{
    const char *type = host->accelerator_type ? host->accelerator_type : "";
    if (host->host_bounds) return bounds_parse(host->host_bounds, out);
    for (size_t i = 0; i < sizeof(host_grids) / sizeof(host_grids[0]); i++)
        if (!strcmp(type, host_grids[i].accelerator_type)) return bounds_parse(host_grids[i].hosts, out);
    if (!host->worker_hosts || !strchr(host->worker_hosts, ',')) return bounds_parse("1,1,1", out);
    return ls_fail(LS_NOT_FOUND, "the grid of hosts of a TPU %s is not known: set TPU_HOST_BOUNDS",
                   *type ? type : "of unknown type");
}

/* --- The host ------------------------------------------------------------------------------------------------ */

static const char *first_set(ls_env a, ls_env b)
{
    return ls_env_get(a) ? ls_env_get(a) : ls_env_get(b);
}

void ls_tpu_host_read(ls_tpu_host *out_host)
{
    const char *worker = first_set(LS_ENV_TPU_WORKER_ID, LS_ENV_CLOUD_TPU_TASK_ID);
    *out_host = (ls_tpu_host){
        .accelerator_type = first_set(LS_ENV_TPU_ACCELERATOR_TYPE, LS_ENV_CLOUD_TPU_ACCELERATOR_TYPE),
        .worker_id = worker ? atoi(worker) : 0,
        .worker_hosts = ls_env_get(LS_ENV_TPU_WORKER_HOSTNAMES),
        .host_bounds = ls_env_get(LS_ENV_TPU_HOST_BOUNDS),
        .chips_per_host = ls_env_get(LS_ENV_TPU_CHIPS_PER_HOST_BOUNDS),
    };
}

int ls_tpu_version(const char *accelerator_type)
{
    int version;
    return accelerator_type && sscanf(accelerator_type, "v%d", &version) == 1 ? version : 0;
}

static bool has_two_cores(const ls_tpu_host *host)
{
    int version = ls_tpu_version(host->accelerator_type);
    return version == 2 || version == 3;
}

int ls_tpu_processes(const ls_tpu_host *host)
{
    return has_two_cores(host) ? 4 : 1;
}

int ls_tpu_devices(const ls_tpu_host *host)
{
    return has_two_cores(host) ? 8 : 0;
}

/* --- The environment ----------------------------------------------------------------------------------------- */

static int hosts_count(const char *hosts)
{
    int count = 1;
    for (; *hosts; hosts++) count += *hosts == ',';
    return count;
}

/* "a:8476,a:8477,b:8476,b:8477": every process of every host, in task order. */
static ls_status addresses_write(const char *hosts, int local_count, char *out, size_t size)
{
    size_t used = 0;
    for (const char *at = hosts; *at;) {
        int length = (int)strcspn(at, ",");
        for (int p = 0; p < local_count; p++) {
            used += (size_t)snprintf(out + used, size - used, "%s%.*s:%d", used ? "," : "", length, at, BASE_PORT + p);
            if (used >= size)
                return ls_fail(LS_OUT_OF_RANGE, "the addresses of %d TPU processes are too long",
                               hosts_count(hosts) * local_count);
        }
        at += length;
        at += *at == ',';
    }
    return LS_OK;
}

static void variable_set(ls_tpu_variable *variables, int *count, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void variable_set(ls_tpu_variable *variables, int *count, const char *name, const char *format, ...)
{
    ls_tpu_variable *variable = &variables[(*count)++];
    variable->name = name;
    va_list args;
    va_start(args, format);
    vsnprintf(variable->value, sizeof(variable->value), format, args);
    va_end(args);
}

ls_status ls_tpu_environment(const ls_tpu_host *host, int local_index, int local_count, ls_tpu_variable *out,
                             int *out_count)
{
    *out_count = 0;
    const char *hosts = host->worker_hosts ? host->worker_hosts : "localhost";
    if (local_count == 1 && hosts_count(hosts) == 1) return LS_OK;
    bounds processes, chips, one = {1, 1, 1};
    LS_TRY(host_grid(host, &processes));
    LS_TRY(bounds_parse(host->chips_per_host ? host->chips_per_host : "2,2,1", &chips));
    if (local_count > 1) { /* a process per chip */
        if (local_count != chips.x * chips.y * chips.z)
            return ls_fail(LS_INVALID_ARGUMENT,
                           "%d processes cannot share a TPU host of %d,%d,%d chips: it is one process, or one per chip",
                           local_count, chips.x, chips.y, chips.z);
        processes = bounds_times(processes, chips);
        chips = one;
    }
    char addresses[sizeof(out->value)];
    LS_TRY(addresses_write(hosts, local_count, addresses, sizeof(addresses)));
    variable_set(out, out_count, "TPU_CHIPS_PER_PROCESS_BOUNDS", "%d,%d,%d", chips.x, chips.y, chips.z);
    variable_set(out, out_count, "TPU_PROCESS_BOUNDS", "%d,%d,%d", processes.x, processes.y, processes.z);
    variable_set(out, out_count, "CLOUD_TPU_TASK_ID", "%d", host->worker_id * local_count + local_index);
    variable_set(out, out_count, "TPU_PROCESS_ADDRESSES", "%s", addresses);
    variable_set(out, out_count, "TPU_PROCESS_PORT", "%d", BASE_PORT + local_index);
    if (local_count > 1) variable_set(out, out_count, "TPU_VISIBLE_CHIPS", "%d", local_index);
    return LS_OK;
}

ls_status ls_tpu_master(const ls_tpu_host *host, char *out, size_t size)
{
    const char *hosts = host->worker_hosts;
    if (!hosts || hosts_count(hosts) == 1) hosts = "localhost";
    int length = (int)strcspn(hosts, ",");
    if (snprintf(out, size, "%.*s", length, hosts) >= (int)size || !length)
        return ls_fail(LS_INVALID_ARGUMENT, "TPU_WORKER_HOSTNAMES=\"%s\" does not begin with a host", hosts);
    return LS_OK;
}

ls_status ls_tpu_configure(const ls_layout *layout)
{
    if (!ls_device_is_tpu()) return LS_OK;
    ls_tpu_host host;
    ls_tpu_variable variables[LS_TPU_VARIABLES];
    int count;
    ls_tpu_host_read(&host);
    LS_TRY(ls_tpu_environment(&host, layout->local_index, layout->local_count, variables, &count));
    for (int i = 0; i < count; i++) setenv(variables[i].name, variables[i].value, 0);
    return LS_OK;
}
