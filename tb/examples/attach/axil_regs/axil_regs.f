rtl/axil_regs.v
