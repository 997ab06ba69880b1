/*
 * fma_product.c - what fp_fma and the model add: the product, and the distance of its exponent from
 * that of c (see fma.h).
 *
 * Each part of the proof fixes the highest ones of both factors without their signs. Both sides then
 * have the same product, up to a shift, which is free.
 *
 *     top:    fp_fma
 *     rtl:    rtl/lib/fp_fma.v rtl/lib/fp_round.v
 *     in:     a:32 b:32 c:32
 *     show:   product product_zero difference
 *     out:    product:48 product_zero difference:10
 *     except: y
 *     first:  a[30:0] b[30:0]
 *     free:   product:48
 *     slow
 *     plant:  tb/fp/formal/cells/fma_product.patch
 */
#include "fp/formal/cells/fma.h"
#include "numerics/f32_fma.c"

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    const uint64_t product = (uint64_t)significand(a) * significand(b);
    const int32_t e = (int32_t)(effective(a) + effective(b)) - 127;
    const bool zero = assay_f32_is_zero(a) || assay_f32_is_zero(b);

    out[0] = (uint32_t)product;
    out[1] = (uint32_t)(product >> 32);
    out[2] = zero;
    out[3] = (uint32_t)(e - (int32_t)effective(c)) & 0x3FF;
    /* For infinities and NaNs as well, as if they were numbers: then the assertions do not depend on
     * whether an exponent is 255, which a part does not fix. */
    if (!zero) {
        const struct product p = multiply(a, b);

        assert(is_product(product, a, b));
        check_shifted((struct f32_sum){p.sign, p.exp, p.sig}, (a ^ b) >> 31, e - 173, product,
                      shift_of(a) + shift_of(b));
    }
    return true;
}
