// Enumerations that the domains share.
#ifndef DPEX_ONEAPI_MKL_TYPES_HPP
#define DPEX_ONEAPI_MKL_TYPES_HPP

#include <cstdint>

namespace oneapi {
namespace mkl {

enum class transpose : char { nontrans = 0, trans = 1, conjtrans = 3, N = 0, T = 1, C = 3 };
enum class uplo : char { upper = 0, lower = 1, U = 0, L = 1 };
enum class diag : char { nonunit = 0, unit = 1, N = 0, U = 1 };
enum class side : char { left = 0, right = 1, L = 0, R = 1 };
enum class index_base : char { zero = 0, one = 1 };
enum class layout : char { col_major = 0, row_major = 1, C = 0, R = 1 };
// How exactly products are computed: in their type, whatever the mode.
enum class compute_mode : std::uint64_t {
    unset = 0,
    standard = 1,
    float_to_bf16 = 2,
    float_to_bf16x2 = 4,
    float_to_bf16x3 = 8,
    float_to_tf32 = 16,
    complex_3m = 32,
    any = 64,
    prefer_alternate = 128,
    force_alternate = 256
};
enum class job : char {
    novec = 0,
    vec = 1,
    updatevec = 2,
    allvec = 3,
    somevec = 4,
    overwritevec = 5,
    N = 0,
    V = 1,
    U = 2,
    A = 3,
    S = 4,
    O = 5
};
enum class jobsvd : char { novec = 0, vectors = 1, vectorsina = 2, somevec = 3, N = 0, A = 1, O = 2, S = 3 };

} // namespace mkl
} // namespace oneapi

#endif
