#include "scene/png.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

#include "base/outfile.h"

bool scene_png_write(const char *path, enum scene_png kind, uint32_t width, uint32_t height,
                     const void *pixels, char *why, size_t why_size)
{
    static const png_uint_32 format[] = {
        [SCENE_GREY8] = PNG_FORMAT_GRAY,
        [SCENE_GREY16] = PNG_FORMAT_LINEAR_Y,
        [SCENE_RGB8] = PNG_FORMAT_RGB,
    };
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = format[kind]};
    struct assay_outfile o;

    if (!assay_outfile_open(&o, path, why, why_size))
        return false;
    errno = 0;
    if (!png_image_write_to_stdio(&image, o.f, 0, pixels, 0, NULL)) {
        const int error = errno;

        assay_outfile_drop(&o);
        snprintf(why, why_size, "%s: %s: expected to write a PNG file", path,
                 error ? strerror(error) : image.message);
        return false;
    }
    return assay_outfile_close(&o, why, why_size);
}
