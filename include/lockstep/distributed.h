/* The world: spawning ranks, process groups, collectives. Names as in torch.distributed. */
#ifndef LOCKSTEP_DISTRIBUTED_H
#define LOCKSTEP_DISTRIBUTED_H

#include <lockstep/group.h>
#include <lockstep/store.h>
#include <lockstep/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Spawning ----------------------------------------------------------------------------------------------- */

/* What a rank runs. `index` is its rank. */
typedef ls_status (*ls_rank_fn)(int index, void *arg);

/* A byte string that the receiver frees with ls_bytes_free. */
typedef struct ls_bytes {
    void *data;
    size_t size;
} ls_bytes;
LS_API void ls_bytes_free(ls_bytes *bytes); /* frees and clears; NULL is allowed */

#define LS_MAX_LOCAL_RANKS 256 /* ranks of one host at most */

typedef struct ls_spawn_options {
    int num_processes; /* 0: LOCKSTEP_NUM_PROCESSES, else 1. The ranks are shared out evenly, or it is an error. */
    int num_ranks;     /* 0: LOCKSTEP_NUM_RANKS, else one per device of this host */
    int64_t grace_ms;  /* after a failure: time from SIGTERM to SIGKILL for other processes, and for other threads to
                        * return before they are left behind; 0 means 2000 */
    ls_bytes *out_results; /* NULL, or one per rank of this host: what the rank gave to ls_set_result */
} ls_spawn_options;

/* Runs `fn` on every device of this host, one rank per device: processes × threads. Returns when all have ended: LS_OK,
 * or the first failure with its rank, pid and cause. Under a launcher (RANK and WORLD_SIZE; Open MPI's, MPICH's or
 * Slurm's variables) it forks nothing: this is process RANK of WORLD_SIZE, with its threads. SIGINT and SIGTERM end all
 * ranks; the process then ends by that signal's rules. Call it before touching a device. */
LS_API ls_status ls_spawn(ls_rank_fn fn, void *arg, const ls_spawn_options *options);

/* The same in this process only. */
LS_API ls_status ls_spawn_threads(ls_rank_fn fn, void *arg, const ls_spawn_options *options);

/* Hands a byte string (copied) to the parent's out_results; the last call counts. */
LS_API ls_status ls_set_result(const void *data, size_t size);

/* --- Process groups ----------------------------------------------------------------------------------------- */

typedef struct ls_init_options {
    const char *init_method; /* "pjrt://" (or "xla://"), "env://", "mpi://", "tcp://host:port", "file:///path", the last
                              * two with ?rank=R&world_size=N; NULL: env:// under a launcher, else pjrt:// */
    int rank, world_size;    /* of processes; world_size 0: the method or a launcher says both */
    int64_t timeout_ms;      /* for every wait of the group; 0 means 30 minutes */
} ls_init_options;

/* Makes the default group LS_WORLD for the calling rank. Collective. `backend` is "xla" (device tensors in the program,
 * host memory at once) or NULL for the same. */
LS_API ls_status ls_init_process_group(const char *backend, const ls_init_options *options);
LS_API bool ls_is_initialized(void);
LS_API ls_status ls_destroy_process_group(void);

/* Other threads of a rank's: ls_rank_share on the rank's own thread gives a token, with which another thread acts for
 * the rank until ls_rank_detach. It may look groups up and call collectives and messages on host memory, and start and
 * wait for works; tensors, making groups and ls_premul_sum are for the rank's own thread. Two threads must not use one
 * group at a time. All must have detached before the group is destroyed; a rank that ends waits for them, with their
 * calls failing. */
typedef struct ls_rank_token {
    void *rank;
} ls_rank_token;
LS_API ls_rank_token ls_rank_share(void);
LS_API ls_status ls_rank_attach(ls_rank_token token);
LS_API void ls_rank_detach(void);

LS_API int ls_local_rank(void); /* my rank among those of this host */
LS_API int ls_local_world_size(void);
LS_API int ls_process_index(void); /* which process; rank = process index × threads + thread */
LS_API int ls_process_count(void);
LS_API int ls_device_ordinal(void);      /* my device's id, equal to the rank */
LS_API const char *ls_device_name(void); /* such as "cpu:1"; belongs to the rank */

/* --- Collectives -------------------------------------------------------------------------------------------- */

typedef enum ls_reduce_op {
    LS_SUM,
    LS_AVG,
    LS_PRODUCT,
    LS_MIN, /* NaN wins */
    LS_MAX, /* NaN wins */
    LS_BAND,
    LS_BOR,
    LS_BXOR,
    LS_PREMUL_SUM = 1 << 16, /* this and larger numbers: what ls_premul_sum gives */
} ls_reduce_op;

/* The sum of each rank's input times its factor; of floats and complex numbers. Ranks may give different factors. The
 * value is good on this rank only; each different factor takes 8 bytes until the rank ends. */
LS_API ls_reduce_op ls_premul_sum(double factor);

/* On tensors: recorded into the trace, run at the next cut. Results replace the handle's value, as in torch. `src`
 * and `dst` are global ranks. Sums go in rank order: the same bits on every rank and in every layout. */
LS_API ls_status ls_all_reduce(ls_tensor t, ls_reduce_op op, ls_group group);
LS_API ls_status ls_all_reduce_coalesced(const ls_tensor *tensors, int count, ls_reduce_op op, ls_group group);
LS_API ls_status ls_all_gather(ls_tensor *out_tensors, ls_tensor t, ls_group group);     /* world_size tensors */
LS_API ls_status ls_all_gather_into_tensor(ls_tensor *out, ls_tensor t, ls_group group); /* along dim 0 */
LS_API ls_status ls_broadcast(ls_tensor t, int src, ls_group group);
LS_API ls_status ls_reduce(ls_tensor t, int dst, ls_reduce_op op, ls_group group); /* others keep theirs */
LS_API ls_status ls_reduce_scatter(ls_tensor *out, ls_tensor t, ls_reduce_op op, ls_group group); /* dim 0 is split */
LS_API ls_status ls_all_to_all(ls_tensor *out_tensors, const ls_tensor *tensors, ls_group group);
LS_API ls_status ls_gather(ls_tensor *out_tensors, ls_tensor t, int dst, ls_group group); /* outputs on dst only */
LS_API ls_status ls_scatter(ls_tensor *out, const ls_tensor *tensors, int src, ls_group group); /* inputs on src only */

/* Sizes that differ by rank, through host memory and at once, since a program has one shape for all ranks. The tensors
 * given are computed first. Sizes and types that do not fit are an error on all ranks, and the group stays usable. */
LS_API ls_status ls_all_gather_uneven(ls_tensor *out_tensors, ls_tensor t, ls_group group); /* any shapes, one type */
LS_API ls_status ls_reduce_scatter_uneven(ls_tensor *out, const ls_tensor *tensors, ls_reduce_op op, ls_group group);
/* in_splits[r] rows of t go to rank r, out_splits[r] rows come from it. Both NULL: equal parts, in the program. */
LS_API ls_status ls_all_to_all_single(ls_tensor *out, ls_tensor t, const int64_t *out_splits, const int64_t *in_splits,
                                      ls_group group);

/* The same as values, with gradients: nothing is replaced. */
LS_API ls_tensor ls_functional_all_reduce(ls_tensor t, ls_reduce_op op, ls_group group);
LS_API ls_tensor ls_functional_all_gather(ls_tensor t, int dim, ls_group group);
LS_API ls_tensor ls_functional_reduce_scatter(ls_tensor t, int dim, ls_reduce_op op, ls_group group);
LS_API ls_tensor ls_functional_broadcast(ls_tensor t, int src, ls_group group);
/* Dimension 0 is made of world_size parts: part r goes to rank r, and comes from it. */
LS_API ls_tensor ls_functional_all_to_all(ls_tensor t, ls_group group);

/* On host memory, at once: `count` elements of `dtype` on every rank. Input and output may be the same memory where
 * the sizes are equal. */
LS_API ls_status ls_host_all_reduce(const void *in, void *out, int64_t count, ls_dtype dtype, ls_reduce_op op,
                                    ls_group group);
LS_API ls_status ls_host_all_gather(const void *in, void *out, int64_t count, ls_dtype dtype, ls_group group);
LS_API ls_status ls_host_broadcast(void *data, int64_t count, ls_dtype dtype, int src, ls_group group);
LS_API ls_status ls_host_reduce(const void *in, void *out, int64_t count, ls_dtype dtype, ls_reduce_op op, int dst,
                                ls_group group);
/* `count` elements result on each rank, from count × world_size. */
LS_API ls_status ls_host_reduce_scatter(const void *in, void *out, int64_t count, ls_dtype dtype, ls_reduce_op op,
                                        ls_group group);
LS_API ls_status ls_host_all_to_all(const void *in, void *out, int64_t count, ls_dtype dtype, ls_group group);
LS_API ls_status ls_host_gather(const void *in, void *out, int64_t count, ls_dtype dtype, int dst, ls_group group);
LS_API ls_status ls_host_scatter(const void *in, void *out, int64_t count, ls_dtype dtype, int src, ls_group group);
LS_API ls_status ls_barrier(ls_group group);

/* A barrier that names who is missing: the group's first member looks at each of the others for up to `timeout_ms` (0:
 * the group's timeout), and all get its verdict. It fails as soon as one is known to be gone, or at the timeout with
 * the first who did not come; with `wait_all_ranks` always at the timeout, with all of them. The group has failed then.
 */
LS_API ls_status ls_monitored_barrier(ls_group group, int64_t timeout_ms, bool wait_all_ranks);

/* Every rank gives a byte string (it may be empty) and gets all of them, by rank: out_payloads has world_size entries,
 * freed with ls_bytes_free. `tag` must be the same on all ranks. */
LS_API ls_status ls_rendezvous(const char *tag, const void *payload, size_t size, ls_bytes *out_payloads);

/* Every rank's number, reduced on the host: the same result on all. */
LS_API ls_status ls_mesh_reduce(const char *tag, double value, ls_reduce_op op, double *out_value);

/* Host memory that the other processes of the job can read in place during collectives; 64-byte aligned, zeroed. */
LS_API ls_status ls_host_alloc(size_t bytes, void **out_data);
LS_API void ls_host_free(void *data); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
