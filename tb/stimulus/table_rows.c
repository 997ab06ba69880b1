/*
 * table_rows.c - stimulus in CSV: the inputs of each cycle. The model determines which transfers
 * they make, and from that follows the script with the same inputs.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "stimulus/table_text.h"

enum { CYCLE_COLUMN = -1, OUTPUT_COLUMN = -2 };

/* Rows played to the model. The engine is given `script` and passes its address on to the
 * player. */
struct rows {
    struct assay_script script; /* must be first: its address is that of the struct */
    struct assay_table *table;
    uint8_t *in; /* n rows of the block's in_size bytes each */
    size_t n, room;
    unsigned long *line; /* line number of each row */
    int column[ASSAY_MAX_PORTS + 1];
    size_t n_columns;
    uint64_t first; /* number of the first cycle */
    bool bad;       /* a row can't be played; the message has been written */
};

/* --- reading --- */

/* Returns the next value of a line, without its comma, or NULL after the last. */
static char *next_value(char **at)
{
    char *value = *at, *comma;

    if (!value)
        return NULL;
    comma = strchr(value, ',');
    if (comma)
        *comma = '\0';
    *at = comma ? comma + 1 : NULL;
    return value;
}

static bool column_of(struct rows *r, const char *name, int *column)
{
    const struct assay_model_block *m = r->table->script->block->model;
    int port = 0;

    if (strcmp(name, "cycle") == 0) {
        *column = CYCLE_COLUMN;
    } else {
        while ((size_t)port < m->n_ports && strcmp(m->ports[port].name, name) != 0)
            ++port;
        if ((size_t)port == m->n_ports)
            return assay_table_wrong(r->table, "unknown pin '%.40s': expected pins of block %s",
                                     name, m->name);
        *column = m->ports[port].dir == ASSAY_IN ? port : OUTPUT_COLUMN;
    }
    for (size_t i = 0; i < r->n_columns; ++i)
        if (*column != OUTPUT_COLUMN && r->column[i] == *column)
            return assay_table_wrong(r->table, "'%.40s' again: expected each name once", name);
    return true;
}

static bool read_names(struct rows *r)
{
    const struct assay_model_block *m = r->table->script->block->model;
    char *at = assay_table_line(r->table), *name;

    while ((name = next_value(&at)) != NULL) {
        if (r->n_columns == ASSAY_MAX_PORTS + 1)
            return assay_table_wrong(r->table, "more columns than pins: expected each pin once");
        if (!column_of(r, name, &r->column[r->n_columns]))
            return false;
        ++r->n_columns;
    }
    for (size_t i = 0; i < m->n_ports; ++i) {
        bool there = m->ports[i].dir != ASSAY_IN;

        for (size_t k = 0; k < r->n_columns && !there; ++k)
            there = r->column[k] == (int)i;
        if (!there)
            return assay_table_wrong(r->table, "no column for the input %s: expected all inputs",
                                     m->ports[i].name);
    }
    return true;
}

static bool number_of_cycle(struct rows *r, const char *text)
{
    uint64_t cycle;

    if (!assay_parse_number(text, &cycle))
        return assay_table_wrong(r->table, "cycle '%.40s': expected a number", text);
    if (r->n == 0)
        r->first = cycle;
    if (cycle != r->first + r->n)
        return assay_table_wrong(r->table,
                                 "cycle %.40s: expected %" PRIu64 ", a line for each cycle", text,
                                 r->first + r->n);
    return true;
}

/* A payload may be left empty where it is not looked at. The rest of the row decides. */
static bool is_needed(const struct rows *r, size_t port, const uint8_t *in)
{
    const struct assay_model_block *m = r->table->script->block->model;
    const struct assay_port *p = &m->ports[port];

    return p->role != ASSAY_PAYLOAD || (!in[0] && in[m->streams[p->stream].valid]);
}

static bool check_reset(struct rows *r, const uint8_t *in)
{
    const struct assay_model_block *m = r->table->script->block->model;

    if (r->n == 0 && !in[0])
        return assay_table_wrong(r->table, "%s is 0: expected the first cycle in reset",
                                 m->ports[0].name);
    for (size_t i = 1; in[0] && i < m->n_ports; ++i)
        if (m->ports[i].dir == ASSAY_IN &&
            (m->ports[i].role == ASSAY_VALID || m->ports[i].role == ASSAY_READY) &&
            in[m->ports[i].offset])
            return assay_table_wrong(r->table, "%s is 1 in reset: expected 0", m->ports[i].name);
    return true;
}

static bool read_row(struct rows *r, char *text, uint8_t *in)
{
    const struct assay_model_block *m = r->table->script->block->model;
    uint32_t value[ASSAY_VALUE_WORDS];
    bool empty[ASSAY_MAX_PORTS] = {false};
    char *at = text, *word;
    size_t k = 0;

    for (; (word = next_value(&at)) != NULL; ++k) {
        const int column = k < r->n_columns ? r->column[k] : OUTPUT_COLUMN;

        if (column == CYCLE_COLUMN && !number_of_cycle(r, word))
            return false;
        if (column < 0)
            continue;
        empty[column] = !*word;
        if (empty[column])
            continue;
        if (!assay_table_value(r->table, (size_t)column, word, value))
            return false;
        assay_port_set(&m->ports[column], in, value);
    }
    if (k != r->n_columns)
        return assay_table_wrong(r->table, "%zu values: expected %zu, one for each name", k,
                                 r->n_columns);
    for (size_t i = 0; i < m->n_ports; ++i)
        if (empty[i] && is_needed(r, i, in))
            return assay_table_wrong(r->table, "%s is empty: expected hexadecimal digits",
                                     m->ports[i].name);
    return check_reset(r, in);
}

static bool grow(struct rows *r)
{
    const size_t size = r->table->script->block->model->in_size;
    const size_t room = r->room ? 2 * r->room : 1024;
    uint8_t *in = realloc(r->in, room * size);
    unsigned long *line;

    if (!in)
        return false;
    r->in = in;
    line = realloc(r->line, room * sizeof *line);
    if (!line)
        return false;
    r->line = line;
    r->room = room;
    return true;
}

static bool read_rows(struct rows *r)
{
    const size_t size = r->table->script->block->model->in_size;
    char *text;

    while ((text = assay_table_line(r->table)) != NULL) {
        uint8_t *in;

        if (r->n == r->room && !grow(r)) {
            assay_table_wrong(r->table, "out of memory");
            return false;
        }
        in = r->in + r->n * size;
        memset(in, 0, size);
        if (!read_row(r, text, in))
            return false;
        r->line[r->n++] = r->table->line;
    }
    if (r->table->stopped)
        return false;
    return r->n ||
           assay_table_wrong(r->table, "no cycles: expected a line for each after the names");
}

/* --- playing --- */

static void *open_rows(const struct assay_script *s)
{
    return (void *)s;
}

static void close_rows(void *player)
{
    (void)player;
}

/* Checks that a stream offers the same item until it is taken. */
static void check_held(struct rows *r, uint64_t cycle, uint64_t transfers)
{
    const struct assay_model_block *m = r->table->script->block->model;
    const uint8_t *now = r->in + cycle * m->in_size, *before = now - m->in_size;

    for (size_t i = 0; i < m->n_streams; ++i) {
        const struct assay_stream *s = &m->streams[i];

        if (!s->sink || now[0] || before[0] || !before[s->valid] || transfers >> i & 1)
            continue;
        if (now[s->valid] && memcmp(now + s->payload, before + s->payload, s->payload_size) == 0)
            continue;
        r->table->line = r->line[cycle];
        r->bad = true;
        assay_table_wrong(r->table,
                          "%s is not what was offered in the cycle before and not taken: expected "
                          "its valid and payload to stay",
                          s->name);
        return;
    }
}

static const void *play_row(void *player, uint64_t cycle, uint64_t transfers,
                            const struct assay_player_pace *pace)
{
    struct rows *r = player;
    const uint64_t at = cycle < r->n ? cycle : r->n - 1;

    (void)pace;
    if (at && at == cycle && !r->bad)
        check_held(r, at, transfers);
    return r->in + at * r->table->script->block->model->in_size;
}

static bool to_script(struct rows *r)
{
    static const struct assay_player_ops ops = {open_rows, close_rows, play_row};
    const struct assay_script *s = r->table->script;
    const struct assay_config config = {.block = s->block,
                                        .params = s->params,
                                        .scenario = &assay_script_scenario,
                                        .backend = "model",
                                        .player = &ops,
                                        .script = &r->script};
    char why[512];

    if (!assay_script_record(&config, 0, r->n - 1, r->table->script, NULL, why, sizeof why))
        return r->bad ? false : assay_table_wrong(r->table, "%s", why);
    return !r->bad;
}

bool assay_table_rows(struct assay_table *t)
{
    struct rows *r = calloc(1, sizeof *r);
    bool ok;

    if (!r)
        return assay_table_wrong(t, "out of memory");
    r->table = t;
    r->script.block = t->script->block;
    r->script.params = t->script->params;
    ok = read_names(r) && read_rows(r) && to_script(r);
    free(r->in);
    free(r->line);
    free(r);
    return ok;
}
