/* Processes that end before the world stands: the store keeps a word that each has left with it, and whoever waits for
 * one of them looks for such words. Later on, comm notices by itself. */
#ifndef LS_DIST_LOST_H
#define LS_DIST_LOST_H

#include "base/deadline.h"
#include "dist/layout.h"

/* Leaves the word that says that this process is gone, for the day it is. */
ls_status ls_lost_leave_word(ls_store *store, const ls_layout *layout, ls_deadline deadline);
void ls_lost_take_back(ls_store *store);

/* Says at once that this process gives up meeting `number`; a later one may still succeed. */
void ls_lost_tell(ls_store *store, int number, const ls_layout *layout, const char *reason);

/* As ls_store_wait and ls_store_get, but LS_UNAVAILABLE within moments once a process is lost, or has given up meeting
 * `number` (−1: in no meeting), with its word. */
ls_status ls_lost_wait(ls_store *store, int number, const char *const *keys, int count, ls_deadline deadline);
ls_status ls_lost_get(ls_store *store, int number, const char *key, void **out_value, size_t *out_size,
                      ls_deadline deadline);

#endif
