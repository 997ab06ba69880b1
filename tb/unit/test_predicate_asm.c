/* test_predicate_asm.c - assembler and disassembler of predicate. */
#include "predicate/instructions.h"
#include "predicate/random_word.h"
#include "unit/asm_bench.h"
#include "unit/random.h"

enum { SEED = 31 };

static uint64_t one(const char *text)
{
    if (!predicate_assemble(text, &a, &e))
        fail_msg("%s: %" PRIu32 ":%" PRIu32 ": %s", text, e.line, e.column, e.text);
    assert_int_equal(a.length, 1);
    return a.code[0];
}

/* Words encoded by hand from the table in README.md. */
static void test_words(void **unused)
{
    (void)unused;
    /* op 2; guard P0: gk 1; to r1: dk 1, di 1; r2: ak 1, ai 2; 5: bk 4 */
    assert_true(one("@p0 add r1, r2, 5") ==
                (2 | 1 << 6 | 1 << 12 | 1 << 15 | 1 << 19 | 2 << 22 | 4 << 26 | UINT64_C(5) << 40));
    assert_true(one("  MOV U3 , -1 ; all bits") ==
                (1 | 2 << 12 | 3 << 15 | 4 << 19 | UINT64_C(0xFFFFFF) << 40));
    assert_true(one("cmp.lt.f32 p0, r1, 1.5") ==
                (18 | 3 << 12 | 1 << 19 | 1 << 22 | UINT64_C(5) << 26 | UINT64_C(2) << 33 |
                 UINT64_C(2) << 36 | UINT64_C(0x3FC000) << 40));
    assert_true(one("vote.any up2, p1 // some lane") ==
                (20 | 4 << 12 | 2 << 15 | UINT64_C(1) << 33 | UINT64_C(1) << 36));
    assert_true(one("here: @!up1 bra here") == (22 | 4 << 6 | 1 << 9));
    assert_true(one("mov r0, group") == (1 | 1 << 12 | 6 << 19 | 3 << 22));
    /* dp4a.s8.u8 is 32; ffma-like */
    assert_true(one("dp4a.s8.u8 r1, r2, u3, c4") ==
                (32 | 1 << 12 | 1 << 15 | 1 << 19 | 2 << 22 | UINT64_C(2) << 26 |
                 UINT64_C(3) << 29 | UINT64_C(3) << 33 | UINT64_C(4) << 36));
    assert_true(one("bfe.u32 r1, r2, 0x804") ==
                (37 | 1 << 12 | 1 << 15 | 1 << 19 | 2 << 22 | UINT64_C(4) << 26 |
                 UINT64_C(1) << 33 | UINT64_C(0x804) << 40));
    /* to f16 (3), from bf16 (4), toward zero (8) */
    assert_true(one("cvt.f16.bf16.rz u1, c2") == (44 | 2 << 12 | 1 << 15 | 3 << 19 | 2 << 22 |
                                                  UINT64_C(4) << 33 | UINT64_C(11) << 36));
    assert_true(one("@p1 red.max.u32 u1, r2") ==
                (45 | 1 << 6 | 1 << 9 | 2 << 12 | 1 << 15 | 1 << 19 | 2 << 22 | UINT64_C(1) << 33 |
                 UINT64_C(2) << 36));
    assert_true(one("ld.s16 r1, r2, 6") ==
                (25 | 1 << 12 | 1 << 15 | 1 << 19 | 2 << 22 | UINT64_C(4) << 26 |
                 UINT64_C(3) << 36 | UINT64_C(6) << 40));
    assert_true(one("st.u8 r2, 6, r1") ==
                (26 | 2 << 15 | 1 << 19 | 2 << 22 | UINT64_C(4) << 26 | UINT64_C(1) << 33 |
                 UINT64_C(1) << 36 | UINT64_C(6) << 40));
    assert_true(one("st lid, 4, c9") == (26 | 6 << 19 | UINT64_C(4) << 26 | UINT64_C(3) << 33 |
                                         UINT64_C(9) << 36 | UINT64_C(4) << 40));
    assert_true(one("mov r0, 0x40000000") == one("mov r0, 2.0"));
    assert_true(one("mov r0, 0xFFFFFFFE") == one("mov r0, -2"));
    assert_true(one("sel r0, r1, hi(7), up3") ==
                (13 | 1 << 12 | 1 << 19 | 1 << 22 | UINT64_C(5) << 26 | UINT64_C(2) << 33 |
                 UINT64_C(3) << 36 | UINT64_C(7) << 40));
}

/* Instructions of the core that predicate does not have. */
static void test_core_words(void **unused)
{
    (void)unused;
#define CORE(text) one(".target core\n" text)
    assert_true(CORE("ldu.u8.local u1, c2, 6") ==
                (47 | 2 << 12 | 1 << 15 | 3 << 19 | 2 << 22 | UINT64_C(4) << 26 |
                 UINT64_C(10) << 36 | UINT64_C(6) << 40));
    assert_true(CORE("ld.local r1, r2, 6") ==
                (25 | 1 << 12 | 1 << 15 | 1 << 19 | 2 << 22 | UINT64_C(4) << 26 |
                 UINT64_C(8) << 36 | UINT64_C(6) << 40));
    assert_true(CORE("atom.cas.local r1, r2, u3, r4") ==
                (48 | 1 << 12 | 1 << 15 | 1 << 19 | 2 << 22 | UINT64_C(2) << 26 |
                 UINT64_C(3) << 29 | UINT64_C(1) << 33 | UINT64_C(4) << 36 | UINT64_C(28) << 40));
    assert_true(CORE("fence.all") == (49 | UINT64_C(3) << 36));
    assert_true(CORE("bar u2") == (50 | 2 << 19 | 2 << 22));
    /* add 1, s32 1, fence global 2; P3 counted, to u5 */
    assert_true(CORE("bar.add.s32.global u1, u2, u3, p3, u5") ==
                (50 | 2 << 12 | 1 << 15 | 2 << 19 | 2 << 22 | UINT64_C(2) << 26 |
                 UINT64_C(3) << 29 |
                 (uint64_t)(1 | 1 << 4 | 2 << 8 | 1 << 10 | 3 << 11 | 1 << 13 | 5 << 14) << 40));
    /* s64: two values; the operation from u7 */
    assert_true(CORE("bar.by.s64 u1, c2, u3, u4, u7") ==
                (50 | 2 << 12 | 1 << 15 | 3 << 19 | 2 << 22 | UINT64_C(2) << 26 |
                 UINT64_C(3) << 29 | UINT64_C(2) << 33 | UINT64_C(4) << 36 |
                 (uint64_t)(15 | 4 << 4 | 7 << 18) << 40));
    assert_true(CORE("msg u7, 2, c1") == (51 | 7 << 15 | 4 << 19 | UINT64_C(3) << 26 |
                                          UINT64_C(1) << 29 | UINT64_C(2) << 40));
    assert_true(CORE("@!up1 recv 3") == (52 | 4 << 6 | 1 << 9 | 4 << 19 | UINT64_C(3) << 40));
    assert_true(CORE("dpas u1, u2, u3") ==
                (53 | 2 << 19 | 1 << 22 | UINT64_C(2) << 26 | UINT64_C(2) << 29 |
                 UINT64_C(2) << 33 | UINT64_C(3) << 36));
    assert_true(CORE("move.out.16.narrow u1, u2, u3") ==
                (54 | 2 << 19 | 1 << 22 | UINT64_C(2) << 26 | UINT64_C(2) << 29 |
                 UINT64_C(2) << 33 | UINT64_C(3) << 36 | UINT64_C(13) << 40));
    assert_true(CORE("row.get r1, u2") == (55 | 1 << 12 | 1 << 15 | 2 << 19 | 2 << 22));
    assert_true(CORE("row.put 5, r1") == (55 | 4 << 19 | UINT64_C(1) << 26 | UINT64_C(1) << 29 |
                                          UINT64_C(1) << 36 | UINT64_C(5) << 40));
    assert_true(CORE("pack.mask r1, r2, r3") ==
                (56 | 1 << 12 | 1 << 15 | 1 << 19 | 2 << 22 | UINT64_C(1) << 26 |
                 UINT64_C(3) << 29 | UINT64_C(2) << 36));
    assert_true(CORE("wait 0") == (57 | 4 << 19));
#undef CORE
}

static void test_directives(void **unused)
{
    static const char text[] = "# values\n.const c2, 1.1\n.reg r3, 1, 2, 3\n.reg up1, 1\n"
                               ".data 400, -1, 7\n.out sum, r3\n.sense 1\nexit\n";

    (void)unused;
    assert_true(predicate_assemble(text, &a, &e));
    assert_int_equal(a.n_values, 4);
    assert_int_equal(a.pool[a.value[0].first], 0x3F8CCCCD);
    assert_int_equal(a.value[1].space, PREDICATE_AT_R);
    assert_int_equal(predicate_value_in(&a, &a.value[1], 4), 2);
    assert_int_equal(a.value[2].space, PREDICATE_AT_UP);
    assert_int_equal(a.value[3].addr, 100);
    assert_int_equal(a.value[3].n, 2);
    assert_true(a.sense);
    assert_string_equal(a.out[0].name, "sum");
    assert_int_equal(a.out[0].i, 3);
    assert_int_equal(a.line[0], 8);
}

static void test_errors(void **unused)
{
    static char longer[258 * 6];

    (void)unused;
    refused("exit\n  jump 3", 2, 3, "unknown instruction 'jump'");
    refused("add r1, r16, 2", 1, 9, "expected r0 to r15");
    refused("@p4 exit", 1, 2, "expected p0 to p3");
    refused("add r1 r2, 2", 1, 8, "expected a comma");
    refused("add r1, r2", 1, 11, "expected a comma");
    refused("add r1, r2, ", 1, 13, "expected an operand");
    refused("mov r1, 2 3", 1, 11, "unexpected '3'");
    refused("mov p1, 2", 1, 5, "destination: expected a register r or u");
    refused("mov r1, 0x1234567", 1, 9, "does not fit");
    refused("mov r1, 8388608.0\nmov r1, 8388609.0\nfmul r1, r1, 1.1", 2, 9, "does not fit");
    refused("mov r1, 4294967296", 1, 9, "of 32 bits");
    refused("mov r1, 1e99", 1, 9, "expected an f32");
    refused("ffma r1, r1, 2.0, 1.0", 1, 19, "two different immediates");
    refused("mov u1, r2", 1, 5, "same in all lanes");
    refused("@p0 mov u1, 2", 1, 9, "same in all lanes");
    refused("@up0 join", 1, 1, "join takes no guard");
    refused("cmp.less.s32 p0, r1, 2", 1, 1, "expected cmp.CONDITION.TYPE");
    refused("vote.all p0, p1", 1, 10, "expected a register up");
    refused("vote.all up0, up1", 1, 15, "expected a predicate p");
    refused("exit\nbra there", 2, 5, "no label 'there'");
    refused("bra there\nexit\nthere:", 1, 5, "jump to 2, outside the program of 2 words");
    refused("exit\nbra 256", 2, 5, "outside the program");
    refused("x: exit\nx: exit", 2, 1, "already there");
    refused(".const r1, 2", 1, 8, "expected a constant");
    refused(".const c1", 1, 10, "expected a comma and a number");
    refused(".reg u1, 1, 2", 1, 13, "expected one number");
    refused(".data 4092, 1, 2", 1, 16,
            "past the end of data memory: expected at most 1 number from 4092");
    refused(".target core\n.data 65528, 1, 2, 3", 2, 20, "at most 2 numbers from 65528");
    refused(".data 4096, 2", 1, 7, "expected an address below 4096");
    refused(".data 6, 2", 1, 7, "a multiple of 4");
    refused("exit\n  bar u1", 2, 3, "predicate has no bar: expected .target core");
    refused("ld.u8.local r1, r2, 0", 1, 1, "predicate has no ld.u8.local: expected .target core");
    refused("st.local r1, 0, r2", 1, 1, "predicate has no st.local");
    refused("exit\n.target core", 2, 1, ".target after an instruction: expected it first");
    refused(".target gpu", 1, 9, "expected core or predicate");
    refused("ld.s64 r1, r2, 0", 1, 1, "ld is an instruction, but not with this after it");
    refused("cvt.f32.f32 r1, r2", 1, 1, "cvt is an instruction, but not with this");
    refused("red.and.f32 u1, r2", 1, 1, "red is an instruction, but not with this");
    refused("red.add.s32 u1, u2", 1, 17, "expected a register r");
    refused("red.add.s32 r1, r2", 1, 13, "destination: expected a register u");
    refused("readlane u1, r2, r3", 1, 18, "the same in all lanes");
    refused("readlane u1, r2, lid", 1, 18, "the same in all lanes");
    refused(".target core\natom.add r1, r2, 1", 2, 18, "a number has no room here");
    refused(".target core\nbar.add.s32 u1, u2, u3, r4", 2, 25, "expected a p whose lanes");
    refused(".target core\nbar.by.s32 u1, u2, u3", 2, 22, "expected a comma");
    refused(".target core\n@p0 bar u1", 2, 1, "bar works for the whole warp: expected no guard");
    refused(".target core\nbra -1\nexit", 2, 5, "jump to -1, outside the program of 2 words");
    refused(".target core\nmsg r7, 2, c1", 2, 5, "expected a register u of the other warp");
    refused(".start", 1, 1, "unknown directive '.start'");
    refused(".out x, r1, s64", 1, 13, "expected s32, u32 or f32");
    refused(".word 12", 1, 7, "expected 0x");
    for (size_t i = 0; i < 257; ++i)
        memcpy(longer + 5 * i, "exit\n", 6);
    refused(longer, 257, 1, "longer than 256 words");
}

/* Only one line may give a place its value. */
static void test_values_twice(void **unused)
{
    char lanes[200] = ".reg r1";

    (void)unused;
    refused(".const c0, 1\n\n.const c0, 2", 3, 8, "c0 has a value from line 1: expected one line");
    refused(".const c0, 1\n.const C0, 1", 2, 8, "c0 has a value from line 1");
    refused(".reg up3, 1\n.reg p3, 1\n.reg up3, 0", 3, 6, "up3 has a value from line 1");
    refused(".data 8, 1, 2\n.data 12, 3", 2, 7, "word at address 12 has a value from line 1");
    refused(".data 8, 1\n.data 0, 1, 2, 3", 2, 7, "word at address 8 has a value from line 1");
    refused(".data 0, 1, 2, 3\n.data 4, 1", 2, 7, "word at address 4 has a value from line 1");
    assert_true(predicate_assemble(".const c0, 1\n.const c1, 2\n.reg r0, 1, 2\n.reg u0, 1\n"
                                   ".reg r1, 3\n.data 8, 1\n.data 0, 1, 2\n.data 12, 1\nexit",
                                   &a, &e));
    assert_int_equal(a.n_values, 8);
    for (size_t i = 0; i < 33; ++i)
        memcpy(lanes + 7 + 3 * i, ", 1", 4);
    refused(lanes, 1, 8 + 3 * 33 - 1, "expected at most 32 numbers, one for each lane");
}

/* For any words, legal or not, the text assembles to the same words. */
static uint8_t kind_for(struct assay_rng *r, uint8_t op)
{
    const bool other = assay_rng_percent(r, 50);

    if (op == PREDICATE_CMP)
        return other ? PREDICATE_TO_P : PREDICATE_TO_UP;
    if (op >= PREDICATE_VOTE_ALL && op <= PREDICATE_VOTE_NONE)
        return PREDICATE_TO_UP;
    if (op == PREDICATE_LD || op == PREDICATE_ATOM || op == PREDICATE_PACK)
        return PREDICATE_TO_R;
    if (op == PREDICATE_RED || op == PREDICATE_READLANE || op == PREDICATE_LDU)
        return PREDICATE_TO_U;
    if ((op >= PREDICATE_BRA && op <= PREDICATE_EXIT) || op > PREDICATE_LDU)
        return PREDICATE_TO_NONE; /* for bar and row, the modifier decides */
    return other ? PREDICATE_TO_R : PREDICATE_TO_U;
}

static bool numbered(uint8_t kind)
{
    return (kind >= 1 && kind <= 3) || kind == 6;
}

static bool has_c(uint8_t op)
{
    return op == PREDICATE_FFMA || op == PREDICATE_ST || op == PREDICATE_MAD ||
           (op >= PREDICATE_DP4A_SS && op <= PREDICATE_DP4A_UU) || op == PREDICATE_PRMT ||
           op == PREDICATE_DPAS || op == PREDICATE_MOVE || op == PREDICATE_ATOM ||
           op == PREDICATE_BAR;
}

/* Clears fields without a meaning. */
static void without_noise(struct predicate_word *w)
{
    const bool c = has_c(w->op);

    if (w->gk == 0)
        w->gi = 0;
    if (w->op == PREDICATE_BRA || w->op == PREDICATE_SSY)
        w->imm &= 0xFF; /* within the program */
    else if (w->op != PREDICATE_ATOM && w->op != PREDICATE_BAR && w->op != PREDICATE_MOVE &&
             !(w->ak == 4 || w->ak == 5 || w->bk == 4 || w->bk == 5 ||
               (c && (w->ck == 4 || w->ck == 5))))
        w->imm = 0;
    if (!numbered(w->ak))
        w->ai = 0;
    if (!numbered(w->bk))
        w->bi = 0;
    if (c && !numbered(w->ck))
        w->ci = 0;
    if (!w->dk && w->op != PREDICATE_ST && w->op != PREDICATE_MSG)
        w->di = 0;
}

static void test_back(void **unused)
{
    struct assay_rng r;
    uint32_t raw = 0, words = 0;

    (void)unused;
    assay_rng_init(&r, random_seed(SEED), "test.predicate_asm");
    for (uint32_t n = 0; n < 300; ++n) {
        char *text;

        /* Half of the programs are for the core. */
        const uint32_t most = n % 2 ? PREDICATE_OPS - 1 : PREDICATE_OWN_OPS;

        memset(&a, 0, sizeof a);
        a.for_core = n % 2;
        a.length = PREDICATE_WORDS;
        for (uint32_t i = 0; i < a.length; ++i) {
            const uint8_t op = (uint8_t)(1 + assay_rng_below(&r, most));
            struct predicate_word w = predicate_random_word(&r, op, kind_for(&r, op));
            struct predicate_decoded d;

            if (op != PREDICATE_SSY && op != PREDICATE_JOIN && assay_rng_percent(&r, 50)) {
                const bool even = predicate_instructions[op].guards == PREDICATE_EVEN_GUARD;

                w.gk = (uint8_t)(w.dk == PREDICATE_TO_U || w.dk == PREDICATE_TO_UP || even
                                     ? 3 + assay_rng_below(&r, 2)
                                     : 1 + assay_rng_below(&r, 4));
                w.gi = (uint8_t)assay_rng_below(&r, PREDICATE_PREDS);
            }
            a.code[i] = predicate_pack(&w);
            predicate_decode_any(a.code[i], &d);
            assert_int_equal(d.trap, 0);
            if (n % 3 == 2) /* any word */
                a.code[i] = assay_rng_u64(&r);
        }
        if (n % 3 == 0) { /* ignored fields are 0, so that each word has a name */
            for (uint32_t i = 0; i < a.length; ++i) {
                struct predicate_word w;

                predicate_unpack(a.code[i], &w);
                without_noise(&w);
                a.code[i] = predicate_pack(&w);
            }
        }
        text = text_of(&a, predicate_write_text);
        back_again(text, predicate_assemble);
        for (const char *at = text; (at = strstr(at, ".word")); ++at)
            raw += n % 3 == 0;
        words += n % 3 == 0 ? a.length : 0;
        free(text);
        text = text_of(&a, predicate_write_image);
        back_again(text, predicate_read_image);
        free(text);
    }
    printf("%" PRIu32 " words by name\n", words);
    assert_int_equal(raw, 0);
}

/* Returns a core program of `n` lines. */
static char *core_text(size_t n, const char *line)
{
    const size_t size = strlen(line);
    char *text = malloc(16 + n * size);

    assert_non_null(text);
    memcpy(text, ".target core\n", 13);
    for (size_t i = 0; i < n; ++i)
        memcpy(text + 13 + i * size, line, size + 1);
    return text;
}

/* A core program fills the largest instruction memory. */
static void test_long(void **unused)
{
    char *text = core_text(PREDICATE_MOST_WORDS + 1, "bra 4095\n"), *back;

    (void)unused;
    refused(text, PREDICATE_MOST_WORDS + 2, 1, "longer than 4096 words");
    text[13 + 9 * PREDICATE_MOST_WORDS] = '\0';
    if (!predicate_assemble(text, &a, &e))
        fail_msg("%" PRIu32 ": %s", e.line, e.text);
    free(text);
    assert_int_equal(a.length, PREDICATE_MOST_WORDS);
    assert_int_equal(a.line[4095], 4097);
    assert_int_equal(a.code[4095] >> 40 & 0xFFF, 4095);
    for (uint32_t i = 0; i < a.length; ++i) /* as many labels as words */
        a.code[i] = (a.code[i] & ~(UINT64_C(0xFFF) << 40)) | (uint64_t)(4095 - i) << 40;
    back = text_of(&a, predicate_write_text);
    back_again(back, predicate_assemble);
    free(back);
    back = text_of(&a, predicate_write_image);
    back_again(back, predicate_read_image);
    free(back);

    text = core_text(PREDICATE_MOST_WORDS + 1, "exit\n");
    memcpy(text, "// ", 3); /* without a directive it is for predicate */
    refused(text, 258, 1, "longer than 256 words; one for a core, with .target core, has up to");
    free(text);
    text = core_text(PREDICATE_MOST_WORDS + 1, ".word 0x0\n");
    refused(text, PREDICATE_MOST_WORDS + 2, 1, "longer than 4096 words");
    free(text);
    refused(".target core\nbra 2\nexit", 2, 5, "jump to 2, outside the program of 2 words");
}

static void test_image(void **unused)
{
    static const char text[] = ".sense 1\n.const c2, 3\n.reg r3, 1, 2, 3\n.reg up1, 1\n"
                               ".data 400, -1, 7\n.out sum, r3, f32\n.out yes, up2\nexit\n";
    char *first, *second;

    (void)unused;
    assert_true(predicate_assemble(text, &a, &e));
    first = text_of(&a, predicate_write_image);
    back_again(first, predicate_read_image);
    assert_int_equal(b.n_values, 4);
    assert_int_equal(b.n_outs, 2);
    assert_true(b.sense);
    second = text_of(&b, predicate_write_image);
    assert_string_equal(first, second);
    free(second);
    second = text_of(&b, predicate_write_text); /* the same through text */
    back_again(second, predicate_assemble);
    free(second);
    second = text_of(&b, predicate_write_image);
    assert_string_equal(first, second);
    free(first);
    free(second);
    assert_false(predicate_read_image("// .sense 1 5\n0\n", &b, &e));
    assert_int_equal(e.line, 1);
    assert_int_equal(e.column, 13);
    assert_string_equal(e.text, "unexpected '5': expected the end of the line");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),      cmocka_unit_test(test_values_twice),
        cmocka_unit_test(test_core_words), cmocka_unit_test(test_directives),
        cmocka_unit_test(test_errors),     cmocka_unit_test(test_back),
        cmocka_unit_test(test_image),      cmocka_unit_test(test_long),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
