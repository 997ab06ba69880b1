#include "scene/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

/* A triangle to draw. */
struct item {
    double nearest;
    uint64_t number; /* triangle + instance * triangles */
};

struct builder {
    struct scene_frame *f;
    const struct scene_mesh *m;
    const struct scene_request *r;
    double (*place)[3]; /* offsets of the instances, in the mesh's units */
    size_t room;
};

static double square(double x)
{
    return x * x;
}

/* Computes the middle of the mesh's box and the largest distance of a vertex from it. */
static void bound(const struct scene_mesh *m, double middle[3], double *radius)
{
    double low[3], high[3], most = 0;

    memcpy(low, m->vertex[0], sizeof low);
    memcpy(high, m->vertex[0], sizeof high);
    for (size_t i = 0; i < m->vertices; ++i) {
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], m->vertex[i][k]);
            high[k] = fmax(high[k], m->vertex[i][k]);
        }
    }
    for (int k = 0; k < 3; ++k)
        middle[k] = low[k] / 2 + high[k] / 2;
    for (size_t i = 0; i < m->vertices; ++i) {
        double far = 0;

        for (int k = 0; k < 3; ++k)
            far += square(m->vertex[i][k] - middle[k]);
        most = fmax(most, far);
    }
    *radius = most > 0 ? sqrt(most) : 1;
}

static double uniform(struct assay_rng *r)
{
    return 2.0 * assay_rng_below(r, 1u << 20) / (1u << 20) - 1;
}

/* Places one copy at each of N depths half a radius
 * apart, in random order, shifted a little sideways. */
static void place_instances(struct builder *b, double radius)
{
    const struct scene_camera *c = &b->f->camera;
    const uint32_t n = b->r->instances;
    struct assay_rng rng;

    assay_rng_init(&rng, b->r->seed, "scene.places");
    for (uint32_t i = 0; i < n; ++i)
        b->place[i][0] = i;
    for (uint32_t i = n; i > 1; --i) {
        const uint32_t other = assay_rng_below(&rng, i);
        const double depth = b->place[other][0];

        b->place[other][0] = b->place[i - 1][0];
        b->place[i - 1][0] = depth;
    }
    for (uint32_t i = 0; i < n; ++i) {
        const double back = radius * 0.5 * (b->place[i][0] - (n - 1) / 2.0);
        const double side = n > 1 ? radius * 0.5 * uniform(&rng) : 0;
        const double lift = n > 1 ? radius * 0.5 * uniform(&rng) : 0;

        for (int k = 0; k < 3; ++k)
            b->place[i][k] = back * c->forward[k] + side * c->right[k] + lift * c->up[k];
    }
}

/* Adds a copy of the mesh to the extent of the scene. */
static void add_extent(const struct builder *b, const double middle[3], const double place[3],
                       bool first, struct scene_extent *e)
{
    const struct scene_camera *c = &b->f->camera;

    for (size_t i = 0; i < b->m->vertices; ++i) {
        double at[3] = {0};

        for (int k = 0; k < 3; ++k) {
            const double from = b->m->vertex[i][k] + place[k] - middle[k];

            at[0] += from * c->right[k];
            at[1] += from * c->up[k];
            at[2] += from * c->forward[k];
        }
        scene_extent_add(c, at, first && i == 0, e);
    }
}

static void place_camera(struct builder *b)
{
    struct scene_extent extent = {0};
    double middle[3], radius;

    scene_camera_aim(&b->f->camera, &b->r->view, b->r->width, b->r->height);
    bound(b->m, middle, &radius);
    place_instances(b, radius);
    for (uint32_t i = 0; i < b->r->instances; ++i)
        add_extent(b, middle, b->place[i], i == 0, &extent);
    scene_camera_place(&b->f->camera, &b->r->view, middle, &extent);
}

/* Transforms the corners of a triangle to camera space. */
static void see(const struct builder *b, uint64_t number, double seen[3][3])
{
    const uint32_t *t = b->m->triangle[number % b->m->triangles];
    const double *place = b->place[number / b->m->triangles];

    for (int i = 0; i < 3; ++i) {
        const double *v = b->m->vertex[t[i]];
        const double at[3] = {v[0] + place[0], v[1] + place[1], v[2] + place[2]};

        scene_camera_see(&b->f->camera, at, seen[i]);
    }
}

/* Whether the triangle has no area in the mesh's own coordinates. */
static bool is_degenerate(const struct scene_mesh *m, const uint32_t t[3])
{
    const double *a = m->vertex[t[0]], *b = m->vertex[t[1]], *c = m->vertex[t[2]];
    const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};

    return u[1] * v[2] == u[2] * v[1] && u[2] * v[0] == u[0] * v[2] && u[0] * v[1] == u[1] * v[0];
}

static bool add_prim(struct builder *b, const struct scene_prim *p)
{
    void *array = b->f->prim;
    const bool room = scene_grow(&array, &b->room, b->f->prims, sizeof *p);

    b->f->prim = array;
    if (room)
        b->f->prim[b->f->prims++] = *p;
    return room;
}

/* Computes the range of tiles between the pixels `low` and `high` in one direction, clamped to the
 * image. Returns false if there are none. */
static bool tiles_between(int64_t low, int64_t high, uint32_t size, uint32_t tile, uint32_t *first,
                          uint32_t *last)
{
    const int64_t from = low < 0 ? 0 : low / SCENE_SUBPIXELS;
    const int64_t to = high < 0 ? -1 : high / SCENE_SUBPIXELS;
    const int64_t end = to < (int64_t)size ? to : (int64_t)size - 1;

    if (from > end)
        return false;
    *first = (uint32_t)from / tile;
    *last = (uint32_t)end / tile;
    return true;
}

/* The outcome for one triangle of a clipped polygon. */
enum fate { BESIDE, ON_EDGE, BETWEEN, DRAWN, NO_ROOM };

static enum fate draw_corners(struct builder *b, const struct scene_corner c[3])
{
    const struct depthcull_params *p = &b->f->params;
    int64_t low[2] = {c[0].x, c[0].y}, high[2] = {c[0].x, c[0].y};
    enum fate fate = BETWEEN;
    struct scene_plane plane;
    uint32_t x0, x1, y0, y1;

    for (int i = 1; i < 3; ++i) {
        const int64_t at[2] = {c[i].x, c[i].y};

        for (int k = 0; k < 2; ++k) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
    }
    if (!tiles_between(low[0], high[0], b->f->width, p->tw, &x0, &x1) ||
        !tiles_between(low[1], high[1], b->f->height, p->th, &y0, &y1))
        return BESIDE;
    if (!scene_plane_through(c, &plane))
        return ON_EDGE;
    for (uint32_t y = y0; y <= y1; ++y) {
        for (uint32_t x = x0; x <= x1; ++x) {
            struct scene_prim prim = {.tile = y * b->f->across + x};

            if (!scene_cover(c, x * p->tw, y * p->th, p->tw, p->th, prim.mask))
                continue;
            scene_coefficients(p, &plane, x * p->tw, y * p->th, prim.c);
            if (!add_prim(b, &prim))
                return NO_ROOM;
            fate = DRAWN;
        }
    }
    return fate;
}

/* Returns false if out of memory. */
static bool draw_triangle(struct builder *b, uint64_t number)
{
    struct scene_counts *n = &b->f->counts;
    double seen[SCENE_MOST_CORNERS][3];
    struct scene_corner c[SCENE_MOST_CORNERS];
    enum fate best = BESIDE;
    bool cut = false;
    int corners;

    ++n->triangles;
    if (is_degenerate(b->m, b->m->triangle[number % b->m->triangles])) {
        ++n->degenerate;
        return true;
    }
    see(b, number, seen);
    if (seen[0][2] < b->f->camera.near && seen[1][2] < b->f->camera.near &&
        seen[2][2] < b->f->camera.near) {
        ++n->behind;
        return true;
    }
    corners = scene_clip(&b->f->camera, seen, 3, &cut);
    for (int i = 0; i < corners; ++i) {
        double x, y;

        scene_camera_project(&b->f->camera, seen[i], &x, &y, &c[i].depth);
        c[i].x = llrint(x * SCENE_SUBPIXELS);
        c[i].y = llrint(y * SCENE_SUBPIXELS);
    }
    for (int i = 2; i < corners; ++i) {
        const struct scene_corner fan[3] = {c[0], c[i - 1], c[i]};
        const enum fate fate = draw_corners(b, fan);

        if (fate == NO_ROOM)
            return false;
        best = fate > best ? fate : best;
    }
    n->clipped += cut && best == DRAWN;
    n->outside += best == BESIDE;
    n->edge_on += best == ON_EDGE;
    n->missed += best == BETWEEN;
    n->drawn += best == DRAWN;
    return true;
}

static int nearest_first(const void *a, const void *b)
{
    const struct item *x = a, *y = b;

    if (x->nearest != y->nearest)
        return x->nearest < y->nearest ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool draw_sorted(struct builder *b, uint64_t n)
{
    struct item *item = malloc(n * sizeof *item);
    bool good = item != NULL;

    for (uint64_t i = 0; good && i < n; ++i) {
        double seen[3][3];

        see(b, i, seen);
        item[i].number = i;
        item[i].nearest = fmin(seen[0][2], fmin(seen[1][2], seen[2][2]));
    }
    if (good)
        qsort(item, n, sizeof *item, nearest_first);
    for (uint64_t i = 0; good && i < n; ++i)
        good = draw_triangle(b, item[b->r->order == SCENE_FRONT ? i : n - 1 - i].number);
    free(item);
    return good;
}

uint32_t scene_covered(const struct scene_prim *p)
{
    uint32_t n = 0;

    for (int i = 0; i < SCENE_MASK_WORDS; ++i)
        n += (uint32_t)__builtin_popcount(p->mask[i]);
    return n;
}

uint32_t scene_groups(const struct depthcull_params *p, const uint32_t *mask)
{
    const uint32_t group = (1u << p->pix) - 1;
    uint32_t n = 0;

    for (uint32_t i = 0; i < p->tw * p->th; i += p->pix)
        n += (mask[i / 32] >> i % 32 & group) != 0;
    return n;
}

uint64_t scene_plain_cycles(const struct scene_frame *f)
{
    uint64_t n = 0;

    for (size_t i = 0; i < f->prims; ++i)
        n += scene_groups(&f->params, f->prim[i].mask);
    return n;
}

static uint32_t across(const struct depthcull_params *p, uint32_t width)
{
    return (width + p->tw - 1) / p->tw;
}

uint32_t scene_tiles(const struct depthcull_params *p, uint32_t width, uint32_t height)
{
    return across(p, width) * ((height + p->th - 1) / p->th);
}

bool scene_frame_build(struct scene_frame *f, const struct scene_mesh *m,
                       const struct scene_request *r)
{
    const struct depthcull_params *p = &r->params;
    struct builder b = {.f = f, .m = m, .r = r};
    const uint64_t n = (uint64_t)m->triangles * r->instances;
    bool good;

    memset(f, 0, sizeof *f);
    f->params = *p;
    f->width = r->width;
    f->height = r->height;
    f->across = across(p, r->width);
    f->tiles = scene_tiles(p, r->width, r->height);
    f->pitch = f->across * p->tw;
    f->rows = f->tiles / f->across * p->th;
    b.place = calloc(r->instances, sizeof *b.place);
    if (!b.place)
        return false;
    place_camera(&b);
    good = true;
    if (r->order != SCENE_GIVEN)
        good = draw_sorted(&b, n);
    for (uint64_t i = 0; good && r->order == SCENE_GIVEN && i < n; ++i)
        good = draw_triangle(&b, i);
    free(b.place);
    if (!good) {
        scene_frame_free(f);
        return false;
    }
    f->counts.primitives = f->prims;
    for (size_t i = 0; i < f->prims; ++i)
        f->counts.full += scene_covered(&f->prim[i]) == p->tw * p->th;
    return true;
}

void scene_frame_free(struct scene_frame *f)
{
    free(f->prim);
    memset(f, 0, sizeof *f);
}
