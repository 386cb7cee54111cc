#include "io/safetensors.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/atomic_file.h"

#define MAX_HEADER_BYTES ((uint64_t)100 << 20) /* the format's own limit */

static const struct {
    const char *name;
    ls_dtype dtype;
} dtype_names[] = {
    {"F32", LS_F32}, {"F64", LS_F64}, {"F16", LS_F16},   {"BF16", LS_BF16}, {"I64", LS_I64},
    {"I32", LS_I32}, {"I16", LS_I16}, {"I8", LS_I8},     {"U8", LS_U8},     {"U16", LS_U16},
    {"U32", LS_U32}, {"U64", LS_U64}, {"BOOL", LS_BOOL},
};
#define DTYPE_NAME_COUNT (sizeof(dtype_names) / sizeof(dtype_names[0]))

/* --- Reading ------------------------------------------------------------------------------------------------ */

static ls_status parse_shape(const json_t *json, ls_safetensors_entry *entry, const char *file)
{
    size_t rank = json_array_size(json);
    if (!json_is_array(json) || rank > LS_MAX_RANK)
        return ls_fail(LS_DATA_LOSS, "%s: the shape of %s is no list of at most %d numbers", file, entry->name,
                       LS_MAX_RANK);
    entry->shape.rank = (int)rank;
    uint64_t bytes = ls_dtype_size(entry->dtype);
    for (size_t i = 0; i < rank; i++) {
        const json_t *dim = json_array_get(json, i);
        if (!json_is_integer(dim) || json_integer_value(dim) < 0)
            return ls_fail(LS_DATA_LOSS, "%s: dimension %zu of %s is no size", file, i, entry->name);
        entry->shape.dims[i] = json_integer_value(dim);
        if (__builtin_mul_overflow(bytes, (uint64_t)entry->shape.dims[i], &bytes) || bytes > INT64_MAX)
            return ls_fail(LS_DATA_LOSS, "%s: the shape of %s is too large", file, entry->name);
    }
    entry->bytes = bytes;
    return LS_OK;
}

static ls_status parse_entry(const json_t *json, const char *data, size_t data_bytes, ls_safetensors_entry *entry,
                             const char *file)
{
    const char *dtype = json_string_value(json_object_get(json, "dtype"));
    for (size_t i = 0; dtype && i < DTYPE_NAME_COUNT; i++)
        if (strcmp(dtype, dtype_names[i].name) == 0) entry->dtype = dtype_names[i].dtype;
    if (entry->dtype == LS_DTYPE_INVALID)
        return ls_fail(LS_DATA_LOSS, "%s: %s has no element type that is known here (%.20s)", file, entry->name,
                       dtype ? dtype : "none");
    LS_TRY(parse_shape(json_object_get(json, "shape"), entry, file));
    const json_t *offsets = json_object_get(json, "data_offsets");
    const json_t *begin = json_array_get(offsets, 0), *end = json_array_get(offsets, 1);
    if (json_array_size(offsets) != 2 || !json_is_integer(begin) || !json_is_integer(end))
        return ls_fail(LS_DATA_LOSS, "%s: %s has no pair of data_offsets", file, entry->name);
    json_int_t from = json_integer_value(begin), to = json_integer_value(end);
    if (from < 0 || to < from || (uint64_t)to > data_bytes)
        return ls_fail(LS_DATA_LOSS,
                       "%s: %s lies at bytes %" PRId64 " to %" PRId64 " of %zu: the file is cut off or corrupt", file,
                       entry->name, (int64_t)from, (int64_t)to, data_bytes);
    if ((uint64_t)(to - from) != entry->bytes)
        return ls_fail(LS_DATA_LOSS, "%s: %s takes %" PRId64 " bytes, its shape and type need %zu", file, entry->name,
                       (int64_t)(to - from), entry->bytes);
    entry->data = data + from;
    return LS_OK;
}

static int compare_position(const void *a, const void *b)
{
    const ls_safetensors_entry *x = *(ls_safetensors_entry *const *)a, *y = *(ls_safetensors_entry *const *)b;
    if (x->data != y->data) return x->data < y->data ? -1 : 1;
    return x->bytes < y->bytes ? -1 : x->bytes > y->bytes;
}

/* Every byte of the data belongs to exactly one entry. */
static ls_status check_cover(const ls_safetensors *file, const char *data, size_t data_bytes, const char *name)
{
    const ls_safetensors_entry **sorted = malloc(sizeof(*sorted) * (file->count + 1));
    if (!sorted) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (size_t i = 0; i < file->count; i++) sorted[i] = &file->entries[i];
    qsort(sorted, file->count, sizeof(*sorted), compare_position);
    ls_status status = LS_OK;
    const char *next = data;
    for (size_t i = 0; i < file->count && status == LS_OK; i++) {
        if ((const char *)sorted[i]->data != next)
            status = ls_fail(LS_DATA_LOSS, "%s: the data of %s %s", name, sorted[i]->name,
                             (const char *)sorted[i]->data < next ? "overlaps another's" : "follows a hole");
        next = (const char *)sorted[i]->data + sorted[i]->bytes;
    }
    if (status == LS_OK && next != data + data_bytes)
        status = ls_fail(LS_DATA_LOSS, "%s: %zu bytes at the end belong to nothing", name,
                         (size_t)(data + data_bytes - next));
    free(sorted);
    return status;
}

static ls_status parse_entries(ls_safetensors *file, const char *data, size_t data_bytes, const char *name)
{
    if (!json_is_object(file->header)) return ls_fail(LS_DATA_LOSS, "%s: the header is no JSON object", name);
    file->entries = calloc(json_object_size(file->header) + 1, sizeof(*file->entries));
    if (!file->entries) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    const char *key;
    json_t *value;
    json_object_foreach(file->header, key, value)
    {
        if (strcmp(key, "__metadata__") == 0) continue;
        ls_safetensors_entry *entry = &file->entries[file->count++];
        entry->name = key;
        LS_TRY(parse_entry(value, data, data_bytes, entry, name));
    }
    return check_cover(file, data, data_bytes, name);
}

ls_status ls_safetensors_parse(const void *data, size_t bytes, const char *name, ls_safetensors *out_file)
{
    *out_file = (ls_safetensors){0};
    const unsigned char *file = data;
    if (bytes < 8) return ls_fail(LS_DATA_LOSS, "%s: %zu bytes are no safetensors file", name, bytes);
    uint64_t header = 0;
    for (int i = 7; i >= 0; i--) header = header << 8 | file[i];
    if (header > MAX_HEADER_BYTES || header > bytes - 8)
        return ls_fail(LS_DATA_LOSS,
                       "%s: a header of %" PRIu64 " bytes in a file of %zu: cut off, or no safetensors file", name,
                       header, bytes);
    json_error_t error;
    out_file->header = json_loadb((const char *)file + 8, header, JSON_REJECT_DUPLICATES, &error);
    if (!out_file->header) return ls_fail(LS_DATA_LOSS, "%s: header, byte %d: %s", name, error.position, error.text);
    ls_status status = parse_entries(out_file, (const char *)file + 8 + header, bytes - 8 - header, name);
    if (status != LS_OK) ls_safetensors_finish(out_file);
    return status;
}

ls_status ls_safetensors_read(const char *path, ls_safetensors *out_file)
{
    *out_file = (ls_safetensors){0};
    void *data;
    size_t bytes;
    LS_TRY(ls_file_read(path, &data, &bytes));
    ls_status status = ls_safetensors_parse(data, bytes, path, out_file);
    if (status == LS_OK)
        out_file->file = data;
    else
        free(data);
    return status;
}

void ls_safetensors_finish(ls_safetensors *file)
{
    free(file->entries);
    free(file->file);
    json_decref(file->header);
    *file = (ls_safetensors){0};
}

const ls_safetensors_entry *ls_safetensors_find(const ls_safetensors *file, const char *name)
{
    for (size_t i = 0; i < file->count; i++)
        if (strcmp(file->entries[i].name, name) == 0) return &file->entries[i];
    return NULL;
}

/* --- Writing ------------------------------------------------------------------------------------------------ */

static json_t *describe(const ls_safetensors_entry *entry, size_t offset)
{
    const char *dtype = NULL;
    for (size_t i = 0; i < DTYPE_NAME_COUNT; i++)
        if (dtype_names[i].dtype == entry->dtype) dtype = dtype_names[i].name;
    if (!dtype) return NULL;
    json_t *shape = json_array();
    for (int i = 0; i < entry->shape.rank; i++) json_array_append_new(shape, json_integer(entry->shape.dims[i]));
    return json_pack("{s:s, s:o, s:[I, I]}", "dtype", dtype, "shape", shape, "data_offsets", (json_int_t)offset,
                     (json_int_t)(offset + entry->bytes));
}

/* The header's text, padded with spaces so that the data begins aligned to 8; and the data in the order written. */
static ls_status make_header(const ls_safetensors_entry *entries, size_t count, char **out_text, ls_file_piece *pieces)
{
    json_t *header = json_object();
    size_t offset = 0, used = 0;
    ls_status status = LS_OK;
    for (size_t width = 8; width > 0; width /= 2) {
        for (size_t i = 0; i < count; i++) {
            const ls_safetensors_entry *entry = &entries[i];
            if (ls_dtype_size(entry->dtype) != width) continue;
            if (entry->bytes != (size_t)ls_shape_count(entry->shape) * width || json_object_get(header, entry->name) ||
                json_object_set_new(header, entry->name, describe(entry, offset)) != 0)
                LS_TRY_GOTO(
                    ls_fail(LS_INVALID_ARGUMENT, "%s: wrong size, a name given twice, or no UTF-8", entry->name), done);
            offset += entry->bytes;
            pieces[used++] = (ls_file_piece){entry->data, entry->bytes};
        }
    }
    if (used != count) LS_TRY_GOTO(ls_fail(LS_INVALID_ARGUMENT, "an entry without an element type"), done);
    char *text = json_dumps(header, JSON_COMPACT);
    size_t length = text ? strlen(text) : 0, padded = (length + 7) / 8 * 8;
    *out_text = text ? realloc(text, padded + 1) : NULL;
    if (!*out_text) LS_TRY_GOTO(ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory"), done);
    memset(*out_text + length, ' ', padded - length);
    (*out_text)[padded] = 0;
done:
    json_decref(header);
    return status;
}

ls_status ls_safetensors_write(const char *path, const ls_safetensors_entry *entries, size_t count)
{
    ls_file_piece *pieces = calloc(count + 2, sizeof(*pieces));
    if (!pieces) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    char *text = NULL;
    ls_status status = make_header(entries, count, &text, pieces + 2);
    if (status == LS_OK) {
        unsigned char length[8];
        uint64_t bytes = strlen(text);
        for (int i = 0; i < 8; i++) length[i] = (unsigned char)(bytes >> 8 * i);
        pieces[0] = (ls_file_piece){length, sizeof(length)};
        pieces[1] = (ls_file_piece){text, bytes};
        status = ls_file_write(path, pieces, count + 2);
    }
    free(text);
    free(pieces);
    return ls_context(status, "writing %s", path);
}
