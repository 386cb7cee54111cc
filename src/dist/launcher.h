/* What a launcher says about this process, by its variables. */
#ifndef LS_DIST_LAUNCHER_H
#define LS_DIST_LAUNCHER_H

#include <stdbool.h>

#include <lockstep/status.h>

typedef struct ls_launcher {
    const char *name; /* "torchrun", "Open MPI", ...; NULL: there is none */
    int process_index, process_count;
    int local_index, local_count; /* 0 of 0: not said */
    bool is_mpi;                  /* an MPI library's launcher, or Slurm's, which starts MPI programs too */
    char job[64];                 /* differs from that of every other job on this host; "": not said */
} ls_launcher;

/* Reads the launcher's variables: RANK and WORLD_SIZE, or Open MPI's, MPICH's, Slurm's. LOCAL_RANK alone is no
 * launcher. LS_INVALID_ARGUMENT names the variable that is wrong, LS_FAILED_PRECONDITION the one of RANK and WORLD_SIZE
 * that is missing. */
ls_status ls_launcher_detect(ls_launcher *out_launcher);

/* The same, but only those that start MPI programs. */
ls_status ls_launcher_detect_mpi(ls_launcher *out_launcher);

#endif
