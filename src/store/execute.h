/* What requests do to a table: the same for the server, the store in the process and the log of a store in a file. */
#ifndef LS_STORE_EXECUTE_H
#define LS_STORE_EXECUTE_H

#include "store/protocol.h"

/* A client that asks for more than this without reading is dropped. */
#define LS_STORE_MAX_REPLY LS_STORE_MAX_REQUEST

/* Does what the request says and adds its reply to `out`. `fields` are its bytes behind the kind. False if it cannot be
 * done, or is about a connection (VALIDATE, WAIT, CANCEL_WAIT, PING, WILL) and not about keys: ADD to a value that is
 * no number changes nothing, MULTI_GET of more than a reply may hold is given up. */
bool ls_store_execute(ls_store_table *table, ls_store_query query, ls_store_reader fields, ls_store_buffer *out);

/* Whether the request can change a table. */
bool ls_store_query_writes(ls_store_query query);

/* The first of a list of keys that the table lacks; false if it has them all. */
bool ls_store_first_missing(const ls_store_table *table, ls_store_reader keys, ls_store_bytes *out_key);

#endif
