/* Private memory of other processes on this host, read and written by the kernel (process_vm_readv, process_vm_writev):
 * one copy, no staging. Whether it is allowed is found out when the processes meet. */
#ifndef LS_COMM_REMOTE_H
#define LS_COMM_REMOTE_H

#include <sys/types.h>

#include "comm/view.h"

typedef enum ls_remote_direction { LS_REMOTE_READ, LS_REMOTE_WRITE } ls_remote_direction;

/* Copies between an operand here and one whose pieces are addresses of another process. LS_UNAVAILABLE: the process is
 * gone, or does not allow it. */
ls_status ls_remote_copy(pid_t pid, ls_remote_direction direction, ls_view here, size_t here_offset, ls_view there,
                         size_t there_offset, size_t bytes);

#endif
