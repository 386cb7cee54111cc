/* MNIST: found, fetched from a loopback server that fails in several ways, generated, fake. */
#include "data/dataset.h"
#include "ls_test.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <md5.h>
#include <zlib.h>

/* --- A server of one file under several paths ------------------------------------------------------------------ */

struct server {
    int listener, port;
    pthread_t thread;
    uint8_t body[512];
    size_t size;
    int requests;
};

static void answer(struct server *server, int connection)
{
    char request[2048] = "", head[256];
    size_t used = 0;
    while (used < sizeof(request) - 1 && !strstr(request, "\r\n\r\n")) {
        ssize_t got = recv(connection, request + used, sizeof(request) - 1 - used, 0);
        if (got <= 0) return;
        request[used += (size_t)got] = 0;
    }
    server->requests++;
    size_t size = server->size, sent = server->size;
    const char *status = "200 OK";
    uint8_t body[512];
    memcpy(body, server->body, size);
    if (strstr(request, "/forbidden/")) status = "403 Forbidden";
    if (strstr(request, "/short/")) size = sent = server->size / 2;
    if (strstr(request, "/broken/")) sent = server->size / 2;
    if (strstr(request, "/other/")) body[server->size - 12] ^= 1;
    int length =
        snprintf(head, sizeof(head), "HTTP/1.1 %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n", status, size);
    send(connection, head, (size_t)length, MSG_NOSIGNAL);
    send(connection, body, sent, MSG_NOSIGNAL);
}

static void *serve(void *arg)
{
    struct server *server = arg;
    for (int connection; (connection = accept(server->listener, NULL, NULL)) >= 0;) {
        answer(server, connection);
        close(connection);
    }
    return NULL;
}

static void server_start(struct server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof(address);
    server->listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(server->listener, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(server->listener, 8), 0);
    getsockname(server->listener, (struct sockaddr *)&address, &size);
    server->port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&server->thread, NULL, serve, server), 0);
}

static void server_stop(struct server *server)
{
    shutdown(server->listener, SHUT_RDWR);
    pthread_join(server->thread, NULL);
    close(server->listener);
}

/* --- Fetching -------------------------------------------------------------------------------------------------- */

static struct server server;
static char digest[MD5_DIGEST_STRING_LENGTH], folder[64];
static const char *const name = "some-idx1-ubyte";

static int set_up(void **state)
{
    uint8_t idx[8 + 40] = {0, 0, 8, 1, 0, 0, 0, 40};
    for (int i = 0; i < 40; i++) idx[8 + i] = (uint8_t)(i * 37);
    MD5Data(idx, sizeof(idx), digest);
    char path[96];
    strcpy(folder, "/tmp/lockstep_mnist_XXXXXX");
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof(path), "%s/made.gz", folder);
    gzFile file = gzopen(path, "wb");
    gzwrite(file, idx, sizeof(idx));
    gzclose(file);
    FILE *packed = fopen(path, "rb");
    server.size = fread(server.body, 1, sizeof(server.body), packed);
    fclose(packed);
    unlink(path);
    server_start(&server);
    return 0;
}

static int tear_down(void **state)
{
    server_stop(&server);
    return rmdir(folder);
}

static int files_in_folder(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));) count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

/* Sets the mirrors: names of the server's paths, separated by spaces. */
static void set_mirrors(const char *paths)
{
    char mirrors[512] = "", copy[128], *rest = copy;
    strcpy(copy, paths);
    for (char *path; (path = strsep(&rest, " "));)
        snprintf(mirrors + strlen(mirrors), sizeof(mirrors) - strlen(mirrors), "http://127.0.0.1:%d/%s ", server.port,
                 path);
    setenv("LOCKSTEP_MNIST_MIRRORS", mirrors, 1);
}

static void a_failing_mirror_is_followed_by_the_next(void **state)
{
    set_mirrors("forbidden short broken other good");
    const ls_mnist_file file = {name, digest};
    server.requests = 0;
    assert_ok(ls_mnist_download(folder, &file));
    assert_int_equal(server.requests, 5);
    char path[128];
    snprintf(path, sizeof(path), "%s/%s.gz", folder, name);
    ls_idx idx;
    assert_ok(ls_idx_read(path, digest, &idx));
    assert_int_equal(idx.data[3], 111);
    ls_idx_finish(&idx);
    assert_int_equal(files_in_folder(), 1);
    unlink(path);
}

static void all_mirrors_failing_says_why_and_leaves_nothing(void **state)
{
    static const struct {
        const char *path, *why;
    } cases[] = {
        {"forbidden", "403"}, {"short", "mismatch"}, {"broken", "broken/some-idx1-ubyte.gz"}, {"other", "mismatch"}};
    const ls_mnist_file file = {name, digest};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        set_mirrors(cases[i].path);
        assert_fails(ls_mnist_download(folder, &file), LS_UNAVAILABLE, cases[i].why);
        assert_non_null(strstr(ls_last_error(), name));
        assert_int_equal(files_in_folder(), 0);
    }
    char inner[128];
    snprintf(inner, sizeof(inner), "%s/new/inner", folder);
    assert_fails(ls_mnist_download(inner, &file), LS_UNAVAILABLE, "no mirror");
    assert_int_equal(files_in_folder(), 0); /* nor a folder */
}

/* --- The data set ---------------------------------------------------------------------------------------------- */

static void missing_data_is_generated_and_named_so(void **state)
{
    char old[512];
    assert_non_null(getcwd(old, sizeof(old)));
    assert_int_equal(chdir(folder), 0); /* no data/mnist, no ../shared */
    unsetenv("LOCKSTEP_DATA");
    ls_dataset *dataset;
    assert_ok(ls_dataset_open_mnist(&(ls_mnist_options){.train = true, .no_download = true}, &dataset));
    assert_string_equal(ls_dataset_name(dataset), "MNIST (generated digits)");
    assert_int_equal(ls_dataset_count(dataset), 60000);
    float first[784], again[784];
    int64_t label;
    double ink = 0;
    for (int64_t i = 0; i < 200; i++) {
        assert_ok(ls_dataset_get(dataset, i, first, &label));
        assert_int_equal(label, i % 10);
        assert_ok(ls_dataset_get(dataset, i, again, &label));
        assert_memory_equal(first, again, sizeof(first));
        for (int p = 0; p < 784; p++) ink += first[p] > 1;
    }
    assert_in_range((int)(ink / 200), 40, 300);
    assert_fails(ls_dataset_get(dataset, 60000, first, &label), LS_OUT_OF_RANGE, "60000");
    ls_dataset_close(dataset);

    /* A folder that the user named must hold it. */
    assert_fails(ls_dataset_open_mnist(&(ls_mnist_options){.datadir = folder, .no_download = true}, &dataset),
                 LS_NOT_FOUND, folder);
    assert_int_equal(chdir(old), 0);
}

static void a_corrupt_file_is_named(void **state)
{
    char path[128], other[128];
    snprintf(path, sizeof(path), "%s/t10k-images-idx3-ubyte", folder);
    snprintf(other, sizeof(other), "%s/t10k-labels-idx1-ubyte", folder);
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(i ? other : path, "wb");
        fwrite("\0\0\x08\x01\0\0\0\x02xy", 1, 10, file);
        fclose(file);
    }
    ls_dataset *dataset;
    assert_fails(ls_dataset_open_mnist(&(ls_mnist_options){.datadir = folder}, &dataset), LS_DATA_LOSS, path);
    unlink(path);
    unlink(other);
}

static void fake_data_needs_no_files(void **state)
{
    ls_dataset *dataset;
    assert_ok(ls_dataset_open_mnist(&(ls_mnist_options){.fake_data = true}, &dataset));
    float x[784];
    int64_t label = 5;
    memset(x, 1, sizeof(x));
    assert_ok(ls_dataset_get(dataset, 9999, x, &label));
    for (int i = 0; i < 784; i++) assert_true(x[i] == 0);
    assert_int_equal(label, 0);
    ls_dataset_close(dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failing_mirror_is_followed_by_the_next),
        cmocka_unit_test(all_mirrors_failing_says_why_and_leaves_nothing),
        cmocka_unit_test(missing_data_is_generated_and_named_so),
        cmocka_unit_test(a_corrupt_file_is_named),
        cmocka_unit_test(fake_data_needs_no_files),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
