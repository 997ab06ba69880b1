#include "scene/obj.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/number.h"
#include "scene/fan.h"

static const char mark[] = "\xEF\xBB\xBF"; /* byte-order mark in UTF-8 */

struct reader {
    const char *path;
    char *text; /* the rest of the file, terminated by a NUL */
    size_t line, next_line;
    struct scene_mesh *m;
    size_t *face_line; /* for each triangle, the line of its face */
    size_t face_room;
    char *why;
    size_t why_size;
    enum assay_error error;
};

static bool fail(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct reader *r, const char *format, ...)
{
    va_list args;
    int n = snprintf(r->why, r->why_size, "%s:%zu: ", r->path, r->line);

    if (n >= 0 && (size_t)n < r->why_size) {
        va_start(args, format);
        vsnprintf(r->why + n, r->why_size - (size_t)n, format, args);
        va_end(args);
    }
    r->error = ASSAY_BAD_INPUT;
    return false;
}

static bool no_memory(struct reader *r)
{
    snprintf(r->why, r->why_size, "%s: out of memory: expected room for the mesh", r->path);
    r->error = ASSAY_ENVIRONMENT;
    return false;
}

/* Cuts off the next statement, with continued lines joined and
 * the comment removed. Returns NULL at the end of the file. */
static char *next_statement(struct reader *r)
{
    char *begin = r->text, *p, *comment;

    if (!*begin)
        return NULL;
    r->line = r->next_line;
    for (p = begin; *p && *p != '\n'; ++p) {
        const size_t end = p[0] == '\\' ? (p[1] == '\n'                   ? 1
                                           : p[1] == '\r' && p[2] == '\n' ? 2
                                                                          : 0)
                                        : 0;

        if (end) {
            memset(p, ' ', end + 1);
            p += end;
            ++r->next_line;
        }
    }
    ++r->next_line;
    r->text = *p ? p + 1 : p;
    *p = '\0';
    comment = strchr(begin, '#');
    if (comment)
        *comment = '\0';
    return begin;
}

/* Cuts off the next word. Returns NULL if there is none. */
static char *next_word(char **text)
{
    static const char blanks[] = " \t\r\f\v";
    char *word = *text + strspn(*text, blanks);
    char *end = word + strcspn(word, blanks);

    if (!*word)
        return NULL;
    *text = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

static bool number(struct reader *r, const char *word, double *value)
{
    char *end;

    *value = strtod(word, &end);
    if (end == word || *end || strpbrk(word, "xX"))
        return fail(r, "coordinate '%.40s': expected a decimal number", word);
    if (!isfinite(*value) || fabs(*value) > 3.4e38)
        return fail(r, "coordinate '%.40s': expected a finite number, at most 3.4e38 in magnitude",
                    word);
    return true;
}

static bool read_vertex(struct reader *r, char *rest)
{
    double at[3] = {0}, more;
    int n = 0;
    char *word;

    while ((word = next_word(&rest)) != NULL) {
        if (!number(r, word, n < 3 ? &at[n] : &more))
            return false;
        ++n;
    }
    if (n < 3)
        return fail(r, "a vertex of %d coordinates: expected three", n);
    if (r->m->vertices == INT32_MAX)
        return fail(r, "too many vertices: expected at most 2147483647");
    return scene_mesh_vertex(r->m, at[0], at[1], at[2]) || no_memory(r);
}

/* Parses "7", "7/1", "7//2" or "7/1/2"; a negative number
 * counts back from the last vertex. *vertex counts from 0. */
static bool corner(struct reader *r, const char *word, uint32_t *vertex)
{
    const char *at = word;
    int64_t value = 0;

    for (int part = 0;; ++part) {
        enum assay_number how;
        uint64_t v;
        bool back;

        if (part == 1 && *at == '/') { /* v//vn */
            ++at;
            ++part;
        }
        back = *at == '-';
        at += back;
        how = assay_number_prefix(&at, INT64_MAX, &v);
        if (how == ASSAY_NO_NUMBER || (*at && *at != '/') || (*at && part == 2))
            return fail(r, "corner '%.40s': expected v, v/vt, v//vn or v/vt/vn, all integers",
                        word);
        if (v == 0)
            return fail(r, "index 0 in '%.40s': expected 1 or more, or a negative index", word);
        if (part == 0)
            value = back && how == ASSAY_NUMBER ? -(int64_t)v : (int64_t)v;
        if (!*at)
            break;
        ++at;
    }
    if (value < 0 && (size_t)-value > r->m->vertices)
        return fail(r, "index %" PRId64 " after %zu vertices: expected no more back than there are",
                    value, r->m->vertices);
    if (value < 0)
        value += (int64_t)r->m->vertices + 1;
    /* A vertex may come later in the file; an index that is too large is detected at the end. */
    *vertex = value > UINT32_MAX ? UINT32_MAX : (uint32_t)(value - 1);
    return true;
}

static bool read_face(struct reader *r, char *rest)
{
    uint32_t v[3] = {0}; /* the first, the previous and the current corner */
    int n = 0;
    char *word;

    for (; (word = next_word(&rest)) != NULL; ++n) {
        if (!corner(r, word, &v[n == 0 ? 0 : 2]))
            return false;
        if (n >= 2) {
            void *lines = r->face_line;
            const bool room =
                scene_grow(&lines, &r->face_room, r->m->triangles, sizeof *r->face_line);

            r->face_line = lines;
            if (!room)
                return no_memory(r);
            r->face_line[r->m->triangles] = r->line;
            if (!scene_mesh_triangle(r->m, v[0], v[1], v[2]))
                return no_memory(r);
        }
        v[1] = v[2];
    }
    if (n < 3)
        return fail(r, "a face of %d corners: expected three or more", n);
    ++r->m->faces;
    return true;
}

static bool read_statements(struct reader *r)
{
    char *statement, *keyword;

    while ((statement = next_statement(r)) != NULL) {
        bool good = true;

        if (strncmp(statement, mark, sizeof mark - 1) == 0)
            return fail(r, "a byte-order mark: expected one at the start of a file only");
        for (const char *p = statement; *p; ++p)
            if ((unsigned char)*p < ' ' && !strchr("\t\r\f\v", *p))
                return fail(r, "a byte 0x%02X: expected the text of a Wavefront OBJ file",
                            (unsigned)*p);
        keyword = next_word(&statement);
        if (keyword && strcmp(keyword, "v") == 0)
            good = read_vertex(r, statement);
        else if (keyword && strcmp(keyword, "f") == 0)
            good = read_face(r, statement);
        if (!good)
            return false;
    }
    return true;
}

static bool check(struct reader *r)
{
    const struct scene_mesh *m = r->m;

    if (m->vertices == 0)
        return fail(r,
                    "no vertex in the whole file: expected a mesh, lines `v X Y Z` and `f A B C`");
    if (m->triangles == 0 || !r->face_line)
        return fail(r, "no face in the whole file: expected a mesh, lines `f A B C`");
    for (size_t t = 0; t < m->triangles; ++t) {
        for (int i = 0; i < 3; ++i) {
            if (m->triangle[t][i] < m->vertices)
                continue;
            r->line = r->face_line[t];
            if (m->triangle[t][i] == UINT32_MAX)
                return fail(r, "index out of range: expected 1 to %zu", m->vertices);
            return fail(r, "index %zu: expected 1 to %zu", (size_t)m->triangle[t][i] + 1,
                        m->vertices);
        }
    }
    return true;
}

/* Counts the polygons that their fans do not represent exactly. They are drawn all the same. */
static void look_at_fans(struct reader *r)
{
    struct scene_mesh *m = r->m;
    size_t n;

    for (size_t t = 0; t < m->triangles; t += n) {
        struct scene_flaw *flaw;
        enum scene_fan fan;

        n = 1; /* each statement is one face */
        while (t + n < m->triangles && r->face_line[t + n] == r->face_line[t])
            ++n;
        fan = scene_fan_check(m, t, n);
        if (fan == SCENE_FAN_EXACT)
            continue;
        flaw = fan == SCENE_FAN_CONCAVE ? &m->concave : &m->bent;
        if (flaw->polygons++ == 0)
            flaw->line = r->face_line[t];
    }
}

/* Returns the text after a UTF-8 byte-order mark, or
 * NULL if there is a mark of UTF-16 or UTF-32. */
static char *behind_mark(char *text, size_t size)
{
    if (size >= 3 && memcmp(text, mark, 3) == 0)
        return text + 3;
    if (size >= 2 && (memcmp(text, "\xFE\xFF", 2) == 0 || memcmp(text, "\xFF\xFE", 2) == 0))
        return NULL;
    return text;
}

enum assay_error scene_obj_read(const char *path, struct scene_mesh *m, char *why, size_t why_size)
{
    struct reader r = {
        .path = path, .line = 1, .next_line = 1, .m = m, .why = why, .why_size = why_size};
    size_t size;
    char *text;
    const char *zero;

    r.error = assay_read_file(path, SIZE_MAX, "a Wavefront OBJ file", &text, &size, why, why_size);
    if (r.error)
        return r.error;
    r.text = behind_mark(text, size);
    zero = memchr(text, 0, size);
    if (!r.text) {
        fail(&r, "the text is UTF-16 or UTF-32: expected ASCII or UTF-8");
    } else if (zero) {
        for (const char *p = text; p < zero; ++p)
            r.line += *p == '\n';
        fail(&r, "a byte 0x00: expected the text of a Wavefront OBJ file");
    } else if (read_statements(&r) && check(&r)) {
        look_at_fans(&r);
    }
    free(text);
    free(r.face_line);
    if (r.error)
        scene_mesh_free(m);
    return r.error;
}
