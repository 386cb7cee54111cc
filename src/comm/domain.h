/* Inside a domain: its control memory, its pool, and what is known about its processes. */
#ifndef LS_COMM_DOMAIN_H
#define LS_COMM_DOMAIN_H

#include "comm/comm.h"
#include "comm/control.h"
#include "comm/hosts.h"

typedef struct ls_peer_process {
    pid_t pid;
    int pidfd;    /* readable once the process is dead; -1 for this one */
    bool is_gone; /* it arrived, and was dead before this process could look */
    ls_peer_memory memory;
} ls_peer_process;

struct ls_comm_domain {
    int num_ranks, num_processes, process_index;
    const char *name; /* of its files of the flight record */
    ls_control *control;
    int control_fd; /* -1: not shared */
    ls_memory memory;
    ls_peer_process *processes; /* NULL if there is one; of those on other hosts only the pid is known */
    bool is_crowded;      /* more ranks here than processors: waiting by spinning only takes time from the others */
    ls_hosts hosts;       /* who is on which */
    ls_listener listener; /* hears of deaths on other hosts */
    bool *has_told;       /* by rank: other hosts know of its death */
};

static inline bool ls_domain_is_shared(const ls_comm_domain *domain)
{
    return domain->hosts.hosts[domain->hosts.mine].process_count > 1;
}

static inline int ls_domain_process_of(const ls_comm_domain *domain, int rank)
{
    return rank / (domain->num_ranks / domain->num_processes);
}

static inline bool ls_domain_is_on_this_host(const ls_comm_domain *domain, int rank)
{
    return ls_hosts_of(&domain->hosts, ls_domain_process_of(domain, rank)) == domain->hosts.mine;
}

/* Whether a rank was marked as dead; writes why. */
bool ls_domain_rank_is_marked(const ls_comm_domain *domain, int rank, char *out, size_t size);

/* Whether a rank will never come any more: marked, or its process has died; writes how that is known, "rank 3 (pid 123)
 * died", into `out`. */
bool ls_domain_rank_is_dead(const ls_comm_domain *domain, int rank, char *out, size_t size);

#define LS_RANK_NAME_BYTES 80
/* "rank 3", its process if there are several, its host if there are several: "rank 3 (pid 123 on nodeb)". */
const char *ls_domain_name_rank(const ls_comm_domain *domain, int rank, char *out, size_t size);

#endif
