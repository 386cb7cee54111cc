/* Writing whole files so that a crash at any point leaves either the old file or the new one. */
#ifndef LS_IO_ATOMIC_FILE_H
#define LS_IO_ATOMIC_FILE_H

#include <stddef.h>

#include <lockstep/status.h>

typedef struct ls_file_piece {
    const void *data;
    size_t bytes;
} ls_file_piece;

/* Writes the pieces, in order, to "PATH.tmp", syncs it, renames it over `path` and syncs the folder. Blocks on the
 * disk, and while another thread or process writes the same path: the last to finish wins. A temporary file that a
 * killed process left behind is written over by the next call; a failing call removes its own. LS_RESOURCE_EXHAUSTED:
 * no space. */
ls_status ls_file_write(const char *path, const ls_file_piece *pieces, size_t count);

/* Reads a whole file into fresh memory that the caller frees with free(). LS_NOT_FOUND if there is none. */
ls_status ls_file_read(const char *path, void **out_data, size_t *out_bytes);

#endif
