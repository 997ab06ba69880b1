traffic_pkg.sv
traffic.sv
