#include "comm/hosts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"

/* What a process says about where it is. */
typedef struct card {
    char host[128];    /* equal: they can share memory */
    char machine[128]; /* equal: loopback addresses reach them */
    char name[40];     /* for people */
    int32_t pid;
} card;

/* --- Who I am -------------------------------------------------------------------------------------------- */

static void read_text(const char *path, bool is_link, char *out, size_t size)
{
    ssize_t got = -1;
    if (is_link) {
        got = readlink(path, out, size - 1);
    } else {
        FILE *file = fopen(path, "re");
        if (file) {
            got = (ssize_t)fread(out, 1, size - 1, file);
            fclose(file);
        }
    }
    out[got > 0 ? got : 0] = 0;
    out[strcspn(out, "\n")] = 0;
}

static void introduce_myself(card *out)
{
    char boot[40], network[32], processes[32];
    memset(out, 0, sizeof(*out));
    read_text("/proc/sys/kernel/random/boot_id", false, boot, sizeof(boot));
    read_text("/proc/self/ns/net", true, network, sizeof(network));
    read_text("/proc/self/ns/pid", true, processes, sizeof(processes));
    gethostname(out->name, sizeof(out->name) - 1);
    if (!*boot) snprintf(boot, sizeof(boot), "%s", out->name);
    snprintf(out->machine, sizeof(out->machine), "%s %s", boot, network);
    const char *id = ls_env_get(LS_ENV_LOCKSTEP_HOST_ID);
    if (id) snprintf(out->name, sizeof(out->name), "%s", id);
    if (id)
        snprintf(out->host, sizeof(out->host), "%s", id);
    else
        snprintf(out->host, sizeof(out->host), "%s %s %s", boot, network, processes);
    out->pid = getpid();
}

/* --- Exchanging ------------------------------------------------------------------------------------------ */

static ls_status get_of(const ls_comm_domain_options *options, const char *key, int process, void **out_value,
                        size_t *out_size)
{
    char name[64];
    *out_value = NULL;
    *out_size = 0;
    snprintf(name, sizeof(name), "%s/%d", key, process);
    return options->exchange->get(options->exchange->arg, name, out_value, out_size, options->deadline);
}

void ls_process_name(int process, int threads, char *out, size_t size)
{
    int first = process * threads;
    if (threads == 1)
        snprintf(out, size, "process %d (rank %d)", process, first);
    else
        snprintf(out, size, "process %d (ranks %d to %d)", process, first, first + threads - 1);
}

/* The deadline has passed while process `first` was waited for. */
static ls_status fail_absent(const ls_comm_domain_options *options, const char *key, int first)
{
    char absent[512], name[LS_PROCESS_NAME_BYTES];
    int threads = options->num_ranks / options->num_processes;
    ls_process_name(first, threads, name, sizeof(name));
    size_t used = (size_t)snprintf(absent, sizeof(absent), "%s", name);
    for (int p = first + 1; p < options->num_processes && used < sizeof(absent); p++) {
        void *value;
        size_t size;
        ls_process_name(p, threads, name, sizeof(name));
        if (get_of(options, key, p, &value, &size) != LS_OK)
            used += (size_t)snprintf(absent + used, sizeof(absent) - used, ", %s", name);
        free(value);
    }
    return ls_fail(LS_DEADLINE_EXCEEDED, "of %d processes these did not come in time: %s", options->num_processes,
                   absent);
}

/* Each process's value under "KEY/process", as many bytes of each. */
static ls_status exchange_all(const ls_comm_domain_options *options, const char *key, const void *mine, void *out_all,
                              size_t bytes)
{
    const ls_comm_exchange *exchange = options->exchange;
    char name[64];
    snprintf(name, sizeof(name), "%s/%d", key, options->process_index);
    LS_TRY(exchange->put(exchange->arg, name, mine, bytes, options->deadline));
    for (int p = 0; p < options->num_processes; p++) {
        void *value;
        size_t size;
        ls_status status = get_of(options, key, p, &value, &size);
        if (status == LS_DEADLINE_EXCEEDED) return fail_absent(options, key, p);
        LS_TRY(status);
        if (size == bytes) memcpy((char *)out_all + bytes * (size_t)p, value, bytes);
        free(value);
        if (size != bytes)
            return ls_fail(LS_FAILED_PRECONDITION,
                           "process %d sent %zu bytes where %zu are expected: is it of another version of Lockstep?", p,
                           size, bytes);
    }
    return LS_OK;
}

static ls_status agree_on_secret(const ls_comm_domain_options *options, unsigned char *out)
{
    static const char key[] = "comm/secret";
    const ls_comm_exchange *exchange = options->exchange;
    if (options->process_index == 0) {
        if (getrandom(out, LS_FABRIC_SECRET_BYTES, 0) != LS_FABRIC_SECRET_BYTES)
            return ls_fail(LS_UNAVAILABLE, "no random numbers for the job's secret");
        return exchange->put(exchange->arg, key, out, LS_FABRIC_SECRET_BYTES, options->deadline);
    }
    void *value = NULL;
    size_t size = 0;
    LS_TRY(exchange->get(exchange->arg, key, &value, &size, options->deadline));
    if (size == LS_FABRIC_SECRET_BYTES) memcpy(out, value, size);
    free(value);
    return size == LS_FABRIC_SECRET_BYTES ? LS_OK
                                          : ls_fail(LS_FAILED_PRECONDITION, "the job's secret has %zu bytes", size);
}

/* --- Sorting into hosts ---------------------------------------------------------------------------------- */

static ls_status sort(const ls_comm_domain_options *options, card *cards, ls_hosts *out)
{
    size_t count = (size_t)options->num_processes;
    out->of_process = calloc(count, sizeof(*out->of_process));
    out->pids = calloc(count, sizeof(*out->pids));
    out->hosts = calloc(count, sizeof(*out->hosts));
    if (!out->of_process || !out->pids || !out->hosts) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    out->count = 0;
    for (int p = 0; p < options->num_processes; p++) {
        card *c = &cards[p];
        c->host[sizeof(c->host) - 1] = c->machine[sizeof(c->machine) - 1] = c->name[sizeof(c->name) - 1] = 0;
        int h = 0;
        while (h < out->count && strcmp(cards[out->hosts[h].first_process].host, c->host)) h++;
        if (h == out->count) {
            out->hosts[out->count++].first_process = p;
            memcpy(out->hosts[h].name, c->name, sizeof(c->name));
        }
        out->hosts[h].process_count++;
        out->of_process[p] = h;
        out->pids[p] = c->pid;
    }
    out->mine = out->of_process[options->process_index];
    return LS_OK;
}

static void forget_others(ls_hosts *hosts, int processes)
{
    if (hosts->hosts != &hosts->one) free(hosts->hosts);
    free(hosts->of_process);
    free(hosts->pids);
    hosts->of_process = NULL;
    hosts->pids = NULL;
    hosts->count = 1;
    hosts->mine = 0;
    hosts->one = (ls_host){.process_count = processes};
    hosts->hosts = &hosts->one;
}

static ls_status open_fabric(const ls_comm_domain_options *options, const card *cards, ls_hosts *hosts)
{
    size_t count = (size_t)options->num_processes;
    ls_fabric_options fabric = {.process_index = options->process_index,
                                .process_count = options->num_processes,
                                .route_host = options->route_host,
                                .route_port = options->route_port};
    LS_TRY(agree_on_secret(options, fabric.secret));
    LS_TRY(ls_fabric_open(&fabric, &hosts->fabric));
    const ls_fabric_address *own = ls_fabric_own_address(hosts->fabric);
    ls_log_write(LS_LOG_INFO, "process %d is on host %s, number %d of %d; reaches the others by %s",
                 options->process_index, hosts->hosts[hosts->mine].name, hosts->mine, hosts->count, own->text);
    ls_fabric_address *addresses = calloc(count, sizeof(*addresses));
    bool *is_near = calloc(count, sizeof(*is_near));
    ls_status status = addresses && is_near ? exchange_all(options, "comm/address", own, addresses, sizeof(*own))
                                            : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (size_t p = 0; status == LS_OK && p < count; p++)
        is_near[p] = !strcmp(cards[p].machine, cards[options->process_index].machine);
    if (status == LS_OK) ls_fabric_introduce(hosts->fabric, addresses, is_near);
    free(addresses);
    free(is_near);
    return status;
}

ls_status ls_hosts_meet(const ls_comm_domain_options *options, ls_hosts *out)
{
    pthread_mutex_init(&out->mutex, NULL);
    forget_others(out, options->num_processes);
    if (options->num_processes == 1 || (options->is_one_host && !ls_env_get(LS_ENV_LOCKSTEP_HOST_ID))) return LS_OK;
    card mine, *cards = calloc((size_t)options->num_processes, sizeof(*cards));
    if (!cards) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %d processes", options->num_processes);
    introduce_myself(&mine);
    ls_status status = exchange_all(options, "comm/host", &mine, cards, sizeof(mine));
    if (status == LS_OK) status = sort(options, cards, out);
    if (status == LS_OK && out->count == 1)
        forget_others(out, options->num_processes);
    else if (status == LS_OK)
        status = open_fabric(options, cards, out);
    free(cards);
    return status;
}

ls_status ls_hosts_reach(const ls_hosts *hosts, ls_deadline deadline)
{
    for (int h = 0; h < hosts->count; h++) {
        int process = hosts->hosts[h].first_process;
        if (h == hosts->mine) continue;
        ls_status status = ls_fabric_reach(hosts->fabric, process, deadline);
        LS_TRY(ls_context(status, "host %s (process %d)", hosts->hosts[h].name, process));
    }
    return LS_OK;
}

void ls_hosts_leave(ls_hosts *hosts)
{
    ls_fabric_close(hosts->fabric);
    hosts->fabric = NULL;
}

void ls_hosts_finish(ls_hosts *hosts)
{
    ls_hosts_leave(hosts);
    if (!hosts->hosts) return;
    forget_others(hosts, 1);
    ls_vec_finish(&hosts->lives);
    pthread_mutex_destroy(&hosts->mutex);
}

uint32_t ls_hosts_count_life(ls_hosts *hosts, uint64_t group)
{
    uint32_t count = 0;
    pthread_mutex_lock(&hosts->mutex);
    for (size_t i = 0; i < hosts->lives.count && !count; i++)
        if (hosts->lives.data[i].group == group) count = ++hosts->lives.data[i].count;
    if (!count) *ls_vec_push(&hosts->lives) = (struct ls_life){group, count = 1};
    pthread_mutex_unlock(&hosts->mutex);
    return count;
}
