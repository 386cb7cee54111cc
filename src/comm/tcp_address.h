/* Which address a process gives to others: the interface that the user names, else the one that reaches the store. */
#ifndef LS_COMM_TCP_ADDRESS_H
#define LS_COMM_TCP_ADDRESS_H

#include <sys/socket.h>

#include "comm/fabric.h"

/* One way to reach a process, as published. */
typedef struct ls_tcp_way {
    uint16_t family; /* 4 or 6 */
    uint16_t port;   /* in the host's order */
    uint8_t ip[16];  /* the first 4 for IPv4 */
    char interface[16];
} ls_tcp_way;

#define LS_TCP_WAYS 4

/* Chooses at most LS_TCP_WAYS, the best first. A loopback address is followed by one of another interface, if there is
 * one: whether the others are on this machine is not known yet. LS_INVALID_ARGUMENT: LOCKSTEP_SOCKET_IFNAME,
 * GLOO_SOCKET_IFNAME or NCCL_SOCKET_IFNAME names no interface that is up; the message lists those that are. */
ls_status ls_tcp_choose(const char *route_host, int route_port, ls_tcp_way *out_ways, int *out_count);

bool ls_tcp_is_loopback(const ls_tcp_way *way);
socklen_t ls_tcp_socket_address(const ls_tcp_way *way, struct sockaddr_storage *out);
const char *ls_tcp_name_way(const ls_tcp_way *way, char *out, size_t size); /* "10.0.0.1:4711 (eth0)" */

#endif
