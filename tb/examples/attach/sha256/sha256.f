rtl/sha256_constant.v
rtl/sha256_round.v
rtl/sha256.v
