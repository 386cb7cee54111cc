/* A file store whose file holds any bytes, or a log of any bytes: what can be read is read, and the rest is an error.
 * The first byte says whether a sound head is put before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "conversation.h"
#include "fuzz.h"
#include <lockstep/store.h>

/* In memory, so that nothing is left behind. */
static int make_file(const unsigned char *data, size_t size)
{
    struct {
        char magic[8];
        uint64_t end;
        uint32_t numbers[4];
    } head = {.magic = "LSSTORE1", .end = 32 + size - 1, .numbers = {0, 1, 1, 0}};
    int fd = memfd_create("store", MFD_CLOEXEC);
    LS_ASSERT(fd >= 0);
    if (data[0] & 1) LS_ASSERT(write(fd, &head, sizeof(head)) == sizeof(head));
    LS_ASSERT(write(fd, data + 1, size - 1) == (ssize_t)size - 1);
    return fd;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    char path[64];
    ls_store *store;
    void *value;
    if (!size) return 0;
    int fd = make_file(data, size);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    if (ls_store_create_file(&(ls_store_file_options){.path = path, .timeout_ms = 1}, &store) == LS_OK) {
        bool is_there;
        if (ls_store_check(store, (const char *[]){"key"}, 1, &is_there, 1000) == LS_OK) {
            LS_ASSERT(ls_store_set(store, "key", "v", 1, 1000) == LS_OK);
            LS_ASSERT(ls_store_get(store, "key", &value, NULL, 1000) == LS_OK);
            free(value);
        }
        ls_store_destroy(store);
    }
    close(fd);
    return 0;
}

size_t ls_fuzz_seed(unsigned char *out, size_t size)
{
    ls_store_buffer conversation = make_conversation();
    size_t used = conversation.size + 1 < size ? conversation.size + 1 : size;
    out[0] = 1;
    memcpy(out + 1, conversation.data, used - 1);
    ls_store_buffer_finish(&conversation);
    return used;
}
