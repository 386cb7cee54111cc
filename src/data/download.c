#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <curl/curl.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "data/dataset.h"

#define MIRRORS "https://ossci-datasets.s3.amazonaws.com/mnist https://storage.googleapis.com/cvdf-datasets/mnist"
#define CONNECT_SECONDS 10L
#define STALL_SECONDS 20L /* below STALL_BYTES a second for this long: given up */
#define STALL_BYTES 1000L
#define TOTAL_SECONDS 600L
#define MAX_DOWNLOAD ((curl_off_t)64 << 20)

static ls_status make_folders(const char *folder, size_t *out_made)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof(path), "%s", folder) >= (int)sizeof(path))
        return ls_fail(LS_INVALID_ARGUMENT, "path too long: %s", folder);
    for (char *slash = path + 1;; slash++) {
        if (*slash && *slash != '/') continue;
        char kept = *slash;
        *slash = 0;
        if (mkdir(path, 0777) == 0) {
            if (!*out_made) *out_made = (size_t)(slash - path);
        } else if (errno != EEXIST)
            return ls_fail(LS_PERMISSION_DENIED, "cannot make folder %s: %s", path, strerror(errno));
        *slash = kept;
        if (!kept) return LS_OK;
    }
}

/* Removes the folders that make_folders made, as far as they are empty. */
static void remove_folders(const char *folder, size_t made)
{
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s", folder);
    for (size_t length = strlen(path); made && length >= made; length--) {
        if (path[length] && path[length] != '/') continue;
        path[length] = 0;
        if (rmdir(path)) return;
    }
}

/* Fetches one address into an open file. */
static ls_status fetch(const char *url, FILE *file)
{
    CURL *curl = curl_easy_init();
    if (!curl) return ls_fail(LS_RESOURCE_EXHAUSTED, "libcurl cannot start");
    char why[CURL_ERROR_SIZE] = "";
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, file);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 5L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, STALL_SECONDS);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, STALL_BYTES);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, TOTAL_SECONDS);
    curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, MAX_DOWNLOAD);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "lockstep/" LS_VERSION);
    CURLcode code = curl_easy_perform(curl);
    curl_easy_cleanup(curl);
    if (code != CURLE_OK) return ls_fail(LS_UNAVAILABLE, "%s: %s", url, *why ? why : curl_easy_strerror(code));
    return LS_OK;
}

/* Fetches NAME.gz from one mirror to `temporary`, checks it, moves it to `path`. */
static ls_status fetch_checked(const char *mirror, const ls_mnist_file *file, const char *temporary, const char *path)
{
    char url[PATH_MAX];
    snprintf(url, sizeof(url), "%s/%s.gz", mirror, file->name);
    FILE *stream = fopen(temporary, "wbe");
    if (!stream) return ls_fail(LS_PERMISSION_DENIED, "cannot write %s: %s", temporary, strerror(errno));
    ls_status status = fetch(url, stream);
    bool written = fflush(stream) == 0 && fsync(fileno(stream)) == 0;
    written = fclose(stream) == 0 && written;
    if (status == LS_OK && !written)
        status = ls_fail(LS_RESOURCE_EXHAUSTED, "cannot write %s: %s", temporary, strerror(errno));
    if (status == LS_OK) {
        ls_idx idx;
        status = ls_context(ls_idx_read(temporary, file->md5, &idx), "%s: size or digest mismatch", url);
        ls_idx_finish(&idx);
    }
    if (status == LS_OK && rename(temporary, path))
        status = ls_fail(LS_PERMISSION_DENIED, "cannot rename to %s: %s", path, strerror(errno));
    if (status != LS_OK) unlink(temporary);
    return status;
}

ls_status ls_mnist_download(const char *folder, const ls_mnist_file *file)
{
    size_t made = 0;
    LS_TRY(make_folders(folder, &made));
    char path[PATH_MAX], temporary[PATH_MAX], failures[2048] = "";
    if (snprintf(path, sizeof(path), "%s/%s.gz", folder, file->name) >= (int)sizeof(path) ||
        snprintf(temporary, sizeof(temporary), "%s.%ld.part", path, (long)getpid()) >= (int)sizeof(temporary))
        return ls_fail(LS_INVALID_ARGUMENT, "path too long: %s", folder);
    const char *wanted = ls_env_get(LS_ENV_LOCKSTEP_MNIST_MIRRORS);
    char mirrors[2048], *rest = mirrors;
    snprintf(mirrors, sizeof(mirrors), "%s", wanted ? wanted : MIRRORS);
    for (char *mirror; (mirror = strsep(&rest, " "));) {
        if (!*mirror) continue;
        ls_log_write(LS_LOG_INFO, "fetching %s.gz from %s", file->name, mirror);
        ls_status status = fetch_checked(mirror, file, temporary, path);
        if (status == LS_OK) return LS_OK;
        if (status == LS_PERMISSION_DENIED || status == LS_RESOURCE_EXHAUSTED) return status;
        size_t used = strlen(failures);
        snprintf(failures + used, sizeof(failures) - used, "%s%s", used ? "; " : "", ls_last_error());
    }
    remove_folders(folder, made);
    return ls_fail(LS_UNAVAILABLE, "no mirror gave %s.gz: %s", file->name, failures);
}
