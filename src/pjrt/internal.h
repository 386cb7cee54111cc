/* What the files of the client share: the objects behind client.h and how a function of the C API is called. */
#ifndef LS_PJRT_INTERNAL_H
#define LS_PJRT_INTERNAL_H

#include "base/pjrt_c_api.h"
#include "base/thread.h"
#include "pjrt/client.h"

struct ls_pjrt_plugin {
    char *path;
    const PJRT_Api *api;
    struct ls_pjrt_plugin *next;
};

struct ls_pjrt_device {
    PJRT_Device *device;
    int id;
    char *kind;
};

struct ls_pjrt_client {
    const PJRT_Api *api;
    PJRT_Client *client;
    ls_pjrt_key_value key_value; /* the plugin may call it as long as the client lives */
    char *platform, *platform_version;
    int process_index;
    int *device_ids; /* of all processes, ascending */
    int device_count;
    ls_pjrt_device *addressable; /* ascending by id */
    int addressable_count;
};

struct ls_pjrt_executable {
    const PJRT_Api *api;
    PJRT_LoadedExecutable *executable;
    size_t output_count;
};

struct ls_pjrt_buffer {
    const PJRT_Api *api;
    PJRT_Buffer *buffer;
};

/* Whether the plugin has a function: its table reaches that far and the slot is filled. */
#define LS_PJRT_HAS(api, name)                                                                                         \
    (offsetof(PJRT_Api, PJRT_##name) + sizeof(void *) <= (api)->struct_size && (api)->PJRT_##name)

/* Calls PJRT_<name>(args); an error of it becomes ours, a plugin without it gives LS_UNIMPLEMENTED. */
#define LS_PJRT_CALL(api, name, args)                                                                                  \
    (LS_PJRT_HAS(api, name) ? ls_pjrt_check((api), (api)->PJRT_##name(args)) : ls_pjrt_lacks("PJRT_" #name))

/* Takes an error of the plugin: its code and message become the thread's. LS_OK for NULL. */
ls_status ls_pjrt_check(const PJRT_Api *api, PJRT_Error *error);
ls_status ls_pjrt_lacks(const char *function);
void ls_pjrt_drop(const PJRT_Api *api, PJRT_Error *error); /* an error nobody asks for */

/* Wraps an event and takes it over, also on failure. */
ls_status ls_pjrt_event_wrap(const PJRT_Api *api, PJRT_Event *event, ls_pjrt_event **out_event);
/* Waits for an event of the plugin and destroys it. NULL is an event that has happened. */
ls_status ls_pjrt_event_finish(const PJRT_Api *api, PJRT_Event *event, ls_deadline deadline);

/* The callbacks of PJRT_Client_Create over client->key_value. */
void ls_pjrt_key_value_offer(ls_pjrt_client *client, PJRT_Client_Create_Args *args);

/* Compile options as the message that plugins read. Free *out_bytes with free(). */
ls_status ls_pjrt_options_encode(const ls_pjrt_compile_options *options, char **out_bytes, size_t *out_size);

#endif
