/* table_transfers.c - stimulus in JSON lines: transfers in order. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "engine/driver.h"
#include "stimulus/table_text.h"

/* Port of a stream's field; n_ports if there is none. */
static size_t field_of(const struct assay_model_block *m, unsigned stream, const char *field)
{
    size_t i = 0;

    while (i < m->n_ports &&
           (m->ports[i].role != ASSAY_PAYLOAD || m->ports[i].stream != (int)stream ||
            strcmp(assay_field_name(m, &m->ports[i]), field) != 0))
        ++i;
    return i;
}

/* Sets the values of an item. Each field must occur exactly once. */
static bool set_fields(struct assay_table *t, unsigned stream, const cJSON *fields, void *payload)
{
    const struct assay_block *b = t->script->block;
    const struct assay_model_block *m = b->model;
    uint32_t value[ASSAY_VALUE_WORDS];
    bool seen[ASSAY_MAX_PORTS] = {false};
    const cJSON *f;

    cJSON_ArrayForEach(f, fields)
    {
        const size_t port = field_of(m, stream, f->string);

        if (port == m->n_ports)
            return assay_table_wrong(t, "unknown field '%.40s': expected one of stream %s",
                                     f->string, m->streams[stream].name);
        if (seen[port])
            return assay_table_wrong(t, "field '%s' again: expected it once", f->string);
        seen[port] = true;
        if (!cJSON_IsString(f))
            return assay_table_wrong(t, "field '%s': expected a text of hexadecimal digits",
                                     f->string);
        if (!assay_table_value(t, port, f->valuestring, value))
            return false;
        assay_script_set(b, &m->ports[port], payload, value);
    }
    for (size_t i = 0; i < m->n_ports; ++i)
        if (m->ports[i].role == ASSAY_PAYLOAD && m->ports[i].stream == (int)stream && !seen[i])
            return assay_table_wrong(t, "no field for %s: expected all of stream %s",
                                     m->ports[i].name, m->streams[stream].name);
    return true;
}

static bool add_item(struct assay_table *t, unsigned stream, const cJSON *fields)
{
    const size_t size = t->script->block->model->streams[stream].payload_size;
    void *payload = calloc(1, size + 1);
    bool ok = payload && set_fields(t, stream, fields, payload);

    if (!payload || (ok && !assay_script_add_item(t->script, stream, 0, payload)))
        ok = assay_table_wrong(t, "out of memory");
    free(payload);
    return ok;
}

static bool transfer(struct assay_table *t, const cJSON *o)
{
    const struct assay_model_block *m = t->script->block->model;
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "stream"));
    const char *way = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "direction"));
    const cJSON *fields = cJSON_GetObjectItemCaseSensitive(o, "fields");
    unsigned i = 0;

    if (!name)
        return assay_table_wrong(t, "no stream: expected \"stream\":\"NAME\" or \"reset\":true");
    while (i < m->n_streams && strcmp(m->streams[i].name, name) != 0)
        ++i;
    if (i == m->n_streams)
        return assay_table_wrong(t, "unknown stream '%.40s': expected one of block %s", name,
                                 m->name);
    if (way && strcmp(way, m->streams[i].sink ? "in" : "out") != 0)
        return assay_table_wrong(t, "direction '%.40s' of stream %s: expected %s", way, name,
                                 m->streams[i].sink ? "in" : "out");
    if (!m->streams[i].sink)
        return true;
    if (fields && !cJSON_IsObject(fields))
        return assay_table_wrong(t, "fields: expected an object");
    return add_item(t, i, fields);
}

static bool line(struct assay_table *t, const cJSON *o)
{
    static const char *const keys[] = {"call", "reset", "stream", "direction", "fields"};
    const cJSON *item, *other;

    cJSON_ArrayForEach(item, o)
    {
        size_t k = 0;

        while (k < sizeof keys / sizeof keys[0] && strcmp(keys[k], item->string) != 0)
            ++k;
        if (k == sizeof keys / sizeof keys[0])
            return assay_table_wrong(t,
                                     "unknown key '%.40s': expected call, reset, stream, "
                                     "direction or fields",
                                     item->string);
    }
    item = cJSON_GetObjectItemCaseSensitive(o, "reset");
    if (!item)
        return transfer(t, o);
    if (!cJSON_IsTrue(item))
        return assay_table_wrong(t, "reset: expected true");
    cJSON_ArrayForEach(other, o)
    {
        if (other != item && strcmp(other->string, "call") != 0)
            return assay_table_wrong(t, "%s beside reset: expected a line of its own",
                                     other->string);
    }
    if (assay_script_items(t->script))
        return assay_table_wrong(t, "a reset after a transfer, whose cycle is not known: expected "
                                    "resets before the first transfer");
    return true;
}

bool assay_table_transfers(struct assay_table *t)
{
    const struct assay_block *b = t->script->block;
    const char *text;

    if (!assay_script_add_reset(t->script, 0,
                                b->reset_cycles ? b->reset_cycles : ASSAY_RESET_CYCLES))
        return assay_table_wrong(t, "out of memory");
    while ((text = assay_table_line(t)) != NULL) {
        cJSON *o = cJSON_ParseWithOpts(text, NULL, true);
        const bool ok = cJSON_IsObject(o)
                            ? line(t, o)
                            : assay_table_wrong(t, "'%.40s': expected a JSON object", text);

        cJSON_Delete(o);
        if (!ok)
            return false;
    }
    if (t->stopped)
        return false;
    if (!assay_script_items(t->script))
        return assay_table_wrong(t, "no transfer on a sink: expected at least one");
    return true;
}
