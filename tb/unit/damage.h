/*
 * damage.h - damages files for tests of readers: changes, removes, repeats and mixes bytes,
 * numbers, words and lines.
 */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "unit/random.h"

/* DAMAGE_MOST: the most bytes of a file. */
enum { DAMAGE_SEEDS = 64, DAMAGE_MOST = 1 << 16 };

struct input {
    char *text;
    size_t size;
};

/* Undamaged files to start from. */
static struct input seed[DAMAGE_SEEDS];
static size_t seeds;

static struct input file; /* has room for DAMAGE_MOST bytes */

/* Replaces `old` bytes at `at` by the first `size` bytes of `text`, as far as there is room. */
static inline void put(size_t at, size_t old, const char *text, size_t size)
{
    const size_t rest = file.size - at - old;

    if (at + size + rest > DAMAGE_MOST)
        return;
    memmove(file.text + at + size, file.text + at + old, rest);
    memcpy(file.text + at, text, size);
    file.size = at + size + rest;
}

static inline size_t place(const struct input *in)
{
    return in->size ? draw((uint32_t)in->size) : 0;
}

/* Picks a piece of a file: some bytes, a word with what follows it, or a line. */
static inline void piece(const struct input *in, size_t *at, size_t *size)
{
    static const char *const ends[] = {"", " \t\n,;:=", "\n"};
    const char *const end = ends[draw(3)];

    *at = place(in);
    *size = 0;
    if (!in->size)
        return;
    if (!*end) {
        *size = draw(17) % (in->size - *at + 1);
        return;
    }
    while (*at > 0 && !strchr(end, in->text[*at - 1]))
        --*at;
    while (*at + *size < in->size && !(*size > 0 && strchr(end, in->text[*at + *size - 1])))
        ++*size;
}

static inline void change_bytes(void)
{
    static const char odd[] = {0,   1,   '\t', '\n',       '\r',       ' ',       '"',
                               '#', '%', '\'', '*',        ',',        '-',       '.',
                               '/', ':', '=',  '[',        '\\',       ']',       '{',
                               '}', '~', 127,  (char)0x80, (char)0xC3, (char)0xFF};
    char byte;

    if (!file.size)
        return;
    for (uint32_t n = 1 + draw(3); n; --n) {
        byte = draw(2) ? odd[draw(sizeof odd)] : (char)draw(256);
        if (draw(3))
            file.text[place(&file)] = byte;
        else
            put(place(&file), 0, &byte, 1);
    }
}

static inline bool digit_at(size_t i)
{
    return i < file.size && file.text[i] >= '0' && file.text[i] <= '9';
}

/* Replaces the number at or after a random place by another one. */
static inline void change_number(void)
{
    static const char *const numbers[] = {"0",
                                          "-1",
                                          "1",
                                          "2",
                                          "00",
                                          "255",
                                          "256",
                                          "65535",
                                          "65536",
                                          "2147483647",
                                          "2147483648",
                                          "4294967295",
                                          "4294967296",
                                          "9223372036854775808",
                                          "18446744073709551615",
                                          "18446744073709551616",
                                          "1e308",
                                          "1e999",
                                          "-1e-999",
                                          "nan",
                                          "inf",
                                          "0x",
                                          "0xffffffffffffffff",
                                          "0x10000000000000000",
                                          "1000000000000000000000000000000000000000",
                                          "1.5",
                                          "7 8",
                                          ""};
    const char *const number = numbers[draw(sizeof numbers / sizeof *numbers)];
    size_t at = place(&file), size = 0;

    while (at < file.size && !digit_at(at))
        ++at;
    while (digit_at(at + size))
        ++size;
    if (size)
        put(at, size, number, strlen(number));
}

/* Removes a piece, repeats it up to some hundred times, or replaces it by a piece of another
 * file. */
static inline void change_piece(void)
{
    const struct input *const other = &seed[draw((uint32_t)seeds)];
    char text[4096];
    size_t at, size, from, taken;

    piece(&file, &at, &size);
    if (draw(3) == 0) {
        put(at, size, "", 0);
    } else if (draw(2)) {
        size = size < sizeof text ? size : sizeof text;
        memcpy(text, file.text + at, size);
        for (uint32_t n = draw(20) ? 1 : draw(300); n; --n)
            put(at, 0, text, size);
    } else {
        piece(other, &from, &taken);
        put(at, draw(2) ? size : 0, other->text + from, taken);
    }
}

static inline void damage(void)
{
    const struct input *const from = &seed[draw((uint32_t)seeds)];

    memcpy(file.text, from->text, from->size);
    file.size = from->size;
    for (uint32_t n = draw(8) ? 1 + draw(3) : draw(30); n; --n) {
        switch (draw(8)) {
        case 0:
            file.size = draw(4) ? file.size : place(&file);
            break;
        case 1:
        case 2:
            change_bytes();
            break;
        case 3:
        case 4:
            change_number();
            break;
        default:
            change_piece();
        }
    }
}

#endif
