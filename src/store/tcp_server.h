/* The TCP store's server: the daemon on a libuv loop in a thread of its own. */
#ifndef LS_STORE_TCP_SERVER_H
#define LS_STORE_TCP_SERVER_H

#include "base/deadline.h"
#include <lockstep/status.h>

typedef struct ls_store_server ls_store_server;

/* Listens on `host` if that is a loopback address, on all interfaces otherwise; port 0 takes a free one.
 * LS_ALREADY_EXISTS: the port is busy. */
ls_status ls_store_server_start(const char *host, int port, ls_store_server **out_server);
int ls_store_server_port(const ls_store_server *server);
bool ls_store_server_is_loopback(const ls_store_server *server);

/* Waits until all clients have gone, at most until the deadline, then ends the server. NULL is allowed. */
void ls_store_server_stop(ls_store_server *server, ls_deadline grace);

#endif
