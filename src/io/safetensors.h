/* safetensors files: named arrays. An 8-byte little-endian header length, a JSON header, then the data without holes.
 */
#ifndef LS_IO_SAFETENSORS_H
#define LS_IO_SAFETENSORS_H

#include <stddef.h>

#include <lockstep/types.h>

typedef struct ls_safetensors_entry {
    const char *name;
    ls_dtype dtype;
    ls_shape shape;
    const void *data; /* row-major; aligned to the element size only if the file's writer saw to it */
    size_t bytes;     /* elements × element size */
} ls_safetensors_entry;

typedef struct ls_safetensors {
    ls_safetensors_entry *entries; /* in the header's order */
    size_t count;
    void *file;            /* what ls_safetensors_read read */
    struct json_t *header; /* holds the names */
} ls_safetensors;

/* Reads a file. LS_DATA_LOSS says what is wrong with it: cut off, holes or overlaps, a header that is no such header.
 */
ls_status ls_safetensors_read(const char *path, ls_safetensors *out_file);

/* The same from memory, which must outlive the result; `name` is for messages. */
ls_status ls_safetensors_parse(const void *data, size_t bytes, const char *name, ls_safetensors *out_file);

void ls_safetensors_finish(ls_safetensors *file); /* a zeroed one is allowed */
const ls_safetensors_entry *ls_safetensors_find(const ls_safetensors *file, const char *name); /* NULL if absent */

/* Writes the entries atomically (see atomic_file.h). The data of wide types comes first, so all is aligned. */
ls_status ls_safetensors_write(const char *path, const ls_safetensors_entry *entries, size_t count);

#endif
