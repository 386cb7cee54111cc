#include "comm/domain.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/error.h"
#include "base/thread.h"

#define CONTROL_KEY "comm/control"

/* What process 0 tells the others through the exchange. */
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
    return options->exchange->put(options->exchange->arg, CONTROL_KEY, &card, sizeof(card), options->deadline);
}

static ls_status accept_invitation(ls_comm_domain *domain, const ls_comm_domain_options *options)
{
    void *value = NULL, *base;
    size_t size;
    LS_TRY(options->exchange->get(options->exchange->arg, CONTROL_KEY, &value, &size, options->deadline));
    invitation card = {0};
    if (size == sizeof(card)) memcpy(&card, value, size);
    free(value);
    if (size != sizeof(card))
        return ls_fail(LS_UNAVAILABLE, "process 0 sent %zu bytes; is it of another version?", size);
    if (card.num_ranks != domain->num_ranks || card.num_processes != domain->num_processes)
        return ls_fail(LS_INVALID_ARGUMENT, "process 0 has %d ranks in %d processes, process %d has %d in %d",
                       card.num_ranks, card.num_processes, domain->process_index, domain->num_ranks,
                       domain->num_processes);
    if (start_time_of(card.pid) != card.start_time)
        return ls_fail(LS_UNAVAILABLE, "process 0 (pid %d) is not running on this host any more", card.pid);
    LS_TRY(ls_memfd_open(card.pid, card.fd, LS_CONTROL_BYTES, &base));
    domain->control = base;
    return LS_OK;
}

static void name_absent(const ls_comm_domain *domain, char *out, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < domain->num_processes && used < size; i++)
        if (!atomic_load(&ls_control_process(domain->control, i)->is_here))
            used += (size_t)snprintf(out + used, size - used, used ? ", %d" : "%d", i);
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
    atomic_store(&me->is_here, 1);
    atomic_fetch_add(&control->processes_here, 1);
    ls_futex_wake_all(&control->processes_here, true);
    for (uint32_t here; (here = atomic_load(&control->processes_here)) < (uint32_t)domain->num_processes;) {
        if (ls_deadline_passed(deadline)) {
            char absent[256] = "";
            name_absent(domain, absent, sizeof(absent));
            return ls_fail(LS_DEADLINE_EXCEEDED, "of %d processes these did not come in time: %s",
                           domain->num_processes, absent);
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
        peer->pid = entry->pid;
        if (i == domain->process_index) continue;
        peer->pidfd = (int)syscall(SYS_pidfd_open, entry->pid, 0);
        if (peer->pidfd < 0 && errno != ESRCH)
            return ls_fail(LS_UNAVAILABLE, "cannot watch process %d (pid %d): %s", i, entry->pid, strerror(errno));
        /* It may have done its work and ended: only who waits for it is to fail. */
        peer->is_gone = start_time_of(entry->pid) != entry->start_time;
        LS_TRY(ls_peer_memory_init(&peer->memory, entry->pid, entry->segments));
    }
    return LS_OK;
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
    LS_TRY(domain->process_index ? accept_invitation(domain, options) : invite(domain, options));
    ls_process_entry *me = ls_control_process(domain->control, domain->process_index);
    ls_memory_init(&domain->memory, ls_domain_is_shared(domain) ? me->segments : NULL);
    if (!ls_domain_is_shared(domain)) return LS_OK;
    LS_TRY(arrive(domain, options->deadline));
    return get_to_know(domain);
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
    domain->is_crowded = options->num_ranks > ls_cpu_count();
    ls_status status = meet(domain, options);
    if (status != LS_OK) {
        ls_comm_domain_destroy(domain);
        return ls_context(status, "meeting the other processes");
    }
    *out_domain = domain;
    return LS_OK;
}

void ls_comm_domain_destroy(ls_comm_domain *domain)
{
    if (!domain) return;
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
    free(domain);
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
    if (domain->processes)
        snprintf(out, size, "rank %d (pid %d)", rank, (int)domain->processes[ls_domain_process_of(domain, rank)].pid);
    else
        snprintf(out, size, "rank %d", rank);
    return out;
}

bool ls_domain_rank_is_marked(const ls_comm_domain *domain, int rank, char *out, size_t size)
{
    ls_rank_entry *entry = ls_control_rank(domain->control, rank);
    if (!atomic_load(&entry->is_dead)) return false;
    char name[48];
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
    char name[48];
    snprintf(out, size, "%s died", ls_domain_name_rank(domain, rank, name, sizeof(name)));
    return true;
}
