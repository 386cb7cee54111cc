#include "comm/operands.h"

#include <string.h>

#include "base/error.h"
#include "comm/rounds.h"

/* Up to so many bytes of a share a copy into the bounce takes less time than the kernel does to get at private memory.
 */
#define MAX_BOUNCED ((size_t)8 << 10)

/* --- Showing --------------------------------------------------------------------------------------------- */

static bool overlaps(ls_view a, ls_view b)
{
    for (size_t i = 0; i < a.count; i++)
        for (size_t j = 0; j < b.count; j++) {
            const char *p = a.segments[i].address, *q = b.segments[j].address;
            if (p < q + b.segments[j].bytes && q < p + a.segments[i].bytes) return true;
        }
    return false;
}

static bool is_reachable(const ls_comm *comm, ls_view view)
{
    ls_location location;
    if (!ls_domain_is_shared(comm->domain)) return true;
    for (size_t i = 0; i < view.count; i++)
        if (!ls_memory_locate(&comm->domain->memory, view.segments[i].address, view.segments[i].bytes, &location))
            return false;
    return true;
}

/* Whether another member reads the input of this one or, with is_out, writes its output. */
static bool is_used_by_others(const ls_comm *comm, const ls_op_row *row, const ls_slot *slot, bool is_out)
{
    for (int i = 0; i < comm->count; i++) {
        if (i == comm->me) continue;
        if (is_out ? ls_op_writes(row, slot, i, comm->me) : ls_op_reads(row, slot, i, comm->me)) return true;
    }
    return false;
}

/* Gives the view a copy in the pool, without its bytes, for its place. */
static ls_status move_to_pool(ls_comm *comm, ls_view *view, ls_comm_segment *piece, size_t bytes, void **out_data)
{
    LS_TRY(ls_memory_alloc(&comm->domain->memory, bytes, false, out_data));
    *piece = (ls_comm_segment){*out_data, bytes};
    *view = (ls_view){piece, 1};
    return LS_OK;
}

/* Whether every process of the group may read and write the private memory of the others. */
static bool reads_everyone(const ls_comm *comm)
{
    for (int i = 0; i < comm->count; i++) {
        int process = ls_domain_process_of(comm->domain, comm->group->ranks[i]);
        if (!atomic_load_explicit(&ls_control_process(comm->domain->control, process)->reads_everyone,
                                  memory_order_relaxed))
            return false;
    }
    return true;
}

static void write_places(const ls_comm *comm, ls_view view, bool is_private, ls_place *places)
{
    for (size_t i = 0; i < view.count; i++) {
        void *address = view.segments[i].address;
        if (is_private)
            places[i].location = (ls_location){.segment = LS_PRIVATE_SEGMENT, .offset = (uint64_t)(uintptr_t)address};
        else
            ls_memory_locate(&comm->domain->memory, address, view.segments[i].bytes, &places[i].location);
        places[i].bytes = view.segments[i].bytes;
    }
}

/* Several processes: the places go into the slot, or into a table in the pool. */
static ls_status show_places(ls_comm *comm, ls_operands *operands, ls_view in, ls_view out, uint32_t sequence)
{
    ls_place *places = operands->places;
    size_t count = in.count + out.count;
    if (count > LS_PLACES_IN_SLOT) {
        void **table = &comm->staged[sequence % LS_RING].table;
        LS_TRY(ls_memory_alloc(&comm->domain->memory, sizeof(*places) * count, false, table));
        ls_memory_locate(&comm->domain->memory, *table, sizeof(*places) * count, &operands->table);
        places = *table;
    }
    operands->in_count = (uint32_t)in.count;
    operands->out_count = (uint32_t)out.count;
    write_places(comm, in, operands->is_private, places);
    write_places(comm, out, operands->is_private, places + in.count);
    return LS_OK;
}

ls_status ls_operands_show(ls_comm *comm, ls_slot *slot, const ls_comm_call *call, const ls_shares *shares,
                           uint32_t sequence, size_t in_bytes, size_t out_bytes)
{
    const ls_op_row *row = &ls_op_table[call->op];
    ls_operands *operands = (ls_operands *)slot->payload;
    ls_staged *staged = &comm->staged[sequence % LS_RING];
    ls_view in = in_bytes ? (ls_view){call->in, call->in_count} : (ls_view){0};
    ls_view out = out_bytes ? (ls_view){call->out, call->out_count} : (ls_view){0};
    bool is_read = in_bytes && is_used_by_others(comm, row, slot, false);
    bool is_written = out_bytes && is_used_by_others(comm, row, slot, true);
    if (is_read && row->in_place_is_hard && overlaps(in, out)) {
        ls_view original = in;
        LS_TRY(move_to_pool(comm, &in, &staged->in_piece, in_bytes, &staged->in));
        ls_view_copy(in, 0, original, 0, in_bytes);
    }
    staged->in_view = in;
    staged->out_view = out;
    staged->is_bounced = 0;
    staged->has_first_round = false;
    if (!ls_domain_is_shared(comm->domain)) {
        *operands = (ls_operands){
            .in = in.segments, .out = out.segments, .in_count = (uint32_t)in.count, .out_count = (uint32_t)out.count};
        return LS_OK;
    }
    bool is_in_reach = (!is_read || is_reachable(comm, in)) && (!is_written || is_reachable(comm, out));
    operands->is_private = !is_in_reach && shares->n > MAX_BOUNCED && reads_everyone(comm);
    if (!is_in_reach && !operands->is_private && is_read) staged->is_bounced |= LS_BOUNCED_IN;
    if (!is_in_reach && !operands->is_private && is_written) staged->is_bounced |= LS_BOUNCED_OUT;
    operands->is_bounced = staged->is_bounced;
    if (staged->is_bounced) LS_TRY(ls_rounds_prepare(comm, call, shares, sequence, operands));
    /* Nobody asks for the place of what only this rank touches. */
    if (!is_read || (staged->is_bounced & LS_BOUNCED_IN)) in = (ls_view){0};
    if (!is_written || (staged->is_bounced & LS_BOUNCED_OUT)) out = (ls_view){0};
    return show_places(comm, operands, in, out, sequence);
}

/* --- Getting at others' ---------------------------------------------------------------------------------- */

static ls_status resolve(ls_comm *comm, int process, ls_location location, size_t bytes, void **out_data)
{
    ls_comm_domain *domain = comm->domain;
    if (location.segment == LS_PRIVATE_SEGMENT) {
        *out_data = (void *)(uintptr_t)location.offset;
        return LS_OK;
    }
    if (process != domain->process_index)
        return ls_peer_memory_resolve(&domain->processes[process].memory, location, bytes, out_data);
    *out_data = bytes ? domain->memory.segments[location.segment].base + location.offset : NULL;
    return LS_OK;
}

static ls_status resolve_places(ls_comm *comm, int member, const ls_operands *operands)
{
    ls_member_view *view = &comm->views[member];
    int process = ls_domain_process_of(comm->domain, comm->group->ranks[member]);
    size_t count = (size_t)operands->in_count + operands->out_count;
    const ls_place *places = operands->places;
    void *data;
    if (count > LS_PLACES_IN_SLOT) {
        LS_TRY(resolve(comm, process, operands->table, sizeof(*places) * count, &data));
        places = data;
    }
    view->is_remote = operands->is_private && process != comm->domain->process_index;
    view->pieces.count = 0;
    for (size_t i = 0; i < count; i++) {
        LS_TRY(resolve(comm, process, places[i].location, places[i].bytes, &data));
        *ls_vec_push(&view->pieces) = (ls_comm_segment){data, places[i].bytes};
    }
    view->in = (ls_view){view->pieces.data, operands->in_count};
    view->out = (ls_view){view->pieces.data + operands->in_count, operands->out_count};
    if (!operands->is_bounced) return LS_OK;
    LS_TRY(resolve(comm, process, operands->bounce, ls_rounds_bounce_bytes(comm), &data));
    view->bounce = data;
    return LS_OK;
}

ls_status ls_operands_view(ls_comm *comm, const ls_op_row *row, uint32_t sequence, int *out_member)
{
    const ls_staged *staged = &comm->staged[sequence % LS_RING];
    for (int i = 0; i < comm->count; i++) {
        const ls_slot *slot = ls_comm_slot(comm, i, sequence);
        const ls_operands *operands = (const ls_operands *)slot->payload;
        ls_member_view *view = &comm->views[i];
        *out_member = i;
        view->is_remote = false;
        if (i == comm->me) {
            view->in = staged->in_view;
            view->out = staged->out_view;
            view->bounce = comm->bounce;
        } else if (!ls_domain_is_shared(comm->domain)) {
            view->in = (ls_view){operands->in, operands->in_count};
            view->out = (ls_view){operands->out, operands->out_count};
        } else if (ls_op_reads(row, slot, comm->me, i) || ls_op_writes(row, slot, comm->me, i)) {
            LS_TRY(resolve_places(comm, i, operands));
        } else {
            view->in = view->out = (ls_view){0};
        }
    }
    return LS_OK;
}

void ls_operands_take_back(ls_comm *comm, uint32_t sequence)
{
    ls_staged *staged = &comm->staged[sequence % LS_RING];
    ls_memory_free(&comm->domain->memory, staged->in);
    ls_memory_free(&comm->domain->memory, staged->table);
    staged->in = staged->table = NULL;
}
