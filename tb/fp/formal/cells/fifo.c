/*
 * fifo.c - from a reset on, fifo of two entries is a queue, with the widths of bypass, dpas,
 * gateway and loopback.
 *
 *     top:    fifo
 *     rtl:    rtl/lib/fifo.v
 *     cases:  SIZE=2 WIDTH=30, SIZE=2 WIDTH=35, SIZE=2 WIDTH=37, SIZE=2 WIDTH=38, SIZE=2 WIDTH=41
 *     cases:  SIZE=2 WIDTH=42, SIZE=2 WIDTH=44, SIZE=2 WIDTH=53, SIZE=2 WIDTH=56, SIZE=2 WIDTH=90
 *     cases:  SIZE=2 WIDTH=154
 *     in:     rst push push_data:WIDTH pop used.q:SIZE g_entry[0].data.m:WIDTH g_entry[1].data.m:WIDTH
 *     out:    full valid head:WIDTH used.d:SIZE g_entry[0].data.d:WIDTH g_entry[1].data.d:WIDTH
 *     next:   used g_entry[0].data g_entry[1].data
 *     where:  head:valid g_entry[0].data:used[0] g_entry[1].data:used[1]
 *     holds
 *     plant:  tb/fp/formal/cells/fifo.patch
 */
#include "fp/formal/cells/fifo.h"
