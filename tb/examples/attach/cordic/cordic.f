rtl/cordic_stage.v
rtl/cordic.v
