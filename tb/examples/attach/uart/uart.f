rtl/uart_tx.v
rtl/uart_rx.v
rtl/uart.v
