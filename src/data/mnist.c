#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "data/dataset.h"

#define SIDE 28
#define PIXELS (SIDE * SIDE)
#define DOWNLOAD_FOLDER "data/mnist"
#define GENERATED_SEED 20240229

static const struct split {
    int64_t count;
    ls_mnist_file images, labels;
} splits[2] = {
    {10000,
     {"t10k-images-idx3-ubyte", "2646ac647ad5339dbf082846283269ea"},
     {"t10k-labels-idx1-ubyte", "27ae3e4e09519cfbb04c329615203637"}},
    {60000,
     {"train-images-idx3-ubyte", "6bbc9ace898e44ae57da46a324031adb"},
     {"train-labels-idx1-ubyte", "a25bea736e30d166cdddb491f175f624"}},
};

/* The examples of one split, shared by all who open it in this process. */
struct images {
    struct images *next;
    int users;
    char folder[PATH_MAX]; /* "": drawn digits */
    bool train;
    int64_t count;
    ls_idx pixels, labels;     /* of files */
    uint8_t *drawn;            /* of drawn digits: count × PIXELS, each drawn when first asked for */
    _Atomic uint8_t *is_drawn; /* per example: 0 no, 1 being drawn, 2 yes */
};

static pthread_mutex_t images_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct images *all_images;

static float normalised(uint8_t pixel)
{
    return ((float)pixel / 255.0f - 0.1307f) / 0.3081f;
}

/* --- Examples ------------------------------------------------------------------------------------------------ */

static ls_status file_get(void *user, int64_t index, float *out_x, int64_t *out_label)
{
    const struct images *images = user;
    const uint8_t *pixels = images->pixels.data + index * PIXELS;
    for (int i = 0; i < PIXELS; i++) out_x[i] = normalised(pixels[i]);
    *out_label = images->labels.data[index];
    return LS_OK;
}

static ls_status drawn_get(void *user, int64_t index, float *out_x, int64_t *out_label)
{
    struct images *images = user;
    uint8_t fresh[PIXELS], *kept = images->drawn + index * PIXELS, expected = 0;
    const uint8_t *pixels = kept;
    if (atomic_load_explicit(&images->is_drawn[index], memory_order_acquire) != 2) {
        ls_digit_draw(GENERATED_SEED + images->train, index, fresh);
        pixels = fresh;
        if (atomic_compare_exchange_strong(&images->is_drawn[index], &expected, 1)) {
            memcpy(kept, fresh, PIXELS);
            atomic_store_explicit(&images->is_drawn[index], 2, memory_order_release);
        }
    }
    for (int i = 0; i < PIXELS; i++) out_x[i] = normalised(pixels[i]);
    *out_label = index % 10;
    return LS_OK;
}

static ls_status zero_get(void *user, int64_t index, float *out_x, int64_t *out_label)
{
    memset(out_x, 0, sizeof(float) * PIXELS);
    *out_label = 0;
    return LS_OK;
}

/* --- Loading ------------------------------------------------------------------------------------------------- */

static void images_free(struct images *images)
{
    ls_idx_finish(&images->pixels);
    ls_idx_finish(&images->labels);
    free(images->drawn);
    free((void *)images->is_drawn);
    free(images);
}

static void images_close(void *user)
{
    struct images *images = user;
    pthread_mutex_lock(&images_mutex);
    if (--images->users == 0) {
        struct images **link = &all_images;
        while (*link != images) link = &(*link)->next;
        *link = images->next;
        images_free(images);
    }
    pthread_mutex_unlock(&images_mutex);
}

/* Reads NAME or NAME.gz from a folder. */
static ls_status read_file(const char *folder, const ls_mnist_file *file, ls_idx *out_idx)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof(path), "%s/%s", folder, file->name);
    if (access(path, F_OK)) snprintf(path, sizeof(path), "%s/%s.gz", folder, file->name);
    return ls_idx_read(path, file->md5, out_idx);
}

static ls_status load_files(struct images *images)
{
    const struct split *split = &splits[images->train];
    LS_TRY(read_file(images->folder, &split->images, &images->pixels));
    LS_TRY(read_file(images->folder, &split->labels, &images->labels));
    const ls_idx *pixels = &images->pixels, *labels = &images->labels;
    if (pixels->rank != 3 || pixels->dims[1] != SIDE || pixels->dims[2] != SIDE || labels->rank != 1 ||
        labels->dims[0] != pixels->dims[0])
        return ls_fail(LS_DATA_LOSS, "%s: images and labels of MNIST do not fit each other", images->folder);
    images->count = pixels->dims[0];
    return LS_OK;
}

static ls_status load_drawn(struct images *images)
{
    images->count = splits[images->train].count;
    images->drawn = malloc((size_t)images->count * PIXELS);
    images->is_drawn = calloc((size_t)images->count, sizeof(*images->is_drawn));
    if (!images->drawn || !images->is_drawn)
        return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for %lld digits", (long long)images->count);
    return LS_OK;
}

/* Opens the split in `folder` ("": drawn digits), or joins those who have it open. Called with the mutex held. */
static ls_status images_open(const char *folder, bool train, struct images **out_images)
{
    for (struct images *images = all_images; images; images = images->next)
        if (images->train == train && !strcmp(images->folder, folder)) {
            images->users++;
            *out_images = images;
            return LS_OK;
        }
    struct images *images = calloc(1, sizeof(*images));
    if (!images) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a data set");
    images->train = train;
    snprintf(images->folder, sizeof(images->folder), "%s", folder);
    ls_status status = *folder ? load_files(images) : load_drawn(images);
    if (status != LS_OK) {
        images_free(images);
        return status;
    }
    images->users = 1;
    images->next = all_images;
    all_images = images;
    *out_images = images;
    return LS_OK;
}

static bool has_file(const char *folder, const ls_mnist_file *file)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof(path), "%s/%s.gz", folder, file->name);
    if (!access(path, F_OK)) return true;
    snprintf(path, sizeof(path), "%s/%s", folder, file->name);
    return !access(path, F_OK);
}

static bool has_split(const char *folder, const struct split *split)
{
    return has_file(folder, &split->images) && has_file(folder, &split->labels);
}

/* Why fetching failed when no folder was asked for: not tried again, as every rank and both splits would wait for the
 * same mirrors. Under images_mutex. */
static char fetch_failure[1024];

/* Finds or fetches the folder that holds the split. LS_NOT_FOUND lists where it was looked for. */
static ls_status find_folder(const ls_mnist_options *options, const struct split *split, char *out_folder, size_t size)
{
    const char *data = ls_env_get(LS_ENV_LOCKSTEP_DATA);
    char in_data[PATH_MAX] = "";
    if (data) snprintf(in_data, sizeof(in_data), "%s/mnist", data);
    const char *const places[] = {options->datadir, data, data ? in_data : NULL, DOWNLOAD_FOLDER,
                                  "../shared/data/mnist"};
    char tried[2 * PATH_MAX] = "";
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        if (!places[i]) continue;
        if (has_split(places[i], split)) {
            snprintf(out_folder, size, "%s", places[i]);
            return LS_OK;
        }
        size_t used = strlen(tried);
        snprintf(tried + used, sizeof(tried) - used, "%s%s", used ? ", " : "", places[i]);
    }
    if (options->no_download) return ls_fail(LS_NOT_FOUND, "MNIST is not in %s, and downloading is off", tried);
    if (*fetch_failure && !options->datadir) return ls_fail(LS_UNAVAILABLE, "%s", fetch_failure);
    snprintf(out_folder, size, "%s", options->datadir ? options->datadir : DOWNLOAD_FOLDER);
    ls_status status = has_file(out_folder, &split->images) ? LS_OK : ls_mnist_download(out_folder, &split->images);
    if (status == LS_OK && !has_file(out_folder, &split->labels))
        status = ls_mnist_download(out_folder, &split->labels);
    ls_context(status, "MNIST is not in %s, and fetching it failed", tried);
    if (status != LS_OK && !options->datadir) snprintf(fetch_failure, sizeof(fetch_failure), "%s", ls_last_error());
    return status;
}

ls_status ls_dataset_open_mnist(const ls_mnist_options *options, ls_dataset **out_dataset)
{
    if (!out_dataset) return ls_fail(LS_INVALID_ARGUMENT, "ls_dataset_open_mnist: no place for the data set");
    *out_dataset = NULL;
    const ls_mnist_options defaults = {0};
    if (!options) options = &defaults;
    const struct split *split = &splits[options->train];
    ls_dataset_source source = {
        .name = "fake data", .count = split->count, .shape = LS_SHAPE(1, SIDE, SIDE), .get = zero_get};
    if (options->fake_data) return ls_dataset_create(&source, out_dataset);

    pthread_mutex_lock(&images_mutex);
    char folder[PATH_MAX] = "";
    bool generated = options->generated;
    ls_status status = generated ? LS_OK : find_folder(options, split, folder, sizeof(folder));
    if ((status == LS_UNAVAILABLE || status == LS_NOT_FOUND) && !options->datadir) {
        static bool was_told;
        if (!was_told) ls_log_write(LS_LOG_WARNING, "using generated digits: %s", ls_last_error());
        was_told = true;
        generated = true;
        *folder = 0;
        status = LS_OK;
    }
    struct images *images = NULL;
    if (status == LS_OK) status = images_open(folder, options->train, &images);
    pthread_mutex_unlock(&images_mutex);
    if (status != LS_OK) return status;

    source.name = generated ? "MNIST (generated digits)" : "MNIST";
    source.count = images->count;
    source.user = images;
    source.get = generated ? drawn_get : file_get;
    source.close = images_close;
    status = ls_dataset_create(&source, out_dataset);
    if (status != LS_OK) images_close(images);
    return status;
}
