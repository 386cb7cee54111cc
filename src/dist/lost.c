#include "dist/lost.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "store/store.h"

#define LOOK_MS 200 /* between looks for words, while waiting */
#define TALK_MS 1000

static const char lost_key[] = "lost";

/* "rank 3 (pid 1234) left". */
static void word_of(const ls_layout *layout, const char *reason, char *out, size_t size)
{
    char ranks[64], host[128] = "";
    ls_layout_ranks(layout->process_index, layout->threads, ranks, sizeof(ranks));
    if (!layout->is_one_host && gethostname(host, sizeof(host) - 1)) host[0] = 0;
    snprintf(out, size, "%s (pid %d%s%s) left%s%s", ranks, (int)getpid(), *host ? " on " : "", host,
             reason ? ": " : " before the world was formed", reason ? reason : "");
}

ls_status ls_lost_leave_word(ls_store *store, const ls_layout *layout, ls_deadline deadline)
{
    char word[512];
    word_of(layout, NULL, word, sizeof(word));
    return ls_store_leave_will(store, lost_key, word, strlen(word), ls_deadline_left_ms(deadline) + 1);
}

void ls_lost_take_back(ls_store *store)
{
    ls_store_leave_will(store, NULL, NULL, 0, TALK_MS);
}

static void gave_up_key(int number, char out[32])
{
    snprintf(out, 32, "init/%d/lost", number);
}

void ls_lost_tell(ls_store *store, int number, const ls_layout *layout, const char *reason)
{
    char word[1024], key[32];
    void *first = NULL;
    gave_up_key(number, key);
    word_of(layout, reason, word, sizeof(word));
    ls_store_compare_set(store, key, NULL, 0, word, strlen(word), &first, NULL, TALK_MS);
    free(first);
}

/* LS_UNAVAILABLE if there is a word under the key. */
static ls_status look_at(ls_store *store, const char *key)
{
    bool is_there = false;
    void *word;
    LS_TRY(ls_store_check(store, &key, 1, &is_there, TALK_MS));
    if (!is_there) return LS_OK;
    LS_TRY(ls_store_get(store, key, &word, NULL, TALK_MS));
    ls_status status = ls_fail(LS_UNAVAILABLE, "%s", (char *)word);
    free(word);
    return status;
}

/* A reason that somebody gave comes before the bare fact that it left, which follows. */
static ls_status look(ls_store *store, int number)
{
    char key[32];
    gave_up_key(number, key);
    if (number >= 0) LS_TRY(look_at(store, key));
    return look_at(store, lost_key);
}

ls_status ls_lost_wait(ls_store *store, int number, const char *const *keys, int count, ls_deadline deadline)
{
    for (;;) {
        int64_t left_ms = ls_deadline_left_ms(deadline);
        bool is_last = left_ms <= LOOK_MS;
        ls_status status = ls_store_wait(store, keys, count, is_last ? left_ms + 1 : LOOK_MS);
        if (status != LS_DEADLINE_EXCEEDED) return status;
        char reason[512];
        snprintf(reason, sizeof(reason), "%s", ls_last_error());
        LS_TRY(look(store, number));
        if (is_last) return ls_fail(LS_DEADLINE_EXCEEDED, "%s", reason);
    }
}

ls_status ls_lost_get(ls_store *store, int number, const char *key, void **out_value, size_t *out_size,
                      ls_deadline deadline)
{
    LS_TRY(ls_lost_wait(store, number, &key, 1, deadline));
    return ls_store_get(store, key, out_value, out_size, TALK_MS);
}
