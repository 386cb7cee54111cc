#include "dist/place.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "dist/devices.h"
#include "dist/launcher.h"
#include "dist/tpu.h"
#include "store/connection.h"

#define DEFAULT_PORT 29500 /* PyTorch's */

static ls_status set_host(const char *host, int default_port, const ls_layout *layout, ls_place *out)
{
    int64_t port;
    LS_TRY(ls_env_get_int(LS_ENV_MASTER_PORT, default_port, 1, 65535, &port));
    if (snprintf(out->address, sizeof(out->address), "%s", host) >= (int)sizeof(out->address))
        return ls_fail(LS_INVALID_ARGUMENT, "the host name \"%s\" is too long", host);
    out->kind = LS_PLACE_TCP;
    out->port = (int)port;
    /* torchrun's agent may run the server already. */
    out->is_launchers = ls_env_is_on(LS_ENV_TORCHELASTIC_USE_AGENT_STORE);
    out->is_host = layout->process_index == 0 && !out->is_launchers;
    return LS_OK;
}

/* --- Ways to find it: each sets the place, leaves it as it is, or fails ----------------------------------------- */

static bool resolves(const char *host)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    if (getaddrinfo(host, NULL, &hints, &list)) return false;
    freeaddrinfo(list);
    return true;
}

/* A host that does not know its own name is no obstacle to processes that are all on it. */
static ls_status by_master_addr(const ls_layout *layout, ls_place *out)
{
    const char *host = ls_env_get(LS_ENV_MASTER_ADDR);
    if (!host) return LS_OK;
    if (layout->is_one_host && !resolves(host)) {
        ls_log_write(LS_LOG_INFO, "MASTER_ADDR=%s does not resolve here; all processes are on this host, so 127.0.0.1",
                     host);
        host = "127.0.0.1";
    }
    return set_host(host, DEFAULT_PORT, layout, out);
}

/* A socket named after the job needs no port, so jobs do not get into each other's way. */
static ls_status on_this_host(const ls_layout *layout, ls_place *out)
{
    if (!layout->is_one_host) return LS_OK;
    ls_launcher launcher;
    LS_TRY(ls_launcher_detect(&launcher));
    if (!*launcher.job || ls_env_get(LS_ENV_MASTER_PORT)) return set_host("127.0.0.1", DEFAULT_PORT, layout, out);
    snprintf(out->address, sizeof(out->address), "unix:lockstep/%u/%s", (unsigned)geteuid(), launcher.job);
    out->kind = LS_PLACE_TCP;
    out->is_host = layout->process_index == 0;
    return LS_OK;
}

static ls_status by_tpu(const ls_layout *layout, ls_place *out)
{
    if (!ls_device_is_tpu()) return LS_OK;
    char host[256];
    ls_tpu_host tpu;
    ls_tpu_host_read(&tpu);
    LS_TRY(ls_tpu_master(&tpu, host, sizeof(host)));
    return set_host(host, DEFAULT_PORT, layout, out);
}

/* The first of "node[01-04,07],other": "node01". */
static void first_node(const char *list, char *out, size_t size)
{
    size_t name = strcspn(list, "[,"), used = name < size ? name : size - 1;
    memcpy(out, list, used);
    if (list[name] == '[')
        for (const char *at = list + name + 1; *at && !strchr("-,]", *at) && used + 1 < size; at++) out[used++] = *at;
    out[used] = 0;
}

/* Process 0 is on the step's first host. Jobs get ports of their own from their numbers. */
static ls_status by_slurm(const ls_layout *layout, ls_place *out)
{
    const char *nodes = ls_env_get(LS_ENV_SLURM_STEP_NODELIST);
    if (!nodes) return LS_OK;
    char host[256];
    int64_t job;
    first_node(nodes, host, sizeof(host));
    LS_TRY(ls_env_get_int(LS_ENV_SLURM_JOB_ID, 0, 0, INT64_MAX, &job));
    return set_host(host, 61440 + (int)(job % 4096), layout, out);
}

static ls_status (*const ways[])(const ls_layout *layout, ls_place *out) = {by_master_addr, on_this_host, by_tpu,
                                                                            by_slurm};

ls_status ls_place_find(const ls_layout *layout, ls_place *out_place)
{
    *out_place = (ls_place){0};
    if (layout->process_count == 1 && !ls_env_get(LS_ENV_MASTER_ADDR)) return LS_OK;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]) && out_place->kind == LS_PLACE_NOWHERE; i++)
        LS_TRY(ways[i](layout, out_place));
    if (out_place->kind != LS_PLACE_NOWHERE) return LS_OK;
    return ls_fail(LS_FAILED_PRECONDITION, "set MASTER_ADDR and MASTER_PORT: where process 0 of %d can be reached",
                   layout->process_count);
}

/* --- Opening ---------------------------------------------------------------------------------------------------- */

/* torchrun restarts a job on the store that it had before, whose keys are still there; when it takes hosts in or lets
 * them go, it counts no restart. */
static ls_status open_attempt(ls_store *store, const ls_layout *layout, ls_store **out_store)
{
    int64_t attempt;
    char prefix[64];
    ls_status status = ls_env_get_int(LS_ENV_TORCHELASTIC_RESTART_COUNT, 0, 0, INT64_MAX, &attempt);
    snprintf(prefix, sizeof(prefix), "attempt_%lld_of_%d", (long long)attempt, layout->process_count);
    if (status == LS_OK) status = ls_store_create_prefix(store, prefix, out_store);
    ls_store_destroy(store);
    return status;
}

ls_status ls_place_open(const ls_place *place, const ls_layout *layout, ls_deadline deadline, ls_store **out_store)
{
    ls_store *store;
    int64_t left_ms = ls_deadline_left_ms(deadline);
    if (left_ms < 1) left_ms = 1;
    *out_store = NULL;
    if (place->kind == LS_PLACE_TCP) {
        ls_store_tcp_options options = {place->address, place->port, place->is_host, left_ms};
        LS_TRY(ls_store_create_tcp(&options, &store));
    } else if (place->kind == LS_PLACE_FILE) {
        ls_store_file_options options = {place->address, layout->process_count, left_ms};
        LS_TRY(ls_store_create_file(&options, &store));
    } else if (layout->process_count == 1) {
        return ls_store_create_local(out_store);
    } else {
        return ls_fail(LS_FAILED_PRECONDITION,
                       "process %d of %d knows no store to meet the others at: set MASTER_ADDR and MASTER_PORT",
                       layout->process_index, layout->process_count);
    }
    return open_attempt(store, layout, out_store);
}

const char *ls_place_name(const ls_place *place, char *out, size_t size)
{
    if (place->kind == LS_PLACE_TCP) return ls_connection_name(place->address, place->port, out, size);
    snprintf(out, size, "%s", place->address);
    return out;
}

const char *ls_place_route(const ls_place *place)
{
    return place->kind == LS_PLACE_TCP && place->port ? place->address : NULL;
}
