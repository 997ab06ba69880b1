/* filelist_words.h - the words of an RTL file list, one after the other. */
#ifndef ASSAY_FILELIST_WORDS_H
#define ASSAY_FILELIST_WORDS_H

#include <stdbool.h>

#include "base/text.h"

/* Set `at` to the text, `line` to 1 and the rest to zero. */
struct assay_words {
    const char *at;
    unsigned line;           /* of the reader, and after a word that of the word's end */
    struct assay_text word;  /* the last one; without quotes, variables replaced */
    struct assay_text wrong; /* why there is no word; "" at the end of the text */
};

/*
 * Words stand between blanks and line ends (LF or CRLF). Quotes of both kinds keep blanks together, and a
 * backslash takes the next character as it is. $NAME, ${NAME} and $(NAME) stand for a variable of the environment, but
 * not between single quotes. Comments go from // or # at the start of a word to the end of the line, and from a slash
 * and a star, anywhere outside quotes, to a star and a slash.
 *
 * False at the end of the text, or with a reason in `wrong`.
 */
bool assay_words_next(struct assay_words *w);

void assay_words_free(struct assay_words *w);

#endif
