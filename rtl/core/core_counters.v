`default_nettype none

// core_counters - counts what the core issues, and the reasons why it does not issue. Parameters as in core.
module core_counters #(
    parameter WARPS = 4,
    parameter LANES = 8
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             clear,

    input  wire             v,         // a vector instruction issues; s: a scalar one
    input  wire             s,
    input  wire             v_by_p,
    input  wire [1:0]       by_up,
    input  wire [LANES-1:0] active,
    input  wire [LANES-1:0] v_mask,
    input  wire             branches,
    input  wire             diverges,
    input  wire             idle,      // no warp is ready
    // For each warp: whether it runs, and what it loses the cycle to, {barrier, memory, array, hazard} as in core_warp. The
    // warp that counts is the first running one after the last that issued.
    input  wire [WARPS-1:0] running,
    input  wire [3:0]       last,
    input  wire [4*WARPS-1:0] lost_tos,

    output reg  [31:0]      n_pred,
    output reg  [31:0]      n_uniform,
    output reg  [31:0]      n_scalar,
    output reg  [31:0]      n_vector,
    output reg  [31:0]      n_pairs,
    output reg  [31:0]      n_disabled,
    output reg  [31:0]      n_bra_uniform,
    output reg  [31:0]      n_bra_divergent,
    output reg  [31:0]      n_none,
    output reg  [31:0]      n_memory,
    output reg  [31:0]      n_barrier,
    output reg  [31:0]      n_array,
    output reg  [31:0]      n_hazard
);

    wire [31:0] n_active, n_executing;
    predicate_count #(.W(LANES)) u_active (.x(active), .n(n_active));
    predicate_count #(.W(LANES)) u_executing (.x(v_mask), .n(n_executing));

    wire [WARPS-1:0] turn;
    wire [4:0]       turn_index;
    wire             any;
    wire [3:0]       lost_to;
    core_turn #(.N(WARPS)) u_turn (.x(running), .last(last), .hot(turn), .index(turn_index), .any(any));
    core_mux #(.N(WARPS), .W(4)) u_lost_to (.pick(turn), .in(lost_tos), .out(lost_to));
    wire unused = &{1'b0, turn_index};
    wire lost = idle & any;

    always @(posedge clk)
        if (rst | clear) begin
            n_pred <= 32'd0;
            n_uniform <= 32'd0;
            n_scalar <= 32'd0;
            n_vector <= 32'd0;
            n_pairs <= 32'd0;
            n_disabled <= 32'd0;
            n_bra_uniform <= 32'd0;
            n_bra_divergent <= 32'd0;
            n_none <= 32'd0;
            n_memory <= 32'd0;
            n_barrier <= 32'd0;
            n_array <= 32'd0;
            n_hazard <= 32'd0;
        end else begin
            if (v & v_by_p) n_pred <= n_pred + n_active;
            n_uniform <= n_uniform + {31'd0, v & by_up[1]} + {31'd0, s & by_up[0]};
            n_scalar <= n_scalar + {31'd0, s};
            n_vector <= n_vector + {31'd0, v};
            n_pairs <= n_pairs + {31'd0, v & s};
            if (v) n_disabled <= n_disabled + LANES - n_executing;
            n_bra_uniform <= n_bra_uniform + {31'd0, branches & ~diverges};
            n_bra_divergent <= n_bra_divergent + {31'd0, branches & diverges};
            n_none <= n_none + {31'd0, idle & ~any};
            n_barrier <= n_barrier + {31'd0, lost & lost_to[3]};
            n_memory <= n_memory + {31'd0, lost & lost_to[2]};
            n_array <= n_array + {31'd0, lost & lost_to[1]};
            n_hazard <= n_hazard + {31'd0, lost & lost_to[0]};
        end

endmodule

`default_nettype wire
