#include "base/error.h"

#include "ls_test.h"
#include <pthread.h>
#include <string.h>

static ls_status inner(void)
{
    return ls_fail(LS_NOT_FOUND, "no file %s", "a.bin");
}

static ls_status outer(void)
{
    LS_TRY(ls_context(inner(), "reading step %d", 7));
    return LS_OK;
}

static void contexts_join_newest_first(void **state)
{
    assert_int_equal(outer(), LS_NOT_FOUND);
    assert_string_equal(ls_last_error(), "reading step 7: no file a.bin");
    assert_int_equal(ls_context(LS_OK, "never shown"), LS_OK);
    assert_string_equal(ls_last_error(), "reading step 7: no file a.bin");
}

static void message_may_quote_itself(void **state)
{
    ls_fail(LS_INTERNAL, "first");
    ls_fail(LS_INTERNAL, "second after \"%s\"", ls_last_error());
    assert_string_equal(ls_last_error(), "second after \"first\"");
}

static void long_messages_are_cut_not_lost(void **state)
{
    char text[9000];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = 0;
    ls_fail(LS_INTERNAL, "%s", text);
    size_t length = strlen(ls_last_error());
    assert_true(length > 1000 && length < 5000);
    ls_context(LS_INTERNAL, "head");
    assert_int_equal(strncmp(ls_last_error(), "head: xxx", 9), 0);
}

static void *other_thread(void *arg)
{
    *(bool *)arg = *ls_last_error() == 0;
    ls_fail(LS_INTERNAL, "of the other thread");
    return NULL;
}

static void messages_belong_to_their_thread(void **state)
{
    ls_fail(LS_INTERNAL, "mine");
    bool other_was_empty = false;
    pthread_t thread;
    pthread_create(&thread, NULL, other_thread, &other_was_empty);
    pthread_join(thread, NULL);
    assert_true(other_was_empty);
    assert_string_equal(ls_last_error(), "mine");
}

static void every_status_has_a_name(void **state)
{
    for (int i = LS_OK; i <= LS_UNAUTHENTICATED; i++) assert_string_not_equal(ls_status_name((ls_status)i), "?");
    assert_string_equal(ls_status_name((ls_status)99), "?");
    assert_string_equal(ls_status_name(LS_DEADLINE_EXCEEDED), "DEADLINE_EXCEEDED");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts_join_newest_first),     cmocka_unit_test(message_may_quote_itself),
        cmocka_unit_test(long_messages_are_cut_not_lost), cmocka_unit_test(messages_belong_to_their_thread),
        cmocka_unit_test(every_status_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
