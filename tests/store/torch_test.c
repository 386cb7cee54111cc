/* PyTorch's TCPStore and ours, each as the other's server. */
#include "conformance.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "torch.h"

/* --- Their server ----------------------------------------------------------------------------------------------- */

static FILE *their_server; /* ends when its standard input does */
static int their_port;

static int start_their_server(void **state)
{
    const char *python = find_torch();
    int to[2], from[2];
    if (!python) return 0;
    if (pipe(to) || pipe(from)) return 1;
    if (fork() == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        execlp(python, python, "-c",
               "import sys, torch.distributed as d\n"
               "s = d.TCPStore('127.0.0.1', 0, is_master=True, wait_for_workers=False)\n"
               "print(s.port, flush=True)\n"
               "sys.stdin.read()",
               (char *)NULL);
        _exit(1);
    }
    close(to[0]);
    close(from[1]);
    their_server = fdopen(to[1], "w");
    FILE *says = fdopen(from[0], "r");
    int count = fscanf(says, "%d", &their_port);
    fclose(says);
    return count != 1;
}

static int end_their_server(void **state)
{
    if (their_server) fclose(their_server);
    return 0;
}

/* A fresh part of it. */
static int make_theirs(void **state)
{
    static int made;
    char prefix[32];
    ls_store *client;
    *state = NULL;
    if (!their_port) return 0;
    if (ls_store_create_tcp(&(ls_store_tcp_options){.port = their_port, .timeout_ms = 20000}, &client)) return 1;
    snprintf(prefix, sizeof(prefix), "part%d", made++);
    ls_status status = ls_store_create_prefix(client, prefix, (ls_store **)state);
    ls_store_destroy(client);
    return (int)status;
}

#define ON_THEIRS(test)                                                                                                \
    static void theirs_##test(void **state)                                                                            \
    {                                                                                                                  \
        if (!find_torch()) skip();                                                                                     \
        test(state);                                                                                                   \
    }

ON_THEIRS(test_calls)
ON_THEIRS(test_append_and_several_keys_at_once)
ON_THEIRS(test_add_to_text_is_an_error_and_changes_nothing)
ON_THEIRS(test_queue_is_first_in_first_out)
ON_THEIRS(test_each_item_goes_to_one_taker)
ON_THEIRS(test_missing_key_is_named_at_the_deadline)
ON_THEIRS(test_get_waits)
ON_THEIRS(test_waits_hold_up_nobody)
ON_THEIRS(test_prefix)
ON_THEIRS(test_bad_arguments)

/* --- Our server ------------------------------------------------------------------------------------------------- */

static const char script[] =
    "import sys, threading, time, torch.distributed as d\n"
    "from datetime import timedelta\n"
    "port = int(sys.argv[1])\n"
    "def client(): return d.TCPStore('127.0.0.1', port, is_master=False, wait_for_workers=False,\n"
    "                                timeout=timedelta(seconds=20))\n"
    "a, b = client(), client()\n"
    "assert a.get('from C') == b'\\x00\\x01bytes'\n"
    "a.set('k', 'abc'); assert b.get('k') == b'abc'\n"
    "assert a.add('n', 40) == 40 and b.add('n', -42) == -2 and a.get('n') == b'-2'\n"
    "a.append('k', 'de'); assert b.get('k') == b'abcde'\n"
    "assert a.compare_set('k', 'x', 'y') == b'abcde' and a.compare_set('k', 'abcde', 'z') == b'z'\n"
    "assert a.compare_set('new', '', 'n') == b'n' and a.compare_set('none', 'x', 'n') == b'x'\n"
    "a.multi_set(['p', 'q'], ['1', '']); assert b.multi_get(['p', 'q', 'k']) == [b'1', b'', b'z']\n"
    "assert a.check(['p', 'k']) and not a.check(['p', 'gone'])\n"
    "before = a.num_keys(); assert a.delete_key('p') and not a.delete_key('p') and a.num_keys() == before - 1\n"
    "try: a.wait(['gone'], timedelta(milliseconds=200)); assert False\n"
    "except d.DistStoreError: pass\n"
    "a.wait(['q'], timedelta(seconds=5))\n"
    "large = bytes(range(256)) * 32768; a.set('large', large); assert b.get('large') == large\n"
    "for i in range(3): a.queue_push('queue', str(i))\n"
    "assert b.queue_len('queue') == 3 and b.check(['queue'])\n"
    "assert [b.queue_pop('queue') for i in range(3)] == [b'0', b'1', b'2'] and b.queue_len('queue') == 0\n"
    "try: b.queue_pop('queue', False); assert False\n"
    "except d.QueueEmptyError: pass\n"
    "got, clients = [], [client() for i in range(6)]\n"
    "takers = [threading.Thread(target=lambda c=c: got.append(c.queue_pop('work'))) for c in clients]\n"
    "for t in takers: t.start()\n"
    "time.sleep(0.2)\n"
    "for i in range(6): a.queue_push('work', str(i))\n"
    "for t in takers: t.join()\n"
    "assert sorted(got) == [b'%d' % i for i in range(6)], got\n"
    "p = d.PrefixStore('job', a); p.set('k', 'inner'); assert a.get('job/k') == b'inner'\n"
    "a.set('done', 'yes')\n"
    "assert b.get('answer') == b'42'\n";

static void their_client_can_use_our_server(void **state)
{
    const char *python = find_torch();
    if (!python) skip();
    ls_store *server;
    assert_ok(ls_store_create_tcp(&(ls_store_tcp_options){.is_server = true, .timeout_ms = 60000}, &server));
    char port[16];
    snprintf(port, sizeof(port), "%d", ls_store_port(server));
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        execlp(python, python, "-c", script, port, (char *)NULL);
        _exit(1);
    }
    assert_ok(ls_store_set(server, "from C", "\0\1bytes", 7, 0));
    ls_status status = ls_store_wait(server, (const char *[]){"done"}, 1, 60000);
    if (status != LS_OK) kill(pid, SIGKILL);
    assert_ok(status);
    value_is(server, "job/k", "inner");
    assert_ok(ls_store_set(server, "answer", "42", 2, 0));
    int how;
    assert_int_equal(waitpid(pid, &how, 0), pid);
    assert_int_equal(how, 0);
    ls_store_destroy(server);
}

#define TEST(test, kind)                                                                                               \
    {                                                                                                                  \
#test ": their server", theirs_##test, make_##kind, destroy, NULL                                              \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE(TEST, theirs),
        cmocka_unit_test(their_client_can_use_our_server),
    };
    return cmocka_run_group_tests(tests, start_their_server, end_their_server);
}
