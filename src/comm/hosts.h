/* Which processes of a domain are on which host, and the fabric between the hosts.
 *
 * Processes are on one host if they can share memory: the same boot of the same machine, network namespace and
 * namespace of processes; or if LOCKSTEP_HOST_ID says so. */
#ifndef LS_COMM_HOSTS_H
#define LS_COMM_HOSTS_H

#include <pthread.h>

#include "base/vec.h"
#include "comm/fabric.h"

typedef struct ls_host {
    int first_process, process_count; /* the first makes its control memory, and speaks for it */
    char name[40];
} ls_host;

typedef struct ls_hosts {
    int count, mine;
    ls_host *hosts;        /* in order of their first processes */
    ls_host one;           /* `hosts` if there is one */
    int *of_process;       /* host by process; NULL if there is one host */
    int32_t *pids;         /* by process; NULL if there is one host */
    ls_fabric *fabric;     /* NULL if there is one host */
    pthread_mutex_t mutex; /* over: */
    LS_VEC(struct ls_life {
        uint64_t group;
        uint32_t count;
    })
    lives;
} ls_hosts;

/* "process 1 (rank 1)", "process 1 (ranks 2 to 3)": a process by its number, with its ranks. */
#define LS_PROCESS_NAME_BYTES 64
void ls_process_name(int process, int threads, char *out, size_t size);

/* Finds out over the exchange. If there are several hosts, the fabric is open and knows everybody's address.
 * ls_hosts_finish is to be called whatever the outcome. */
ls_status ls_hosts_meet(const ls_comm_domain_options *options, ls_hosts *out_hosts);
/* Connects to the first process of each other host. The error names both and says how to choose an interface. */
ls_status ls_hosts_reach(const ls_hosts *hosts, ls_deadline deadline);
/* How often this has been asked for the group: groups that follow each other are told apart by it. */
uint32_t ls_hosts_count_life(ls_hosts *hosts, uint64_t group);
void ls_hosts_leave(ls_hosts *hosts); /* closes the fabric */
void ls_hosts_finish(ls_hosts *hosts);

static inline int ls_hosts_of(const ls_hosts *hosts, int process)
{
    return hosts->of_process ? hosts->of_process[process] : 0;
}

#endif
