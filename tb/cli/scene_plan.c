/* scene_plan.c - the names of depth functions and tests, the command line,
 * and the choice of passes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/called.h"
#include "cli/scene.h"

const char *const scene_funcs[DEPTHCULL_FUNCS + 1] = {
    "never", "less", "equal", "lequal", "greater", "notequal", "gequal", "always", NULL};

const char *scene_func_name(uint8_t func)
{
    return scene_funcs[func];
}

bool scene_tests_parse(const char *text, uint8_t *enable)
{
    *enable = 0;
    if (strcmp(text, "none") == 0)
        return true;
    if (strcmp(text, "all") == 0) {
        *enable = 0x7F;
        return true;
    }
    for (;;) {
        const size_t n = strcspn(text, ",");
        uint32_t t = DEPTHCULL_RANGE;

        while (t <= DEPTHCULL_CLAIM5 && (strlen(depthcull_test_name(t)) != n ||
                                         strncmp(text, depthcull_test_name(t), n) != 0))
            ++t;
        if (t > DEPTHCULL_CLAIM5)
            return false;
        if (*enable >> (t - 1) & 1) /* named twice */
            return false;
        *enable |= (uint8_t)(1u << (t - 1));
        if (!text[n])
            return true;
        text += n + 1;
    }
}

void scene_tests_print(uint8_t enable, char *text, size_t size)
{
    size_t used = 0;

    snprintf(text, size, "none");
    for (uint32_t t = DEPTHCULL_RANGE; t <= DEPTHCULL_CLAIM5; ++t) {
        int n;

        if (!(enable >> (t - 1) & 1))
            continue;
        n = snprintf(text + used, size - used, "%s%s", used ? "," : "", depthcull_test_name(t));
        if (n < 0 || (size_t)n >= size - used)
            return;
        used += (size_t)n;
    }
}

static void add_word(struct assay_text *t, const char *option, const char *word)
{
    if (!word)
        return;
    assay_text_addf(t, " %s ", option);
    assay_text_add_quoted(t, word);
}

char *scene_command_line(const struct scene_choice *c, const struct assay_variant *v)
{
    const struct scene_request *r = &c->request;
    const char *set = assay_params_set_name(v->block, &v->params);
    struct assay_text t = {0};
    char words[ASSAY_PARAMS_TEXT];

    assay_text_add_command(&t, "scene ");
    assay_text_add_quoted(&t, c->file);
    assay_text_addf(&t, " --size %" PRIu32 "x%" PRIu32, r->width, r->height);
    add_word(&t, "--camera", c->camera);
    if (r->view.fov != 45)
        assay_text_addf(&t, " --fov %.17g", r->view.fov);
    if (r->view.near > 0)
        assay_text_addf(&t, " --near %.17g", r->view.near);
    if (r->instances > 1)
        assay_text_addf(&t, " --instances %" PRIu32, r->instances);
    if (c->func_code != DEPTHCULL_LESS)
        assay_text_addf(&t, " --func %s", scene_func_name(c->func_code));
    add_word(&t, "--order", c->order);
    if (c->tests_given) {
        scene_tests_print(c->enable, words, sizeof words);
        assay_text_addf(&t, " --tests %s", words);
    }
    assay_params_print(v->block, &v->params, words, sizeof words);
    assay_text_addf(&t, " --params %s --backend %s", set ? set : words,
                    assay_backend_name(c->backend));
    if (c->stall)
        assay_text_addf(&t, " --stall %" PRIu64, c->stall);
    if (c->seed != 1)
        assay_text_addf(&t, " --seed %" PRIu64, c->seed);
    add_word(&t, "--rtl", c->rtl);
    add_word(&t, "--out", c->out);
    if (!t.failed)
        return t.s;
    assay_text_free(&t);
    return NULL;
}

static void add_pass(struct scene_job *j, uint8_t enable, const char *before, const char *name)
{
    char *text = j->pass_text[j->passes];

    snprintf(text, sizeof j->pass_text[0], "%s%s", before, name);
    j->pass_name[j->passes] = text;
    j->pass[j->passes++] = (struct depthcull_pass){.enable = enable};
}

void scene_plan(struct scene_job *j)
{
    const uint8_t sound = depthcull_sound(&j->params);

    j->passes = 0;
    add_pass(j, j->enable, "", j->enable == sound ? "all sound" : "as given");
    add_pass(j, 0, "", "none");
    j->locked = j->passes;
    if (j->enable != sound)
        add_pass(j, sound, "", "all sound");
    for (uint32_t t = DEPTHCULL_RANGE; t <= DEPTHCULL_CLAIM5; ++t)
        if (sound >> (t - 1) & 1)
            add_pass(j, sound & (uint8_t) ~(1u << (t - 1)), "all but ", depthcull_test_name(t));
    for (uint32_t t = DEPTHCULL_RANGE; t <= DEPTHCULL_CLAIM5; ++t)
        if (sound >> (t - 1) & 1)
            add_pass(j, (uint8_t)(1u << (t - 1)), "only ", depthcull_test_name(t));
}

bool scene_same(const struct scene_job *j, const struct depthcull_pass *p)
{
    return p->finished && p->differing == 0 && p->mask_sum == j->mask_sum;
}
