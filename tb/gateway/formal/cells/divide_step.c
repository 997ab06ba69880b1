/*
 * divide_step.c - a step of gateway_divide finds three bits of the quotient: it divides the
 * remainder and the next octal digit of the dividend by the divisor.
 *
 * The registers are inputs. The remainder is below the divisor, as it is after each step.
 *
 *     top:    gateway_divide
 *     rtl:    rtl/gateway/gateway_divide.v rtl/lib/lzc.v
 *     cut:    phase variance wide pair has_sign high negative n sum other quotient divisor remainder
 *     cut:    left low
 *     show:   bit2 bit1 bit0 rest0
 *     in:     remainder.i:17 quotient.i:81 divisor.i:17
 *     out:    bit2 bit1 bit0 rest0:18
 *     except: idle done result
 *     plant:  tb/gateway/formal/cells/divide_step.patch
 */
#include <stdbool.h>
#include <stdint.h>

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t digit = in[3] >> 14 & 7, divisor = in[4];
    const uint32_t part = in[0] << 3 | digit;

    if (in[0] >= divisor)
        return false;
    out[0] = part / divisor >> 2 & 1;
    out[1] = part / divisor >> 1 & 1;
    out[2] = part / divisor & 1;
    out[3] = part % divisor;
    return true;
}
