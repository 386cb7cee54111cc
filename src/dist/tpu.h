/* What TPU hosts look like: the environment that libtpu expects of each process, and where the master is. Pure
 * functions over the machine's metadata, which the environment holds; sources: PyTorch/XLA's tables for libtpu. */
#ifndef LS_DIST_TPU_H
#define LS_DIST_TPU_H

#include <stddef.h>

#include "dist/layout.h"

/* A host's part of a TPU, in libtpu's own words. Strings may be NULL: not known. */
typedef struct ls_tpu_host {
    const char *accelerator_type; /* "v3-8": type and number of cores or chips */
    int worker_id;                /* number of this host */
    const char *worker_hosts;     /* "10.0.0.1,10.0.0.2": all hosts, by worker_id */
    const char *host_bounds;      /* "2,2,1": grid of hosts; v2 and v3 have a table instead */
    const char *chips_per_host;   /* "2,2,1": grid of chips of a host */
} ls_tpu_host;

void ls_tpu_host_read(ls_tpu_host *out_host); /* from the environment */

/* The generation: 2 for "v2-8", 5 for "v5litepod-4"; 0 if it is not known. */
int ls_tpu_version(const char *accelerator_type);

/* Processes per host when nobody says: four on a v2 or v3 (one per chip, two threads each, since a chip has two cores),
 * else 1. */
int ls_tpu_processes(const ls_tpu_host *host);
/* Devices of a host, as far as the type tells; 0: ask the plugin. */
int ls_tpu_devices(const ls_tpu_host *host);

#define LS_TPU_VARIABLES 6
typedef struct ls_tpu_variable {
    const char *name;
    char value[2048];
} ls_tpu_variable;

/* The variables for process `local_index` of `local_count` on the host. Writes at most LS_TPU_VARIABLES; none where one
 * process has a whole single host. LS_NOT_FOUND for a type whose grid is not known, LS_INVALID_ARGUMENT for malformed
 * bounds. */
ls_status ls_tpu_environment(const ls_tpu_host *host, int local_index, int local_count, ls_tpu_variable *out,
                             int *out_count);

/* The host of the master for pjrt:// on TPUs: the first worker's, "localhost" on a single host. */
ls_status ls_tpu_master(const ls_tpu_host *host, char *out, size_t size);

/* Sets the variables for a process of the layout, those that are set already excepted. Nothing on other devices. */
ls_status ls_tpu_configure(const ls_layout *layout);

#endif
