#include "comm/remote.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>

#include "base/error.h"

#define PIECES 64                    /* of an operand in one call */
#define CALL_BYTES ((size_t)1 << 30) /* the kernel stops at 2 GiB */

/* Lists pieces from the cursor on, at most `bytes` of them; gives how many bytes they have. The cursor stays. */
static size_t list_pieces(ls_cursor at, size_t bytes, struct iovec *out, size_t *out_count)
{
    size_t listed = 0, count = 0;
    while (count < PIECES && listed < bytes) {
        size_t piece = at.left < bytes - listed ? at.left : bytes - listed;
        out[count++] = (struct iovec){at.at, piece};
        listed += piece;
        if (listed < bytes) ls_cursor_step(&at, piece);
    }
    *out_count = count;
    return listed;
}

static void advance(ls_cursor *cursor, size_t bytes)
{
    while (bytes) {
        size_t piece = cursor->left < bytes ? cursor->left : bytes;
        ls_cursor_step(cursor, piece);
        bytes -= piece;
    }
}

ls_status ls_remote_copy(pid_t pid, ls_remote_direction direction, ls_view here, size_t here_offset, ls_view there,
                         size_t there_offset, size_t bytes)
{
    if (!bytes) return LS_OK;
    ls_cursor near = ls_view_seek(here, here_offset), far = ls_view_seek(there, there_offset);
    for (;;) {
        struct iovec near_pieces[PIECES], far_pieces[PIECES];
        size_t near_count, far_count, most = bytes < CALL_BYTES ? bytes : CALL_BYTES;
        size_t listed = list_pieces(near, most, near_pieces, &near_count);
        listed = list_pieces(far, listed, far_pieces, &far_count);
        list_pieces(near, listed, near_pieces, &near_count);
        ssize_t copied = direction == LS_REMOTE_READ
                             ? process_vm_readv(pid, near_pieces, near_count, far_pieces, far_count, 0)
                             : process_vm_writev(pid, near_pieces, near_count, far_pieces, far_count, 0);
        if (copied <= 0)
            return ls_fail(errno == ESRCH || errno == EPERM ? LS_UNAVAILABLE : LS_INTERNAL,
                           "cannot %s %zu bytes of process %d: %s", direction == LS_REMOTE_READ ? "read" : "write",
                           listed, (int)pid, strerror(errno));
        bytes -= (size_t)copied;
        if (!bytes) return LS_OK;
        advance(&near, (size_t)copied);
        advance(&far, (size_t)copied);
    }
}
