/*
 * pins.h - pins of SystemC modules: the types that `verilator --sc` gives them, and the conversion
 * of their values to and from the structs of a block.
 *
 *     bits       pin
 *     1          bool
 *     2..32      uint32_t
 *     33..64     uint64_t
 *     above      sc_bv<bits>
 */
#ifndef ASSAY_SYSTEMC_PINS_H
#define ASSAY_SYSTEMC_PINS_H

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <systemc>

namespace assay {
namespace sc {

template <unsigned Width>
using pin = std::conditional_t<
    Width == 1, bool,
    std::conditional_t<
        (Width <= 32), std::uint32_t,
        std::conditional_t<(Width <= 64), std::uint64_t, sc_dt::sc_bv<static_cast<int>(Width)>>>>;

template <typename Pin> struct bits_of;
template <int Bits> struct bits_of<sc_dt::sc_bv<Bits>> {
    static constexpr std::size_t value = Bits;
};

/* A field of a struct has the largest legal width, so it may have more words than the pin. */
template <typename Pin, typename Field> Pin to_pin(const Field &field)
{
    if constexpr (!std::is_array<Field>::value) {
        return static_cast<Pin>(field);
    } else if constexpr (sizeof(Pin) == sizeof(std::uint64_t) && std::is_arithmetic<Pin>::value) {
        return field[0] | static_cast<Pin>(field[1]) << 32;
    } else if constexpr (std::is_arithmetic<Pin>::value) {
        return static_cast<Pin>(field[0]);
    } else {
        Pin value;

        static_assert(bits_of<Pin>::value <= 8 * sizeof(Field), "wider than any legal parameters");
        for (int i = 0; i < value.size(); ++i)
            value.set_word(i, field[i]);
        return value;
    }
}

template <typename Pin, typename Field> void from_pin(const Pin &pin, Field &field)
{
    if constexpr (!std::is_array<Field>::value) {
        field = static_cast<Field>(pin);
    } else if constexpr (std::is_arithmetic<Pin>::value) {
        field[0] = static_cast<std::uint32_t>(pin);
        if constexpr (sizeof(Pin) == sizeof(std::uint64_t))
            field[1] = static_cast<std::uint32_t>(pin >> 32);
    } else {
        static_assert(bits_of<Pin>::value <= 8 * sizeof(Field), "wider than any legal parameters");
        for (int i = 0; i < pin.size(); ++i)
            field[i] = pin.get_word(i);
    }
}

/* The value type of a port or signal; `Pin` is a reference to it. */
template <typename Pin>
using value_of =
    std::decay_t<decltype(std::declval<const std::remove_reference_t<Pin> &>().read())>;

template <typename T> using signal = sc_core::sc_signal<T>;

/* A golden model with its types erased. */
struct model {
    std::size_t state_size;
    void (*init)(void *state, const std::uint32_t *params);
    void (*step)(void *state, const void *in, void *out);
    const std::uint32_t *params; /* in the block's order, for init */
};

} // namespace sc
} // namespace assay

#endif
