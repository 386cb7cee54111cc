/* Workers take batch numbers in turn and fill the ring's places; the rank's thread takes them in order. A place is
 * filled again once its batch has been taken, so at most `depth` batches lie ahead. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/log.h"
#include "base/thread.h"
#include "dist/world.h"
#include "lazy/trace.h"
#include <lockstep/data.h>

#define MAX_WORKERS 64
#define SLOW_MS 10000

typedef struct ring_place {
    int64_t batch; /* whose data lies here; −1: none */
    float *x;      /* batch_size × shape */
    int64_t *labels;
    ls_pjrt_buffer *device_x, *device_labels; /* the same on the device; the taker's from then on */
    ls_status status;                         /* of filling it */
    char message[512];
} ring_place;

struct ls_loader {
    ls_dataset *dataset;
    ls_loader_options options;
    ls_pjrt_client *client; /* of the rank that made the loader, with its device */
    ls_pjrt_device *device;
    int64_t elements; /* of one example */
    int64_t length, batches;
    int64_t *indices; /* of the epoch: length */

    ls_monitor monitor; /* over what follows */
    ring_place *places;
    int depth;
    int64_t next_to_fill, next_to_take; /* batch numbers of the epoch */
    bool is_running, stop;              /* an epoch was started; workers are to end */
    int busy;                           /* workers that are filling a place */

    pthread_t workers[MAX_WORKERS];
    int worker_count;
};

static int64_t batch_rows(const ls_loader *loader, int64_t batch)
{
    int64_t left = loader->length - batch * loader->options.batch_size;
    return left < loader->options.batch_size ? left : loader->options.batch_size;
}

static ls_ir_type batch_type(const ls_loader *loader, int64_t batch)
{
    ls_shape shape = ls_dataset_shape(loader->dataset);
    ls_ir_type type = {LS_F32, {.rank = shape.rank + 1, .dims = {batch_rows(loader, batch)}}};
    memcpy(type.shape.dims + 1, shape.dims, sizeof(shape.dims[0]) * (size_t)shape.rank);
    return type;
}

static ls_ir_type label_type(const ls_loader *loader, int64_t batch)
{
    return (ls_ir_type){LS_I64, LS_SHAPE(batch_rows(loader, batch))};
}

static ls_status put(const ls_loader *loader, const void *data, ls_ir_type type, ls_pjrt_buffer **out_buffer)
{
    return ls_pjrt_buffer_from_host(loader->client, loader->device, data, type.dtype, type.shape, out_buffer);
}

static void drop_buffers(ring_place *place)
{
    ls_pjrt_buffer_destroy(place->device_x);
    ls_pjrt_buffer_destroy(place->device_labels);
    place->device_x = place->device_labels = NULL;
}

static ls_status read_and_put(const ls_loader *loader, int64_t batch, ring_place *place)
{
    const int64_t *indices = loader->indices + batch * loader->options.batch_size;
    int64_t rows = batch_rows(loader, batch);
    for (int64_t i = 0; i < rows; i++)
        LS_TRY(ls_dataset_get(loader->dataset, indices[i], place->x + i * loader->elements, &place->labels[i]));
    LS_TRY(put(loader, place->x, batch_type(loader, batch), &place->device_x));
    return put(loader, place->labels, label_type(loader, batch), &place->device_labels);
}

static void fill(const ls_loader *loader, int64_t batch, ring_place *place)
{
    place->status = read_and_put(loader, batch, place);
    if (place->status == LS_OK) return;
    drop_buffers(place);
    snprintf(place->message, sizeof(place->message), "%s", ls_last_error());
}

static void *work(void *arg)
{
    ls_loader *loader = arg;
    ls_monitor_lock(&loader->monitor);
    while (!loader->stop) {
        int64_t batch = loader->next_to_fill;
        if (!loader->is_running || batch >= loader->batches || batch >= loader->next_to_take + loader->depth) {
            ls_monitor_wait(&loader->monitor, ls_deadline_in_ms(LS_DEFAULT_TIMEOUT_MS));
            continue;
        }
        ring_place *place = &loader->places[batch % loader->depth];
        loader->next_to_fill++;
        loader->busy++;
        ls_monitor_unlock(&loader->monitor);
        fill(loader, batch, place);
        ls_monitor_lock(&loader->monitor);
        place->batch = batch;
        loader->busy--;
        ls_monitor_notify(&loader->monitor);
    }
    ls_monitor_unlock(&loader->monitor);
    return NULL;
}

/* Ends the epoch under way: no worker touches a place or the indices afterwards. Called with the monitor held. */
static void stop_epoch(ls_loader *loader)
{
    loader->is_running = false;
    while (loader->busy) ls_monitor_wait(&loader->monitor, ls_deadline_in_ms(LS_DEFAULT_TIMEOUT_MS));
    for (int i = 0; i < loader->depth; i++) {
        drop_buffers(&loader->places[i]);
        loader->places[i].batch = -1;
    }
}

static ls_status allocate(ls_loader *loader)
{
    size_t rows = (size_t)loader->options.batch_size;
    loader->indices = malloc(sizeof(*loader->indices) * (size_t)(loader->length + 1));
    loader->places = calloc((size_t)loader->depth, sizeof(*loader->places));
    bool ok = loader->indices && loader->places;
    for (int i = 0; ok && i < loader->depth; i++) {
        ring_place *place = &loader->places[i];
        place->batch = -1;
        place->x = malloc(sizeof(float) * rows * (size_t)loader->elements);
        place->labels = malloc(sizeof(int64_t) * rows);
        ok = place->x && place->labels;
    }
    if (!ok)
        return ls_fail(LS_RESOURCE_EXHAUSTED, "loader: no memory for %d batches of %zu examples", loader->depth, rows);
    return LS_OK;
}

static ls_status check_sampler(const ls_sampler_options *sampler, const ls_dataset *dataset)
{
    if (sampler->world_size < 1 || sampler->rank < 0 || sampler->rank >= sampler->world_size || sampler->count < 0 ||
        sampler->count > ls_dataset_count(dataset))
        return ls_fail(LS_INVALID_ARGUMENT,
                       "ls_loader_create: the sampler is for rank %d of %d over %lld examples; %s has %lld",
                       sampler->rank, sampler->world_size, (long long)sampler->count, ls_dataset_name(dataset),
                       (long long)ls_dataset_count(dataset));
    return LS_OK;
}

ls_status ls_loader_create(ls_dataset *dataset, const ls_loader_options *options, ls_loader **out_loader)
{
    if (!out_loader) return ls_fail(LS_INVALID_ARGUMENT, "ls_loader_create: no place for the loader");
    *out_loader = NULL;
    if (!dataset || !options || options->batch_size < 1 || options->num_workers < 0 ||
        options->num_workers > MAX_WORKERS || options->prefetch < 0)
        return ls_fail(LS_INVALID_ARGUMENT,
                       "loader: wants a data set, a batch size of at least 1 and at most %d workers", MAX_WORKERS);
    ls_loader *loader = calloc(1, sizeof(*loader));
    if (!loader) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a loader");
    ls_status status = LS_OK;
    ls_monitor_init(&loader->monitor);
    loader->dataset = dataset;
    loader->options = *options;
    ls_sampler_options *sampler = &loader->options.sampler;
    if (!sampler->count) sampler->count = ls_dataset_count(dataset);
    if (!sampler->world_size) sampler->world_size = 1;
    if (!loader->options.num_workers) loader->options.num_workers = 1;
    if (!loader->options.prefetch) loader->options.prefetch = 2;
    loader->depth =
        loader->options.prefetch > loader->options.num_workers ? loader->options.prefetch : loader->options.num_workers;
    loader->elements = ls_shape_count(ls_dataset_shape(dataset));
    LS_TRY_GOTO(check_sampler(sampler, dataset), fail);
    loader->length = ls_sampler_length(sampler);
    loader->batches = loader->length / options->batch_size;
    if (!options->drop_last && loader->length % options->batch_size) loader->batches++;
    ls_rank_context *context;
    LS_TRY_GOTO(ls_rank_current(&context), fail);
    LS_TRY_GOTO(ls_rank_client(context, &loader->client), fail);
    loader->device = context->device;
    LS_TRY_GOTO(allocate(loader), fail);
    for (; loader->worker_count < loader->options.num_workers; loader->worker_count++)
        LS_TRY_GOTO(ls_thread_start(&loader->workers[loader->worker_count], "ls-loader", work, loader), fail);
    *out_loader = loader;
    return LS_OK;
fail:
    ls_loader_destroy(loader);
    return status;
}

int64_t ls_loader_batches(const ls_loader *loader)
{
    return loader ? loader->batches : 0;
}

ls_status ls_loader_start(ls_loader *loader, int64_t epoch)
{
    if (!loader) return ls_fail(LS_INVALID_ARGUMENT, "ls_loader_start: the loader is NULL: it could not be made");
    ls_monitor_lock(&loader->monitor);
    stop_epoch(loader);
    ls_status status = ls_sampler_indices(&loader->options.sampler, epoch, loader->indices);
    if (status == LS_OK) {
        loader->next_to_fill = loader->next_to_take = 0;
        loader->is_running = true;
        ls_monitor_notify(&loader->monitor);
    }
    ls_monitor_unlock(&loader->monitor);
    return status;
}

/* Waits for the batch's place, and says so if that takes long. Called with the monitor held. */
static ls_status await_place(ls_loader *loader, const ring_place *place, int64_t batch)
{
    int64_t start = ls_now_ns();
    ls_deadline end = ls_deadline_in_ms(LS_DEFAULT_TIMEOUT_MS), warn = ls_deadline_in_ms(SLOW_MS);
    while (place->batch != batch) {
        if (ls_monitor_wait(&loader->monitor, warn)) continue;
        long long seconds = (ls_now_ns() - start) / 1000000000;
        if (ls_deadline_passed(end))
            return ls_fail(LS_DEADLINE_EXCEEDED, "loader: batch %lld of %s did not come within %lld s",
                           (long long)batch, ls_dataset_name(loader->dataset), seconds);
        ls_log_write(LS_LOG_WARNING, "the loader has waited %lld s for batch %lld of %s", seconds, (long long)batch,
                     ls_dataset_name(loader->dataset));
        warn = ls_deadline_in_ms(SLOW_MS);
    }
    return LS_OK;
}

ls_status ls_loader_next(ls_loader *loader, ls_tensor *out_x, ls_tensor *out_labels)
{
    if (!loader || !out_x || !out_labels)
        return ls_fail(LS_INVALID_ARGUMENT, "ls_loader_next: wants a loader and places for the batch and its labels");
    *out_x = *out_labels = (ls_tensor){0};
    ls_monitor_lock(&loader->monitor);
    int64_t batch = loader->next_to_take;
    if (!loader->is_running || batch >= loader->batches) {
        bool started = loader->is_running;
        ls_monitor_unlock(&loader->monitor);
        return started ? ls_fail(LS_OUT_OF_RANGE, "the epoch's %lld batches are through", (long long)loader->batches)
                       : ls_fail(LS_FAILED_PRECONDITION, "the loader was not started: call ls_loader_start first");
    }
    ring_place *place = &loader->places[batch % loader->depth];
    ls_status status = await_place(loader, place, batch);
    ls_monitor_unlock(&loader->monitor);
    LS_TRY(status);

    status = place->status;
    if (status == LS_OK) {
        ls_ir_type type = batch_type(loader, batch), labels = label_type(loader, batch);
        *out_x = ls_tensor_wrap(ls_value_from_buffer(place->device_x, &type));
        *out_labels = ls_tensor_wrap(ls_value_from_buffer(place->device_labels, &labels));
        place->device_x = place->device_labels = NULL;
        status = ls_tensor_status(*out_x);
    } else {
        ls_fail(status, "loader: batch %lld: %s", (long long)batch, place->message);
    }

    ls_monitor_lock(&loader->monitor);
    place->batch = -1;
    loader->next_to_take++;
    ls_monitor_notify(&loader->monitor);
    ls_monitor_unlock(&loader->monitor);
    return status;
}

void ls_loader_destroy(ls_loader *loader)
{
    if (!loader) return;
    ls_monitor_lock(&loader->monitor);
    loader->stop = true;
    ls_monitor_notify(&loader->monitor);
    ls_monitor_unlock(&loader->monitor);
    for (int i = 0; i < loader->worker_count; i++) pthread_join(loader->workers[i], NULL);
    for (int i = 0; loader->places && i < loader->depth; i++) {
        drop_buffers(&loader->places[i]);
        free(loader->places[i].x);
        free(loader->places[i].labels);
    }
    free(loader->places);
    free(loader->indices);
    ls_monitor_finish(&loader->monitor);
    free(loader);
}
