// Enumerations as plain pins, and pins that are held.
module traffic (
    input  logic clk,
    input  logic rst_ni,
    input  traffic_pkg::mode_t mode,
    input  logic test_mode,
    input  logic soft_reset,
    input  logic first,
    output traffic_pkg::light_t light
);
    always_ff @(posedge clk)
        if (!rst_ni || soft_reset) light <= traffic_pkg::RED;
        else if (mode == traffic_pkg::RUN || test_mode)
            light <= light == traffic_pkg::RED ? traffic_pkg::GREEN : traffic_pkg::RED;
        else if (first) light <= traffic_pkg::YELLOW;
endmodule
