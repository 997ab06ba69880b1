rtl/fifo.v
