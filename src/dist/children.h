/* Ranks in several processes of this host: forked, watched and reaped by the caller of ls_spawn. */
#ifndef LS_DIST_CHILDREN_H
#define LS_DIST_CHILDREN_H

#include "dist/layout.h"

/* `options` has no defaults left to fill in. Forks layout->process_count children with layout->threads ranks each and
 * waits for them all. Hosts the store that they meet in. A signal that ends the job ends the caller, by that signal's
 * disposition; where it has a handler, LS_CANCELLED. */
ls_status ls_children_run(const ls_layout *layout, ls_rank_fn fn, void *arg, const ls_spawn_options *options);

#endif
