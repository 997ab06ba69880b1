entity refused_vhdl is
end entity;
