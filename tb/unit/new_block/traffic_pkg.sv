package traffic_pkg;
    typedef enum logic [1:0] {RED = 2'd1, GREEN = 2'd2, YELLOW = 2'd3} light_t;
    typedef enum logic [2:0] {STOP, RUN, BLINK} mode_t;
endpackage
