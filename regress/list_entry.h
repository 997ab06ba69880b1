/*
 * list_entry.h - one entry of a regression list: its keys and their values; see list.h.
 */
#ifndef ASSAY_REGRESS_LIST_ENTRY_H
#define ASSAY_REGRESS_LIST_ENTRY_H

#include "regress/list.h"
#include "regress/yaml.h"

/* Into `e`, which is all zero; what it holds is freed with its list, whatever this returns. */
bool assay_list_read_entry(struct assay_yaml *r, const yaml_node_t *map, struct assay_entry *e);

#endif
