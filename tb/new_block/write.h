/* write.h - writes the files of new-block, each as a text. */
#ifndef ASSAY_NEW_WRITE_H
#define ASSAY_NEW_WRITE_H

#include "base/text.h"
#include "new_block/plan.h"

/* Writes block.yaml. `name` is the name of the block if it differs from the folder's name, or NULL;
 * `rtl` is the path of the RTL from the folder. Returns the number of guesses that are marked. */
size_t assay_new_write_yaml(const struct assay_new_plan *p, const char *name, const char *top,
                            const char *rtl, struct assay_text *t);

/* Writes the C model of the block that block.yaml describes. Without a plan, enumerations and the
 * outputs in reset are unknown. */
void assay_new_write_model(const struct assay_new_plan *p, const struct assay_description *d,
                           struct assay_text *t);

#endif
