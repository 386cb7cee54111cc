#include "comm/tcp_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"

/* --- Addresses ------------------------------------------------------------------------------------------- */

static bool way_from(const struct sockaddr *address, const char *interface, ls_tcp_way *out)
{
    *out = (ls_tcp_way){0};
    if (address && address->sa_family == AF_INET) {
        out->family = 4;
        memcpy(out->ip, &((const struct sockaddr_in *)address)->sin_addr, 4);
    } else if (address && address->sa_family == AF_INET6) {
        const struct in6_addr *ip = &((const struct sockaddr_in6 *)address)->sin6_addr;
        if (IN6_IS_ADDR_LINKLOCAL(ip)) return false; /* means nothing on another host without its scope */
        out->family = 6;
        memcpy(out->ip, ip, 16);
    } else {
        return false;
    }
    snprintf(out->interface, sizeof(out->interface), "%s", interface);
    return true;
}

bool ls_tcp_is_loopback(const ls_tcp_way *way)
{
    static const uint8_t loopback6[16] = {[15] = 1};
    return way->family == 4 ? way->ip[0] == 127 : !memcmp(way->ip, loopback6, 16);
}

socklen_t ls_tcp_socket_address(const ls_tcp_way *way, struct sockaddr_storage *out)
{
    memset(out, 0, sizeof(*out));
    if (way->family == 4) {
        struct sockaddr_in *v4 = (struct sockaddr_in *)out;
        v4->sin_family = AF_INET;
        v4->sin_port = htons(way->port);
        memcpy(&v4->sin_addr, way->ip, 4);
        return sizeof(*v4);
    }
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)out;
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(way->port);
    memcpy(&v6->sin6_addr, way->ip, 16);
    return sizeof(*v6);
}

const char *ls_tcp_name_way(const ls_tcp_way *way, char *out, size_t size)
{
    char ip[INET6_ADDRSTRLEN] = "?";
    inet_ntop(way->family == 4 ? AF_INET : AF_INET6, way->ip, ip, sizeof(ip));
    snprintf(out, size, way->family == 4 ? "%s:%d (%s)" : "[%s]:%d (%s)", ip, way->port, way->interface);
    return out;
}

/* --- What the user says ---------------------------------------------------------------------------------- */

/* The variables, in order. NCCL's list holds prefixes unless it begins with "="; "^" in front means all others. */
static const struct {
    ls_env variable;
    bool is_prefix;
} choices[] = {
    {LS_ENV_LOCKSTEP_SOCKET_IFNAME, false},
    {LS_ENV_GLOO_SOCKET_IFNAME, false},
    {LS_ENV_NCCL_SOCKET_IFNAME, true},
};

static bool is_listed(const char *list, const char *name, bool is_prefix)
{
    bool is_excluding = *list == '^';
    list += is_excluding;
    if (*list == '=') is_prefix = false, list++;
    for (bool found = false;;) {
        size_t length = strcspn(list, ",");
        found = found || (length && !strncmp(list, name, length) && (is_prefix || name[length] == 0));
        list += length;
        if (!*list) return found != is_excluding;
        list++;
    }
}

static bool is_usable(const struct ifaddrs *entry)
{
    ls_tcp_way way;
    return (entry->ifa_flags & IFF_UP) && way_from(entry->ifa_addr, entry->ifa_name, &way);
}

static ls_status find_named(const struct ifaddrs *list, ls_env variable, bool is_prefix, ls_tcp_way *out)
{
    const char *wanted = ls_env_get(variable);
    for (int family = AF_INET;; family = AF_INET6) {
        for (const struct ifaddrs *entry = list; entry; entry = entry->ifa_next)
            if (is_usable(entry) && entry->ifa_addr->sa_family == family &&
                is_listed(wanted, entry->ifa_name, is_prefix)) {
                way_from(entry->ifa_addr, entry->ifa_name, out);
                return LS_OK;
            }
        if (family == AF_INET6) break;
    }
    char names[256] = "";
    size_t used = 0;
    for (const struct ifaddrs *entry = list; entry && used < sizeof(names); entry = entry->ifa_next)
        if (is_usable(entry) && !strstr(names, entry->ifa_name))
            used += (size_t)snprintf(names + used, sizeof(names) - used, used ? ", %s" : "%s", entry->ifa_name);
    return ls_fail(LS_INVALID_ARGUMENT,
                   "%s=\"%s\" names no network interface that is up and has an address: there are %s",
                   ls_env_table[variable].name, wanted, names);
}

/* --- Routes ---------------------------------------------------------------------------------------------- */

/* The address from which the system would send to `host`: a connected UDP socket knows, without sending. */
static bool find_route(const struct ifaddrs *list, const char *host, int port, ls_tcp_way *out)
{
    char service[16];
    snprintf(service, sizeof(service), "%d", port > 0 ? port : 9);
    struct addrinfo hints = {.ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICSERV}, *found = NULL;
    if (!host || getaddrinfo(host, service, &hints, &found)) return false;
    bool is_known = false;
    for (struct addrinfo *entry = found; entry && !is_known; entry = entry->ai_next) {
        int fd = socket(entry->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        struct sockaddr_storage own = {0};
        socklen_t size = sizeof(own);
        is_known = fd >= 0 && !connect(fd, entry->ai_addr, entry->ai_addrlen) &&
                   !getsockname(fd, (struct sockaddr *)&own, &size) && way_from((struct sockaddr *)&own, "?", out);
        if (fd >= 0) close(fd);
    }
    freeaddrinfo(found);
    ls_tcp_way way;
    for (const struct ifaddrs *entry = list; is_known && entry; entry = entry->ifa_next)
        if (way_from(entry->ifa_addr, entry->ifa_name, &way) && way.family == out->family &&
            !memcmp(way.ip, out->ip, 16))
            *out = way;
    return is_known;
}

static bool find_outside(const struct ifaddrs *list, ls_tcp_way *out)
{
    for (int family = AF_INET;; family = AF_INET6) {
        for (const struct ifaddrs *entry = list; entry; entry = entry->ifa_next)
            if (is_usable(entry) && entry->ifa_addr->sa_family == family && !(entry->ifa_flags & IFF_LOOPBACK))
                return way_from(entry->ifa_addr, entry->ifa_name, out);
        if (family == AF_INET6) return false;
    }
}

ls_status ls_tcp_choose(const char *route_host, int route_port, ls_tcp_way *out_ways, int *out_count)
{
    struct ifaddrs *list;
    *out_count = 0;
    if (getifaddrs(&list)) return ls_fail(LS_UNAVAILABLE, "cannot list the network interfaces");
    ls_status status = LS_OK;
    for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]) && !*out_count && status == LS_OK; i++)
        if (ls_env_get(choices[i].variable)) {
            status = find_named(list, choices[i].variable, choices[i].is_prefix, &out_ways[0]);
            *out_count = status == LS_OK;
        }
    if (status == LS_OK && !*out_count) {
        *out_count = find_route(list, route_host, route_port, &out_ways[0]);
        if (!*out_count || ls_tcp_is_loopback(&out_ways[0])) *out_count += find_outside(list, &out_ways[*out_count]);
        if (!*out_count) {
            out_ways[0] = (ls_tcp_way){.family = 4, .ip = {127, 0, 0, 1}, .interface = "lo"};
            *out_count = 1;
        }
    }
    freeifaddrs(list);
    return status;
}
