#include "describe/cxx.h"

#include "base/unknown.h"

void assay_cxx_write_name(struct assay_text *t, const char *name)
{
    /* The C++ keywords that Verilator 5.006 renames and that are valid names in SystemVerilog. */
    static const char *const words[] = {
        "alignas",  "alignof",  "and_eq",        "asm",           "auto",
        "bitand",   "bitor",    "bool",          "catch",         "char",
        "char16_t", "char32_t", "compl",         "const_cast",    "constexpr",
        "decltype", "delete",   "double",        "dynamic_cast",  "explicit",
        "false",    "float",    "friend",        "goto",          "inline",
        "long",     "mutable",  "namespace",     "noexcept",      "not_eq",
        "nullptr",  "operator", "or_eq",         "private",       "public",
        "register", "short",    "sizeof",        "static_assert", "static_cast",
        "switch",   "template", "thread_local",  "throw",         "true",
        "try",      "typeid",   "typename",      "using",         "volatile",
        "wchar_t",  "xor_eq",   "abort",         "complex",       "override",
        "concept",  "requires", "atomic_cancel", "synchronized",  "transaction_safe",
        NULL};

    assay_text_addf(t, "%s%s", assay_word_find(words, name) >= 0 ? "__SYM__" : "", name);
}

static void write_list(struct assay_text *t, const struct assay_cxx_pin *pins, size_t n, bool input)
{
    assay_text_addf(t,
                    "    template <typename Pins, typename Struct, typename F>\n"
                    "    static void %s(Pins &pins, Struct &%s, F f)\n    {\n",
                    input ? "inputs" : "outputs", input ? "in" : "out");
    for (size_t i = 0; i < n; ++i) {
        if (pins[i].input != input)
            continue;
        assay_text_add(t, "        f(pins.");
        assay_cxx_write_name(t, pins[i].name);
        assay_text_addf(t, ", %s.%s);\n", input ? "in" : "out", pins[i].place);
    }
    assay_text_add(t, "    }\n");
}

void assay_cxx_write_lists(struct assay_text *t, const char *name, const struct assay_cxx_pin *pins,
                           size_t n)
{
    assay_text_addf(t,
                    "/* The pins except clk: f(pin, member) for each pin of one side, f(pin, pin) "
                    "for each pin of two objects. */\nstruct %s_lists {\n",
                    name);
    write_list(t, pins, n, true);
    write_list(t, pins, n, false);
    assay_text_add(t,
                   "    template <typename A, typename B, typename F> static void both(A &a, B &b, "
                   "F f)\n    {\n");
    for (size_t i = 0; i < n; ++i) {
        assay_text_add(t, "        f(a.");
        assay_cxx_write_name(t, pins[i].name);
        assay_text_add(t, ", b.");
        assay_cxx_write_name(t, pins[i].name);
        assay_text_add(t, ");\n");
    }
    assay_text_add(t, "    }\n};\n\n");
}

void assay_cxx_write_members(struct assay_text *t, const struct assay_cxx_pin *pins, size_t n)
{
    assay_text_add(t, "    In<bool> clk{\"clk\"};\n");
    for (size_t i = 0; i < n; ++i) {
        assay_text_addf(t, "    %s<pin<(%s)>> ", pins[i].input ? "In" : "Out", pins[i].width);
        assay_cxx_write_name(t, pins[i].name);
        assay_text_addf(t, "{\"%s\"};\n", pins[i].name);
    }
}
