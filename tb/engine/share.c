#include "engine/share.h"

#include <stdlib.h>
#include <string.h>

enum { PLAIN_CYCLES = 512 /* cycles between two changes of the pins outside streams */ };

static bool in_group(const struct assay_block *b, size_t i, size_t j)
{
    return i == j || (b->rules[i].group && b->rules[i].group == b->rules[j].group);
}

/* Mask of the streams whose transfers the following side must have made as well. */
static uint64_t waits_for(const struct assay_share *s, size_t stream)
{
    const struct assay_block *b = s->block;
    const bool bounded = b->rules && b->rules[stream].outstanding;
    uint64_t mask = 0;

    if (b->rules && (b->rules[stream].always || b->rules[stream].every_cycle))
        return 0; /* outputs need this transaction in order to come out */
    if (!bounded && !s->scenario->observe && !(b->hooks && b->hooks->legal))
        return 0;
    for (size_t i = 0; i < b->model->n_streams; ++i)
        if (!b->model->streams[i].sink || (bounded && i != stream && in_group(b, stream, i)))
            mask |= UINT64_C(1) << i;
    return mask;
}

static bool open_sequence(struct assay_share *s, size_t stream)
{
    struct assay_share_sequence *q = &s->sequence[stream];

    if (!s->block->model->streams[stream].sink)
        return true;
    s->enables |= s->block->rules && s->block->rules[stream].always;
    s->every_cycle |= s->block->rules && s->block->rules[stream].every_cycle;
    s->waits[stream] = waits_for(s, stream);
    q->payload = malloc(ASSAY_SHARE_AHEAD * s->block->model->streams[stream].payload_size + 1);
    q->seen = calloc(ASSAY_SHARE_AHEAD * s->block->model->n_streams, sizeof *q->seen);
    return q->payload && q->seen;
}

/* Finds out whether there are pins outside streams to drive, and whether they change during a run.
 * A design that moves only when enabled, or in every cycle, always has something in flight, on
 * which a change would act differently on the two sides: there the pins change only in resets. */
static void look_at_plain(struct assay_share *s)
{
    const struct assay_block *b = s->block;

    s->next_plain = UINT64_MAX;
    for (size_t i = 1; s->scenario->plain && i < b->model->n_ports; ++i) { /* port 0 is rst */
        if (b->model->ports[i].role != ASSAY_PLAIN || b->model->ports[i].dir != ASSAY_IN)
            continue;
        s->has_plain = s->plain_wanted = true;
        s->plain_varies |= !b->plain || b->plain[i].drive == ASSAY_PLAIN_PER_CYCLE;
    }
    if (s->plain_varies && !s->enables && !s->every_cycle)
        s->next_plain = PLAIN_CYCLES;
}

bool assay_share_open(struct assay_share *s, const struct assay_block *b,
                      const struct assay_scenario *scenario)
{
    const size_t n = b->model->n_streams + 1;
    bool ok;

    memset(s, 0, sizeof *s);
    s->block = b;
    s->scenario = scenario;
    s->at_rest = true;
    s->sequence = calloc(n, sizeof *s->sequence);
    s->waits = calloc(n, sizeof *s->waits);
    s->plain = calloc(1, b->model->in_size);
    ok = s->sequence && s->waits && s->plain;
    for (unsigned side = 0; side < ASSAY_SIDES; ++side)
        ok = (s->transfers[side] = calloc(n, sizeof(uint64_t))) && ok;
    for (size_t i = 0; ok && i < b->model->n_streams; ++i)
        ok = open_sequence(s, i);
    look_at_plain(s);
    return ok;
}

void assay_share_close(struct assay_share *s)
{
    for (size_t i = 0; s->sequence && i < s->block->model->n_streams; ++i) {
        free(s->sequence[i].payload);
        free(s->sequence[i].seen);
    }
    free(s->sequence);
    free(s->waits);
    free(s->plain);
    free(s->transfers[ASSAY_LEADS]);
    free(s->transfers[ASSAY_FOLLOWS]);
    memset(s, 0, sizeof *s);
}

static uint8_t *payload_of(const struct assay_share *s, unsigned stream, uint64_t number)
{
    return s->sequence[stream].payload +
           number % ASSAY_SHARE_AHEAD * s->block->model->streams[stream].payload_size;
}

static uint64_t *seen_of(const struct assay_share *s, unsigned stream, uint64_t number)
{
    return s->sequence[stream].seen + number % ASSAY_SHARE_AHEAD * s->block->model->n_streams;
}

static bool has_room(const struct assay_share_sequence *q)
{
    return q->drawn - q->given[ASSAY_FOLLOWS] < ASSAY_SHARE_AHEAD;
}

bool assay_share_put(struct assay_share *s, unsigned stream, const void *payload)
{
    struct assay_share_sequence *q = &s->sequence[stream];
    const size_t n = s->block->model->n_streams;

    if (!has_room(q))
        return false;
    memcpy(payload_of(s, stream, q->drawn), payload, s->block->model->streams[stream].payload_size);
    memcpy(seen_of(s, stream, q->drawn), s->transfers[ASSAY_LEADS], n * sizeof(uint64_t));
    q->given[ASSAY_LEADS] = ++q->drawn;
    return true;
}

static bool draw(struct assay_share *s, unsigned stream, void *payload)
{
    return !assay_share_pauses(s) && has_room(&s->sequence[stream]) &&
           s->scenario->next(s->ctx, stream, payload) && assay_share_put(s, stream, payload);
}

static bool may_follow(const struct assay_share *s, unsigned stream, uint64_t number)
{
    const uint64_t *seen = seen_of(s, stream, number);

    for (uint64_t m = s->waits[stream]; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);

        if (s->transfers[ASSAY_FOLLOWS][i] < seen[i])
            return false;
    }
    return true;
}

bool assay_share_next(struct assay_share *s, unsigned side, unsigned stream, void *payload)
{
    struct assay_share_sequence *q = &s->sequence[stream];
    const uint64_t number = q->given[side];

    if (side == ASSAY_LEADS)
        return draw(s, stream, payload);
    if (number == q->drawn || !may_follow(s, stream, number))
        return false;
    memcpy(payload, payload_of(s, stream, number), s->block->model->streams[stream].payload_size);
    ++q->given[side];
    return true;
}

void assay_share_restart(struct assay_share *s, unsigned side)
{
    if (side != ASSAY_LEADS)
        return;
    if (s->scenario->restart) /* a script has no `restart` */
        s->scenario->restart(s->ctx);
    for (size_t i = 0; i < s->block->model->n_streams; ++i) {
        s->sequence[i].given[ASSAY_FOLLOWS] = s->sequence[i].drawn;
        s->transfers[ASSAY_LEADS][i] = s->transfers[ASSAY_FOLLOWS][i] = 0;
    }
}

static void copy_plain(const struct assay_block *b, const uint8_t *from, uint8_t *to)
{
    for (size_t i = 1; i < b->model->n_ports; ++i) { /* port 0 is rst */
        const struct assay_port *p = &b->model->ports[i];

        if (p->role == ASSAY_PLAIN && p->dir == ASSAY_IN)
            memcpy(to + p->offset, from + p->offset, p->size);
    }
}

/* Advances the scenario's time; its values are taken only when they may change. */
void assay_share_plain(struct assay_share *s, unsigned side, void *in)
{
    if (side == ASSAY_LEADS && s->scenario->plain)
        s->scenario->plain(s->ctx, in);
    if (!s->has_plain)
        return;
    if (side == ASSAY_LEADS && s->plain_wanted) {
        copy_plain(s->block, in, s->plain);
        s->plain_wanted = s->paused = false;
    }
    copy_plain(s->block, s->plain, in);
}

void assay_share_moved(struct assay_share *s, unsigned side, uint64_t transfers)
{
    for (uint64_t m = transfers; m; m &= m - 1)
        ++s->transfers[side][__builtin_ctzll(m)];
}

enum assay_share_event assay_share_ask(struct assay_share *s, unsigned side, bool reset)
{
    if (side != ASSAY_LEADS)
        return s->event;
    s->event = s->at_rest ? ASSAY_EVENT_NOW : s->hopeless ? ASSAY_EVENT_NEVER : ASSAY_EVENT_LATER;
    s->hopeless = false;
    if (s->event == ASSAY_EVENT_NEVER)
        ++*(reset ? &s->resets_lost : &s->plain_lost);
    s->holding = s->event == ASSAY_EVENT_LATER;
    s->late += s->holding;
    s->happened = !s->holding;
    return s->event;
}

void assay_share_silent(struct assay_share *s, uint64_t cycle)
{
    if (s->reset_wanted) {
        s->reset[ASSAY_LEADS] = s->reset[ASSAY_FOLLOWS] = true;
        s->reset_wanted = false;
        if (s->plain_varies)
            s->plain_wanted = true;
    }
    if (s->paused) {
        s->plain_wanted = true;
        s->next_plain = cycle + PLAIN_CYCLES;
    }
}

void assay_share_give_up(struct assay_share *s)
{
    s->resets_lost += s->reset_wanted;
    s->reset_given_up |= s->reset_wanted;
    s->plain_lost += s->paused;
    if (s->paused)
        s->next_plain = UINT64_MAX; /* the next attempt would fail as well */
    s->reset_wanted = s->paused = false;
    s->hopeless = s->holding;
}
