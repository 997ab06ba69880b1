/*
 * png.h - pictures as PNG files: there completely or not at all.
 */
#ifndef SCENE_PNG_H
#define SCENE_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum scene_png { SCENE_GREY8, SCENE_GREY16, SCENE_RGB8 };

/* `pixels` are uint8_t, uint16_t or three uint8_t each, row by row. False with "<path>: <reason>" in `why`. */
bool scene_png_write(const char *path, enum scene_png kind, uint32_t width, uint32_t height,
                     const void *pixels, char *why, size_t why_size);

#endif
