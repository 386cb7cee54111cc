#include "golden.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- Files -------------------------------------------------------------------------------------------------- */

const char *golden_folder(void)
{
    const char *folder = getenv("LOCKSTEP_GOLDEN");
    if (!folder || !*folder) folder = LS_SOURCE_ROOT "/../shared/golden";
    struct stat info;
    return stat(folder, &info) == 0 && S_ISDIR(info.st_mode) ? folder : NULL;
}

uint64_t golden_seed(void)
{
    const char *seed = getenv("LOCKSTEP_GOLDEN_SEED");
    return seed ? strtoull(seed, NULL, 10) : 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

bool golden_is_own_device(void)
{
    const char *device = getenv("PJRT_DEVICE");
    return !device || !*device || strcmp(device, "CPU") == 0;
}

/* Skips the test without the plugin of suite `interop`; LOCKSTEP_INTEROP names another folder than the build's. */
static void need_plugin(void)
{
    if (golden_is_own_device()) return;
    const char *folder = getenv("LOCKSTEP_INTEROP"), *plugin = getenv("PJRT_LIBRARY_PATH");
    char path[4096];
    if (folder && *folder) {
        snprintf(path, sizeof(path), "%s/xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so", folder);
        setenv("PJRT_LIBRARY_PATH", path, 1);
        plugin = path;
    }
    if (plugin && access(plugin, R_OK) != 0) {
        print_message("# skipped: no %s; make interop installs it\n", plugin);
        skip();
    }
}

golden_files golden_find(const char *pattern)
{
    golden_files files = {0};
    need_plugin();
    DIR *folder = golden_folder() ? opendir(golden_folder()) : NULL;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (fnmatch(pattern, entry->d_name, 0) == 0 && files.count < GOLDEN_MAX_FILES)
            snprintf(files.names[files.count++], sizeof(files.names[0]), "%s", entry->d_name);
    if (folder) closedir(folder);
    qsort(files.names, (size_t)files.count, sizeof(files.names[0]), compare_names);
    if (files.count == 0) {
        print_message("# skipped: no %s in the folder of golden files (LOCKSTEP_GOLDEN)\n", pattern);
        skip();
    }
    return files;
}

ls_safetensors golden_open(const char *name)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", golden_folder(), name);
    ls_safetensors file;
    assert_ok(ls_safetensors_read(path, &file));
    return file;
}

double golden_number(const ls_safetensors_entry *entry, int64_t index)
{
    const char *data = entry->data;
    double number;
    float narrow;
    int64_t whole;
    switch ((int)entry->dtype) {
    case LS_F64: memcpy(&number, data + index * 8, 8); return number;
    case LS_F32: memcpy(&narrow, data + index * 4, 4); return narrow;
    case LS_I64: memcpy(&whole, data + index * 8, 8); return (double)whole;
    }
    fail_msg("%s has type %s", entry->name, ls_dtype_name(entry->dtype));
    return 0;
}

/* --- Inputs ------------------------------------------------------------------------------------------------- */

static uint64_t splitmix64(uint64_t z)
{
    z += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

void golden_fill(uint64_t seed, float *out, int64_t count, float scale)
{
    for (int64_t i = 0; i < count; i++) {
        int64_t k = (int64_t)(splitmix64((seed << 32) + (uint64_t)i) >> 40) - (1 << 23);
        out[i] = scale * ((float)k / 8388608.0f);
    }
}

ls_tensor golden_fill_tensor(uint64_t seed, ls_shape shape, float scale)
{
    int64_t count = ls_shape_count(shape);
    float *values = malloc(sizeof(*values) * (size_t)(count + 1));
    golden_fill(seed, values, count, scale);
    ls_tensor result = ls_from_f32(values, shape);
    free(values);
    return result;
}

typedef struct filling {
    ls_module *module;
    uint64_t seed;
    ls_status status;
} filling;

static bool fill_parameter(const ls_named_tensor *entry, void *arg)
{
    filling *f = arg;
    if (entry->is_buffer) return false;
    ls_shape shape = ls_tensor_shape(entry->tensor);
    int64_t count = ls_shape_count(shape);
    float *values = malloc(sizeof(*values) * (size_t)(count + 1));
    size_t length = strlen(entry->name);
    float scale = shape.rank > 1 ? 1.0f / sqrtf((float)(count / shape.dims[0])) : 0.1f;
    golden_fill(f->seed++, values, count, scale);
    if (shape.rank == 1 && length >= 6 && strcmp(entry->name + length - 6, "weight") == 0)
        for (int64_t i = 0; i < count; i++) values[i] = 1 + values[i];
    f->status = ls_module_set(f->module, entry->name, values, sizeof(*values) * (size_t)count);
    free(values);
    return f->status == LS_OK;
}

ls_status golden_fill_module(ls_module *module, uint64_t seed)
{
    filling f = {module, seed, LS_OK};
    ls_module_visit(module, fill_parameter, &f);
    return f.status;
}

/* --- Comparing ---------------------------------------------------------------------------------------------- */

void golden_summarise(const float *values, int64_t count, double out_summary[4])
{
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < count; i++) {
        sum += values[i];
        squares += (double)values[i] * values[i];
    }
    out_summary[0] = sum;
    out_summary[1] = sqrt(squares);
    out_summary[2] = count ? values[0] : 0;
    out_summary[3] = count ? values[count - 1] : 0;
}

void golden_compare(const char *what, const float *values, const ls_safetensors_entry *expected, double tolerance)
{
    assert_non_null(expected);
    int64_t count = ls_shape_count(expected->shape);
    double largest = 0;
    for (int64_t i = 0; i < count; i++) largest = fmax(largest, fabs(golden_number(expected, i)));
    for (int64_t i = 0; i < count; i++) {
        double want = golden_number(expected, i), off = fabs(values[i] - want);
        if (!(off <= tolerance * largest))
            fail_msg("%s: element %lld is %.9g instead of %.9g, off by %.2g of the largest magnitude", what,
                     (long long)i, values[i], want, off / largest);
    }
}

void golden_compare_number(const char *what, double value, double expected, double relative)
{
    if (!(fabs(value - expected) <= relative * fabs(expected)))
        fail_msg("%s is %.9g instead of %.9g, off by %.2g", what, value, expected, fabs(value / expected - 1));
}

void golden_compare_summary(const char *what, const double summary[4], const ls_safetensors_entry *expected,
                            int64_t elements, golden_tolerance tolerance)
{
    assert_non_null(expected);
    static const char *const parts[4] = {"sum", "norm", "first", "last"};
    double norm = golden_number(expected, 1);
    for (int i = 0; i < 4; i++) {
        double against = norm * (i == 0 ? sqrt((double)elements) : 1), want = golden_number(expected, i);
        if (norm < 1e-6) against = 1; /* absolute */
        if (!(fabs(summary[i] - want) <= (i == 1 ? tolerance.norm : tolerance.rest) * against))
            fail_msg("%s: %s is %.9g instead of %.9g, off by %.2g", what, parts[i], summary[i], want,
                     fabs(summary[i] - want) / against);
    }
}

/* --- Ranks -------------------------------------------------------------------------------------------------- */

static void write_all(int fd, const void *data, size_t bytes)
{
    for (const char *next = data; bytes > 0;) {
        ssize_t written = write(fd, next, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) _exit(3);
        next += written;
        bytes -= (size_t)written;
    }
}

static void read_all(int fd, void *data, size_t bytes)
{
    for (char *next = data; bytes > 0;) {
        ssize_t got = read(fd, next, bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) fail_msg("the ranks' process gave no result; its message stands above");
        next += got;
        bytes -= (size_t)got;
    }
}

static _Noreturn void run_child(int fd, ls_rank_fn fn, void *arg, int processes, int ranks)
{
    char devices[16];
    snprintf(devices, sizeof(devices), "%d", ranks);
    setenv("LOCKSTEP_CPU_DEVICES", devices, 1);
    ls_bytes *results = calloc((size_t)ranks, sizeof(*results));
    ls_spawn_options options = {.num_processes = processes, .num_ranks = ranks, .out_results = results};
    if (ls_spawn(fn, arg, &options) != LS_OK) {
        fprintf(stderr, "%d processes, %d ranks: %s\n", processes, ranks, ls_last_error());
        _exit(1);
    }
    for (int r = 0; r < ranks; r++) {
        write_all(fd, &results[r].size, sizeof(results[r].size));
        write_all(fd, results[r].data, results[r].size);
        ls_bytes_free(&results[r]);
    }
    free(results);
    fflush(NULL);
    _exit(0);
}

void golden_spawn(ls_rank_fn fn, void *arg, int processes, int ranks, ls_bytes *out_results)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        run_child(ends[1], fn, arg, processes, ranks);
    }
    close(ends[1]);
    for (int r = 0; r < ranks; r++) {
        read_all(ends[0], &out_results[r].size, sizeof(out_results[r].size));
        out_results[r].data = malloc(out_results[r].size + 1);
        read_all(ends[0], out_results[r].data, out_results[r].size);
    }
    close(ends[0]);
    int ended;
    waitpid(child, &ended, 0);
    assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
}
