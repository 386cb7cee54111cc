/* Where the processes of a job meet: the address of their store. */
#ifndef LS_DIST_PLACE_H
#define LS_DIST_PLACE_H

#include "base/deadline.h"
#include "dist/layout.h"

typedef struct ls_place {
    enum { LS_PLACE_NOWHERE, LS_PLACE_TCP, LS_PLACE_FILE } kind; /* nowhere: a job of one process */
    char address[256]; /* a host, "unix:" and the name of a socket, or a file's path */
    int port;          /* 0: the address needs none */
    bool is_host;      /* this process runs the store's server */
    bool is_launchers; /* the launcher runs it */
} ls_place;

/* Takes the place from what the environment says: for processes that a launcher started. */
ls_status ls_place_find(const ls_layout *layout, ls_place *out_place);

/* The address through whose interface the hosts of the job are reached; NULL: the place does not tell. */
const char *ls_place_route(const ls_place *place);

/* Opens the store there, or a store in this process if the place is nowhere. `deadline` is for this call only. */
ls_status ls_place_open(const ls_place *place, const ls_layout *layout, ls_deadline deadline, ls_store **out_store);

/* "10.0.0.5:29500", "/tmp/meet": for messages. */
const char *ls_place_name(const ls_place *place, char *out, size_t size);

#endif
