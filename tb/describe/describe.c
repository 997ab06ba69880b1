/* describe.c - names, and freeing a description. */
#include "describe/describe.h"

#include <stdlib.h>
#include <string.h>

#include "base/unknown.h"

bool assay_describe_is_identifier(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char more[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

    return strchr(letters, name[0]) && name[0] && !name[strspn(name, more)] && strlen(name) <= 63;
}

bool assay_describe_is_keyword(const char *name)
{
    /* Keywords of C and C++, macros that their headers define, and argument names of the
     * generated functions. */
    static const char *const words[] = {"alignas",
                                        "alignof",
                                        "and",
                                        "and_eq",
                                        "asm",
                                        "auto",
                                        "bitand",
                                        "bitor",
                                        "bool",
                                        "break",
                                        "case",
                                        "catch",
                                        "char",
                                        "char16_t",
                                        "char32_t",
                                        "class",
                                        "compl",
                                        "const",
                                        "const_cast",
                                        "constexpr",
                                        "continue",
                                        "decltype",
                                        "default",
                                        "delete",
                                        "do",
                                        "double",
                                        "dynamic_cast",
                                        "else",
                                        "enum",
                                        "explicit",
                                        "export",
                                        "extern",
                                        "false",
                                        "float",
                                        "for",
                                        "friend",
                                        "goto",
                                        "if",
                                        "in",
                                        "inline",
                                        "int",
                                        "linux",
                                        "long",
                                        "mutable",
                                        "namespace",
                                        "new",
                                        "noexcept",
                                        "not",
                                        "not_eq",
                                        "nullptr",
                                        "operator",
                                        "or",
                                        "or_eq",
                                        "out",
                                        "private",
                                        "protected",
                                        "public",
                                        "register",
                                        "reinterpret_cast",
                                        "restrict",
                                        "return",
                                        "short",
                                        "signed",
                                        "sizeof",
                                        "static",
                                        "static_assert",
                                        "static_cast",
                                        "struct",
                                        "switch",
                                        "template",
                                        "this",
                                        "thread_local",
                                        "throw",
                                        "true",
                                        "try",
                                        "typedef",
                                        "typeid",
                                        "typename",
                                        "typeof",
                                        "union",
                                        "unix",
                                        "unsigned",
                                        "using",
                                        "virtual",
                                        "void",
                                        "volatile",
                                        "wchar_t",
                                        "while",
                                        "xor",
                                        "xor_eq",
                                        NULL};

    return assay_word_find(words, name) >= 0;
}

bool assay_describe_is_taken(const char *name)
{
    static const char *const words[] = {"params", "inputs", "outputs", "state",
                                        "model",  "stream", "block",   NULL};

    return assay_word_find(words, name) >= 0;
}

static void free_words(struct assay_describe_words *w)
{
    for (size_t i = 0; i < w->n; ++i)
        free(w->at[i]);
    free(w->at);
}

static void free_width(struct assay_describe_width *w)
{
    assay_expression_free(w->bits);
    free(w->of_set);
}

static void free_stream(struct assay_describe_stream *s)
{
    for (size_t i = 0; i < s->n_fields; ++i) {
        free(s->field[i].name);
        free(s->field[i].c_name);
        free(s->field[i].pin);
        free_width(&s->field[i].width);
        free_words(&s->field[i].values);
    }
    for (size_t i = 0; i < s->n_driven; ++i) {
        free(s->driven[i].pin);
        free(s->driven[i].expression);
    }
    free(s->field);
    free(s->driven);
    free(s->name);
    free(s->c_name);
    free(s->valid);
    free(s->ready);
    free(s->match_name);
    free(s->group);
    free(s->join);
}

static void free_params(struct assay_description *d)
{
    for (size_t i = 0; i < d->n_params; ++i) {
        free(d->param[i].name);
        free(d->param[i].c_name);
        free(d->param[i].verilog);
        free(d->param[i].meaning);
    }
    for (size_t i = 0; i < d->n_sets; ++i) {
        free(d->set[i].name);
        free(d->set[i].value);
    }
    free(d->param);
    free(d->set);
}

static void free_pins(struct assay_description *d)
{
    for (size_t i = 0; i < d->n_streams; ++i)
        free_stream(&d->stream[i]);
    for (size_t i = 0; i < d->n_pins; ++i) {
        free(d->pin[i].name);
        free(d->pin[i].c_name);
        free(d->pin[i].pin);
        free(d->pin[i].when);
        free_words(&d->pin[i].values);
        free(d->pin[i].part);
        free_width(&d->pin[i].width);
    }
    for (size_t i = 0; i < d->n_ports; ++i) {
        free(d->port[i].name);
        free(d->port[i].place);
    }
    free(d->stream);
    free(d->pin);
    free(d->port);
}

void assay_describe_free(struct assay_description *d)
{
    if (!d)
        return;
    free_pins(d);
    free_params(d);
    free_words(&d->rtl);
    free_words(&d->clocks);
    free_words(&d->sources);
    free_words(&d->include);
    free_words(&d->flags);
    free(d->reset.pin);
    free(d->path);
    free(d->folder);
    free(d->name);
    free(d->c_name);
    free(d->top);
    free(d->summary);
    free(d);
}

int assay_describe_find_set(const struct assay_description *d, const char *name)
{
    for (size_t i = 0; i < d->n_sets; ++i)
        if (strcmp(d->set[i].name, name) == 0)
            return (int)i;
    return -1;
}

int assay_describe_find_port(const struct assay_description *d, const char *name)
{
    for (size_t i = 0; i < d->n_ports; ++i)
        if (strcmp(d->port[i].name, name) == 0)
            return (int)i;
    return -1;
}
