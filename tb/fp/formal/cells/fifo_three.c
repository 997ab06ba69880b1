/*
 * fifo_three.c - from a reset on, fifo of three entries is a queue, with the widths of the queue in
 * dpas's loader.
 *
 *     top:    fifo
 *     rtl:    rtl/lib/fifo.v
 *     cases:  SIZE=3 WIDTH=15, SIZE=3 WIDTH=12
 *     in:     rst push push_data:WIDTH pop
 *     in:     used.q:SIZE g_entry[0].data.m:WIDTH g_entry[1].data.m:WIDTH g_entry[2].data.m:WIDTH
 *     out:    full valid head:WIDTH
 *     out:    used.d:SIZE g_entry[0].data.d:WIDTH g_entry[1].data.d:WIDTH g_entry[2].data.d:WIDTH
 *     next:   used g_entry[0].data g_entry[1].data g_entry[2].data
 *     where:  head:valid g_entry[0].data:used[0] g_entry[1].data:used[1] g_entry[2].data:used[2]
 *     holds
 *     plant:  tb/fp/formal/cells/fifo_three.patch
 */
#include "fp/formal/cells/fifo.h"
