interface bus_if;
    logic valid;
endinterface

module refused_interface (
    input logic clk,
    bus_if      bus
);
    always_ff @(posedge clk) bus.valid <= ~bus.valid;
endmodule
