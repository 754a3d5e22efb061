/* Portable kernel C on CUDA, for NVRTC without any header; the integers come from backend/cuda/prelude/types.cu. */
#define K_DEVICE
/* In NVRTC no <stdint.h> exists. */
#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN (-9223372036854775807L - 1)
struct dpex_c64 {
    float re, im;
};
struct dpex_c128 {
    double re, im;
};
/* A signed byte of a pack: see prelude_opencl.cl. NVRTC has the same fault. */
static inline int8_t k_byte_of_pack(int8_t x)
{
    short extended;
    asm("cvt.s16.s8 %0, %1;" : "=h"(extended) : "h"((short)x));
    return (int8_t)extended;
}
#define K_PARTS(C, a, b) C{a, b}
#define K_KERNEL extern "C" __global__
#define K_GLOBAL
#define K_LOCAL __shared__
#define K_LOCAL_POINTER /* to K_LOCAL */
#define K_ALIGNED_STRUCT(bytes) struct alignas(bytes)
/* The pragma may only appear inside a function; _Pragma lets a macro expand to it. */
#define K_UNROLL _Pragma("unroll")
#define K_PRAGMA(text) _Pragma(#text)
#define K_UNROLL_BY(n) K_PRAGMA(unroll n)
#define K_ITEM ((size_t)blockIdx.x * blockDim.x + threadIdx.x)
#define K_LANE threadIdx.x
#define K_LANES blockDim.x
#define K_GROUP blockIdx.x
#define K_ATOMIC_MAX(p, x) atomicMax(p, x)
#define K_ATOMIC_ADD(p, x) atomicAdd(p, x)
/* *p = y if it is x; gives what *p was. */
#define K_ATOMIC_SWAP_IF(p, x, y) atomicCAS(p, x, y)
/* All threads of the block must come here, those without an element too. */
#define K_BARRIER() __syncthreads()
/* The barrier of a step of a tree in which the first s lanes read what the first 2 s have. */
#define K_TREE_BARRIER(s) do { if ((s) < 32) __syncwarp(); else __syncthreads(); } while (0)
/* What devices whose groups always make progress have besides: sub-groups with votes, and words through which groups communicate. */
/* A kernel of groups of that many items, of which so many should run side by side on a compute unit. */
#define K_KERNEL_OF(lanes, n_groups) extern "C" __global__ __launch_bounds__(lanes, n_groups)
#define K_WARP 32
/* The largest of the sub-group's. */
#if __CUDA_ARCH__ >= 800
#define K_WARP_MAX(x) __reduce_max_sync(0xffffffffu, x)
#else
static inline uint32_t k_warp_max(uint32_t x)
{
    K_UNROLL for (int apart = 16; apart > 0; apart /= 2)
    {
        const uint32_t other = __shfl_xor_sync(0xffffffffu, x, apart);
        x = x < other ? other : x;
    }
    return x;
}
#define K_WARP_MAX(x) k_warp_max(x)
#endif
#define K_BALLOT(x) __ballot_sync(0xffffffffu, x)
/* The items of the sub-group whose x has the same n lowest bits. Vote by vote: the instruction for it takes longer, and the compiler does not
 * see that a predicate can be used twice. */
static inline uint32_t k_match(uint32_t x, int n)
{
    uint32_t same = 0xffffffffu;
    K_UNROLL for (int b = 0; b < n; b++)
    {
        uint32_t has;
        asm("{\n.reg .pred p;\nsetp.ne.u32 p, %1, 0;\n"
            "vote.sync.ballot.b32 %0, p, 0xffffffff;\n@!p not.b32 %0, %0;\n}"
            : "=r"(has)
            : "r"(x & 1u << b));
        same &= has;
    }
    return same;
}
/* x of the item n before this one in its sub-group, which has one. */
#define K_SHUFFLE_UP(x, n) __shfl_up_sync(0xffffffffu, x, n)
/* x of the item of that number in the sub-group. */
#define K_SHUFFLE(x, item) __shfl_sync(0xffffffffu, x, item)
#define K_COUNT_BITS(x) __popc(x)
/* The number of the lowest bit that is set. */
#define K_LOWEST_BIT(x) (__ffs((int)(x)) - 1)
/* Starts a copy of 4, 8 or 16 bytes from memory to local memory, where they are after K_WAIT_FOR_COPIES by the same item. */
#if __CUDA_ARCH__ >= 800
template <int bytes> static inline void k_begin_copy(void *to, const void *from)
{
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(to);
    if (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(at), "l"(from), "n"(bytes) : "memory");
}
#define K_WAIT_FOR_COPIES() asm volatile("cp.async.wait_all;" ::: "memory")
#else
template <int bytes> struct alignas(bytes) k_bytes {
    char of[bytes];
};
template <int bytes> static inline void k_begin_copy(void *to, const void *from)
{
    *(k_bytes<bytes> *)to = *(const k_bytes<bytes> *)from;
}
#define K_WAIT_FOR_COPIES() ((void)0)
#endif
#define K_BEGIN_COPY(to, from, bytes) k_begin_copy<bytes>(to, from)
#define K_WARP_BARRIER() __syncwarp()
/* A word that another group may write meanwhile. */
#define K_SHARED_WORD(T, p) (*(volatile T *)(p))
/* *p += x; gives what *p was. */
static inline uint32_t k_atomic_add(uint32_t *p, uint32_t x)
{
    return atomicAdd(p, x);
}
static inline uint64_t k_atomic_add(uint64_t *p, uint64_t x)
{
    return atomicAdd((unsigned long long *)p, (unsigned long long)x);
}
#define K_BARRIER_GLOBAL() __syncthreads()
/* Bit casts, since reading through a cast pointer would break the aliasing rules. */
#define k_bits_of_f32(x) __float_as_uint(x)
#define k_f32_of_bits(x) __uint_as_float(x)
#define k_bits_of_f64(x) ((uint64_t)__double_as_longlong(x))
#define k_f64_of_bits(x) __longlong_as_double((int64_t)(x))
#define k_flip_c64(x) (-(x))
#define k_flip_c128(x) (-(x))
/* The exact error of a product, by one fused operation (TwoProductFMA of Ogita, Rump & Oishi
 * 2005). */
#define k_product_error_f32(x, y, product) fmaf(x, y, -(product))
#define k_product_error_f64(x, y, product) fma(x, y, -(product))
/* Keeps rarely used code out of its caller, whose registers it would take. */
#define K_APART __noinline__
#define k_high_product(a, b) __umul64hi(a, b)
#define K_REAL(name, f) name##f
