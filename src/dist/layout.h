/* How ranks come to be: processes × threads, from a launcher's variables, options or the host's devices. */
#ifndef LS_DIST_LAYOUT_H
#define LS_DIST_LAYOUT_H

#include <lockstep/distributed.h>

/* rank = process_index × threads + thread, everywhere. */
typedef struct ls_layout {
    int process_index, process_count; /* of the job */
    int local_index, local_count;     /* among the processes of this host */
    int threads;                      /* ranks per process */
    bool is_one_host;                 /* all processes of the job are known to be on this host */
    bool is_launched;                 /* a launcher started the processes: fork nothing */
} ls_layout;

#define LS_LAYOUT_SINGLE ((ls_layout){.process_count = 1, .local_count = 1, .threads = 1, .is_one_host = true})

/* The processes and threads for a spawn with these options (NULL allowed; `threads_only`: in this process). The process
 * fields are those of process 0 where spawn is to fork. Asks for the host's device count only where it must. */
ls_status ls_layout_choose(const ls_spawn_options *options, bool threads_only, ls_layout *out_layout);

/* The share of `ranks` that each of `processes` gets; an error with both numbers if it is uneven. */
ls_status ls_layout_share(int ranks, int processes, int *out_threads);

/* "rank 2" or "ranks 2 to 3": the ranks of a process. */
const char *ls_layout_ranks(int process_index, int threads, char *out, size_t size);

#endif
