/*
 * list_entry.h - one entry of a regression list: its keys and their values; see list.h.
 */
#ifndef ASSAY_REGRESS_LIST_ENTRY_H
#define ASSAY_REGRESS_LIST_ENTRY_H

#include "regress/entry.h"

struct assay_yaml;
struct yaml_node_s;

/* Read an entry into `e`, which must be all zero. Its contents are freed with the list, even if
 * this fails. */
bool assay_list_read_entry(struct assay_yaml *r, const struct yaml_node_s *map,
                           struct assay_entry *e);

/* "proofs", "plots", "faults", "mutate", or NULL for an entry of runs. */
const char *assay_entry_instead(const struct assay_entry *e);

/* Whether both have the same `rtl` and `fault`, or lack the same. */
bool assay_entry_same_rtl(const struct assay_entry *a, const struct assay_entry *b);

bool assay_entry_tagged(const struct assay_entry *e, const char *tag);

#endif
