/* What a process says about its failure, in a file of memory: torchrun's error file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <jansson.h>

#include "run.h"

int run_error_create(void)
{
    return memfd_create("lockstep-error", MFD_CLOEXEC);
}

/* torchrun's own programs give seconds, as a string; ours nanoseconds too. */
static int64_t time_of(const json_t *extra)
{
    const json_t *ns = json_object_get(extra, "timestamp_ns"), *s = json_object_get(extra, "timestamp");
    if (json_is_integer(ns)) return json_integer_value(ns);
    return json_is_string(s) ? atoll(json_string_value(s)) * INT64_C(1000000000) : 0;
}

int64_t run_error_read(int fd, char *out_message, size_t size)
{
    *out_message = 0;
    if (fd < 0 || lseek(fd, 0, SEEK_SET) < 0) return 0;
    json_error_t error;
    json_t *root = json_loadfd(fd, 0, &error);
    const json_t *message = json_object_get(root, "message"), *text = json_object_get(message, "message");
    if (json_is_string(message)) text = message;
    if (json_is_string(text)) snprintf(out_message, size, "%s", json_string_value(text));
    int64_t at = time_of(json_object_get(message, "extraInfo"));
    json_decref(root);
    return at;
}
