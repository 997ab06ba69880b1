rtl/axis_fifo_ram.v
rtl/axis_fifo.v
