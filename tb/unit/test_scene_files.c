/*
 * test_scene_files.c - files of scenes: the OBJ reader and the pictures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <png.h>
#include <cmocka.h>

#include "base/error.h"
#include "scene/obj.h"
#include "scene/png.h"
#include "unit/folder.h"
#include "unit/random.h"

enum { WHY_SIZE = 512 };

/* --- the reader --- */

static enum assay_error read_text(const char *text, size_t size, struct scene_mesh *m, char *why)
{
    FILE *f = fopen("mesh.obj", "wb");
    enum assay_error error;

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
    memset(m, 0, sizeof *m);
    why[0] = '\0';
    error = scene_obj_read("mesh.obj", m, why, WHY_SIZE);
    remove("mesh.obj");
    return error;
}

static void test_reads(void **state)
{
    static const char text[] = "# a comment\r\n"
                               "mtllib other.mtl\n"
                               "v 1 2 3\n"
                               "v -1.5e1 .25 +3. 1.0\r\n"
                               "v 0 0 0 0.5 0.5 0.5 # with a colour\n"
                               "  vt 0 0\n"
                               "vn 0 0 1\n"
                               "v \\\n"
                               " 7 8 \\\r\n"
                               " 9\n"
                               "g \xc3\xa4 group\n"
                               "f 1 2 3 4\n"
                               "f 1/1 2/1\t3/1\n"
                               "f 1/1/1 2//1 -1//-1\n"
                               "f 5 -4 -3\n" /* the fifth vertex comes later */
                               "v 10 11 12\n"
                               "\n"
                               "f 1 2 \\\n3"; /* no newline at the end */
    static const uint32_t triangles[][3] = {{0, 1, 2}, {0, 2, 3}, {0, 1, 2},
                                            {0, 1, 3}, {4, 0, 1}, {0, 1, 2}};
    struct scene_mesh m;
    char why[WHY_SIZE];

    (void)state;
    assert_int_equal(read_text(text, sizeof text - 1, &m, why), ASSAY_OK);
    assert_string_equal(why, "");
    assert_int_equal(m.vertices, 5);
    assert_true(m.vertex[1][0] == -15 && m.vertex[1][1] == 0.25 && m.vertex[1][2] == 3);
    assert_true(m.vertex[3][0] == 7 && m.vertex[3][1] == 8 && m.vertex[3][2] == 9);
    assert_int_equal(m.faces, 5);
    assert_int_equal(m.triangles, sizeof triangles / sizeof triangles[0]);
    assert_memory_equal(m.triangle, triangles, sizeof triangles);
    scene_mesh_free(&m);
}

/* A byte-order mark is not part of the first word. */
static void test_reads_behind_a_mark(void **state)
{
    static const char text[] = "\xEF\xBB\xBFv 1 2 3\nv 4 5 6\nv 7 8 10\nf 1 2 3\n";
    struct scene_mesh m;
    char why[WHY_SIZE];

    (void)state;
    assert_int_equal(read_text(text, sizeof text - 1, &m, why), ASSAY_OK);
    assert_int_equal(m.vertices, 3);
    assert_true(m.vertex[0][0] == 1 && m.vertex[2][2] == 10);
    assert_int_equal(m.triangle[0][2], 2);
    scene_mesh_free(&m);
    /* In the middle, where two files have been concatenated. */
    assert_int_equal(read_text("v 1 2 3\n\xEF\xBB\xBFv 1 1 1\nf 1 1 1\n", 27, &m, why),
                     ASSAY_BAD_INPUT);
    assert_string_equal(why,
                        "mesh.obj:2: a byte-order mark: expected one at the start of a file only");

    assert_int_equal(read_text("\xFF\xFEv\0 \0001\0", 8, &m, why), ASSAY_BAD_INPUT);
    assert_string_equal(why, "mesh.obj:1: the text is UTF-16 or UTF-32: expected ASCII or UTF-8");
    assert_int_equal(read_text("\xFE\xFF\0v\0 \0001", 8, &m, why), ASSAY_BAD_INPUT);
    assert_string_equal(why, "mesh.obj:1: the text is UTF-16 or UTF-32: expected ASCII or UTF-8");
}

/* Corners on a grid, as "x y z"; the polygon's outline gives their order. */
static void test_counts_what_fans_are_not(void **state)
{
    static const struct {
        const char *what, *corners;
        size_t concave, bent;
    } cases[] = {
        {"a square", "0 0 0,2 0 0,2 2 0,0 2 0", 0, 0},
        {"a square the other way round", "0 2 0,2 2 0,2 0 0,0 0 0", 0, 0},
        {"a corner in the middle of an edge", "0 0 0,1 0 0,2 0 0,2 2 0,0 2 0", 0, 0},
        {"a hexagon", "2 0 0,1 2 0,-1 2 0,-2 0 0,-1 -2 0,1 -2 0", 0, 0},
        {"an arrowhead, from a wing", "3 3 0,0 1 0,-3 3 0,0 -3 0", 1, 0},
        {"the same, from its notch: the fan is right", "0 1 0,-3 3 0,0 -3 0,3 3 0", 0, 0},
        {"an L, from its heel", "0 0 0,3 0 0,3 1 0,1 1 0,1 3 0,0 3 0", 0, 0},
        {"an L, from an end", "3 0 0,3 1 0,1 1 0,1 3 0,0 3 0,0 0 0", 1, 0},
        {"a bow tie", "0 0 0,2 2 0,2 0 0,0 2 0", 1, 0},
        {"a star of one line", "0 3 0,2 -3 0,-3 1 0,3 1 0,-2 -3 0", 1, 0},
        {"a square with a raised corner", "0 0 0,2 0 0,2 2 1,0 2 0", 0, 1},
        {"raised by what decimals leave", "0 0 0,2 0 0,2 2 0.000001,0 2 0", 0, 0},
        {"no area", "0 0 0,1 0 0,2 0 0,3 0 0", 0, 0},
        {"far away and steep", "1000000 0 0,1000002 0 2,1000002 2 2,1000000 2 0", 0, 0},
    };
    char text[512], why[WHY_SIZE];
    struct scene_mesh m;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        size_t used, corners = 1;

        /* A triangle comes first, so that the tested line is not the first. */
        used = (size_t)snprintf(text, sizeof text, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nv ");
        for (const char *c = cases[i].corners; *c; ++c) {
            used +=
                (size_t)snprintf(text + used, sizeof text - used, *c == ',' ? "\nv " : "%c", *c);
            corners += *c == ',';
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "\nf");
        for (size_t c = 0; c < corners; ++c)
            used += (size_t)snprintf(text + used, sizeof text - used, " %zu", 4 + c);
        assert_int_equal(read_text(text, used, &m, why), ASSAY_OK);
        if (m.concave.polygons != cases[i].concave || m.bent.polygons != cases[i].bent)
            fail_msg("%s: %zu concave, %zu bent", cases[i].what, m.concave.polygons,
                     m.bent.polygons);
        assert_int_equal(m.concave.line, cases[i].concave ? 5 + corners : 0);
        assert_int_equal(m.bent.line, cases[i].bent ? 5 + corners : 0);
        scene_mesh_free(&m);
    }
}

static void test_refuses(void **state)
{
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"", "mesh.obj:1: no vertex in the whole file"},
        {"hello\nworld\n", "mesh.obj:2: no vertex in the whole file"},
        {"v 1 2 3\n", "mesh.obj:1: no face in the whole file"},
        {"v 1 2\n", "mesh.obj:1: a vertex of 2 coordinates: expected three"},
        {"\nv 1 2 nan\n", "mesh.obj:2: coordinate 'nan': expected a finite number"},
        {"v inf 2 3\n", "mesh.obj:1: coordinate 'inf': expected a finite number"},
        {"v 1e39 2 3\n", "mesh.obj:1: coordinate '1e39': expected a finite number"},
        {"v 1e999 2 3\n", "mesh.obj:1: coordinate '1e999': expected a finite number"},
        {"v 1 2x 3\n", "mesh.obj:1: coordinate '2x': expected a decimal number"},
        {"v 1 0x2 3\n", "mesh.obj:1: coordinate '0x2': expected a decimal number"},
        {"v 1 2 3 nan\n", "mesh.obj:1: coordinate 'nan': expected a finite number"},
        {"v 1 2 3\nv 1 \\\n2 \\\n,\n", "mesh.obj:2: coordinate ',': expected a decimal number"},
        {"v 1 2 3\\\n\nf 1 1\n", "mesh.obj:3: a face of 2 corners: expected three or more"},
        {"v 1 2 3\nf\n", "mesh.obj:2: a face of 0 corners"},
        {"v 1 2 3\nf 1 1 1\nf 1 1 1 2\nf 9 9 9\n", "mesh.obj:3: index 2: expected 1 to 1"},
        {"v 1 2 3\nf 1 0 1\n", "mesh.obj:2: index 0 in '0': expected 1 or more"},
        {"v 1 2 3\nf 1/0 1 1\n", "mesh.obj:2: index 0 in '1/0'"},
        {"v 1 2 3\nf 1 1 -2\n", "mesh.obj:2: index -2 after 1 vertices"},
        {"f -1 -1 -1\nv 1 2 3\n", "mesh.obj:1: index -1 after 0 vertices"},
        {"v 1 2 3\nf 1 1 99999999999999999999\n",
         "mesh.obj:2: index out of range: expected 1 to 1"},
        {"v 1 2 3\nf 1 1 -99999999999999999999\n", "mesh.obj:2: index out of range"},
        {"v 1 2 3\nf 1 1 4294967296\n", "mesh.obj:2: index out of range"},
        {"v 1 2 3\nf 1 1 4294967295\n", "mesh.obj:2: index 4294967295: expected 1 to 1"},
        {"v 1 2 3\nf 1/ 1 1\n", "mesh.obj:2: corner '1/': expected v, v/vt, v//vn or v/vt/vn"},
        {"v 1 2 3\nf 1// 1 1\n", "mesh.obj:2: corner '1//'"},
        {"v 1 2 3\nf 1/1/1/1 1 1\n", "mesh.obj:2: corner '1/1/1/1'"},
        {"v 1 2 3\nf 1.5 1 1\n", "mesh.obj:2: corner '1.5'"},
        {"v 1 2 3\nf /1 1 1\n", "mesh.obj:2: corner '/1'"},
        {"v 1 2 3\nf +1 1 1\n", "mesh.obj:2: corner '+1'"},
        {"v 1 2 3\n\x7f"
         "ELF\x02\n",
         "mesh.obj:2: a byte 0x02: expected the text"},
    };
    static const char zero[] = "v 1 2 3\n\nx\0f 1 1 1\n";
    struct scene_mesh m;
    char why[WHY_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        const enum assay_error error = read_text(bad[i].text, strlen(bad[i].text), &m, why);

        if (error != ASSAY_BAD_INPUT || !strstr(why, bad[i].why))
            fail_msg("'%s': status %d, \"%s\", expected \"%s\"", bad[i].text, (int)error, why,
                     bad[i].why);
        assert_null(m.vertex);
        assert_null(m.triangle);
    }
    assert_int_equal(read_text(zero, sizeof zero - 1, &m, why), ASSAY_BAD_INPUT);
    assert_non_null(strstr(why, "mesh.obj:3: a byte 0x00"));
    assert_int_equal(scene_obj_read("none.obj", &m, why, sizeof why), ASSAY_BAD_INPUT);
    assert_string_equal(why, "none.obj: No such file or directory: expected a Wavefront OBJ file");
    assert_int_equal(scene_obj_read(".", &m, why, sizeof why), ASSAY_BAD_INPUT);
}

/* No damage to a good file crashes the reader, and whatever it accepts stays within its mesh. */
static void test_damage(void **state)
{
    static const char good[] = "v 1 2 3\nv 4 5 6\nv 7 8 9\\\n\nf 1/1 2/2/2 3//3 -1\n# end\n";
    struct assay_rng rng;
    unsigned taken = 0;

    (void)state;
    random_begin(&rng, 1, "damage");
    for (int i = 0; i < 3000; ++i) {
        char text[sizeof good], why[WHY_SIZE];
        struct scene_mesh m;

        memcpy(text, good, sizeof good);
        for (int k = 0; k < 2; ++k) {
            const char wrong = "0159-/.\\\n #vfe\t\x80\x01"[assay_rng_below(&rng, 16)];

            text[assay_rng_below(&rng, sizeof good - 1)] = wrong;
        }
        if (read_text(text, sizeof good - 1, &m, why) != ASSAY_OK) {
            assert_int_equal(strncmp(why, "mesh.obj:", 9), 0);
            continue;
        }
        ++taken;
        for (size_t t = 0; t < m.triangles; ++t)
            for (int k = 0; k < 3; ++k)
                assert_true(m.triangle[t][k] < m.vertices);
        scene_mesh_free(&m);
    }
    assert_true(taken > 100 && taken < 2900);
}

/* --- pictures --- */

static void test_pictures(void **state)
{
    static const struct {
        enum scene_png kind;
        png_uint_32 format;
        size_t bytes;
    } kinds[] = {{SCENE_GREY8, PNG_FORMAT_GRAY, 1},
                 {SCENE_GREY16, PNG_FORMAT_LINEAR_Y, 2},
                 {SCENE_RGB8, PNG_FORMAT_RGB, 3}};
    enum { WIDE = 7, HIGH = 5 };
    char why[WHY_SIZE];

    (void)state;
    for (int i = 0; i < 3; ++i) {
        png_image image = {.version = PNG_IMAGE_VERSION};
        uint8_t pixels[WIDE * HIGH * 3], back[WIDE * HIGH * 3];

        for (size_t k = 0; k < sizeof pixels; ++k)
            pixels[k] = (uint8_t)(k * 37);
        assert_true(scene_png_write("a.png", kinds[i].kind, WIDE, HIGH, pixels, why, sizeof why));
        assert_true(png_image_begin_read_from_file(&image, "a.png"));
        assert_int_equal(image.width, WIDE);
        assert_int_equal(image.height, HIGH);
        assert_int_equal(image.format, kinds[i].format);
        assert_true(png_image_finish_read(&image, NULL, back, 0, NULL));
        assert_memory_equal(back, pixels, WIDE * HIGH * kinds[i].bytes);
        assert_int_equal(remove("a.png"), 0);
    }
    assert_false(scene_png_write("none/a.png", SCENE_GREY8, 1, 1, "x", why, sizeof why));
    assert_string_equal(why,
                        "none/a.png: No such file or directory: expected to create a file there");
    assert_false(scene_png_write("/dev/full/a.png", SCENE_GREY8, 1, 1, "x", why, sizeof why));
    assert_false(scene_png_write("a.png", SCENE_GREY8, 0, 1, "x", why, sizeof why));
    assert_int_equal(strncmp(why, "a.png: ", 7), 0);
    assert_int_equal(access("a.png", F_OK), -1); /* nothing else is left either */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),
        cmocka_unit_test(test_reads_behind_a_mark),
        cmocka_unit_test(test_counts_what_fans_are_not),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_pictures),
    };

    return cmocka_run_group_tests_name("scene_files", tests, folder_enter, folder_close_empty);
}
