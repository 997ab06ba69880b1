#include "scene/setup.h"

#include <math.h>
#include <string.h>

enum { GUARD = 16384, PLANES = 5 };

/* Returns how far inside a clip plane a corner is; negative means outside. Plane 0 is the near
 * plane. The others are GUARD pixels from the middle of the image. */
static double inside(const struct scene_camera *c, int plane, const double at[3])
{
    switch (plane) {
    case 0:
        return at[2] - c->near;
    case 1:
        return GUARD * at[2] - c->focal * at[0];
    case 2:
        return GUARD * at[2] + c->focal * at[0];
    case 3:
        return GUARD * at[2] - c->focal * at[1];
    default:
        return GUARD * at[2] + c->focal * at[1];
    }
}

int scene_clip(const struct scene_camera *c, double (*corner)[3], int n, bool *near_cut)
{
    for (int plane = 0; plane < PLANES && n; ++plane) {
        double kept[2 * SCENE_MOST_CORNERS][3];
        int m = 0;

        for (int i = 0; i < n; ++i) {
            const double *a = corner[i], *b = corner[(i + 1) % n];
            const double da = inside(c, plane, a), db = inside(c, plane, b);

            if (da >= 0)
                memcpy(kept[m++], a, sizeof kept[0]);
            if ((da >= 0) != (db >= 0)) {
                /* Always interpolate from inside to outside,
                 * so that neighbours get the same corner. */
                const double *in = da >= 0 ? a : b, *out = da >= 0 ? b : a;
                const double din = da >= 0 ? da : db, dout = da >= 0 ? db : da;
                const double t = din / (din - dout);

                for (int k = 0; k < 3; ++k)
                    kept[m][k] = in[k] + t * (out[k] - in[k]);
                if (plane == 0) {
                    kept[m][2] = c->near;
                    *near_cut = true;
                }
                ++m;
            }
        }
        n = m < SCENE_MOST_CORNERS ? m : SCENE_MOST_CORNERS;
        memcpy(corner, kept, (size_t)n * sizeof kept[0]);
    }
    return n;
}

/* Returns twice the area in 1/65536 square pixels,
 * positive if the corners are clockwise on the screen. */
static int64_t area(const struct scene_corner c[3])
{
    return (c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[1].y - c[0].y) * (c[2].x - c[0].x);
}

bool scene_plane_through(const struct scene_corner c[3], struct scene_plane *p)
{
    const double twice = (double)area(c);
    const double x1 = (double)(c[1].x - c[0].x), y1 = (double)(c[1].y - c[0].y);
    const double x2 = (double)(c[2].x - c[0].x), y2 = (double)(c[2].y - c[0].y);
    const double z1 = c[1].depth - c[0].depth, z2 = c[2].depth - c[0].depth;

    if (twice == 0)
        return false;
    p->dx = SCENE_SUBPIXELS * (z1 * y2 - z2 * y1) / twice;
    p->dy = SCENE_SUBPIXELS * (z2 * x1 - z1 * x2) / twice;
    p->x = (double)c[0].x / SCENE_SUBPIXELS;
    p->y = (double)c[0].y / SCENE_SUBPIXELS;
    p->at = c[0].depth;
    return true;
}

/* An edge as e(x, y) = x*dx + y*dy + at, at least 0 inside.
 * x and y are pixels relative to the tile. */
struct edge {
    int64_t dx, dy, at;
};

bool scene_cover(const struct scene_corner corner[3], uint32_t x, uint32_t y, uint32_t tw,
                 uint32_t th, uint32_t mask[SCENE_MASK_WORDS])
{
    const int64_t px = (int64_t)x * SCENE_SUBPIXELS + SCENE_SUBPIXELS / 2;
    const int64_t py = (int64_t)y * SCENE_SUBPIXELS + SCENE_SUBPIXELS / 2;
    const int turn = area(corner) > 0 ? 1 : 2; /* step to the next corner, clockwise */
    uint32_t any = 0;
    struct edge e[3];

    for (int i = 0; i < 3; ++i) {
        const struct scene_corner *a = &corner[i * turn % 3], *b = &corner[(i + 1) * turn % 3];
        const int64_t wx = b->x - a->x, wy = b->y - a->y;
        const bool top_left = wy < 0 || (wy == 0 && wx > 0);

        e[i].dx = -wy * SCENE_SUBPIXELS;
        e[i].dy = wx * SCENE_SUBPIXELS;
        e[i].at = wx * (py - a->y) - wy * (px - a->x) - !top_left;
        if (e[i].at + (e[i].dx > 0 ? e[i].dx * (tw - 1) : 0) +
                (e[i].dy > 0 ? e[i].dy * (th - 1) : 0) <
            0)
            return false;
    }
    memset(mask, 0, SCENE_MASK_WORDS * sizeof *mask);
    for (uint32_t v = 0; v < th; ++v) {
        for (uint32_t u = 0; u < tw; ++u) {
            const uint32_t i = v * tw + u;
            bool in = true;

            for (int k = 0; k < 3; ++k)
                in &= e[k].at + e[k].dx * u + e[k].dy * v >= 0;
            mask[i / 32] |= (uint32_t)in << i % 32;
            any |= in;
        }
    }
    return any;
}

void scene_coefficients(const struct depthcull_params *p, const struct scene_plane *plane,
                        uint32_t x, uint32_t y, uint64_t c[3])
{
    const double v[3] = {plane->dx, plane->dy,
                         plane->at + plane->dx * (x + 0.5 - plane->x) +
                             plane->dy * (y + 0.5 - plane->y)};

    for (int i = 0; i < 3; ++i) {
        if (p->fixed) {
            const double most = 549755813887.0; /* 2^39 - 1 */
            const double scaled = v[i] * 16777215.0 * 256.0;

            c[i] = (uint64_t)llrint(fmin(fmax(scaled, -most), most)) & UINT64_C(0xFFFFFFFFFF);
        } else {
            const float f = (float)v[i];
            uint32_t pattern;

            memcpy(&pattern, &f, sizeof pattern);
            c[i] = pattern;
        }
    }
}

uint32_t scene_far(const struct depthcull_params *p)
{
    return p->fixed ? 0xFFFFFF : 0x3F800000;
}
