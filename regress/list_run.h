/* list_run.h - parsers for the values of an entry's keys, which list.h describes. Each returns
 * false after printing a message. */
#ifndef ASSAY_REGRESS_LIST_RUN_H
#define ASSAY_REGRESS_LIST_RUN_H

#include "base/yaml.h"
#include "regress/entry.h"

bool assay_list_read_cycles(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n);
bool assay_list_read_seeds(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n);
bool assay_list_read_weight(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n);
bool assay_list_read_timeout(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n);
bool assay_list_read_code_coverage(struct assay_yaml *r, struct assay_entry *e,
                                   const yaml_node_t *n);
bool assay_list_read_allow_partial(struct assay_yaml *r, struct assay_entry *e,
                                   const yaml_node_t *n);
bool assay_list_read_known(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n);
bool assay_list_read_knobs(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n);

#endif
