rtl/tagmem.sv
