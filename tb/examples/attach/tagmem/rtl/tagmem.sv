`default_nettype none

// tagmem - the front end of a memory controller. Requests carry an id and are answered out of order: a
// write soon, a read of the open row later, a read of another row last. The memory is read or written when
// the request is accepted; a word that was not written since reset reads as zero.
//
// A request waits while its id is in use, or while all slots are taken.
module tagmem #(
    parameter int ID_WIDTH   = 3,
    parameter int ADDR_WIDTH = 6,
    parameter int ROW_WIDTH  = 2,   // upper bits of the address that choose the row
    parameter int DATA_WIDTH = 16,
    parameter int SLOTS      = 4    // requests under way, even
) (
    input  wire logic                  clk,
    input  wire logic                  rst,

    input  wire logic                  req_valid,
    output      logic                  req_ready,
    input  wire logic [ID_WIDTH-1:0]   req_id,
    input  wire logic                  req_write,
    input  wire logic [ADDR_WIDTH-1:0] req_addr,
    input  wire logic [DATA_WIDTH-1:0] req_data,

    output      logic                  resp_valid,
    input  wire logic                  resp_ready,
    output      logic [ID_WIDTH-1:0]   resp_id,
    output      logic [DATA_WIDTH-1:0] resp_data   // zero for a write
);

    localparam logic [2:0] WRITE = 1, HIT = 3, MISS = 7;  // cycles in a slot

    logic [DATA_WIDTH-1:0]    mem [2**ADDR_WIDTH];
    logic [2**ADDR_WIDTH-1:0] written;
    logic [ROW_WIDTH-1:0]     row;

    logic [SLOTS-1:0]         busy;
    logic [2:0]               left [SLOTS];
    logic [ID_WIDTH-1:0]      id   [SLOTS];
    logic [DATA_WIDTH-1:0]    data [SLOTS];

    // The lowest free slot, the lowest one that is done, and whether the id is in use.
    logic [SLOTS-1:0] free, done, take;
    logic             same_id;

    always_comb begin
        same_id = resp_valid & resp_id == req_id;
        for (int i = 0; i < SLOTS; i++) begin
            done[i] = busy[i] & left[i] == 0;
            if (busy[i] & id[i] == req_id) same_id = 1;
        end
        free = ~busy & (busy + 1'b1);
        take = done & (~done + 1'b1);
    end

    wire logic                 accept   = req_valid & req_ready;
    wire logic                 out_free = ~resp_valid | resp_ready;
    wire logic [ROW_WIDTH-1:0] req_row  = req_addr[ADDR_WIDTH-1 -: ROW_WIDTH];

    assign req_ready = free != 0 & ~(req_valid & same_id); // without a request, its id does not count

    always_ff @(posedge clk)
        if (accept & req_write) mem[req_addr] <= req_data;

    always_ff @(posedge clk)
        if (rst) begin
            written <= 0;
            row     <= 0;
        end else if (accept) begin
            if (req_write) written[req_addr] <= 1;
            row <= req_row;
        end

    always_ff @(posedge clk)
        if (rst) busy <= 0;
        else busy <= (busy | (accept ? free : '0)) & ~(out_free ? take : '0);

    always_ff @(posedge clk)
        for (int i = 0; i < SLOTS; i++)
            if (accept & free[i]) begin
                left[i] <= req_write ? WRITE : req_row == row ? HIT : MISS;
                id[i]   <= req_id;
                data[i] <= ~req_write & written[req_addr] ? mem[req_addr] : 0;
            end else if (left[i] != 0) left[i] <= left[i] - 1;

    always_ff @(posedge clk)
        if (rst) resp_valid <= 0;
        else if (out_free) begin
            resp_valid <= take != 0;
            for (int i = 0; i < SLOTS; i++)
                if (take[i]) begin
                    resp_id   <= id[i];
                    resp_data <= data[i];
                end
        end

endmodule

`default_nettype wire
