#include "target/window.h"

#include <string.h>

/* The window that contains the whole access, or NULL. */
static const struct target_window *find(const struct target_window *windows, size_t n,
                                        uint64_t address, size_t size)
{
    if (size == 0 || size % 4 || address % 4)
        return NULL;
    for (size_t i = 0; i < n; ++i) {
        const struct target_window *w = &windows[i];

        if (address >= w->address && address - w->address < w->size &&
            size <= w->size - (address - w->address))
            return w;
    }
    return NULL;
}

enum target_access target_read(const struct target_window *windows, size_t n, const void *base,
                               uint64_t address, void *data, size_t size)
{
    const struct target_window *w = find(windows, n, address, size);

    if (!data)
        return TARGET_BAD_DATA;
    if (!w)
        return TARGET_BAD_ADDRESS;
    memcpy(data, (const unsigned char *)base + w->offset + (address - w->address), size);
    return TARGET_OK;
}

enum target_access target_write(const struct target_window *windows, size_t n, void *base,
                                uint64_t address, const void *data, size_t size)
{
    const struct target_window *w = find(windows, n, address, size);

    if (!data)
        return TARGET_BAD_DATA;
    if (!w)
        return TARGET_BAD_ADDRESS;
    if (!w->writable)
        return TARGET_BAD_COMMAND;
    memcpy((unsigned char *)base + w->offset + (address - w->address), data, size);
    return TARGET_OK;
}
