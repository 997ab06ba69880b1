#include "stimulus/script_pipe.h"

#include <stdlib.h>
#include <string.h>

static void send_array(const void *array, size_t n, size_t size, FILE *to)
{
    fwrite(&n, sizeof n, 1, to);
    if (n && size)
        fwrite(array, size, n, to);
}

static bool take(void *value, size_t size, const char **at, const char *end)
{
    if ((size_t)(end - *at) < size)
        return false;
    memcpy(value, *at, size);
    *at += size;
    return true;
}

/* Reads an array into newly allocated memory, and its length into *n and *room. */
static bool receive_array(void *array, size_t *n, size_t *room, size_t size, const char **at,
                          const char *end)
{
    void *copy = NULL;

    if (!take(n, sizeof *n, at, end) || (size && (size_t)(end - *at) / size < *n))
        return false;
    if (*n) {
        copy = malloc(*n * (size ? size : 1));
        if (!copy)
            return false;
        memcpy(copy, *at, *n * size);
        *at += *n * size;
    }
    *room = *n;
    memcpy(array, &copy, sizeof copy);
    return true;
}

void assay_script_send(const struct assay_script *s, FILE *to)
{
    fwrite(&s->params, sizeof s->params, 1, to);
    fwrite(&s->cycles, sizeof s->cycles, 1, to);
    fwrite(&s->bounded, sizeof s->bounded, 1, to);
    for (size_t i = 0; i < s->block->model->n_streams; ++i) {
        const struct assay_script_stream *t = &s->stream[i];

        send_array(t->item, t->n_items, sizeof *t->item, to);
        send_array(t->payload, t->n_items, s->block->model->streams[i].payload_size, to);
        send_array(t->run, t->n_runs, sizeof *t->run, to);
    }
    send_array(s->reset, s->n_resets, sizeof *s->reset, to);
    send_array(s->change, s->n_changes, sizeof *s->change, to);
}

bool assay_script_receive(struct assay_script *s, const struct assay_block *b, const char **at,
                          const char *end)
{
    struct assay_params params = {0};
    bool ok = take(&params, sizeof params, at, end);

    assay_script_init(s, b, &params);
    ok = ok && take(&s->cycles, sizeof s->cycles, at, end) &&
         take(&s->bounded, sizeof s->bounded, at, end);
    for (size_t i = 0; ok && i < b->model->n_streams; ++i) {
        struct assay_script_stream *t = &s->stream[i];
        size_t n = 0;

        ok = receive_array(&t->item, &t->n_items, &t->room_items, sizeof *t->item, at, end) &&
             receive_array(&t->payload, &n, &t->room_payloads, b->model->streams[i].payload_size,
                           at, end) &&
             receive_array(&t->run, &t->n_runs, &t->room_runs, sizeof *t->run, at, end) &&
             n == t->n_items;
    }
    ok = ok && receive_array(&s->reset, &s->n_resets, &s->room_resets, sizeof *s->reset, at, end) &&
         receive_array(&s->change, &s->n_changes, &s->room_changes, sizeof *s->change, at, end);
    if (!ok)
        assay_script_free(s);
    return ok;
}
