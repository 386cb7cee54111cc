/* Kernels on disk: a file per key, in a folder of the user's own. Files appear whole, under their name, or not at all;
 * the oldest go when there are too many. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/env.h"
#include "base/log.h"
#include "base/map.h"
#include "cpu/codegen/jit.h"

enum { MOST_FILES = 4096, MOST_BYTES = 16 << 20 /* of a file */ };

typedef struct header {
    char magic[8];
    ls_jit_key key;
    uint64_t size, hash;
} header;

static const char magic[8] = "LSKERN1";

/* The folder, made if need be; −1 if there is to be none, or it is not the user's alone: its files are code. */
static int open_folder(void)
{
    char path[4096];
    const char *wish = ls_env_get(LS_ENV_LOCKSTEP_CACHE_DIR), *home = getenv("HOME"), *base = getenv("XDG_CACHE_HOME");
    if (wish && !strcmp(wish, "0")) return -1;
    if (wish) {
        snprintf(path, sizeof(path), "%s", wish);
    } else if (base && *base) {
        snprintf(path, sizeof(path), "%s/lockstep", base);
    } else if (home && *home) {
        snprintf(path, sizeof(path), "%s/.cache", home);
        mkdir(path, 0700);
        snprintf(path, sizeof(path), "%s/.cache/lockstep", home);
    } else {
        return -1;
    }
    mkdir(path, 0700);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat about;
    if (folder < 0) return -1;
    if (fstat(folder, &about) == 0 && about.st_uid == geteuid() && !(about.st_mode & (S_IWGRP | S_IWOTH)))
        return folder;
    ls_log_write(LS_LOG_WARNING, "kernels are not cached: others may write to %s", path);
    close(folder);
    return -1;
}

static void name_file(ls_jit_key key, char *out, size_t size)
{
    snprintf(out, size, "%016" PRIx64 "%016" PRIx64 ".kernel", key.words[0], key.words[1]);
}

static bool read_all(int file, void *out, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = read(file, (char *)out + done, size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

static void *read_object(int file, ls_jit_key key, size_t *out_size)
{
    header start;
    if (!read_all(file, &start, sizeof(start)) || memcmp(start.magic, magic, sizeof(magic)) ||
        memcmp(&start.key, &key, sizeof(key)) || start.size > MOST_BYTES)
        return NULL;
    void *object = malloc(start.size + 1);
    char after;
    if (object && read_all(file, object, start.size) && read(file, &after, 1) == 0 &&
        ls_hash(object, start.size, 0) == start.hash) {
        *out_size = start.size;
        return object;
    }
    free(object);
    return NULL;
}

void *ls_jit_cache_read(ls_jit_key key, size_t *out_size)
{
    int folder = open_folder();
    if (folder < 0) return NULL;
    char name[64];
    name_file(key, name, sizeof(name));
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    void *object = NULL;
    if (file >= 0) {
        object = read_object(file, key, out_size);
        close(file);
        if (!object) {
            ls_log_write(LS_LOG_WARNING, "the cached kernel %s is damaged; it is compiled again", name);
            unlinkat(folder, name, 0);
        }
    }
    close(folder);
    return object;
}

/* Removes the oldest files until half of the allowed number is left. */
static void make_room(int folder)
{
    int copy = dup(folder);
    DIR *list = copy >= 0 ? fdopendir(copy) : NULL;
    if (!list) {
        if (copy >= 0) close(copy);
        return;
    }
    size_t count = 0;
    time_t newest = 0, oldest = 0;
    struct stat about;
    for (struct dirent *entry; (entry = readdir(list));) {
        if (entry->d_name[0] == '.' || fstatat(folder, entry->d_name, &about, AT_SYMLINK_NOFOLLOW)) continue;
        if (!count || about.st_mtime < oldest) oldest = about.st_mtime;
        if (!count || about.st_mtime > newest) newest = about.st_mtime;
        count++;
    }
    time_t middle = oldest + (newest - oldest) / 2;
    if (count >= MOST_FILES) {
        rewinddir(list);
        for (struct dirent *entry; (entry = readdir(list));)
            if (entry->d_name[0] != '.' && !fstatat(folder, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) &&
                about.st_mtime <= middle)
                unlinkat(folder, entry->d_name, 0);
    }
    closedir(list);
}

void ls_jit_cache_write(ls_jit_key key, const void *object, size_t size)
{
    int folder = size <= MOST_BYTES ? open_folder() : -1;
    if (folder < 0) return;
    make_room(folder);
    static atomic_uint number;
    char name[64], temporary[64];
    name_file(key, name, sizeof(name));
    snprintf(temporary, sizeof(temporary), ".%d.%u.tmp", (int)getpid(), atomic_fetch_add(&number, 1));
    int file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
        header start = {.key = key, .size = size, .hash = ls_hash(object, size, 0)};
        memcpy(start.magic, magic, sizeof(magic));
        bool is_whole =
            write(file, &start, sizeof(start)) == (ssize_t)sizeof(start) && write(file, object, size) == (ssize_t)size;
        is_whole = close(file) == 0 && is_whole;
        if (!is_whole || renameat(folder, temporary, folder, name)) unlinkat(folder, temporary, 0);
    }
    close(folder);
}
