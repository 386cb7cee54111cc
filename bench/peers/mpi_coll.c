/* Times MPI's collectives as `lockstep bench comm` times ours: mpi_coll MAX_BYTES. Rank 0 prints a line per collective
 * and size: name, bytes of the larger operand, median and least µs. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH_US 1000.0
#define CELL_US 40000.0

enum {
    ALL_REDUCE,
    REDUCE,
    BROADCAST,
    ALL_GATHER,
    GATHER,
    SCATTER,
    REDUCE_SCATTER,
    ALL_TO_ALL,
    PERMUTE,
    BARRIER,
    KINDS
};

static const char *const names[] = {"all_reduce", "reduce",         "broadcast",  "all_gather", "gather",
                                    "scatter",    "reduce_scatter", "all_to_all", "permute",    "barrier"};
static const size_t sizes[] = {8, 64, 512, 4096, 65536, 1 << 20, 4 << 20, 16 << 20, 64 << 20};

static int rank, world, turn;
static float *in, *out;

/* Ranks take turns at the root, so that nobody runs ahead. */
static void call(int kind, int whole, int share)
{
    int root = turn++ % world;
    MPI_Comm w = MPI_COMM_WORLD;
    switch (kind) {
    case ALL_REDUCE: MPI_Allreduce(in, out, whole, MPI_FLOAT, MPI_SUM, w); break;
    case REDUCE: MPI_Reduce(in, out, whole, MPI_FLOAT, MPI_SUM, root, w); break;
    case BROADCAST: MPI_Bcast(in, whole, MPI_FLOAT, root, w); break;
    case ALL_GATHER: MPI_Allgather(in, share, MPI_FLOAT, out, share, MPI_FLOAT, w); break;
    case GATHER: MPI_Gather(in, share, MPI_FLOAT, out, share, MPI_FLOAT, root, w); break;
    case SCATTER: MPI_Scatter(in, share, MPI_FLOAT, out, share, MPI_FLOAT, root, w); break;
    case REDUCE_SCATTER: MPI_Reduce_scatter_block(in, out, share, MPI_FLOAT, MPI_SUM, w); break;
    case ALL_TO_ALL: MPI_Alltoall(in, share, MPI_FLOAT, out, share, MPI_FLOAT, w); break;
    case PERMUTE:
        MPI_Sendrecv(in, whole, MPI_FLOAT, (rank + 1) % world, 0, out, whole, MPI_FLOAT, (rank + world - 1) % world, 0,
                     w, MPI_STATUS_IGNORE);
        break;
    default: MPI_Barrier(w);
    }
}

static double batch(int kind, int whole, int share, int count)
{
    double start = MPI_Wtime();
    for (int i = 0; i < count; i++) call(kind, whole, share);
    return (MPI_Wtime() - start) * 1e6 / count;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(int kind, size_t bytes)
{
    int whole = (int)(bytes / 4), share = whole / world, count = 1, batches;
    double us = 0, all[64];
    for (int tries = 1; tries < 20000 && us * tries < BATCH_US / 10; tries *= 10) {
        us = batch(kind, whole, share, tries + 1);
        MPI_Bcast(&us, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    count = (int)(BATCH_US / us) + 1;
    batches = (int)(CELL_US / (us * count));
    batches = batches < 5 ? 5 : batches > 41 ? 41 : batches;
    for (int i = 0; i < batches; i++) all[i] = batch(kind, whole, share, count);
    qsort(all, (size_t)batches, sizeof(all[0]), compare);
    if (rank == 0) printf("%s %zu %.4f %.4f\n", names[kind], bytes, all[batches / 2], all[0]), fflush(stdout);
}

int main(int argc, char **argv)
{
    size_t most = argc > 1 ? strtoull(argv[1], NULL, 10) : sizes[8];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    in = aligned_alloc(64, most + 64);
    out = aligned_alloc(64, most + 64);
    memset(in, 0, most);
    memset(out, 0, most);
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]) && sizes[s] <= most; s++) {
            if (kind == BARRIER && s) break;
            measure(kind, kind == BARRIER ? 0 : sizes[s]);
        }
    MPI_Finalize();
    return 0;
}
