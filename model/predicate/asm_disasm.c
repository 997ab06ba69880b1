/* asm_disasm.c - disassembles words into text. */
#include <stdarg.h>
#include <string.h>

#include "predicate/asm_internal.h"

struct text {
    char *at;
    size_t size, used;
};

static void say(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct text *t, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(t->at + t->used, t->size - t->used, format, args);
    va_end(args);
    if (n > 0)
        t->used += (size_t)n < t->size - t->used ? (size_t)n : t->size - t->used - 1;
}

/*
 * Writes an f32 in decimal such that it reads back as the same bits; false for infinities and NaNs.
 */
static bool say_float(struct text *t, uint32_t bits)
{
    char digits[32];
    float x;

    if ((bits >> 23 & 255) == 255)
        return false;
    memcpy(&x, &bits, sizeof x);
    snprintf(digits, sizeof digits, "%.9g", (double)x);
    say(t, "%s%s", digits, strpbrk(digits, ".e") ? "" : ".0");
    return true;
}

static void say_source(struct text *t, const struct predicate_word *w, uint8_t kind, uint8_t i,
                       bool f32)
{
    switch (kind) {
    case PREDICATE_R:
        say(t, "r%d", i);
        break;
    case PREDICATE_U:
        say(t, "u%d", i);
        break;
    case PREDICATE_C:
        say(t, "c%d", i);
        break;
    case PREDICATE_IMM:
        say(t, "%ld", w->imm >= 0x800000 ? (long)w->imm - 0x1000000 : (long)w->imm);
        break;
    case PREDICATE_IMM_HIGH:
        if (!f32 || !say_float(t, w->imm << 8))
            say(t, "hi(0x%x)", w->imm);
        break;
    default:
        say(t, "%s", predicate_special_names[i]);
        break;
    }
}

/* Writes what precedes an operand: a comma, or a space for the first one. */
static void next(struct text *t, bool *first)
{
    say(t, *first ? " " : ", ");
    *first = false;
}

static void say_to(struct text *t, const struct predicate_word *w, bool *first)
{
    static const char *const kinds[] = {"", "r", "u", "p", "up"};

    if (!w->dk && w->op != PREDICATE_MSG)
        return;
    next(t, first);
    say(t, "%s%d", w->dk ? kinds[w->dk] : "u", w->di);
}

static void say_operand(struct text *t, const struct predicate_word *w, uint8_t shape, uint8_t kind,
                        uint8_t i, bool *first)
{
    const bool f32 = w->op == PREDICATE_CMP   ? w->ck == PREDICATE_F32
                     : w->op == PREDICATE_CVT ? w->ck == PREDICATE_F32
                                              : predicate_instructions[w->op].f32;

    if (shape == PREDICATE_TAKES_NONE || shape == PREDICATE_TAKES_MODIFIER)
        return;
    next(t, first);
    if (predicate_is_source(shape))
        say_source(t, w, kind, i, f32);
    else
        say(t, "%s%d", kind == 1 ? "p" : "up", i);
}

static void say_rest_of_bar(struct text *t, const struct predicate_word *w)
{
    if ((w->imm & 15) == PREDICATE_BAR_BY)
        say(t, ", u%u", w->imm >> PREDICATE_BAR_OP & 15);
    if (w->imm & PREDICATE_BAR_HAS_P)
        say(t, ", p%u", w->imm >> PREDICATE_BAR_P & 3);
    if (w->imm & PREDICATE_BAR_HAS_SUM)
        say(t, ", u%u", w->imm >> PREDICATE_BAR_SUM & 15);
}

static void say_instruction(struct text *t, const struct predicate_word *w)
{
    static const char *const guards[] = {"", "@p", "@!p", "@up", "@!up"};
    const struct predicate_instruction n = predicate_takes(w);
    char name[PREDICATE_MNEMONIC];
    bool first = true;

    if (w->gk)
        say(t, "%s%d ", guards[w->gk], w->gi);
    predicate_mnemonic(w->op, predicate_modifier(w), name);
    say(t, "%s", name);
    if (w->op == PREDICATE_BRA || w->op == PREDICATE_SSY) {
        say(t, " %u", w->imm & PREDICATE_TARGET);
        return;
    }
    say_to(t, w, &first);
    say_operand(t, w, n.a, w->ak, w->ai, &first);
    say_operand(t, w, n.b, w->bk, w->bi, &first);
    say_operand(t, w, n.c, w->ck, w->ci, &first);
    if (w->op == PREDICATE_BAR)
        say_rest_of_bar(t, w);
}

static bool jumps(const struct predicate_word *w)
{
    return w->op == PREDICATE_BRA || w->op == PREDICATE_SSY;
}

/*
 * True if the word is written as an instruction. In a program for predicate, core's instructions
 * are not.
 */
static bool plain(uint64_t word, uint32_t length, bool core, struct predicate_word *w)
{
    struct predicate_decoded d;
    struct predicate_word x;

    predicate_decode_any(word, &d);
    if (d.trap || (!core && predicate_lacks(&d.w)))
        return false;
    *w = d.w;
    x = predicate_canonical(w);
    return predicate_pack(&x) == word && !(jumps(w) && w->imm >= length);
}

void predicate_disassemble(uint64_t word, uint32_t length, bool core, char text[PREDICATE_LINE])
{
    struct text t = {.at = text, .size = PREDICATE_LINE};
    struct predicate_word w;

    text[0] = '\0';
    if (plain(word, length, core, &w))
        say_instruction(&t, &w);
    else
        say(&t, ".word 0x%016llx", (unsigned long long)word);
}

static void write_directives(FILE *f, const struct predicate_assembly *a, const char *before)
{
    static const char *const names[] = {
        [PREDICATE_AT_C] = ".const c", [PREDICATE_AT_R] = ".reg r",
        [PREDICATE_AT_U] = ".reg u",   [PREDICATE_AT_P] = ".reg p",
        [PREDICATE_AT_UP] = ".reg up", [PREDICATE_AT_DATA] = ".data ",
        [PREDICATE_SPACES] = NULL};

    if (a->for_core)
        fprintf(f, "%s.target core\n", before);
    if (a->sense)
        fprintf(f, "%s.sense 1\n", before);
    predicate_write_launch(f, a, before);
    for (uint32_t i = 0; i < a->n_values; ++i) {
        const struct predicate_value *v = &a->value[i];

        fprintf(f, "%s%s%d", before, names[v->space],
                v->space == PREDICATE_AT_DATA ? 4 * v->addr : v->addr);
        for (uint32_t k = 0; k < v->n; ++k)
            fprintf(f, ", 0x%x", a->pool[v->first + k]);
        fputc('\n', f);
    }
    for (uint32_t i = 0; i < a->n_outs; ++i)
        fprintf(f, "%s.out %s, %s%d%s%s\n", before, a->out[i].name,
                strchr(names[a->out[i].space], ' ') + 1, a->out[i].i, a->out[i].type ? ", " : "",
                a->out[i].type ? predicate_type_names[a->out[i].type - PREDICATE_SHOW_S32] : "");
}

void predicate_write_image(FILE *f, const struct predicate_assembly *a)
{
    write_directives(f, a, "// ");
    for (uint32_t i = 0; i < a->length; ++i)
        fprintf(f, "%016llx\n", (unsigned long long)a->code[i]);
}

void predicate_write_text(FILE *f, const struct predicate_assembly *a)
{
    bool target[PREDICATE_MOST_WORDS] = {false};
    struct predicate_word w;
    char text[PREDICATE_LINE];

    write_directives(f, a, "");
    for (uint32_t i = 0; i < a->length; ++i)
        if (plain(a->code[i], a->length, a->for_core, &w) && jumps(&w))
            target[w.imm] = true;
    for (uint32_t i = 0; i < a->length; ++i) {
        if (target[i])
            fprintf(f, "L%u:\n", i);
        predicate_disassemble(a->code[i], a->length, a->for_core, text);
        if (plain(a->code[i], a->length, a->for_core, &w) && jumps(&w))
            fprintf(f, "    %.*s L%u\n", (int)(strrchr(text, ' ') - text), text, w.imm);
        else
            fprintf(f, "    %s\n", text);
    }
}

void predicate_write_listing(FILE *f, const struct predicate_assembly *a)
{
    char text[PREDICATE_LINE];

    fprintf(f, "  pc  word              line  instruction\n");
    for (uint32_t i = 0; i < a->length; ++i) {
        predicate_disassemble(a->code[i], a->length, a->for_core, text);
        fprintf(f, "%4u  %016llx  %4u  %s\n", i, (unsigned long long)a->code[i], a->line[i], text);
    }
}
