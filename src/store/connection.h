/* A blocking connection, over TCP or to a socket of this host, on which every step has a deadline. */
#ifndef LS_STORE_CONNECTION_H
#define LS_STORE_CONNECTION_H

#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/deadline.h"
#include <lockstep/status.h>

/* Tries until somebody listens there. LS_DEADLINE_EXCEEDED names the address and the last error. */
ls_status ls_connection_open(const char *host, int port, ls_deadline deadline, int *out_fd);

/* "10.0.0.5:29500", "[::1]:29500", "unix:name": for messages. */
const char *ls_connection_name(const char *host, int port, char *out, size_t size);

/* The name in "unix:name"; NULL if `host` is none of those. Such a socket is in no file system: it goes with its owner.
 */
const char *ls_connection_local_name(const char *host);
bool ls_connection_local_address(const char *name, struct sockaddr_un *out_address,
                                 socklen_t *out_size); /* false: too long */
bool ls_connection_is_own(int fd);                     /* the other end belongs to this user, or to root */

/* LS_UNAVAILABLE if the other side has gone, LS_DEADLINE_EXCEEDED; the message lacks the address. */
ls_status ls_connection_send(int fd, const void *data, size_t size, ls_deadline deadline);
ls_status ls_connection_receive(int fd, void *data, size_t size, ls_deadline deadline);

#endif
