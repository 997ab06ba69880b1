/* asm.c - assembles text into words. */
#include "predicate/asm.h"

#include <string.h>

#include "predicate/asm_internal.h"

/* The byte order mark that some editors write at the beginning of a file. */
#define UTF8_MARK "\xEF\xBB\xBF"

struct label {
    const char *name;
    uint32_t length, pc;
};

/* A bra or ssy whose target is not yet known. */
struct jump {
    const char *name, *line;
    uint32_t length, column, number, target; /* target: if name is NULL */
};

struct assembler {
    struct predicate_reader r;
    struct label label[PREDICATE_LABELS];
    uint32_t n_labels;
    struct jump jump[PREDICATE_MOST_WORDS];
    bool is_jump[PREDICATE_MOST_WORDS];
};

/* --- encoding operands into fields --- */

struct instruction {
    struct predicate_reader *r;
    struct predicate_word w;
    bool has_imm, has_operand;
    uint32_t to_column;
};

static bool sign_extends(uint32_t x)
{
    return x <= 0x7FFFFF || x >= 0xFF800000;
}

static bool put_immediate(struct instruction *x, const struct predicate_operand *o, uint8_t *kind)
{
    uint32_t imm;

    if (o->high) {
        *kind = PREDICATE_IMM_HIGH;
        imm = o->number;
    } else if (!o->number_is_f32 && sign_extends(o->number)) {
        *kind = PREDICATE_IMM;
        imm = o->number & 0xFFFFFF;
    } else if ((o->number & 0xFF) == 0) {
        *kind = PREDICATE_IMM_HIGH;
        imm = o->number >> 8;
    } else {
        return predicate_error(x->r, o->column,
                               "0x%x does not fit: an immediate is 24 bits with sign, or 24 bits "
                               "and 8 zeros; use .const",
                               o->number);
    }
    if (x->has_imm && x->w.imm != imm)
        return predicate_error(x->r, o->column,
                               "two different immediates in one instruction; use .const");
    x->has_imm = true;
    x->w.imm = imm;
    return true;
}

static bool put_source(struct instruction *x, uint8_t *kind, uint8_t *i)
{
    struct predicate_operand o;

    if (!predicate_read_operand(x->r, &o))
        return false;
    if (o.is == PREDICATE_OPERAND_NUMBER)
        return put_immediate(x, &o, kind);
    if (o.is == PREDICATE_OPERAND_REG) {
        *i = o.i;
        switch (o.space) {
        case PREDICATE_AT_R:
            *kind = PREDICATE_R;
            return true;
        case PREDICATE_AT_U:
            *kind = PREDICATE_U;
            return true;
        case PREDICATE_AT_C:
            *kind = PREDICATE_C;
            return true;
        case PREDICATE_SPACES:
            *kind = PREDICATE_SPECIAL;
            return true;
        default:
            break;
        }
    }
    return predicate_error(
        x->r, o.column,
        "'%.*s': expected a register r, u or c, a special source such as lid, or a number",
        (int)o.length, o.name);
}

static const char *registers_of(uint8_t to)
{
    const uint8_t r = 1u << PREDICATE_TO_R, u = 1u << PREDICATE_TO_U;

    return to == (r | u)                 ? "r or u"
           : to & r                      ? "r"
           : to & u                      ? "u"
           : to == 1u << PREDICATE_TO_UP ? "up"
                                         : "p or up";
}

static bool put_to(struct instruction *x, uint8_t to)
{
    static const uint8_t kinds[] = {[PREDICATE_AT_R] = PREDICATE_TO_R,
                                    [PREDICATE_AT_U] = PREDICATE_TO_U,
                                    [PREDICATE_AT_P] = PREDICATE_TO_P,
                                    [PREDICATE_AT_UP] = PREDICATE_TO_UP,
                                    [PREDICATE_SPACES] = PREDICATE_TO_NONE};
    struct predicate_operand o;

    if (!predicate_read_operand(x->r, &o))
        return false;
    x->to_column = o.column;
    x->w.di = o.i;
    x->w.dk = o.is == PREDICATE_OPERAND_REG ? kinds[o.space] : PREDICATE_TO_NONE;
    return (x->w.dk && to >> x->w.dk & 1) ||
           predicate_error(x->r, o.column, "destination: expected a register %s", registers_of(to));
}

/* A predicate as a data operand. */
static bool put_predicate(struct instruction *x, bool only_p)
{
    struct predicate_operand o;

    if (!predicate_read_operand(x->r, &o))
        return false;
    x->w.ci = o.i;
    x->w.ck = o.is == PREDICATE_OPERAND_REG && o.space == PREDICATE_AT_P    ? 1
              : o.is == PREDICATE_OPERAND_REG && o.space == PREDICATE_AT_UP ? 2
                                                                            : 0;
    if (!x->w.ck || (only_p && x->w.ck == 2))
        return predicate_error(x->r, o.column, "expected a predicate p%s", only_p ? "" : " or up");
    return true;
}

/* A source, preceded by a comma unless it is the first operand. */
static bool next_source(struct instruction *x, uint8_t shape, uint8_t *kind, uint8_t *i)
{
    uint32_t column;

    if (shape == PREDICATE_TAKES_NONE)
        return true;
    if (x->has_operand && !predicate_comma(x->r))
        return false;
    x->has_operand = true;
    predicate_skip(x->r);
    column = predicate_column(x->r);
    if (!put_source(x, kind, i))
        return false;
    if (shape == PREDICATE_TAKES_R && *kind != PREDICATE_R)
        return predicate_error(x->r, column, "expected a register r");
    if ((shape == PREDICATE_TAKES_HELD || shape == PREDICATE_TAKES_EVEN_HELD) &&
        predicate_is_immediate(*kind))
        return predicate_error(x->r, column,
                               "a number has no room here: expected a register or a constant");
    if ((shape == PREDICATE_TAKES_EVEN || shape == PREDICATE_TAKES_EVEN_HELD) &&
        predicate_of_lanes(*kind, *i))
        return predicate_error(x->r, column, "expected what is the same in all lanes");
    return true;
}

static bool put_sources(struct instruction *x)
{
    struct predicate_instruction n = predicate_takes(&x->w);

    if (!next_source(x, n.a, &x->w.ak, &x->w.ai) || !next_source(x, n.b, &x->w.bk, &x->w.bi))
        return false;
    if (predicate_is_source(n.c))
        return next_source(x, n.c, &x->w.ck, &x->w.ci);
    if (n.c != PREDICATE_TAKES_PREDICATE && n.c != PREDICATE_TAKES_P)
        return true;
    return (!x->has_operand || predicate_comma(x->r)) && put_predicate(x, n.c == PREDICATE_TAKES_P);
}

/*
 * The operands after bar's sources: for bar.by the U with the operation; then optionally a P, and
 * the U for the predicate sum.
 */
static bool put_bar(struct instruction *x)
{
    bool by = (x->w.imm & 15) == PREDICATE_BAR_BY;
    struct predicate_operand o;

    while (by || !predicate_at_end(x->r)) {
        if (!predicate_comma(x->r) || !predicate_read_operand(x->r, &o))
            return false;
        if (o.is == PREDICATE_OPERAND_REG && o.space == PREDICATE_AT_U && by) {
            x->w.imm |= (uint32_t)o.i << PREDICATE_BAR_OP;
            by = false;
        } else if (o.is == PREDICATE_OPERAND_REG && o.space == PREDICATE_AT_P && !by &&
                   !(x->w.imm & PREDICATE_BAR_HAS_P)) {
            x->w.imm |= PREDICATE_BAR_HAS_P | (uint32_t)o.i << PREDICATE_BAR_P;
        } else if (o.is == PREDICATE_OPERAND_REG && o.space == PREDICATE_AT_U &&
                   !(x->w.imm & PREDICATE_BAR_HAS_SUM)) {
            x->w.imm |= PREDICATE_BAR_HAS_SUM | (uint32_t)o.i << PREDICATE_BAR_SUM;
        } else {
            return predicate_error(x->r, o.column,
                                   by ? "expected the register u with the operation"
                                      : "expected a p whose lanes are counted, or a u for their "
                                        "sum");
        }
    }
    return true;
}

/* msg uN, ...: uN is a register of the other warp. */
static bool put_msg(struct instruction *x)
{
    struct predicate_operand o;

    if (!predicate_read_operand(x->r, &o))
        return false;
    if (o.is != PREDICATE_OPERAND_REG || o.space != PREDICATE_AT_U)
        return predicate_error(x->r, o.column, "expected a register u of the other warp");
    x->w.di = o.i;
    x->has_operand = true;
    return true;
}

static bool put_target(struct assembler *s, struct instruction *x)
{
    struct predicate_operand o;
    const uint32_t pc = s->r.a->length;

    if (!predicate_read_operand(x->r, &o))
        return false;
    if (o.is == PREDICATE_OPERAND_NUMBER && (o.high || o.number_is_f32))
        return predicate_error(x->r, o.column, "expected a label");
    /* A label may look like a register. */
    s->jump[pc] = (struct jump){o.is == PREDICATE_OPERAND_NUMBER ? NULL : o.name,
                                x->r->line,
                                o.length,
                                o.column,
                                x->r->number,
                                o.number};
    s->is_jump[pc] = true;
    return true;
}

/* --- statements --- */

static bool has_room(struct predicate_reader *r, uint32_t column)
{
    if (r->a->for_core)
        return r->a->length < PREDICATE_MOST_WORDS ||
               predicate_error(r, column, "the program is longer than %d words",
                               PREDICATE_MOST_WORDS);
    return r->a->length < PREDICATE_WORDS ||
           predicate_error(r, column,
                           "the program is longer than %d words; one for a core, with .target "
                           "core, has up to %d",
                           PREDICATE_WORDS, PREDICATE_MOST_WORDS);
}

bool predicate_add_word(struct predicate_reader *r, uint32_t column, uint64_t word)
{
    if (!has_room(r, column))
        return false;
    r->a->line[r->a->length] = r->number;
    r->a->code[r->a->length++] = word;
    return true;
}

static bool find_op(struct predicate_reader *r, uint32_t n, struct predicate_word *w)
{
    const char *dot = memchr(r->at, '.', n);
    const uint32_t base = dot ? (uint32_t)(dot - r->at) : n;

    if (predicate_find_mnemonic(r->at, n, w))
        return true;
    if (predicate_is(r->at, base, "cmp"))
        return predicate_error(r, predicate_column(r),
                               "'%.*s': expected cmp.CONDITION.TYPE with eq ne lt ge gt le z nz "
                               "and s32 u32 f32",
                               (int)n, r->at);
    for (unsigned op = 1; op < PREDICATE_OPS; ++op)
        if (predicate_is(r->at, base, predicate_instructions[op].name))
            return predicate_error(r, predicate_column(r),
                                   "'%.*s': %.*s is an instruction, but not with this after it",
                                   (int)n, r->at, (int)base, r->at);
    return predicate_error(r, predicate_column(r),
                           "unknown instruction '%.*s': expected one of model/predicate/asm.md",
                           (int)n, r->at);
}

static bool put_guard(struct instruction *x)
{
    struct predicate_operand o;
    bool negated;

    if (!predicate_accept(x->r, '@'))
        return true;
    negated = predicate_accept(x->r, '!');
    if (!predicate_read_operand(x->r, &o))
        return false;
    if (o.is != PREDICATE_OPERAND_REG || (o.space != PREDICATE_AT_P && o.space != PREDICATE_AT_UP))
        return predicate_error(x->r, o.column, "guard: expected p or up");
    x->w.gk = (uint8_t)((o.space == PREDICATE_AT_P ? PREDICATE_IF_P : PREDICATE_IF_UP) + negated);
    x->w.gi = o.i;
    return true;
}

static bool put_operands(struct assembler *s, struct instruction *x)
{
    const struct predicate_instruction n = predicate_takes(&x->w);

    if (x->w.op == PREDICATE_BRA || x->w.op == PREDICATE_SSY)
        return put_target(s, x);
    if (x->w.op == PREDICATE_MSG)
        return put_msg(x) && put_sources(x);
    if (n.to > 1u << PREDICATE_TO_NONE) {
        if (!put_to(x, n.to))
            return false;
        x->has_operand = true;
    }
    return put_sources(x) && (x->w.op != PREDICATE_BAR || put_bar(x));
}

static bool read_instruction(struct assembler *s)
{
    struct predicate_assembly *a = s->r.a;
    struct instruction x = {.r = &s->r};
    struct predicate_decoded d;
    const uint32_t column = predicate_column(&s->r);
    const char *name;
    uint32_t n, guard_column;
    uint64_t word;

    predicate_skip(&s->r);
    guard_column = predicate_column(&s->r);
    if (!put_guard(&x))
        return false;
    n = predicate_word_at(&s->r);
    if (!n)
        return predicate_error(&s->r, predicate_column(&s->r), "expected an instruction");
    if (!find_op(&s->r, n, &x.w))
        return false;
    if (x.w.gk && (x.w.op == PREDICATE_SSY || x.w.op == PREDICATE_JOIN))
        return predicate_error(&s->r, guard_column, "%s takes no guard",
                               predicate_instructions[x.w.op].name);
    if (!has_room(&s->r, column))
        return false;
    name = s->r.at;
    s->r.at += n;
    if (!put_operands(s, &x))
        return false;
    word = predicate_pack(&x.w);
    predicate_decode_any(word, &d);
    if (!a->for_core && predicate_lacks(&x.w))
        return predicate_error(&s->r, column,
                               "predicate has no %.*s: expected .target core before the first "
                               "instruction",
                               (int)n, name);
    if (d.trap == PREDICATE_NOT_UNIFORM)
        return predicate_error(&s->r, x.to_column,
                               "a destination u or up needs sources and a guard that are the same "
                               "in all lanes");
    if (d.trap && x.w.gk) {
        x.w.gk = 0;
        predicate_decode_any(predicate_pack(&x.w), &d);
        if (!d.trap)
            return predicate_error(&s->r, guard_column,
                                   "%s works for the whole warp: expected no guard, or one that is "
                                   "the same in all lanes",
                                   predicate_instructions[x.w.op].name);
    }
    if (d.trap)
        return predicate_error(&s->r, column, "an illegal instruction");
    return predicate_add_word(&s->r, column, word);
}

static bool find_label(const struct assembler *s, const char *name, uint32_t length, uint32_t *pc)
{
    for (uint32_t i = 0; i < s->n_labels; ++i) {
        if (s->label[i].length == length && memcmp(s->label[i].name, name, length) == 0) {
            *pc = s->label[i].pc;
            return true;
        }
    }
    return false;
}

static bool read_labels(struct assembler *s)
{
    for (;;) {
        const uint32_t n = predicate_word_at(&s->r);
        const char *name = s->r.at;
        uint32_t pc;

        if (!n || name[n] != ':' || name[0] == '.' || (name[0] >= '0' && name[0] <= '9'))
            return true;
        if (find_label(s, name, n, &pc))
            return predicate_error(&s->r, predicate_column(&s->r), "label '%.*s' is already there",
                                   (int)n, name);
        if (s->n_labels == PREDICATE_LABELS)
            return predicate_error(&s->r, predicate_column(&s->r), "more than %d labels",
                                   PREDICATE_LABELS);
        s->label[s->n_labels++] = (struct label){name, n, s->r.a->length};
        s->r.at += n + 1;
    }
}

static bool read_line(struct assembler *s)
{
    if (!read_labels(s))
        return false;
    if (predicate_at_end(&s->r))
        return true;
    if (!(*s->r.at == '.' ? predicate_directive(&s->r) : read_instruction(s)))
        return false;
    return predicate_at_end(&s->r) ||
           predicate_error(&s->r, predicate_column(&s->r), "unexpected '%c'", *s->r.at);
}

static bool set_targets(struct assembler *s)
{
    struct predicate_assembly *a = s->r.a;

    for (uint32_t i = 0; i < a->length; ++i) {
        const struct jump *j = &s->jump[i];
        uint32_t target = j->target;

        if (!s->is_jump[i])
            continue;
        s->r.number = j->number;
        if (j->name && !find_label(s, j->name, j->length, &target))
            return predicate_error(&s->r, j->column,
                                   "no label '%.*s': expected `%.*s:` before an instruction",
                                   (int)j->length, j->name, (int)j->length, j->name);
        if (target >= a->length)
            return predicate_error(&s->r, j->column, "jump to %d, outside the program of %u words",
                                   (int)target, a->length);
        a->code[i] |= (uint64_t)target << 40;
    }
    return true;
}

bool predicate_assemble(const char *text, struct predicate_assembly *a,
                        struct predicate_asm_error *e)
{
    struct assembler s;

    memset(a, 0, sizeof *a);
    memset(&s, 0, sizeof s);
    s.r.a = a;
    s.r.e = e;
    if (strncmp(text, UTF8_MARK, sizeof UTF8_MARK - 1) == 0)
        text += sizeof UTF8_MARK - 1;
    for (const char *line = text; line; line = predicate_next_line(line)) {
        s.r.line = s.r.at = line;
        ++s.r.number;
        if (!read_line(&s))
            return false;
    }
    return set_targets(&s);
}
