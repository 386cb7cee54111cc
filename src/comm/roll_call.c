/* A barrier in which member 0 finds out who is missing, and tells all. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "comm/group.h"

#define VERDICT_MS 2000 /* for member 0's verdict to come before the others' own deadline */

static void add(char *message, size_t size, const char *part)
{
    size_t used = strlen(message);
    snprintf(message + used, size - used, "%s%s", used ? "; " : "", part);
}

/* Waits until a member has come; false: it is gone, or late, and `message` says so now. */
static bool is_present(ls_comm *comm, int member, uint32_t sequence, ls_deadline deadline, char *message, size_t size)
{
    _Atomic uint32_t *word = &ls_comm_slot(comm, member, sequence)->sequence;
    char name[LS_RANK_NAME_BYTES], how[384], progress[LS_PROGRESS_BYTES];
    while (!ls_group_spin(comm, word, sequence)) {
        bool is_gone = ls_group_member_is_gone(comm, member, how, sizeof(how));
        if (ls_has_reached(atomic_load(word), sequence)) return true;
        bool is_late = ls_deadline_passed(deadline);
        if (!is_gone && is_late)
            snprintf(how, sizeof(how), "%s did not come in time",
                     ls_domain_name_rank(comm->domain, comm->group->ranks[member], name, sizeof(name)));
        if (is_gone || is_late) {
            ls_group_describe_progress(comm, member, progress, sizeof(progress));
            add(message, size, how);
            snprintf(message + strlen(message), size - strlen(message), ", %s", progress);
            return false;
        }
        if (!ls_group_is_well(comm)) return true; /* completing tells */
        ls_group_nap(comm, member, word, sequence, deadline);
    }
    return true;
}

static ls_status call_roll(ls_comm *comm, uint32_t sequence, ls_deadline deadline, bool waits_for_all)
{
    char missing[960] = "", message[1024];
    for (int i = 1; i < comm->count && (waits_for_all || !*missing); i++)
        is_present(comm, i, sequence, deadline, missing, sizeof(missing));
    if (!*missing) return LS_OK;
    snprintf(message, sizeof(message), "monitored_barrier #%u: %s", sequence, missing);
    return ls_group_fail(comm, ls_deadline_passed(deadline) ? LS_DEADLINE_EXCEEDED : LS_UNAVAILABLE, message);
}

ls_status ls_comm_roll_call(ls_comm *comm, ls_deadline deadline, bool waits_for_all)
{
    ls_comm_call call = {.op = LS_COMM_BARRIER,
                         .dtype = LS_U8,
                         .source = -1,
                         .target = -1,
                         .label = "monitored_barrier",
                         .deadline = {deadline.at_ns + VERDICT_MS * INT64_C(1000000)}};
    if (comm->hierarchy) { /* a barrier's own message names the missing too, on each host for itself */
        call.deadline = deadline;
        return ls_comm_run(comm, &call);
    }
    LS_TRY(ls_comm_post(comm, &call));
    if (comm->me == 0) LS_TRY(call_roll(comm, comm->posted, deadline, waits_for_all));
    return ls_comm_complete(comm, &call);
}
