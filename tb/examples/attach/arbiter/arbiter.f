rtl/arbiter.v
