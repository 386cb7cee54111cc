#include "comm/domain.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "base/thread.h"
#include "comm/remote.h"

#define KEY_BYTES 48

/* What the first process of a host tells the others there through the exchange. */
typedef struct invitation {
    int32_t pid, fd;
    uint64_t start_time;
    int32_t num_ranks, num_processes;
} invitation;

/* When a process started, in ticks since boot: field 22 of its stat, counted behind the name, which may hold anything.
 * 0 if there is no such process. */
static uint64_t start_time_of(pid_t pid)
{
    char path[64], text[1024];
    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    size_t size = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    text[size] = 0;
    char *field = strrchr(text, ')');
    for (int i = 2; field && i < 22; i++) field = strchr(field + 1, ' ');
    return field ? strtoull(field + 1, NULL, 10) : 0;
}

/* --- Meeting --------------------------------------------------------------------------------------------------------
 */

static const ls_host *own_host(const ls_comm_domain *domain)
{
    return &domain->hosts.hosts[domain->hosts.mine];
}

/* Each host has a control memory of its own. */
static const char *control_key(const ls_comm_domain *domain, char out[KEY_BYTES])
{
    snprintf(out, KEY_BYTES, "comm/control/%d", domain->hosts.mine);
    return out;
}

static ls_status make_control(ls_comm_domain *domain)
{
    void *base;
    domain->control_fd = -1;
    if (ls_domain_is_shared(domain)) {
        LS_TRY(ls_memfd_create("lockstep-control", LS_CONTROL_BYTES, &domain->control_fd, &base));
    } else {
        base = mmap(NULL, LS_CONTROL_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base == MAP_FAILED)
            return ls_fail(LS_RESOURCE_EXHAUSTED, "no addresses for the control memory: %s", strerror(errno));
    }
    domain->control = base;
    ls_control_init(domain->control, domain->num_ranks, domain->num_processes, ls_domain_is_shared(domain));
    return LS_OK;
}

static ls_status invite(ls_comm_domain *domain, const ls_comm_domain_options *options)
{
    LS_TRY(make_control(domain));
    if (!ls_domain_is_shared(domain)) return LS_OK;
    invitation card = {.pid = getpid(),
                       .fd = domain->control_fd,
                       .start_time = start_time_of(getpid()),
                       .num_ranks = domain->num_ranks,
                       .num_processes = domain->num_processes};
    char key[KEY_BYTES];
    return options->exchange->put(options->exchange->arg, control_key(domain, key), &card, sizeof(card),
                                  options->deadline);
}

static ls_status accept_invitation(ls_comm_domain *domain, const ls_comm_domain_options *options)
{
    void *value = NULL, *base;
    size_t size;
    char key[KEY_BYTES];
    LS_TRY(options->exchange->get(options->exchange->arg, control_key(domain, key), &value, &size, options->deadline));
    invitation card = {0};
    if (size == sizeof(card)) memcpy(&card, value, size);
    free(value);
    if (size != sizeof(card))
        return ls_fail(LS_UNAVAILABLE, "process %d sent %zu bytes; is it of another version?",
                       own_host(domain)->first_process, size);
    if (card.num_ranks != domain->num_ranks || card.num_processes != domain->num_processes)
        return ls_fail(LS_INVALID_ARGUMENT, "process %d has %d ranks in %d processes, process %d has %d in %d",
                       own_host(domain)->first_process, card.num_ranks, card.num_processes, domain->process_index,
                       domain->num_ranks, domain->num_processes);
    if (start_time_of(card.pid) != card.start_time)
        return ls_fail(LS_UNAVAILABLE, "process %d (pid %d) is not running on this host any more",
                       own_host(domain)->first_process, card.pid);
    LS_TRY(ls_memfd_open(card.pid, card.fd, LS_CONTROL_BYTES, &base));
    domain->control = base;
    return LS_OK;
}

static void name_absent(const ls_comm_domain *domain, char *out, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < domain->num_processes && used < size; i++) {
        if (ls_hosts_of(&domain->hosts, i) != domain->hosts.mine ||
            atomic_load(&ls_control_process(domain->control, i)->is_here))
            continue;
        char name[LS_PROCESS_NAME_BYTES];
        ls_process_name(i, domain->num_ranks / domain->num_processes, name, sizeof(name));
        used += (size_t)snprintf(out + used, size - used, used ? ", %s" : "%s", name);
    }
}

/* Says that this process is here and waits for the others. */
static ls_status arrive(ls_comm_domain *domain, ls_deadline deadline)
{
    ls_control *control = domain->control;
    ls_process_entry *me = ls_control_process(control, domain->process_index);
    if (atomic_load(&me->is_here))
        return ls_fail(LS_ALREADY_EXISTS, "two processes are number %d", domain->process_index);
    me->pid = getpid();
    me->start_time = start_time_of(getpid());
    me->probe = &domain->process_index;
    atomic_store(&me->is_here, 1);
    atomic_fetch_add(&control->processes_here, 1);
    ls_futex_wake_all(&control->processes_here, true);
    uint32_t expected = (uint32_t)own_host(domain)->process_count;
    for (uint32_t here; (here = atomic_load(&control->processes_here)) < expected;) {
        if (ls_deadline_passed(deadline)) {
            char absent[512] = "";
            name_absent(domain, absent, sizeof(absent));
            return ls_fail(LS_DEADLINE_EXCEEDED, "of %u processes on this host these did not come in time: %s",
                           expected, absent);
        }
        ls_futex_wait(&control->processes_here, here, deadline, true);
    }
    return LS_OK;
}

static ls_status get_to_know(ls_comm_domain *domain)
{
    domain->processes = calloc((size_t)domain->num_processes, sizeof(*domain->processes));
    if (!domain->processes) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %d processes", domain->num_processes);
    for (int i = 0; i < domain->num_processes; i++) domain->processes[i].pidfd = -1;
    for (int i = 0; i < domain->num_processes; i++) {
        ls_process_entry *entry = ls_control_process(domain->control, i);
        ls_peer_process *peer = &domain->processes[i];
        bool is_here = ls_hosts_of(&domain->hosts, i) == domain->hosts.mine;
        peer->pid = is_here ? entry->pid : domain->hosts.pids[i];
        if (i == domain->process_index || !is_here) continue;
        peer->pidfd = (int)syscall(SYS_pidfd_open, entry->pid, 0);
        if (peer->pidfd < 0 && errno != ESRCH)
            return ls_fail(LS_UNAVAILABLE, "cannot watch process %d (pid %d): %s", i, entry->pid, strerror(errno));
        /* It may have done its work and ended: only who waits for it is to fail. */
        peer->is_gone = start_time_of(entry->pid) != entry->start_time;
        LS_TRY(ls_peer_memory_init(&peer->memory, entry->pid, entry->segments));
    }
    return LS_OK;
}

static int threads_of(const ls_comm_domain *domain)
{
    return domain->num_ranks / domain->num_processes;
}

/* Whether the kernel lets this process at the private memory of all others (it depends on users, namespaces and Yama).
 */
static bool may_read_everyone(const ls_comm_domain *domain)
{
    if (ls_env_get(LS_ENV_LOCKSTEP_CROSS_MEMORY) && !ls_env_is_on(LS_ENV_LOCKSTEP_CROSS_MEMORY)) return false;
    for (int i = 0; i < domain->num_processes; i++) {
        const ls_process_entry *entry = ls_control_process(domain->control, i);
        if (i == domain->process_index || ls_hosts_of(&domain->hosts, i) != domain->hosts.mine) continue;
        int number = -1;
        ls_comm_segment here = {&number, sizeof(number)}, there = {(void *)entry->probe, sizeof(number)};
        if (ls_remote_copy(entry->pid, LS_REMOTE_READ, (ls_view){&here, 1}, 0, (ls_view){&there, 1}, 0,
                           sizeof(number)) != LS_OK ||
            number != i)
            return false;
    }
    return true;
}

static void find_ways(ls_comm_domain *domain)
{
    bool reads_everyone = may_read_everyone(domain);
    atomic_store(&ls_control_process(domain->control, domain->process_index)->reads_everyone, reads_everyone);
    if (domain->process_index == own_host(domain)->first_process)
        ls_log_write(LS_LOG_INFO, "%d processes of %d ranks meet in shared memory; private memory is %s",
                     own_host(domain)->process_count, threads_of(domain),
                     reads_everyone ? "read and written in place" : "passed through it");
}

/* --- Other hosts ----------------------------------------------------------------------------------------- */

/* A rank of this host for a rank of another: why it will not come any more. */
static void hear(void *arg, int process, ls_notice what, uint64_t number, const char *text)
{
    ls_comm_domain *domain = arg;
    if (what == LS_NOTICE_DEAD && number < (uint64_t)domain->num_ranks)
        ls_comm_domain_mark_dead(domain, (int)number, text);
}

static void lose_process(void *arg, int process, const char *reason)
{
    ls_comm_domain *domain = arg;
    int threads = threads_of(domain);
    for (int i = 0; i < threads; i++) ls_comm_domain_mark_dead(domain, process * threads + i, reason);
}

/* The first process of a host tells the others of deaths on it. */
static void look_for_deaths(void *arg)
{
    ls_comm_domain *domain = arg;
    const ls_hosts *hosts = &domain->hosts;
    char how[384];
    for (int rank = 0; rank < domain->num_ranks; rank++) {
        if (domain->has_told[rank] || !ls_domain_is_on_this_host(domain, rank)) continue;
        if (!ls_domain_rank_is_dead(domain, rank, how, sizeof(how))) continue;
        domain->has_told[rank] = true;
        const ls_rank_entry *entry = ls_control_rank(domain->control, rank);
        for (int h = 0; h < hosts->count; h++)
            if (h != hosts->mine)
                ls_fabric_tell(hosts->fabric, hosts->hosts[h].first_process, 0, LS_NOTICE_DEAD, (uint64_t)rank,
                               atomic_load(&entry->is_dead) ? entry->reason : "its process died");
    }
}

static ls_status join_hosts(ls_comm_domain *domain, const ls_comm_domain_options *options)
{
    bool is_first = own_host(domain)->first_process == domain->process_index;
    domain->has_told = calloc((size_t)domain->num_ranks, sizeof(*domain->has_told));
    if (!domain->has_told) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %d ranks", domain->num_ranks);
    domain->listener =
        (ls_listener){.hear = hear, .lost = lose_process, .tick = is_first ? look_for_deaths : NULL, .arg = domain};
    ls_fabric_listen(domain->hosts.fabric, &domain->listener);
    return is_first ? ls_hosts_reach(&domain->hosts, options->deadline) : LS_OK;
}

static ls_status check_options(const ls_comm_domain_options *o)
{
    if (o->num_ranks < 1 || o->num_processes < 1 || o->num_ranks % o->num_processes)
        return ls_fail(LS_INVALID_ARGUMENT, "%d ranks cannot be shared out evenly among %d processes", o->num_ranks,
                       o->num_processes);
    if (o->process_index < 0 || o->process_index >= o->num_processes)
        return ls_fail(LS_INVALID_ARGUMENT, "process %d of %d", o->process_index, o->num_processes);
    if (o->num_processes > 1 && !o->exchange)
        return ls_fail(LS_INVALID_ARGUMENT, "%d processes need a way to exchange addresses", o->num_processes);
    if (o->num_ranks > INT16_MAX) return ls_fail(LS_INVALID_ARGUMENT, "%d ranks; at most %d", o->num_ranks, INT16_MAX);
    return LS_OK;
}

static ls_status meet(ls_comm_domain *domain, const ls_comm_domain_options *options)
{
    LS_TRY(ls_hosts_meet(options, &domain->hosts));
    bool is_first = own_host(domain)->first_process == domain->process_index;
    LS_TRY(is_first ? invite(domain, options) : accept_invitation(domain, options));
    ls_process_entry *me = ls_control_process(domain->control, domain->process_index);
    ls_memory_init(&domain->memory, ls_domain_is_shared(domain) ? me->segments : NULL);
    domain->is_crowded = own_host(domain)->process_count * threads_of(domain) > ls_cpu_count();
    if (domain->num_processes == 1) return LS_OK;
    if (ls_domain_is_shared(domain)) LS_TRY(arrive(domain, options->deadline));
    LS_TRY(get_to_know(domain));
    if (ls_domain_is_shared(domain)) find_ways(domain);
    return domain->hosts.fabric ? join_hosts(domain, options) : LS_OK;
}

/* Others of this host may be through and wait for this process's ranks: they are told why these do not come, and so
 * who is to blame. */
static void tell_why_not(ls_comm_domain *domain)
{
    char reason[sizeof(((ls_rank_entry *)0)->reason)];
    if (!domain->control || !ls_domain_is_shared(domain)) return;
    snprintf(reason, sizeof(reason), "it failed: %.*s", (int)sizeof(reason) - 16, ls_last_error());
    lose_process(domain, domain->process_index, reason);
}

ls_status ls_comm_domain_create(const ls_comm_domain_options *options, ls_comm_domain **out_domain)
{
    *out_domain = NULL;
    LS_TRY(check_options(options));
    ls_comm_domain *domain = calloc(1, sizeof(*domain));
    if (!domain) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a domain");
    domain->num_ranks = options->num_ranks;
    domain->num_processes = options->num_processes;
    domain->process_index = options->process_index;
    domain->name = options->name ? options->name : "";
    domain->control_fd = -1;
    ls_status status = meet(domain, options);
    if (status != LS_OK) {
        tell_why_not(domain);
        ls_comm_domain_destroy(domain);
        return ls_context(status, "meeting the other processes");
    }
    *out_domain = domain;
    return LS_OK;
}

void ls_comm_domain_destroy(ls_comm_domain *domain)
{
    if (!domain) return;
    if (domain->has_told) ls_fabric_unlisten(domain->hosts.fabric, &domain->listener);
    ls_hosts_leave(&domain->hosts);
    free(domain->has_told);
    for (int i = 0; domain->processes && i < domain->num_processes; i++) {
        ls_peer_memory_finish(&domain->processes[i].memory);
        if (domain->processes[i].pidfd >= 0) close(domain->processes[i].pidfd);
    }
    free(domain->processes);
    if (domain->control) {
        ls_memory_finish(&domain->memory);
        if (!ls_domain_is_shared(domain)) pthread_mutex_destroy(&domain->control->mutex);
        munmap(domain->control, LS_CONTROL_BYTES);
    }
    if (domain->control_fd >= 0) close(domain->control_fd);
    ls_hosts_finish(&domain->hosts);
    free(domain);
}

int ls_comm_domain_local_ranks(const ls_comm_domain *domain)
{
    return own_host(domain)->process_count * threads_of(domain);
}

/* --- Memory ----------------------------------------------------------------------------------------------------------
 */

ls_status ls_comm_alloc(ls_comm_domain *domain, size_t bytes, void **out_data)
{
    return ls_memory_alloc(&domain->memory, bytes, true, out_data);
}

ls_status ls_comm_alloc_raw(ls_comm_domain *domain, size_t bytes, void **out_data)
{
    return ls_memory_alloc(&domain->memory, bytes, false, out_data);
}

void ls_comm_free(ls_comm_domain *domain, void *data)
{
    ls_memory_free(&domain->memory, data);
}

/* --- Life and death -------------------------------------------------------------------------------------- */

void ls_comm_domain_mark_dead(ls_comm_domain *domain, int rank, const char *reason)
{
    ls_rank_entry *entry = ls_control_rank(domain->control, rank);
    ls_control_lock(domain->control);
    if (!atomic_load(&entry->is_dead)) {
        snprintf(entry->reason, sizeof(entry->reason), "%s", reason ? reason : "it ended");
        atomic_store(&entry->is_dead, 1);
    }
    ls_control_unlock(domain->control);
}

const char *ls_domain_name_rank(const ls_comm_domain *domain, int rank, char *out, size_t size)
{
    int process = ls_domain_process_of(domain, rank);
    if (domain->hosts.fabric)
        snprintf(out, size, "rank %d (pid %d on %s)", rank, (int)domain->hosts.pids[process],
                 domain->hosts.hosts[ls_hosts_of(&domain->hosts, process)].name);
    else if (domain->processes)
        snprintf(out, size, "rank %d (pid %d)", rank, (int)domain->processes[process].pid);
    else
        snprintf(out, size, "rank %d", rank);
    return out;
}

bool ls_domain_rank_is_marked(const ls_comm_domain *domain, int rank, char *out, size_t size)
{
    ls_rank_entry *entry = ls_control_rank(domain->control, rank);
    if (!atomic_load(&entry->is_dead)) return false;
    char name[LS_RANK_NAME_BYTES];
    snprintf(out, size, "%s is gone: %s", ls_domain_name_rank(domain, rank, name, sizeof(name)), entry->reason);
    return true;
}

bool ls_domain_rank_is_dead(const ls_comm_domain *domain, int rank, char *out, size_t size)
{
    if (ls_domain_rank_is_marked(domain, rank, out, size)) return true;
    if (!domain->processes) return false;
    const ls_peer_process *peer = &domain->processes[ls_domain_process_of(domain, rank)];
    bool has_died = peer->pidfd >= 0 && poll(&(struct pollfd){.fd = peer->pidfd, .events = POLLIN}, 1, 0) == 1;
    if (!has_died && !peer->is_gone) return false;
    char name[LS_RANK_NAME_BYTES];
    snprintf(out, size, "%s died", ls_domain_name_rank(domain, rank, name, sizeof(name)));
    return true;
}
