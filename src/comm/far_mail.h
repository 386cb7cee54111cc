/* Messages in groups that span hosts: over the fabric, whoever sends to whom. A message is a header, and its bytes,
 * which follow at once if they are few and wait for their receiver if they are many. Every LS_FAR_SYNC-th header of a
 * pair waits too, so a sender that waits for its messages is at most so far ahead. With the desk's lock held
 * (letter.h). */
#ifndef LS_COMM_FAR_MAIL_H
#define LS_COMM_FAR_MAIL_H

#include "comm/letter.h"

#define LS_FAR_SYNC 16

typedef struct ls_far_desk ls_far_desk;

/* `channel`: of the group's messages, the same on all its ranks. NULL: no memory. */
ls_far_desk *ls_far_desk_create(int size, uint64_t channel);
void ls_far_desk_destroy(ls_comm *comm, ls_far_desk *desk);

/* As ls_letters_match, ls_mail_step_send, ls_mail_step_recv and ls_mail_withdraw. */
ls_status ls_far_match(ls_comm *comm, bool *out_moved);
ls_status ls_far_step(ls_comm *comm, ls_mail *mail, bool *out_moved);
bool ls_far_withdraw(ls_comm *comm, ls_mail *mail);

/* Whether a rank of the group will do nothing any more; writes how that is known. */
bool ls_far_is_gone(const ls_comm *comm, int rank, char *out, size_t size);

#endif
