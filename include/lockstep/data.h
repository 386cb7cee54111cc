/* Data: MNIST, samplers, a loader that works ahead. */
#ifndef LOCKSTEP_DATA_H
#define LOCKSTEP_DATA_H

#include <lockstep/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A set of examples in host memory. Several threads may read one; files are held once per process however often they
 * are opened. */
typedef struct ls_dataset ls_dataset;

/* Data of your own: a source of examples by index. */
typedef struct ls_dataset_source {
    const char *name; /* for people: "my digits"; must outlive the data set */
    int64_t count;
    ls_shape shape; /* of one example */
    void *user;
    /* Writes example `index`, ls_shape_count(shape) floats, and its label. Called from several threads at once. */
    ls_status (*get)(void *user, int64_t index, float *out_x, int64_t *out_label);
    void (*close)(void *user); /* may be NULL */
} ls_dataset_source;
LS_API ls_status ls_dataset_create(const ls_dataset_source *source, ls_dataset **out_dataset);

typedef struct ls_mnist_options {
    const char *datadir; /* NULL: LOCKSTEP_DATA, data/mnist, ../shared/data/mnist, then downloaded into data/mnist */
    bool train;          /* 60,000 training examples, else 10,000 test examples */
    bool no_download;
    bool fake_data; /* zeros with label 0; needs no files */
    bool generated; /* drawn digits; also what is used where MNIST is not to be had */
} ls_mnist_options;

/* Opens MNIST: images 1×28×28 f32, (x/255 − 0.1307)/0.3081, labels i64. LS_DATA_LOSS names a truncated or corrupt file.
 */
LS_API ls_status ls_dataset_open_mnist(const ls_mnist_options *options, ls_dataset **out_dataset);

/* `count` examples of `shape` drawn from `seed`, labels below `classes`: for measuring. */
LS_API ls_status ls_dataset_open_fake(int64_t count, ls_shape shape, int64_t classes, uint64_t seed,
                                      ls_dataset **out_dataset);
LS_API void ls_dataset_close(ls_dataset *dataset);

LS_API int64_t ls_dataset_count(const ls_dataset *dataset);
LS_API ls_shape ls_dataset_shape(const ls_dataset *dataset); /* of one example */
/* What the data is: "MNIST", "MNIST (generated digits)", "fake data". */
LS_API const char *ls_dataset_name(const ls_dataset *dataset);
/* Writes example `index`, ls_shape_count(shape) floats, and its label. */
LS_API ls_status ls_dataset_get(const ls_dataset *dataset, int64_t index, float *out_x, int64_t *out_label);

/* Which indices rank `rank` of `world_size` sees in `epoch`. Training: a new order each epoch, the same length on every
 * rank (the last ones are dropped or wrapped). Evaluation: no index twice over all ranks. */
typedef struct ls_sampler_options {
    int64_t count;
    int rank, world_size;
    bool shuffle, drop_last, evaluation;
    uint64_t seed;
} ls_sampler_options;
LS_API int64_t ls_sampler_length(const ls_sampler_options *options);
LS_API ls_status ls_sampler_indices(const ls_sampler_options *options, int64_t epoch, int64_t *out_indices);

/* Prepares batches on background threads and puts them on the device of the rank that made the loader, ahead of use.
 * Destroy it before the rank's function returns. */
typedef struct ls_loader ls_loader;
typedef struct ls_loader_options {
    int64_t batch_size;
    int num_workers;            /* 0 means 1 */
    int prefetch;               /* batches ahead; 0 means 2 */
    bool drop_last;             /* leave out a smaller last batch */
    ls_sampler_options sampler; /* count 0: the data set's */
} ls_loader_options;
LS_API ls_status ls_loader_create(ls_dataset *dataset, const ls_loader_options *options, ls_loader **out_loader);
LS_API int64_t ls_loader_batches(const ls_loader *loader); /* in one epoch */
LS_API ls_status ls_loader_start(ls_loader *loader, int64_t epoch);

/* The next batch, N×shape f32 and N i64, in the innermost scope. LS_OUT_OF_RANGE after the last; a worker's error is
 * handed on here, and a batch that does not come within 30 minutes is LS_DEADLINE_EXCEEDED. */
LS_API ls_status ls_loader_next(ls_loader *loader, ls_tensor *out_x, ls_tensor *out_labels);
LS_API void ls_loader_destroy(ls_loader *loader); /* also in the middle of an epoch */

#ifdef __cplusplus
}
#endif
#endif
