/* Executables as bytes: the program and its options, read back by the same build of this plugin only. Compiling again
 * costs less than reading kernels would, and no code comes from a file. */
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "cpu/plugin.h"

/* What stands before the program and the options. */
typedef struct header {
    char magic[8];
    char build[32]; /* of the plugin that wrote it, in hexadecimal digits */
    uint64_t code_size, options_size;
    uint64_t hash; /* of all that follows */
} header;

static const char magic[8] = "LSEXEC1";

/* The build of the object that this code is in: the identity that the linker gave it. */
typedef struct identity {
    uintptr_t here;
    char *text;
    size_t size;
} identity;

static bool read_note(const char *notes, size_t size, identity *self)
{
    static const char digits[] = "0123456789abcdef";
    while (size >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const void *)notes;
        const unsigned char *data = (const unsigned char *)(note + 1) + (note->n_namesz + 3) / 4 * 4;
        size_t whole = sizeof(*note) + (note->n_namesz + 3) / 4 * 4 + (note->n_descsz + 3) / 4 * 4;
        if (whole > size) return false;
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(note + 1, "GNU", 4)) {
            size_t count = 0;
            for (; count < note->n_descsz && 2 * count + 2 < self->size; count++) {
                self->text[2 * count] = digits[data[count] >> 4];
                self->text[2 * count + 1] = digits[data[count] & 15];
            }
            self->text[2 * count] = 0;
            return true;
        }
        notes += whole;
        size -= whole;
    }
    return false;
}

static int find_build(struct dl_phdr_info *object, size_t size, void *arg)
{
    identity *self = arg;
    bool is_mine = false;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t start = object->dlpi_addr + part->p_vaddr;
        is_mine |= part->p_type == PT_LOAD && self->here >= start && self->here < start + part->p_memsz;
    }
    for (int i = 0; is_mine && i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_NOTE &&
            read_note((const char *)(object->dlpi_addr + part->p_vaddr), part->p_memsz, self))
            break;
    }
    return is_mine;
}

static void make_header(header *out, const PJRT_Executable *executable)
{
    *out = (header){.code_size = executable->code_size, .options_size = executable->options_size};
    memcpy(out->magic, magic, sizeof(magic));
    identity self = {.here = (uintptr_t)&make_header, .text = out->build, .size = sizeof(out->build)};
    dl_iterate_phdr(find_build, &self);
    if (!out->build[0]) strncpy(out->build, LS_VERSION, sizeof(out->build) - 1); /* linked without an identity */
}

ls_status ls_cpu_executable_write(const PJRT_Executable *executable, char **out_bytes, size_t *out_size)
{
    header start;
    make_header(&start, executable);
    size_t body = executable->code_size + executable->options_size;
    char *bytes = malloc(sizeof(start) + body + 1);
    if (!bytes) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    memcpy(bytes + sizeof(start), executable->code, executable->code_size);
    memcpy(bytes + sizeof(start) + executable->code_size, executable->options, executable->options_size);
    start.hash = ls_hash(bytes + sizeof(start), body, 0);
    memcpy(bytes, &start, sizeof(start));
    *out_bytes = bytes;
    *out_size = sizeof(start) + body;
    return LS_OK;
}

ls_status ls_cpu_executable_read(const char *bytes, size_t size, ls_cpu_serialized *out_parts)
{
    header start, mine;
    if (!bytes || size < sizeof(start) || memcmp(bytes, magic, sizeof(magic)))
        return ls_fail(LS_INVALID_ARGUMENT, "these %zu bytes are no executable that the CPU device serialised", size);
    memcpy(&start, bytes, sizeof(start));
    make_header(&mine, &(PJRT_Executable){0});
    if (memcmp(start.build, mine.build, sizeof(start.build)))
        return ls_fail(LS_FAILED_PRECONDITION,
                       "the executable was serialised by another build of the CPU device (%.*s, this is %s); "
                       "compile the program again",
                       (int)sizeof(start.build), start.build, mine.build);
    size_t body = size - sizeof(start);
    if (start.code_size > body || start.options_size != body - start.code_size)
        return ls_fail(LS_DATA_LOSS, "the serialised executable is cut off: it has %zu bytes of %llu", body,
                       (unsigned long long)(start.code_size + start.options_size));
    if (start.hash != ls_hash(bytes + sizeof(start), body, 0))
        return ls_fail(LS_DATA_LOSS, "the serialised executable is damaged");
    *out_parts = (ls_cpu_serialized){
        .program = PJRT_NEW(Program, .code = (char *)bytes + sizeof(start), .code_size = start.code_size,
                            .format = "mlir", .format_size = 4),
        .options = bytes + sizeof(start) + start.code_size,
        .options_size = start.options_size,
    };
    return LS_OK;
}

static void free_bytes(PJRT_SerializedExecutable *bytes)
{
    free(bytes);
}

ls_status ls_cpu_api_Executable_Serialize(PJRT_Executable_Serialize_Args *args)
{
    char *bytes;
    LS_TRY(ls_cpu_executable_write(args->executable, &bytes, &args->serialized_bytes_size));
    args->serialized_bytes = bytes;
    args->serialized_executable = (PJRT_SerializedExecutable *)bytes;
    args->serialized_executable_deleter = free_bytes;
    return LS_OK;
}
