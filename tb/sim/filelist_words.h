/* filelist_words.h - reads the words of an RTL file list one by one. */
#ifndef ASSAY_FILELIST_WORDS_H
#define ASSAY_FILELIST_WORDS_H

#include <stdbool.h>

#include "base/text.h"

/* To start, set `at` to the text, `line` to 1 and the rest to zero. */
struct assay_words {
    const char *at;
    unsigned line;           /* current line; after a word, the line where it ends */
    struct assay_text word;  /* the last word, without quotes and with variables replaced */
    struct assay_text wrong; /* why there is no word; "" at the end of the text */
};

/*
 * Get the next word. Words are separated by blanks and line ends (LF or CRLF). Quotes of either
 * kind keep blanks together, and a backslash takes the next character literally. $NAME, ${NAME} and
 * $(NAME) stand for an environment variable, except within single quotes. A comment starts with //
 * or # at the start of a word and extends to the end of the line; or it starts with a slash and a
 * star, anywhere outside quotes, and extends to a star and a slash.
 *
 * False at the end of the text, or with a reason in `wrong`.
 */
bool assay_words_next(struct assay_words *w);

void assay_words_free(struct assay_words *w);

#endif
