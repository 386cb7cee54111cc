/* Operands as lists of pieces: moving along several of them at once. */
#ifndef LS_COMM_VIEW_H
#define LS_COMM_VIEW_H

#include "comm/comm.h"

typedef struct ls_view {
    const ls_comm_segment *segments;
    size_t count;
} ls_view;

/* A place in an operand. */
typedef struct ls_cursor {
    const ls_comm_segment *next; /* the piece after the one it is in */
    char *at;
    size_t left; /* bytes from here to the end of its piece */
} ls_cursor;

size_t ls_view_bytes(ls_view view);
ls_cursor ls_view_seek(ls_view view, size_t offset);

/* Steps over bytes of the piece that it is in, and from its end into the next one that is not empty. */
static inline void ls_cursor_step(ls_cursor *cursor, size_t bytes)
{
    cursor->at += bytes;
    cursor->left -= bytes;
    while (!cursor->left) {
        cursor->at = cursor->next->address;
        cursor->left = cursor->next->bytes;
        cursor->next++;
    }
}

/* Copies between operands, or fills with zeros. Copying a place onto itself is allowed. */
void ls_view_copy(ls_view to, size_t to_offset, ls_view from, size_t from_offset, size_t bytes);
void ls_view_zero(ls_view to, size_t offset, size_t bytes);

#endif
