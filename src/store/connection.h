/* A blocking TCP connection on which every step has a deadline. */
#ifndef LS_STORE_CONNECTION_H
#define LS_STORE_CONNECTION_H

#include <stddef.h>

#include "base/deadline.h"
#include <lockstep/status.h>

/* Tries until somebody listens there. LS_DEADLINE_EXCEEDED names the address and the last error. */
ls_status ls_connection_open(const char *host, int port, ls_deadline deadline, int *out_fd);

/* LS_UNAVAILABLE if the other side has gone, LS_DEADLINE_EXCEEDED; the message lacks the address. */
ls_status ls_connection_send(int fd, const void *data, size_t size, ls_deadline deadline);
ls_status ls_connection_receive(int fd, void *data, size_t size, ls_deadline deadline);

#endif
