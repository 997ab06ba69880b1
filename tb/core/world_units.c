/* world_units.c - the compute block, the mover, the rows and the packer, as seen by the core. */
#include <string.h>

#include "core/world_internal.h"

static struct core_message message_of(const struct core_off *off)
{
    return (struct core_message){
        off->kind, off->mode, off->a, off->b, off->c, off->x, off->y,
    };
}

void core_world_take_off(struct core_world *w, const struct core_off *off)
{
    struct core_world_slot *slot = &w->slot[off->warp];
    struct core_message m = message_of(off);
    struct core_world_wait *wait;
    uint32_t data[INTERP_LANES] = {0};
    const bool row = off->kind == CORE_OFF_GET || off->kind == CORE_OFF_PUT;

    ++w->counts.messages;
    if (off->warp >= w->params.warps || !slot->used || off->kind > CORE_OFF_DROP ||
        (row && (off->a < slot->rows || off->a >= slot->rows + w->launch.rows))) {
        w->wrong = "a message that nobody can have sent";
        return;
    }
    m.a -= row ? slot->rows : 0;
    core_offload_take(&slot->account, &w->row[slot->rows], w->params.lanes, &m, data);
    if (off->kind == CORE_OFF_MOVE || (off->kind == CORE_OFF_DPAS && !(off->a & CORE_OFF_KEEP))) {
        core_world_add(w, &w->notes)->off = *off;
    } else if (off->kind == CORE_OFF_GET || off->kind == CORE_OFF_PACK) {
        wait = core_world_add(w, &w->values);
        wait->value = (struct core_value){.pr = off->warp};
        memcpy(wait->value.data, data, w->params.lanes * sizeof data[0]);
    }
}

uint8_t core_world_status(struct core_world *w)
{
    return core_world_seldom(w, w->mix.errors) ? (uint8_t)(1 + assay_rng_below(&w->r, 15)) : 0;
}

/* Occasionally sends a note with a tag that does not exist, or one that is expected but for a warp
 * that does not exist. */
static bool stray_note(struct core_world *w, struct core_note *note)
{
    if (!core_world_seldom(w, w->mix.strays))
        return false;
    note->pr = (uint8_t)assay_rng_below(&w->r, 16);
    note->tag = (uint8_t)(16 + assay_rng_below(&w->r, 240));
    if (w->mix.more && w->notes.n && note->pr >= w->params.warps)
        note->tag = w->notes.wait[assay_rng_below(&w->r, w->notes.n)].off.tag;
    note->status = (uint8_t)assay_rng_below(&w->r, 16);
    return true;
}

bool core_world_note(struct core_world *w, struct core_note *note)
{
    struct core_message m;
    const struct core_off *off;
    uint32_t i, *word;

    memset(note, 0, sizeof *note);
    if (stray_note(w, note))
        return true;
    if (!core_world_pick(w, &w->notes, true, &i))
        return false;
    off = &w->notes.wait[i].off;
    note->pr = off->warp;
    note->tag = off->tag;
    note->status = core_world_status(w);
    m = message_of(off);
    word = core_world_word(w, core_offload_address(m.a));
    if (m.kind == CORE_OFF_MOVE && word)
        core_offload_move(&w->slot[off->warp].account, &m, word);
    core_world_remove(&w->notes, i);
    return true;
}

bool core_world_value(struct core_world *w, struct core_value *value)
{
    uint32_t i;

    memset(value, 0, sizeof *value);
    if (core_world_seldom(w, w->mix.strays) && w->params.warps < 16) {
        value->pr = (uint8_t)(w->params.warps + assay_rng_below(&w->r, 16 - w->params.warps));
        value->status = (uint8_t)assay_rng_below(&w->r, 16);
        return true;
    }
    if (!core_world_pick(w, &w->values, true, &i))
        return false;
    *value = w->values.wait[i].value;
    value->status = core_world_status(w);
    core_world_remove(&w->values, i);
    return true;
}
