rtl/fifo_registered.v
