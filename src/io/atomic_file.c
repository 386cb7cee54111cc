#include "io/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

static ls_status fail_errno(const char *what, const char *path)
{
    int error = errno;
    ls_status status = error == ENOENT                      ? LS_NOT_FOUND
                       : error == EACCES || error == EPERM  ? LS_PERMISSION_DENIED
                       : error == ENOSPC || error == EDQUOT ? LS_RESOURCE_EXHAUSTED
                                                            : LS_UNAVAILABLE;
    return ls_fail(status, "cannot %s %s: %s", what, path, strerror(error));
}

/* Opens the temporary file for this writer alone. The lock dies with the process, so a left-over is simply taken over;
 * the name may meanwhile have been renamed away by the writer who held the lock before, then it starts again. */
static ls_status open_temporary(const char *path, int *out_fd)
{
    for (;;) {
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (fd < 0) return fail_errno("create", path);
        while (flock(fd, LOCK_EX) != 0) {
            if (errno == EINTR) continue;
            ls_status status = fail_errno("lock", path);
            close(fd);
            return status;
        }
        struct stat mine, named;
        if (fstat(fd, &mine) == 0 && stat(path, &named) == 0 && mine.st_ino == named.st_ino &&
            mine.st_dev == named.st_dev) {
            *out_fd = fd;
            return LS_OK;
        }
        close(fd);
    }
}

static ls_status write_all(int fd, const char *path, const char *data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t written = write(fd, data, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return fail_errno("write", path);
        data += written;
        bytes -= (size_t)written;
    }
    return LS_OK;
}

static ls_status sync_folder(const char *path)
{
    char *copy = strdup(path);
    if (!copy) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    const char *folder = dirname(copy);
    ls_status status = LS_OK;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* Some file systems cannot sync a folder and say so with EINVAL: nothing more can be done there. */
    if (fd < 0 || (fsync(fd) != 0 && errno != EINVAL)) status = fail_errno("sync", folder);
    if (fd >= 0) close(fd);
    free(copy);
    return status;
}

ls_status ls_file_write(const char *path, const ls_file_piece *pieces, size_t count)
{
    char *temporary;
    if (asprintf(&temporary, "%s.tmp", path) < 0) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    int fd = -1;
    ls_status status = open_temporary(temporary, &fd);
    if (status != LS_OK) goto free_name;
    if (ftruncate(fd, 0) != 0) LS_TRY_GOTO(fail_errno("truncate", temporary), remove_temporary);
    for (size_t i = 0; i < count; i++)
        LS_TRY_GOTO(write_all(fd, temporary, pieces[i].data, pieces[i].bytes), remove_temporary);
    if (fsync(fd) != 0) LS_TRY_GOTO(fail_errno("sync", temporary), remove_temporary);
    if (rename(temporary, path) != 0) LS_TRY_GOTO(fail_errno("rename to", path), remove_temporary);
    close(fd);
    status = sync_folder(path);
    goto free_name;
remove_temporary:
    unlink(temporary);
    close(fd);
free_name:
    free(temporary);
    return status;
}

ls_status ls_file_read(const char *path, void **out_data, size_t *out_bytes)
{
    *out_data = NULL;
    *out_bytes = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return fail_errno("open", path);
    ls_status status = LS_OK;
    struct stat info;
    char *data = NULL;
    size_t bytes = 0;
    if (fstat(fd, &info) != 0) LS_TRY_GOTO(fail_errno("read", path), done);
    if (!S_ISREG(info.st_mode)) LS_TRY_GOTO(ls_fail(LS_INVALID_ARGUMENT, "%s is not a file", path), done);
    data = malloc(info.st_size > 0 ? (size_t)info.st_size : 1);
    if (!data)
        LS_TRY_GOTO(ls_fail(LS_RESOURCE_EXHAUSTED, "%s: no memory for %lld bytes", path, (long long)info.st_size),
                    done);
    while (bytes < (size_t)info.st_size) {
        ssize_t got = read(fd, data + bytes, (size_t)info.st_size - bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) LS_TRY_GOTO(fail_errno("read", path), done);
        if (got == 0) break; /* cut off meanwhile: whoever parses it says so */
        bytes += (size_t)got;
    }
done:
    close(fd);
    if (status != LS_OK) {
        free(data);
        return status;
    }
    *out_data = data;
    *out_bytes = bytes;
    return LS_OK;
}
