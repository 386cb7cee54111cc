/* The face that the CPU device shows to PJRT: the objects behind the C API's opaque types, and what its files share.
 *
 * api.c has the table of functions; every function of the C API is ls_cpu_api_<name> in the file of its object, and
 * gives a status whose message api.c turns into a PJRT_Error. Objects are counted: a buffer keeps its client, a run
 * keeps its program and its inputs' memory, so things may be destroyed in any order. Every function may be called from
 * any thread. */
#ifndef LS_CPU_PLUGIN_H
#define LS_CPU_PLUGIN_H

#include "base/map.h"
#include "base/pjrt_c_api.h"
#include "base/thread.h"
#include "comm/comm.h"
#include "cpu/program.h"

#define PJRT_SLOT(name) ls_status ls_cpu_api_##name(PJRT_##name##_Args *args);
#define PJRT_SLOT_VOID(name) void ls_cpu_api_##name(PJRT_##name##_Args *args);
#include "base/pjrt_slots.def"
#undef PJRT_SLOT
#undef PJRT_SLOT_VOID

/* Whether the caller's struct has a field that the interface got later. */
#define LS_CPU_HAS_FIELD(args, field)                                                                                  \
    ((args)->struct_size >= (size_t)((const char *)&(args)->field - (const char *)(args)) + sizeof((args)->field))

/* --- Errors (error.c) --------------------------------------------------------------------------------------------- */

struct PJRT_Error {
    const void *table; /* NULL: clients use the Error_* functions */
    ls_status status;
    size_t message_size;
    char message[];
};

PJRT_Error *ls_cpu_error_make(PJRT_Error_Code code, const char *message, size_t size); /* never NULL for a failure */
PJRT_Error *ls_cpu_error_of(ls_status status);  /* with the thread's message; NULL for LS_OK */
ls_status ls_cpu_error_take(PJRT_Error *error); /* the other way; destroys it */

/* --- Events (event.c) --------------------------------------------------------------------------------------------- */

/* A handle of an event is a reference to it; several handles may be the same event. */
PJRT_Event *ls_cpu_event_create(void);                  /* NULL if out of memory */
PJRT_Event *ls_cpu_event_create_outside(void);          /* set by the client, or after something that it sets */
PJRT_Event *ls_cpu_event_create_done(ls_status status); /* has happened, with the thread's message */
PJRT_Event *ls_cpu_event_share(PJRT_Event *event);
void ls_cpu_event_release(PJRT_Event *event);               /* NULL is allowed */
void ls_cpu_event_set(PJRT_Event *event, ls_status status); /* once; callbacks run on this thread */
bool ls_cpu_event_is_done(PJRT_Event *event);
bool ls_cpu_event_is_outside(
    const PJRT_Event *event); /* waiting for it in the device's order of work may be for ever */
/* The status of an event, with its message, or LS_DEADLINE_EXCEEDED. */
ls_status ls_cpu_event_wait(PJRT_Event *event, ls_deadline deadline);
/* Calls back when the event happens, at once if it has; the callback owns the error. */
ls_status ls_cpu_event_then(PJRT_Event *event, PJRT_Event_OnReadyCallback call, void *arg);

/* --- Work of a device, in order (queue.c) ------------------------------------------------------------------------- */

typedef struct ls_cpu_task {
    struct ls_cpu_task *next;
    void (*run)(struct ls_cpu_task *task); /* frees the task */
    bool cancelled;                        /* the client went away first: say so instead of working */
} ls_cpu_task;

typedef struct ls_cpu_queue {
    ls_monitor monitor;
    ls_cpu_task *first, *last;
    bool busy; /* a task runs, or a caller has claimed the device */
    bool stopped;
    pthread_t thread;
} ls_cpu_queue;

ls_status ls_cpu_queue_start(ls_cpu_queue *queue, int number);
void ls_cpu_queue_finish(ls_cpu_queue *queue); /* runs what is queued, then ends the thread */
ls_status ls_cpu_queue_push(ls_cpu_queue *queue, ls_cpu_task *task);
/* Pushes the task when these events have happened; NULL ones and those that have are skipped. What waits here does not
 * hold up the device: `outside` events may depend on work that is queued later. Cannot fail: a task that finds the
 * queue stopped runs as cancelled. */
void ls_cpu_queue_push_after(ls_cpu_queue *queue, ls_cpu_task *task, PJRT_Event *const *events, size_t count);
/* Takes an idle device for the calling thread, to run something small without a switch of threads. */
bool ls_cpu_queue_claim(ls_cpu_queue *queue);
void ls_cpu_queue_unclaim(ls_cpu_queue *queue);

/* --- Devices and memories (device.c, memory.c) -------------------------------------------------------------------- */

#define LS_CPU_MEMORY_KIND "device"
enum { LS_CPU_MEMORY_KIND_ID = 0 };

struct PJRT_Memory {
    const void *table; /* NULL: no user data */
    PJRT_Device *device;
    char text[40];
};

struct PJRT_DeviceDescription {
    int id, process_index;
    char text[40];
};

/* Every process has all devices; only its own have a queue. */
struct PJRT_Device {
    PJRT_Client *client;
    PJRT_DeviceDescription description;
    int local_id; /* −1: of another process */
    PJRT_Memory memory;
    PJRT_Memory *memory_list[1];
    PJRT_Device *device_list[1]; /* itself, as the list of those that reach its memory */
    ls_cpu_queue queue;
    _Atomic int64_t bytes_in_use, peak_bytes, allocations, largest_allocation;

    /* Of whoever runs on the device. */
    void *arena, *private; /* memory that other processes reach, and such that they do not */
    size_t arena_bytes, private_bytes;
    ls_map comms; /* from lists of device ids, which are domain ranks, to ls_comm */
    int *group;   /* room for such a list */
};

void ls_cpu_description_init(PJRT_DeviceDescription *description, int id, int process_index);
ls_status ls_cpu_device_init(PJRT_Device *device, PJRT_Client *client, int id);
void ls_cpu_device_finish(PJRT_Device *device);
/* Scratch for a run of the program (ls_cpu_run's `arena` and `shared`): grows, never shrinks. */
ls_status ls_cpu_device_arena(PJRT_Device *device, const ls_cpu_program_info *info, void **out_arena,
                              void **out_shared);
/* The device's endpoint in the group of these devices (ids, in group order). */
ls_status ls_cpu_device_comm(PJRT_Device *device, const int *ids, int count, ls_comm **out_comm);

/* --- Clients (client.c, options.c, world.c) ----------------------------------------------------------------------- */

enum { LS_CPU_MOST_DEVICES = 256, LS_CPU_MOST_NODES = 4096 };

typedef struct ls_cpu_options {
    int64_t devices; /* of this process */
    int64_t num_nodes, node_id;
    int64_t collective_timeout_ms;
    int64_t memory_limit; /* bytes that a device may hold */
    char store_host[256]; /* where the key-value store is: the interface that reaches it connects hosts; "": not said */
} ls_cpu_options;

/* Reads create options, then the environment. LS_INVALID_ARGUMENT names what is wrong and which options there are. */
ls_status ls_cpu_options_read(const PJRT_NamedValue *values, size_t count, ls_cpu_options *out_options);

ls_status ls_cpu_options_read_check(ls_cpu_check *out_check); /* LOCKSTEP_CHECK */

struct PJRT_Client {
    atomic_int references;
    pid_t process; /* a forked child has no threads and may not use it */
    ls_cpu_options options;
    int device_count, own_count, threads; /* devices of all processes, of this one; threads per device */
    PJRT_Device *devices;                 /* id is the position; the client's rank in the domain too */
    PJRT_Device **device_list, **own_list;
    PJRT_Memory **memory_list; /* of own_list */
    ls_comm_domain *domain;
    PJRT_Event *done; /* an event that has happened, for all that is done at once */
    PJRT_TopologyDescription *topology;
    struct ls_cpu_trace *trace; /* NULL: none is wanted */
    ls_cpu_check check;
    pthread_mutex_t mapped_lock;
    ls_map mapped;                 /* the host memory that clients have mapped */
    pthread_mutex_t launch_lock;   /* programs start on several devices in one order */
    _Atomic uint64_t buffer_count; /* made so far: their numbers */
};

/* Meets the other processes: all agree on the number of devices, and their domain is made. */
ls_status ls_cpu_world_meet(PJRT_Client *client, const PJRT_Client_Create_Args *args);

PJRT_Client *ls_cpu_client_share(PJRT_Client *client);
void ls_cpu_client_release(PJRT_Client *client);          /* NULL is allowed */
ls_status ls_cpu_client_check(const PJRT_Client *client); /* that it belongs to this process */
extern const char ls_cpu_platform_name[], ls_cpu_platform_version[];

/* --- Traces (trace.c) --------------------------------------------------------------------------------------------- */

/* One file of Chrome's trace format per process, in the folder LOCKSTEP_TRACE. */
ls_status ls_cpu_trace_create(const PJRT_Client *client, struct ls_cpu_trace **out_trace);
void ls_cpu_trace_destroy(struct ls_cpu_trace *trace); /* NULL is allowed */
void ls_cpu_trace_add(struct ls_cpu_trace *trace, int device, const char *name, const char *kernel, uint32_t line,
                      int64_t start_ns, int64_t end_ns);

/* --- Topologies (topology.c) -------------------------------------------------------------------------------------- */

/* Which devices there are, without any of them: what a program is compiled for ahead of time. */
struct PJRT_TopologyDescription {
    int processes, devices; /* devices per process */
    PJRT_DeviceDescription *descriptions;
    PJRT_DeviceDescription **list;
    PJRT_NamedValue attributes[2];
    char text[64]; /* serialised */
};
ls_status ls_cpu_topology_create(int processes, int devices, PJRT_TopologyDescription **out_topology);
void ls_cpu_topology_destroy(PJRT_TopologyDescription *topology); /* NULL is allowed */
int ls_cpu_threads_of(int device_count);                          /* of each device, on this host */

/* --- Buffers (storage.c, buffer.c, transfer.c) -------------------------------------------------------------------- */

/* A piece of device memory, counted. */
typedef struct ls_cpu_storage {
    atomic_int references;
    atomic_int holds; /* readers and writers outside the device's order of work: it may not be overwritten in place */
    PJRT_Device *device;
    void *data; /* NULL: promised, until the event of its buffer has happened */
    size_t bytes;
    struct ls_cpu_storage *target;            /* of a promise that was kept: whose memory it is; held */
    bool is_foreign;                          /* not ours to free: its owner is told */
    void (*on_delete)(void *data, void *arg); /* NULL is allowed */
    void *on_delete_arg;
} ls_cpu_storage;

ls_status ls_cpu_storage_create(PJRT_Device *device, size_t bytes, ls_cpu_storage **out_storage);
ls_cpu_storage *ls_cpu_storage_share(ls_cpu_storage *storage);
void ls_cpu_storage_release(ls_cpu_storage *storage); /* NULL is allowed */
/* Memory that will be another storage's: keeping the promise takes over a reference and a hold. */
ls_status ls_cpu_storage_promise(PJRT_Device *device, size_t bytes, ls_cpu_storage **out_storage);
void ls_cpu_storage_keep_promise(ls_cpu_storage *promise, ls_cpu_storage *target);

typedef enum ls_cpu_buffer_state { LS_CPU_LIVE, LS_CPU_DELETED, LS_CPU_DONATED } ls_cpu_buffer_state;

struct PJRT_Buffer {
    PJRT_Client *client;
    PJRT_Device *device;
    ls_ir_type type;
    int64_t minor_to_major[LS_MAX_RANK];
    uint64_t number; /* for messages */
    PJRT_Event *ready;
    pthread_mutex_t lock; /* over what follows */
    ls_cpu_buffer_state state;
    ls_cpu_storage *storage; /* NULL unless live */
    bool shares;             /* its storage has another buffer too: it holds it */
    uint64_t last_use;       /* the run that takes it as input */
};

/* A buffer over a storage and an event, both taken over. */
ls_status ls_cpu_buffer_create(PJRT_Device *device, const ls_ir_type *type, ls_cpu_storage *storage, PJRT_Event *ready,
                               PJRT_Buffer **out_buffer);
void ls_cpu_buffer_destroy(PJRT_Buffer *buffer);
/* Takes the storage away from a buffer, for good; call with its lock held. NULL if it has none any more. */
ls_cpu_storage *ls_cpu_buffer_take(PJRT_Buffer *buffer, ls_cpu_buffer_state state);
/* Fails, naming the buffer and what happened to it, unless it is live. Call with its lock held. */
ls_status ls_cpu_buffer_check(const PJRT_Buffer *buffer);
const char *ls_cpu_buffer_name(const PJRT_Buffer *buffer, char *out, size_t size); /* "buffer 7 (tensor<2xf32>)" */
/* The memory of a live buffer, shared and held. */
ls_status ls_cpu_buffer_hold(PJRT_Buffer *buffer, ls_cpu_storage **out_storage);
/* The device that arguments name: by itself or by its memory. */
ls_status ls_cpu_place(PJRT_Client *client, PJRT_Device *device, PJRT_Memory *memory, PJRT_Device **out_device);
/* That a layout, NULL included, is the one that the device has: dense and row-major. */
ls_status ls_cpu_layout_check(const PJRT_Buffer_MemoryLayout *layout, const ls_ir_type *type);
/* Copies an array that the host has in some layout to where the device keeps it. */
ls_status ls_cpu_copy_in(const ls_ir_type *type, void *to, const void *from, const PJRT_Buffer_MemoryLayout *layout);
ls_status ls_cpu_type_of(PJRT_Buffer_Type type, const int64_t *dims, size_t num_dims, ls_ir_type *out_type);

/* --- Executables (executable.c, executable_info.c, serialize.c, compile_options.c) -------------------------------- */

typedef struct ls_cpu_placement {
    int num_replicas;
    bool portable; /* one replica, on any device */
    int *ids;      /* of each replica's device; free() */
} ls_cpu_placement;

/* Reads CompileOptions (base/pjrt_options.proto) for so many devices. */
ls_status ls_cpu_placement_read(int device_count, const void *bytes, size_t size, ls_cpu_placement *out_placement);
/* Writes the ShapeProto of a dense, row-major array; free() it. */
ls_status ls_cpu_shape_write(PJRT_Buffer_Type type, const int64_t *dims, size_t num_dims, char **out_bytes,
                             size_t *out_size);
/* Writes the DeviceAssignment; free() it. */
ls_status ls_cpu_placement_write(const ls_cpu_placement *placement, char **out_bytes, size_t *out_size);

/* A compiled program, wherever it runs. */
struct PJRT_Executable {
    atomic_int references;
    ls_cpu_program *program;
    const ls_cpu_program_info *info;
    char *code; /* as it was given */
    size_t code_size;
    char *options; /* the CompileOptions, as they were given */
    size_t options_size;
    int num_replicas, threads;
    char fingerprint[17];
    PJRT_Buffer_Type *output_types;
    int64_t *output_dims; /* of all outputs, one after the other */
    size_t *output_ranks;
    const char **memory_kinds; /* as many as there are outputs or parameters; all are the same */
    size_t *memory_kind_sizes;
    PJRT_NamedValue costs[2];
};
/* Compiles for devices with so many threads each and so much memory. */
ls_status ls_cpu_executable_compile(const PJRT_Program *program, const void *options, size_t options_size,
                                    int device_count, int threads, int64_t memory_limit,
                                    PJRT_Executable **out_executable);
PJRT_Executable *ls_cpu_executable_share(PJRT_Executable *executable);
void ls_cpu_executable_release(PJRT_Executable *executable); /* NULL is allowed */

/* A serialised executable is its program and options, for the same build of this plugin; free() the bytes. */
ls_status ls_cpu_executable_write(const PJRT_Executable *executable, char **out_bytes, size_t *out_size);
typedef struct ls_cpu_serialized {
    PJRT_Program program;
    const char *options;
    size_t options_size;
} ls_cpu_serialized;
/* Finds the parts in the bytes; the message says why when they are damaged or of another build. */
ls_status ls_cpu_executable_read(const char *bytes, size_t size, ls_cpu_serialized *out_parts);

/* --- Programs on devices (loaded.c, execute.c) -------------------------------------------------------------------- */

/* A program with its devices. */
struct PJRT_LoadedExecutable {
    atomic_int references;
    PJRT_Client *client;
    PJRT_Executable *executable;
    ls_cpu_placement placement;
    PJRT_Device **addressable; /* in the order of replicas */
    PJRT_LogicalDeviceIds *logical_ids;
    size_t addressable_count;
    atomic_bool deleted;
    _Atomic uint32_t
        *launches; /* of each replica with launch id 0: the n-th on one device meets the n-th on the others */
};
PJRT_LoadedExecutable *ls_cpu_loaded_share(PJRT_LoadedExecutable *loaded);
void ls_cpu_loaded_release(PJRT_LoadedExecutable *loaded); /* NULL is allowed */

#endif
