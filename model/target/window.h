/*
 * window.h - memory-mapped registers as windows into a struct.
 */
#ifndef ASSAY_TARGET_WINDOW_H
#define ASSAY_TARGET_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The outcome of an access. Unless it is TARGET_OK, nothing was read or written. */
enum target_access {
    TARGET_OK,
    TARGET_BAD_ADDRESS, /* outside every window, beyond the end of one, or not whole words */
    TARGET_BAD_COMMAND, /* a write to a read-only window */
    TARGET_BAD_DATA     /* the data pointer is NULL */
};

/* A window of 32-bit words, in the byte order of the host. */
struct target_window {
    uint32_t address, size; /* bytes */
    size_t offset;          /* offset in the struct */
    bool writable;
};

enum target_access target_read(const struct target_window *windows, size_t n, const void *base,
                               uint64_t address, void *data, size_t size);

enum target_access target_write(const struct target_window *windows, size_t n, void *base,
                                uint64_t address, const void *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
