/*
 * tokens.h - preprocessed Verilog, split into tokens that know their file and line.
 *
 * The text is the output of `verilator -E`: without comments, macros and includes, and with `line
 * directives that say where each line comes from. Attributes (* ... *) and directives are not
 * tokens.
 */
#ifndef ASSAY_MUTATE_TOKENS_H
#define ASSAY_MUTATE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum assay_token_kind {
    ASSAY_TOKEN_END,
    ASSAY_TOKEN_WORD,   /* identifier or keyword */
    ASSAY_TOKEN_SYSTEM, /* $clog2 */
    ASSAY_TOKEN_NUMBER, /* 12, 8'hff, '0, 1.5 */
    ASSAY_TOKEN_STRING,
    ASSAY_TOKEN_OPERATOR /* including all other punctuation */
};

struct assay_token {
    enum assay_token_kind kind;
    size_t at, n; /* the byte range in the text */
    unsigned file, line;
};

/* Initialise with {0}. */
struct assay_tokens {
    const char *text; /* the caller's; it must outlive this */
    struct assay_token *v;
    size_t n; /* the last token is ASSAY_TOKEN_END */
    char **file;
    size_t n_files;
};

/* Returns false if out of memory. */
bool assay_tokens_read(const char *text, struct assay_tokens *t);
void assay_tokens_free(struct assay_tokens *t);

/* Whether token i is this word or operator. */
bool assay_token_is(const struct assay_tokens *t, size_t i, const char *word);

/* Whether token i is one of these words or operators; the list ends in NULL. */
bool assay_token_among(const struct assay_tokens *t, size_t i, const char *const *words);

/* Whether token i opens a bracket of any kind. */
bool assay_token_opens(const struct assay_tokens *t, size_t i);

/* The token after the bracket that closes the one at i. */
size_t assay_token_behind(const struct assay_tokens *t, size_t i);

/* Whether two tokens have the same text. */
bool assay_same_token(const struct assay_tokens *t, size_t a, size_t b);

#endif
