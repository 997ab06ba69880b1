/*
 * png.h - writes pictures as PNG files, either completely or not at all.
 */
#ifndef SCENE_PNG_H
#define SCENE_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum scene_png { SCENE_GREY8, SCENE_GREY16, SCENE_RGB8 };

/* `pixels` holds, row by row, a uint8_t, a uint16_t or three uint8_t per pixel. Returns false with
 * "<path>: <reason>" in `why` on failure. */
bool scene_png_write(const char *path, enum scene_png kind, uint32_t width, uint32_t height,
                     const void *pixels, char *why, size_t why_size);

#endif
