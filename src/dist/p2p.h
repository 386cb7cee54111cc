/* Messages on memory that the library owns. */
#ifndef LS_DIST_P2P_H
#define LS_DIST_P2P_H

#include "dist/work.h"
#include <lockstep/p2p.h>

/* Starts a message and calls release(arg), on any thread, once it is done and its handle freed; or now, if this fails.
 */
ls_status ls_p2p_start(const ls_p2p_op *op, bool is_from_any, ls_group group, void (*release)(void *arg), void *arg,
                       ls_work **out_work);

#endif
