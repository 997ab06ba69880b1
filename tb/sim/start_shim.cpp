/* start_shim.cpp - a Verilated block whose registers start from chosen values (start.h). Otherwise
 * as verilator_shim.cpp. */
#include "sim/shim.h"

#include <stdexcept>

#include "sim/start.h"
#include "sim/start_values.h"

namespace {

struct assay_start chosen; /* for the next DUT; initially zeros */

/* SplitMix64: the n-th value of the sequence of a seed. */
std::uint64_t mixed(std::uint64_t seed, std::uint64_t n)
{
    std::uint64_t z = seed + (n + 1) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* The source of values for one DUT. */
class Values {
  public:
    /* Belongs to the DUT that is being created or evaluated. */
    static Values *current;

    Values()
    {
        current = this;
    }

    /* Draw the words of a variable, the lowest first. */
    void draw(const char *scope, const char *name, int bits, EData *word)
    {
        const enum assay_start_kind kind = kind_of(scope, name);
        const int words = VL_WORDS_I(bits);
        EData any = 0;

        for (int i = 0; i < words; ++i) {
            word[i] = kind == ASSAY_START_ZEROS  ? 0
                      : kind == ASSAY_START_ONES ? ~EData{0}
                                                 : static_cast<EData>(mixed(place, words_drawn));
            ++words_drawn;
            word[i] &= i == words - 1 ? VL_MASK_E(bits) : ~EData{0};
            any |= word[i];
        }
        if (kind == ASSAY_START_MIXED && bits == 1) /* so that most neighbours differ */
            word[0] = (static_cast<EData>(mixed(~start.seed, n / 2)) ^ static_cast<EData>(n)) & 1;
        if (kind == ASSAY_START_RANDOM && !any)
            word[0] = bits < VL_EDATASIZE ? VL_MASK_E(bits) : ~EData{0};
    }

    std::uint64_t random()
    {
        return mixed(0, randoms++);
    }

    std::uint64_t variables() const
    {
        return n;
    }

  private:
    const struct assay_start start = chosen;
    std::uint64_t n = 0;                      /* named variables so far */
    std::uint64_t place = 0, words_drawn = 0; /* seed and position of the variable's random words */
    std::uint64_t unnamed = 0, randoms = 0;

    enum assay_start_kind kind_of(const char *scope, const char *name)
    {
        const std::uint64_t k = n;

        words_drawn = 0;
        if (!*name) {
            place = mixed(~start.seed, unnamed++);
            return start.kind;
        }
        place = mixed(start.seed, k);
        ++n;
        if (start.named)
            start.named(start.arg, scope, name);
        return start.only && k < start.n_only && !start.only[k] ? ASSAY_START_ZEROS : start.kind;
    }
};

Values *Values::current;

/* Values is the first base class, so it is constructed before the variables. */
class Started : private Values, public Vdut {
  public:
    Started(VerilatedContext *context, const char *name) : Vdut{context, name}
    {
        if (!variables())
            throw std::runtime_error{"assay: no variable starts from a chosen value: expected what "
                                     "Verilator 5.006 makes of --x-initial unique"};
    }

    void eval()
    {
        current = this;
        Vdut::eval();
    }
};

} // namespace

IData assay_start_I(const char *scope, const char *name, int bits)
{
    EData word;

    Values::current->draw(scope, name, bits, &word);
    return word;
}

QData assay_start_Q(const char *scope, const char *name, int bits)
{
    EData word[2];

    Values::current->draw(scope, name, bits, word);
    return static_cast<QData>(word[1]) << 32 | word[0];
}

WDataOutP assay_start_W(const char *scope, const char *name, int bits, WDataOutP value)
{
    Values::current->draw(scope, name, bits, &value[0]);
    return value;
}

/* The linker replaces vl_rand64 with this function (--wrap), so $random draws from it. */
extern "C" std::uint64_t __wrap__Z9vl_rand64v()
{
    return Values::current->random();
}

#undef ASSAY_V
#define ASSAY_V Started
#include "sim/verilator_shim.cpp"

ASSAY_EXPORT void assay_dut_start(const struct assay_start *start)
{
    chosen = *start;
}
