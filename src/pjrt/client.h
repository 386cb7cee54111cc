/* A PJRT client for any plugin. The only client code that sees the C API (base/pjrt_c_api.h). */
#ifndef LS_PJRT_CLIENT_H
#define LS_PJRT_CLIENT_H

#include "base/deadline.h"
#include <lockstep/types.h>

typedef struct ls_pjrt_plugin ls_pjrt_plugin;
typedef struct ls_pjrt_client ls_pjrt_client;
typedef struct ls_pjrt_device ls_pjrt_device; /* belongs to its client */
typedef struct ls_pjrt_buffer ls_pjrt_buffer;
typedef struct ls_pjrt_executable ls_pjrt_executable;
typedef struct ls_pjrt_event ls_pjrt_event;

/* --- Plugins ------------------------------------------------------------------------------------------------ */

/* The plugin that PJRT_DEVICE chooses: its file, by the rules of README. LS_NOT_FOUND lists the places that were tried.
 */
ls_status ls_pjrt_plugin_path(char *out_path, size_t size);

/* Loads a plugin (once per process and path), checks its version, initialises it. LS_NOT_FOUND, or
 * LS_FAILED_PRECONDITION with path and cause (no GetPjrtApi, wrong architecture, ABI version). Plugins stay loaded. */
ls_status ls_pjrt_plugin_load(const char *path, ls_pjrt_plugin **out_plugin);

/* --- Clients ------------------------------------------------------------------------------------------------ */

typedef struct ls_pjrt_option {
    const char *name;
    enum { LS_PJRT_INT, LS_PJRT_STRING, LS_PJRT_BOOL } kind;
    int64_t i; /* also for BOOL */
    const char *string;
} ls_pjrt_option;

/* The key-value store that processes of one job share; as PJRT's callbacks. NULL functions: none. Values are freed with
 * free(). Any thread may call, as long as the client lives. */
typedef struct ls_pjrt_key_value {
    ls_status (*get)(void *arg, const char *key, void **out_value, size_t *out_size, int64_t timeout_ms);
    ls_status (*try_get)(void *arg, const char *key, void **out_value, size_t *out_size); /* LS_NOT_FOUND at once */
    ls_status (*put)(void *arg, const char *key, const void *value, size_t size);
    void *arg;
} ls_pjrt_key_value;

ls_status ls_pjrt_client_create(ls_pjrt_plugin *plugin, const ls_pjrt_option *options, size_t option_count,
                                const ls_pjrt_key_value *key_value, ls_pjrt_client **out_client);
void ls_pjrt_client_destroy(ls_pjrt_client *client);                       /* NULL is allowed */
const char *ls_pjrt_client_platform(const ls_pjrt_client *client);         /* "cpu", "tpu", ... */
const char *ls_pjrt_client_platform_version(const ls_pjrt_client *client); /* part of every cache key */
int ls_pjrt_client_process_index(const ls_pjrt_client *client);

int ls_pjrt_client_device_count(const ls_pjrt_client *client); /* of all processes */
int ls_pjrt_client_addressable_count(const ls_pjrt_client *client);
/* By position: addressable devices in the order of their ids. */
ls_pjrt_device *ls_pjrt_client_addressable(const ls_pjrt_client *client, int index);
ls_status ls_pjrt_client_device_ids(const ls_pjrt_client *client, int *out_ids); /* all devices, ascending */
int ls_pjrt_device_id(const ls_pjrt_device *device);
const char *ls_pjrt_device_kind(const ls_pjrt_device *device);

/* Says that whoever runs a device of this process will launch nothing more: after what the device still has to do,
 * replicas that wait for it in a collective fail at once with LS_UNAVAILABLE and `reason`. LS_UNIMPLEMENTED from
 * plugins that cannot. */
ls_status ls_pjrt_device_abandon(ls_pjrt_client *client, ls_pjrt_device *device, const char *reason);

/* --- Programs ----------------------------------------------------------------------------------------------- */

typedef struct ls_pjrt_compile_options {
    int num_replicas;
    const int *device_ids; /* of each replica; NULL: a portable program of one replica that runs on any device */
} ls_pjrt_compile_options;

/* Compiles StableHLO text. The program may be executed by several threads at once. */
ls_status ls_pjrt_compile(ls_pjrt_client *client, const char *text, size_t size, const ls_pjrt_compile_options *options,
                          ls_pjrt_executable **out_executable);
void ls_pjrt_executable_destroy(ls_pjrt_executable *executable); /* NULL is allowed */
size_t ls_pjrt_executable_output_count(const ls_pjrt_executable *executable);

/* Compiles ahead of time for a topology such as "v3:2x2" of the plugin in a file, with no device present, in a child
 * process: plugins may end theirs. Reports the size of the code. LS_ABORTED names the signal that ended the child. */
ls_status ls_pjrt_compile_ahead(const char *plugin_path, const char *topology, const char *text, size_t size,
                                int num_replicas, ls_deadline deadline, int64_t *out_code_bytes);

typedef struct ls_pjrt_execute_options {
    ls_pjrt_device *device;
    int launch_id;              /* non-zero and equal on all replicas for programs with collectives */
    const int64_t *keep_inputs; /* inputs that must not be donated although the program says so */
    size_t keep_count;
} ls_pjrt_execute_options;

/* Starts the program on one device. outputs[0..output_count) become buffers of the caller; *out_done, unless NULL, an
 * event. */
ls_status ls_pjrt_execute(ls_pjrt_executable *executable, ls_pjrt_buffer *const *inputs, size_t input_count,
                          const ls_pjrt_execute_options *options, ls_pjrt_buffer **out_outputs,
                          ls_pjrt_event **out_done);

/* --- Buffers and events ------------------------------------------------------------------------------------- */

/* Copies host data (row-major) to a device; it may be reused on return. */
ls_status ls_pjrt_buffer_from_host(ls_pjrt_client *client, ls_pjrt_device *device, const void *data, ls_dtype dtype,
                                   ls_shape shape, ls_pjrt_buffer **out_buffer);
void ls_pjrt_buffer_destroy(ls_pjrt_buffer *buffer); /* NULL is allowed */
/* Waits for the buffer until the deadline and copies it, row-major; `bytes` is its size. */
ls_status ls_pjrt_buffer_to_host(ls_pjrt_buffer *buffer, void *out_data, size_t bytes, ls_deadline deadline);
ls_status ls_pjrt_buffer_await(ls_pjrt_buffer *buffer, ls_deadline deadline); /* until it is computed, or its error */
/* The same as an event, which outlives the buffer. */
ls_status ls_pjrt_buffer_ready_event(ls_pjrt_buffer *buffer, ls_pjrt_event **out_event);

ls_status ls_pjrt_event_await(ls_pjrt_event *event,
                              ls_deadline deadline); /* the event's error, or LS_DEADLINE_EXCEEDED */
bool ls_pjrt_event_is_ready(ls_pjrt_event *event);
void ls_pjrt_event_destroy(ls_pjrt_event *event); /* NULL is allowed; before it fires too */

#endif
