/* Why a program was compiled: what differs from the nearest one that the process has. */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "lazy/cache.h"

void ls_program_note_plan(ls_program *program, const ls_plan *plan)
{
    program->input_count = plan->inputs.count;
    program->note_count = plan->inputs.count + plan->ops.count;
    program->notes = calloc(program->note_count + 1, sizeof(*program->notes));
    LS_ASSERT(program->notes);
    for (size_t i = 0; i < plan->inputs.count; i++)
        program->notes[i] =
            (ls_program_note){.kind = LS_NODE_LEAF, .type = ls_value_result(plan->inputs.data[i])->type};
    for (size_t i = 0; i < plan->ops.count; i++) {
        const ls_node *op = plan->ops.data[i];
        program->notes[plan->inputs.count + i] =
            (ls_program_note){.kind = op->kind,
                              .attrs = op->attrs,
                              .type = op->result_count ? op->results[0].type : NULL,
                              .call = op->call,
                              .caller = op->caller};
        for (uint32_t k = 0; k < op->operand_count; k++) {
            uint32_t mark = ls_value_result(ls_value_resolve(op->operands[k]))->mark;
            if (!(mark & LS_INPUT_MARK) || program->notes[mark & ~LS_INPUT_MARK].call) continue;
            program->notes[mark & ~LS_INPUT_MARK].call = op->call;
            program->notes[mark & ~LS_INPUT_MARK].caller = op->caller;
        }
    }
}

static bool same_note(const ls_program_note *a, const ls_program_note *b)
{
    return a->kind == b->kind && a->attrs == b->attrs && a->type == b->type;
}

double ls_program_likeness(const ls_program *a, const ls_program *b)
{
    size_t shorter = a->note_count < b->note_count ? a->note_count : b->note_count;
    size_t longer = a->note_count < b->note_count ? b->note_count : a->note_count;
    size_t equal = 0, kinds = 0;
    for (size_t i = 0; i < shorter; i++) {
        equal += same_note(&a->notes[i], &b->notes[i]);
        kinds += a->notes[i].kind == b->notes[i].kind;
    }
    return longer ? ((double)equal + (double)kinds) / (2.0 * (double)longer) : 0;
}

static const char *type_text(const ls_type *type, char *out, size_t size)
{
    return type ? ls_ir_type_format(&type->ir, out, size) : "nothing";
}

void ls_program_explain(const ls_program *program, const ls_program *other, char *out, size_t size)
{
    size_t shorter = program->note_count < other->note_count ? program->note_count : other->note_count;
    size_t i = 0;
    while (i < shorter && same_note(&program->notes[i], &other->notes[i])) i++;
    if (i == program->note_count && i == other->note_count) {
        snprintf(out, size, "same ops; which results stay alive, or which inputs are donated, differs");
        return;
    }
    if (i == program->note_count) {
        snprintf(out, size, "it ends earlier: %zu ops instead of %zu", program->note_count - program->input_count,
                 other->note_count - other->input_count);
        return;
    }
    const ls_program_note *now = &program->notes[i], *before = i < other->note_count ? &other->notes[i] : NULL;
    char caller[256], a[200], b[200], what[64];
    if (now->kind == LS_NODE_LEAF)
        snprintf(what, sizeof what, "input %zu", i);
    else
        snprintf(what, sizeof what, "op %zu, %s", i - program->input_count, ls_ir_op_info_of(now->kind)->name);
    int used = snprintf(out, size, "%s (%s at %s): ", what, now->call ? now->call : "?",
                        ls_caller_format(now->caller, caller, sizeof caller));
    if (used < 0 || (size_t)used >= size) return;
    if (!before)
        snprintf(out + used, size - (size_t)used, "is new");
    else if (before->kind != now->kind)
        snprintf(out + used, size - (size_t)used, "was %s",
                 before->kind == LS_NODE_LEAF ? "an input" : ls_ir_op_info_of(before->kind)->name);
    else if (before->type != now->type)
        snprintf(out + used, size - (size_t)used, "%s → %s", type_text(before->type, a, sizeof a),
                 type_text(now->type, b, sizeof b));
    else
        snprintf(out + used, size - (size_t)used, "%s",
                 now->kind == LS_IR_CONSTANT ? "another constant (ls_scalar makes it an input)" : "other attributes");
}
