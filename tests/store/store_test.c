/* The conformance suite on each kind of store. */
#include "conformance.h"

#include <stdio.h>
#include <unistd.h>

static int make_local(void **state)
{
    return ls_store_create_local((ls_store **)state);
}

static int make_tcp(void **state)
{
    return ls_store_create_tcp(&(ls_store_tcp_options){.is_server = true}, (ls_store **)state);
}

static int make_local_socket(void **state)
{
    char name[64];
    snprintf(name, sizeof(name), "unix:lockstep-test-%d", (int)getpid());
    return ls_store_create_tcp(&(ls_store_tcp_options){.host = name, .is_server = true}, (ls_store **)state);
}

static int make_file(void **state)
{
    char path[] = "/tmp/lockstep-store-XXXXXX";
    close(mkstemp(path));
    ls_status status =
        ls_store_create_file(&(ls_store_file_options){.path = path, .world_size = 1}, (ls_store **)state);
    return (int)status;
}

static int make_prefix(void **state)
{
    ls_store *base;
    if (make_tcp((void **)&base)) return 1;
    ls_status status = ls_store_create_prefix(base, "outer", (ls_store **)state);
    ls_store_destroy(base);
    return (int)status;
}

#define TEST(test, kind)                                                                                               \
    {                                                                                                                  \
#test ": " #kind, test, make_##kind, destroy, NULL                                                             \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE(TEST, local), CONFORMANCE(TEST, tcp),    CONFORMANCE(TEST, local_socket),
        CONFORMANCE(TEST, file),  CONFORMANCE(TEST, prefix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
