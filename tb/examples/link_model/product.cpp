// product.cpp - using the golden models from C++: a row times a matrix through dpas.
#include <assay/fp.h>
#include <assay/model.h>

#include <cstdio>
#include <memory>
#include <vector>

int main()
{
    // D (1 x 4) = A (1 x 4, unsigned bytes) * B (4 x 4, signed bytes): one slice of four elements.
    assay_dpas cmd = {};
    cmd.lanes = 4;
    cmd.a_type = ASSAY_TYPE_U8;
    cmd.b_type = ASSAY_TYPE_S8;
    cmd.acc_type = ASSAY_ACC_S32;
    cmd.systolic_depth = 1;
    cmd.repeat_count = 1;
    cmd.exec_size = 4;
    cmd.c_null = 1;

    assay_dpas_shape shape;
    if (int status = assay_dpas_measure(&cmd, &shape, nullptr)) {
        std::fprintf(stderr, "%s\n", assay_model_strerror(status));
        return 1;
    }
    std::vector<uint32_t> a(shape.a_words), b(shape.b_words), d(shape.d_words);
    a[0] = 0x04030201;               // 1 2 3 4
    for (unsigned n = 0; n < 4; ++n) // column n of B is n, -1, n, -1
        b[n] = 0xFF00FF00 | n << 16 | n;
    assay_dpas_compute(&cmd, a.data(), a.size(), b.data(), b.size(), nullptr, 0, d.data(), d.size(),
                       nullptr);
    for (uint32_t x : d)
        std::printf("%d ", static_cast<int32_t>(x));
    std::printf("\n");

    // A block whose pins are structs.
    assay_model *made = nullptr;
    if (assay_model_create("fp", nullptr, &made, nullptr, 0) != ASSAY_MODEL_OK)
        return 1;
    std::unique_ptr<assay_model, decltype(&assay_model_free)> m(made, assay_model_free);
    fp_inputs in = {};
    fp_outputs out = {};
    in.op_valid = in.res_ready = 1;
    in.op.code = ASSAY_FP_MUL;
    in.op.a = in.op.b = 0x40400000; // 3.0f
    for (int cycle = 0; cycle < 2; ++cycle)
        if (int status = assay_fp_cycle(m.get(), &in, &out)) {
            std::fprintf(stderr, "%s\n", assay_model_strerror(status));
            return 1;
        }
    std::printf("3*3 is %08X\n", out.res.value);
    return out.res_valid ? 0 : 1;
}
