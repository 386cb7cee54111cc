#include "comm/far_mail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "comm/parts.h"

typedef struct header {
    uint64_t tag, bytes;
    uint32_t dtype, number;
} header;

/* A message that has been announced and not been matched. */
typedef struct letter {
    struct letter *next;
    int sender;
    header header;
} letter;

/* From and to one rank. */
typedef struct line {
    uint32_t sent, heard; /* messages so far, and headers that have come */
    bool is_listening;    /* a header is asked for: */
    header incoming;
    ls_comm_segment place;
    ls_transfer transfer;
} line;

struct ls_far_desk {
    uint64_t channel;
    int size;
    letter *letters;
    line lines[];
};

/* What a mail has under way, in its `there`. */
typedef struct passage {
    header header;
    ls_comm_segment header_piece, data_piece;
    ls_transfer header_out, data; /* a receiver has only data */
} passage;

enum { HEADER, DATA };

ls_far_desk *ls_far_desk_create(int size, uint64_t channel)
{
    ls_far_desk *desk = calloc(1, sizeof(*desk) + sizeof(line) * (size_t)size);
    if (!desk) return NULL;
    desk->channel = channel;
    desk->size = size;
    return desk;
}

void ls_far_desk_destroy(ls_comm *comm, ls_far_desk *desk)
{
    if (!desk) return;
    for (int r = 0; r < desk->size; r++)
        if (desk->lines[r].is_listening) ls_fabric_cancel(comm->domain->hosts.fabric, &desk->lines[r].transfer, false);
    while (desk->letters) {
        letter *first = desk->letters;
        desk->letters = first->next;
        free(first);
    }
    free(desk);
}

static ls_transfer make_transfer(const ls_comm *comm, int peer, int what, int sender, int receiver, uint32_t number,
                                 const ls_comm_segment *piece)
{
    return (ls_transfer){.peer = ls_domain_process_of(comm->domain, ls_comm_domain_rank(comm, peer)),
                         .channel = comm->hierarchy->far->channel,
                         .tag = (uint64_t)what << 62 | (uint64_t)sender << 47 | (uint64_t)receiver << 32 | number,
                         .segments = piece,
                         .segment_count = piece->bytes > 0,
                         .bytes = piece->bytes,
                         .waits_for_receiver = what == HEADER && number % LS_FAR_SYNC == 0,
                         .bell = &comm->members[comm->me].mail,
                         .is_bell_shared = ls_domain_is_shared(comm->domain)};
}

bool ls_far_is_gone(const ls_comm *comm, int rank, char *out, size_t size)
{
    const ls_hierarchy *h = comm->hierarchy;
    char name[LS_RANK_NAME_BYTES];
    if (h->part_of[rank] == h->mine) return ls_group_member_is_gone(comm, h->local_of[rank], out, size);
    if (ls_domain_rank_is_marked(comm->domain, h->ranks[rank], out, size)) return true;
    if (!ls_fabric_has_left(h->fabric, ls_domain_process_of(comm->domain, h->ranks[rank]))) return false;
    snprintf(out, size, "%s has left the job", ls_domain_name_rank(comm->domain, h->ranks[rank], name, sizeof(name)));
    return true;
}

/* The transfer is over without having arrived. */
static ls_status fail_broken(const ls_comm *comm, const ls_mail *mail)
{
    char own[200];
    return ls_fail(LS_UNAVAILABLE, "%s: the connection broke", ls_mail_describe(comm, mail, own, sizeof(own)));
}

/* --- Sending --------------------------------------------------------------------------------------------- */

static ls_status send(ls_comm *comm, ls_mail *mail)
{
    line *l = &comm->hierarchy->far->lines[mail->peer];
    passage *p = calloc(1, sizeof(*p));
    if (!p) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a message");
    mail->there = p;
    p->header = (header){.tag = mail->tag, .bytes = mail->bytes, .dtype = (uint32_t)mail->dtype, .number = ++l->sent};
    p->header_piece = (ls_comm_segment){&p->header, sizeof(p->header)};
    p->data_piece = (ls_comm_segment){mail->data, mail->bytes};
    p->header_out = make_transfer(comm, mail->peer, HEADER, comm->rank, mail->peer, l->sent, &p->header_piece);
    p->data = make_transfer(comm, mail->peer, DATA, comm->rank, mail->peer, l->sent, &p->data_piece);
    ls_fabric_send(comm->domain->hosts.fabric, &p->header_out);
    if (mail->bytes)
        ls_fabric_send(comm->domain->hosts.fabric, &p->data);
    else
        atomic_store(&p->data.state, LS_TRANSFER_DONE);
    return LS_OK;
}

static void finish(ls_mail *mail, bool *out_moved)
{
    free(mail->there);
    mail->there = NULL;
    mail->is_done = *out_moved = true;
}

ls_status ls_far_step(ls_comm *comm, ls_mail *mail, bool *out_moved)
{
    if (!mail->there && !mail->is_send) return LS_OK; /* not announced yet */
    if (!mail->there) {
        LS_TRY(send(comm, mail));
        *out_moved = true;
    }
    passage *p = mail->there;
    uint32_t first = mail->is_send ? atomic_load(&p->header_out.state) : LS_TRANSFER_DONE,
             second = atomic_load(&p->data.state);
    if (first == LS_TRANSFER_FAILED || second == LS_TRANSFER_FAILED) return fail_broken(comm, mail);
    if (first == LS_TRANSFER_PENDING || second == LS_TRANSFER_PENDING) return LS_OK;
    if (!mail->is_send) comm->desk->bytes_moved += mail->bytes;
    finish(mail, out_moved);
    return LS_OK;
}

bool ls_far_withdraw(ls_comm *comm, ls_mail *mail)
{
    passage *p = mail->there;
    if (!p) return true;
    if (mail->is_send) ls_fabric_cancel(comm->domain->hosts.fabric, &p->header_out, true);
    ls_fabric_cancel(comm->domain->hosts.fabric, &p->data, mail->is_send);
    free(p);
    mail->there = NULL;
    return false;
}

/* --- Receiving ------------------------------------------------------------------------------------------- */

static bool is_wanted(const ls_comm *comm, int sender)
{
    for (const ls_mail *mail = comm->desk->first; mail; mail = mail->next)
        if (!mail->is_send && !mail->there && (mail->peer == sender || mail->peer == LS_MAIL_ANY)) return true;
    return false;
}

static void keep_letter(ls_far_desk *desk, int sender, const header *h)
{
    letter *l = calloc(1, sizeof(*l)), **end = &desk->letters;
    LS_ASSERT(l && "memory for a header");
    *l = (letter){.sender = sender, .header = *h};
    while (*end) end = &(*end)->next;
    *end = l;
}

/* Takes the headers that have come from a rank, and asks for the next. */
static void listen_to(ls_comm *comm, int sender)
{
    ls_far_desk *desk = comm->hierarchy->far;
    line *l = &desk->lines[sender];
    for (;;) {
        uint32_t state = l->is_listening ? atomic_load(&l->transfer.state) : LS_TRANSFER_FAILED;
        if (state == LS_TRANSFER_PENDING) return;
        if (state == LS_TRANSFER_DONE) {
            keep_letter(desk, sender, &l->incoming);
            l->heard++;
        }
        bool was_lost = l->is_listening && state == LS_TRANSFER_FAILED;
        l->is_listening = false;
        if (was_lost || !is_wanted(comm, sender)) return;
        l->place = (ls_comm_segment){&l->incoming, sizeof(l->incoming)};
        l->transfer = make_transfer(comm, sender, HEADER, sender, comm->rank, l->heard + 1, &l->place);
        l->is_listening = true;
        ls_fabric_receive(comm->domain->hosts.fabric, &l->transfer);
    }
}

static ls_mail *first_receiver(const ls_comm *comm, const letter *l)
{
    for (ls_mail *mail = comm->desk->first; mail; mail = mail->next)
        if (!mail->is_send && !mail->there && !mail->is_done && mail->tag == l->header.tag &&
            (mail->peer == l->sender || mail->peer == LS_MAIL_ANY))
            return mail;
    return NULL;
}

static ls_status open_letter(ls_comm *comm, ls_mail *mail, const letter *l)
{
    const header *h = &l->header;
    mail->source = l->sender;
    if (h->bytes != mail->bytes || h->dtype != (uint32_t)mail->dtype) {
        char name[LS_RANK_NAME_BYTES], my_name[LS_RANK_NAME_BYTES], own[200];
        return ls_fail(
            LS_INVALID_ARGUMENT, "the message does not fit: %s sends %llu bytes of %s, %s calls %s",
            ls_domain_name_rank(comm->domain, ls_comm_domain_rank(comm, l->sender), name, sizeof(name)),
            (unsigned long long)h->bytes, ls_dtype_name((ls_dtype)h->dtype),
            ls_domain_name_rank(comm->domain, ls_comm_domain_rank(comm, comm->rank), my_name, sizeof(my_name)),
            ls_mail_describe(comm, mail, own, sizeof(own)));
    }
    passage *p = calloc(1, sizeof(*p));
    if (!p) return ls_fail(LS_RESOURCE_EXHAUSTED, "no memory for a message");
    mail->there = p;
    p->data_piece = (ls_comm_segment){mail->data, mail->bytes};
    p->data = make_transfer(comm, l->sender, DATA, l->sender, comm->rank, h->number, &p->data_piece);
    if (mail->bytes)
        ls_fabric_receive(comm->domain->hosts.fabric, &p->data);
    else
        atomic_store(&p->data.state, LS_TRANSFER_DONE);
    return LS_OK;
}

ls_status ls_far_match(ls_comm *comm, bool *out_moved)
{
    ls_far_desk *desk = comm->hierarchy->far;
    for (int r = 0; r < desk->size; r++)
        if (r != comm->rank && (desk->lines[r].is_listening || is_wanted(comm, r))) listen_to(comm, r);
    for (letter **at = &desk->letters, *l; (l = *at);) {
        ls_mail *mail = first_receiver(comm, l);
        if (!mail) {
            at = &l->next;
            continue;
        }
        *at = l->next;
        *out_moved = true;
        ls_status status = open_letter(comm, mail, l);
        free(l);
        LS_TRY(status);
    }
    return LS_OK;
}
