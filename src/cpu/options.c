/* What a client may be created with: options first, then the environment. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "cpu/plugin.h"

enum { DEFAULT_MOST_DEVICES = 8 };

/* The options; those without a place are what frameworks tell about themselves. */
static const struct option {
    const char *name;
    PJRT_NamedValue_Type type;
    ptrdiff_t place; /* in ls_cpu_options; −1: none */
    int64_t min, max;
} known[] = {
    {"cpu_device_count", PJRT_NamedValue_kInt64, offsetof(ls_cpu_options, devices), 1, LS_CPU_MOST_DEVICES},
    {"num_nodes", PJRT_NamedValue_kInt64, offsetof(ls_cpu_options, num_nodes), 1, LS_CPU_MOST_NODES},
    {"node_id", PJRT_NamedValue_kInt64, offsetof(ls_cpu_options, node_id), 0, LS_CPU_MOST_NODES - 1},
    {"collective_timeout_ms", PJRT_NamedValue_kInt64, offsetof(ls_cpu_options, collective_timeout_ms), 1, INT64_MAX},
    {"memory_limit_bytes", PJRT_NamedValue_kInt64, offsetof(ls_cpu_options, memory_limit), 1, INT64_MAX},
    {"store_host", PJRT_NamedValue_kString, offsetof(ls_cpu_options, store_host), 0,
     sizeof(((ls_cpu_options *)0)->store_host) - 1},
    {"ml_framework_name", PJRT_NamedValue_kString, -1, 0, 0},
    {"ml_framework_version", PJRT_NamedValue_kString, -1, 0, 0},
};
enum { KNOWN_COUNT = sizeof(known) / sizeof(known[0]) };

static ls_status unknown_option(const PJRT_NamedValue *value)
{
    char names[256] = "";
    for (size_t i = 0, length = 0; i < KNOWN_COUNT && length < sizeof(names); i++)
        length += (size_t)snprintf(names + length, sizeof(names) - length, "%s%s", i ? ", " : "", known[i].name);
    return ls_fail(LS_INVALID_ARGUMENT, "the CPU device has no option %.*s; it has %s", (int)value->name_size,
                   value->name, names);
}

static ls_status read_option(const PJRT_NamedValue *value, ls_cpu_options *options)
{
    const struct option *option = known;
    while (option < known + KNOWN_COUNT &&
           (strlen(option->name) != value->name_size || memcmp(option->name, value->name, value->name_size)))
        option++;
    if (option == known + KNOWN_COUNT) return unknown_option(value);
    if (value->type != option->type)
        return ls_fail(LS_INVALID_ARGUMENT, "option %s is %s", option->name,
                       option->type == PJRT_NamedValue_kInt64 ? "a whole number (int64)" : "a string");
    if (option->place < 0) return LS_OK;
    if (option->type == PJRT_NamedValue_kString) {
        if (value->value_size > (size_t)option->max)
            return ls_fail(LS_INVALID_ARGUMENT, "option %s has %zu bytes, at most %lld fit", option->name,
                           value->value_size, (long long)option->max);
        memcpy((char *)options + option->place, value->string_value, value->value_size);
        return LS_OK;
    }
    if (value->int64_value < option->min || value->int64_value > option->max)
        return ls_fail(LS_INVALID_ARGUMENT, "option %s is %lld, not %lld to %lld", option->name,
                       (long long)value->int64_value, (long long)option->min, (long long)option->max);
    memcpy((char *)options + option->place, &value->int64_value, sizeof(int64_t));
    return LS_OK;
}

/* This process's devices where no option says: its share of the host's. */
static ls_status default_devices(const ls_cpu_options *options, int64_t *out_devices)
{
    int64_t host = ls_cpu_count();
    if (host > DEFAULT_MOST_DEVICES) host = DEFAULT_MOST_DEVICES;
    if (host < options->num_nodes) host = options->num_nodes;
    host -= host % options->num_nodes;
    LS_TRY(ls_env_get_int(LS_ENV_CPU_NUM_DEVICES, host, 1, LS_CPU_MOST_DEVICES, &host));
    LS_TRY(ls_env_get_int(LS_ENV_LOCKSTEP_CPU_DEVICES, host, 1, LS_CPU_MOST_DEVICES, &host));
    if (host % options->num_nodes)
        return ls_fail(
            LS_INVALID_ARGUMENT,
            "%lld devices cannot be shared out evenly among %lld processes; set LOCKSTEP_CPU_DEVICES to a multiple",
            (long long)host, (long long)options->num_nodes);
    *out_devices = host / options->num_nodes;
    return LS_OK;
}

/* What a device may hold where nobody says: as much as the host has. */
static ls_status default_memory_limit(int64_t *out_bytes)
{
    int64_t host = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    return ls_env_get_int(LS_ENV_LOCKSTEP_CPU_MEMORY_LIMIT, host, 1, INT64_MAX, out_bytes);
}

ls_status ls_cpu_options_read(const PJRT_NamedValue *values, size_t count, ls_cpu_options *out_options)
{
    *out_options = (ls_cpu_options){.num_nodes = 1, .collective_timeout_ms = LS_DEFAULT_TIMEOUT_MS};
    for (size_t i = 0; i < count; i++) LS_TRY(read_option(&values[i], out_options));
    if (out_options->node_id >= out_options->num_nodes)
        return ls_fail(LS_INVALID_ARGUMENT, "node_id is %lld, but there are num_nodes=%lld",
                       (long long)out_options->node_id, (long long)out_options->num_nodes);
    if (!out_options->memory_limit) LS_TRY(default_memory_limit(&out_options->memory_limit));
    return out_options->devices ? LS_OK : default_devices(out_options, &out_options->devices);
}

ls_status ls_cpu_options_read_check(ls_cpu_check *out_check)
{
    const char *text = ls_env_get(LS_ENV_LOCKSTEP_CHECK);
    *out_check = LS_CPU_CHECK_NOTHING;
    if (!text) return LS_OK;
    if (strcmp(text, "nan") && strcmp(text, "inf"))
        return ls_fail(LS_INVALID_ARGUMENT, "LOCKSTEP_CHECK=%s: it is nan or inf", text);
    *out_check = strcmp(text, "nan") ? LS_CPU_CHECK_FINITE : LS_CPU_CHECK_NAN;
    return LS_OK;
}
