/* Groups that span hosts. On each host the members meet in shared memory as in any other group; the first of them, the
 * leader, speaks for the host on the network. An operation is: the members of a host compare what they are about to do
 * and bring what the leader needs to it; the leaders compare and exchange; the leader hands out.
 *
 * Sums are made on each host in group order, then over the hosts in the order of their first members, and rounded once.
 */
#ifndef LS_COMM_HIERARCHY_H
#define LS_COMM_HIERARCHY_H

#include "comm/ops.h"

typedef struct ls_hierarchy ls_hierarchy;

/* ls_comm_open for members that are on several hosts. The comm's block holds those of this host. */
ls_status ls_hierarchy_open(ls_comm_domain *domain, uint64_t key, const int *ranks, int count, int my_index,
                            ls_comm **out_comm);
void ls_hierarchy_close(ls_hierarchy *hierarchy); /* NULL is allowed */

int ls_hierarchy_domain_rank(const ls_hierarchy *hierarchy, int rank); /* of a rank of the group */

/* Does an operation that all members on this host have shown. Fails the whole group, on all hosts. */
ls_status ls_hierarchy_run(ls_op_run *run);

#endif
