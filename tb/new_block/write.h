/* write.h - what new-block writes, each as a text. */
#ifndef ASSAY_NEW_WRITE_H
#define ASSAY_NEW_WRITE_H

#include "base/text.h"
#include "new_block/plan.h"

/* block.yaml. `name`: of the block, where the folder has another name, else NULL; `rtl`: its path from the folder. Returns how many
 * guesses are marked. */
size_t assay_new_write_yaml(const struct assay_new_plan *p, const char *name, const char *top,
                            const char *rtl, struct assay_text *t);

/* The model in C, of the block as block.yaml describes it. Without a plan, enumerations and outputs in reset are not known. */
void assay_new_write_model(const struct assay_new_plan *p, const struct assay_description *d,
                           struct assay_text *t);

#endif
