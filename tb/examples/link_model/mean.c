/*
 * mean.c - using the golden models from C: a reduction in one call, and a block cycle by cycle.
 *
 * Prints the mean of three values, computed by the gateway. Then divides 1 by 3 in the block fp and
 * prints the number of cycles that it took.
 */
#include <assay/model.h>

#include <inttypes.h>
#include <stdio.h>

static int failed(const char *what, int status)
{
    fprintf(stderr, "%s: %s\n", what, assay_model_strerror(status));
    return 1;
}

static int mean(void)
{
    const uint64_t value[3] = {3, 5, 7};
    struct assay_reduction r;
    const int status = assay_reduce(ASSAY_REDUCE_MEAN, ASSAY_REDUCE_U32, 3, value, NULL, &r);

    if (status != ASSAY_MODEL_OK)
        return failed("mean", status);
    printf("mean %" PRIu64 ", in %" PRIu32 " cycles of the gateway\n", r.result, r.cycles);
    return 0;
}

/* Sets a pin by name. A program that needs to be fast looks up the pin numbers once. */
static int set(struct assay_model *m, const char *pin, uint64_t value)
{
    int port;
    const int status = assay_model_port_index(m, pin, &port);

    return status == ASSAY_MODEL_OK ? assay_model_set_u64(m, port, value) : status;
}

static uint64_t get(const struct assay_model *m, const char *pin)
{
    uint64_t value = 0;
    int port;

    if (assay_model_port_index(m, pin, &port) == ASSAY_MODEL_OK)
        assay_model_get_u64(m, port, &value);
    return value;
}

static int divide(void)
{
    struct assay_model *m;
    char why[256];
    int cycles = 0;

    if (assay_model_create("fp", "div=1", &m, why, sizeof why) != ASSAY_MODEL_OK) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    assay_model_reset(m);
    set(m, "op_code", ASSAY_FP_DIV);
    set(m, "op_a", 0x3F800000); /* 1.0f */
    set(m, "op_b", 0x40400000); /* 3.0f */
    set(m, "op_valid", 1);
    set(m, "res_ready", 1);
    do {
        assay_model_step(m);
        if (get(m, "op_ready"))
            set(m, "op_valid", 0); /* it has been accepted */
        ++cycles;
    } while (!get(m, "res_valid"));
    printf("1/3 is %08" PRIX64 ", in %d cycles of fp\n", get(m, "res_value"), cycles);
    assay_model_free(m);
    return 0;
}

int main(void)
{
    if (assay_model_version_number() / 1000 != ASSAY_MODEL_VERSION_NUMBER / 1000) {
        fprintf(stderr, "headers of %s, library of %s\n", ASSAY_MODEL_VERSION,
                assay_model_version());
        return 1;
    }
    printf("assay %s, %zu blocks\n", assay_model_version(), assay_model_block_count());
    return mean() || divide();
}
