#include "core/offload.h"

#include <string.h>

static uint64_t mix(uint64_t sum, uint64_t x)
{
    sum = (sum ^ x) * 0x9E3779B97F4A7C15;
    return sum ^ sum >> 29;
}

void core_offload_take(struct core_account *account, uint32_t (*rows)[INTERP_LANES], uint32_t lanes,
                       const struct core_message *m, uint32_t *data)
{
    const bool has_x = m->kind == CORE_OFF_PUT || m->kind == CORE_OFF_PACK;

    if (m->kind == CORE_OFF_DROP) {
        ++account->drops;
        return;
    }
    account->order = mix(account->order, (uint64_t)m->kind << 32 | m->mode);
    account->order = mix(account->order, (uint64_t)m->a << 32 | m->b);
    account->order = mix(account->order, m->c);
    for (uint32_t n = 0; has_x && n < lanes; ++n)
        account->order = mix(account->order, m->x[n]);
    if (m->kind == CORE_OFF_PUT)
        memcpy(rows[m->a], m->x, lanes * sizeof *m->x);
    else if (m->kind == CORE_OFF_GET)
        memcpy(data, rows[m->a], lanes * sizeof *data);
    for (uint32_t n = 0; m->kind == CORE_OFF_PACK && n < lanes; ++n) {
        account->order = mix(account->order, m->y[n]);
        data[n] = (m->x[(n + 1) % lanes] ^ m->y[n]) * (2 * m->mode + 3);
    }
}

void core_offload_move(struct core_account *account, const struct core_message *m, uint32_t *word)
{
    if (m->mode & CORE_OFF_OUT)
        *word = m->b ^ m->c * 0x9E3779B1;
    else
        account->moved += mix(m->b, *word);
}

/* --- for the interpreter --- */

enum { DPAS = 53, MOVE = 54, ROW = 55, PACK = 56 };

static void sources(const struct core_interp *m, uint32_t warp, uint64_t word, unsigned at,
                    uint32_t *x)
{
    for (uint32_t n = 0; n < m->lanes; ++n)
        x[n] = core_interp_lane_source(m, warp, n, word, at);
}

/* row and pack: writes to the lanes that execute. Sends nothing if there are none. */
static bool of_lanes(struct core_offload *o, struct core_interp *m, uint32_t warp, uint64_t word,
                     const char **why)
{
    const bool pack = interp_op(word) == PACK, put = !pack && interp_field(word, 36, 4) == 1;
    struct core_interp_warp *w = &m->warp[warp];
    uint32_t x[INTERP_LANES] = {0}, y[INTERP_LANES] = {0}, data[INTERP_LANES] = {0};
    struct core_message message = {.x = x, .y = y};
    bool executes[INTERP_LANES] = {false}, any = false;

    for (uint32_t n = 0; n < m->lanes; ++n) {
        executes[n] = !w->lane[n].over && interp_guard(&w->lane[n], word, m->sense);
        any = any || executes[n];
    }
    if (!any)
        return true;
    message.kind = pack ? CORE_OFF_PACK : put ? CORE_OFF_PUT : CORE_OFF_GET;
    message.mode = pack ? interp_field(word, 36, 4) : 0;
    message.a = pack ? 0 : core_interp_source(m, warp, word, INTERP_A);
    if (message.a >= o->rows) {
        *why = "a row that the group has not";
        return false;
    }
    sources(m, warp, word, pack ? INTERP_A : INTERP_B, x);
    sources(m, warp, word, INTERP_B, y);
    core_offload_take(&o->account[warp], o->row, m->lanes, &message, data);
    for (uint32_t n = 0; !put && n < m->lanes; ++n)
        if (executes[n])
            interp_put(&w->lane[n], word, data[n]);
    return true;
}

bool core_offload_interp(void *arg, struct core_interp *m, uint32_t warp, uint64_t word,
                         const char **why)
{
    struct core_offload *o = arg;
    const uint32_t op = interp_op(word);
    struct core_message message = {.kind = op == DPAS ? CORE_OFF_DPAS : CORE_OFF_MOVE};
    uint32_t *at;

    if (op == ROW || op == PACK)
        return of_lanes(o, m, warp, word, why);
    if (op != DPAS && op != MOVE) {
        *why = "an instruction that is not known";
        return false;
    }
    message.mode = op == MOVE ? interp_field(word, 40, 4) : 0;
    message.a = core_interp_source(m, warp, word, INTERP_A);
    message.b = core_interp_source(m, warp, word, INTERP_B);
    message.c = core_interp_source(m, warp, word, INTERP_C);
    core_offload_take(&o->account[warp], o->row, m->lanes, &message, NULL);
    if (op == DPAS) {
        o->open[warp] = message.a & CORE_OFF_KEEP;
        return true;
    }
    at = core_interp_word(m, core_offload_address(message.a));
    if (at)
        core_offload_move(&o->account[warp], &message, at);
    else
        *why = "a move outside memory";
    return at;
}

void core_offload_end(struct core_offload *o, uint32_t warps)
{
    for (uint32_t i = 0; i < warps; ++i)
        o->account[i].drops += o->open[i];
}
