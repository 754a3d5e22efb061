/* Calling a loop for any number of elements.
 *
 * The elements after the last full multiple go through the same loop, with some of those before them,
 * whose results are found again; if there are none, in blocks that are filled up with the last of them:
 * the same vector functions, whatever the element's position, so results do not depend on how work is
 * cut. */
#include <string.h>

#include "loops.h"

enum { MULTIPLE = DPEX_LOOP_MULTIPLE };

/* The last element is repeated: it is in the domain of the operation, as zeros might not be. */
static void pad(char *block, const char *src, size_t n, size_t itemsize)
{
    memcpy(block, src, n * itemsize);
    for (size_t i = n; i < MULTIPLE; i++)
        memcpy(block + i * itemsize, src + (n - 1) * itemsize, itemsize);
}

/* n: fewer than MULTIPLE elements. */
static void run_padded(const dpex_loop_call *call, char *out, const void *const *in, size_t n)
{
    _Alignas(64) char blocks[DPEX_MAX_ARITY + 1][MULTIPLE * DPEX_MAX_ITEMSIZE];
    const void *padded[DPEX_MAX_ARITY];
    for (int i = 0; i < call->n_in; i++) {
        padded[i] = blocks[i];
        const char *src = in[i];
        switch (call->in_bytes[i]) { /* constant sizes become moves */
        case 1: pad(blocks[i], src, n, 1); break;
        case 2: pad(blocks[i], src, n, 2); break;
        case 4: pad(blocks[i], src, n, 4); break;
        case 8: pad(blocks[i], src, n, 8); break;
        default: pad(blocks[i], src, n, 16);
        }
    }
    call->loop(blocks[DPEX_MAX_ARITY], padded, MULTIPLE);
    memcpy(out, blocks[DPEX_MAX_ARITY], n * call->out_bytes);
}

/* One block of results. */
static inline void copy_block(char *out, const char *block, size_t itemsize)
{
    switch (itemsize) { /* constant sizes become moves */
    case 1: memcpy(out, block, MULTIPLE); break;
    case 2: memcpy(out, block, MULTIPLE * 2); break;
    case 4: memcpy(out, block, MULTIPLE * 4); break;
    case 8: memcpy(out, block, MULTIPLE * 8); break;
    default: memcpy(out, block, MULTIPLE * 16);
    }
}

/* n: more than MULTIPLE elements, but not a multiple. Where results overwrite an operand, its last
 * elements are read first. */
static inline __attribute__((always_inline)) void overlap(const dpex_loop_call *call, char *out,
                                                          const void *const *in, size_t n,
                                                          const int n_in)
{
    _Alignas(64) char block[MULTIPLE * DPEX_MAX_ITEMSIZE];
    const size_t whole = n & ~(size_t)(MULTIPLE - 1), rest = n - MULTIPLE, bytes = call->out_bytes;
    const void *last[DPEX_MAX_ARITY];
    int is_in_place = 0;
    for (int i = 0; i < n_in; i++) {
        last[i] = (const char *)in[i] + rest * call->in_bytes[i];
        is_in_place |= in[i] == out;
    }
    if (!is_in_place) {
        call->loop(out, in, whole);
        call->loop(out + rest * bytes, last, MULTIPLE);
        return;
    }
    call->loop(block, last, MULTIPLE);
    call->loop(out, in, whole);
    copy_block(out + rest * bytes, block, bytes);
}

/* Short rows spend as much here as in the loop: the usual numbers of operands are constants. */
static void run_overlapping(const dpex_loop_call *call, char *out, const void *const *in, size_t n)
{
    switch (call->n_in) {
    case 1: overlap(call, out, in, n, 1); break;
    case 2: overlap(call, out, in, n, 2); break;
    case 3: overlap(call, out, in, n, 3); break;
    default: overlap(call, out, in, n, call->n_in);
    }
}

#define REPEAT(bytes)                                                                              \
    for (size_t i = 0; i < MULTIPLE; i++) memcpy(block + i * (bytes), value, bytes)

static void repeat(char *block, const void *value, size_t itemsize)
{
    switch (itemsize) {
    case 1: REPEAT(1); break;
    case 2: REPEAT(2); break;
    case 4: REPEAT(4); break;
    case 8: REPEAT(8); break;
    default: REPEAT(16);
    }
}
#undef REPEAT

void dpex_loop_run_one(const dpex_loop_call *call, void *out, const void *const *in)
{
    _Alignas(64) char blocks[DPEX_MAX_ARITY + 1][MULTIPLE * DPEX_MAX_ITEMSIZE];
    const void *repeated[DPEX_MAX_ARITY];
    for (int i = 0; i < call->n_in; i++) {
        repeated[i] = blocks[i];
        repeat(blocks[i], in[i], call->in_bytes[i]);
    }
    call->loop(blocks[DPEX_MAX_ARITY], repeated, MULTIPLE);
    switch (call->out_bytes) {
    case 1: memcpy(out, blocks[DPEX_MAX_ARITY], 1); break;
    case 2: memcpy(out, blocks[DPEX_MAX_ARITY], 2); break;
    case 4: memcpy(out, blocks[DPEX_MAX_ARITY], 4); break;
    case 8: memcpy(out, blocks[DPEX_MAX_ARITY], 8); break;
    default: memcpy(out, blocks[DPEX_MAX_ARITY], 16);
    }
}

void dpex_loop_run(const dpex_loop_call *call, void *out, const void *const *in, size_t n)
{
    if (n % MULTIPLE == 0)
        call->loop(out, in, n);
    else if (n > MULTIPLE)
        run_overlapping(call, out, in, n);
    else
        run_padded(call, out, in, n);
}

/* The archive's function takes whole aligned cache lines only; the ends are copied. */
void dpex_loops_stream(const dpex_loops *loops, void *dst, const void *src, size_t bytes)
{
    size_t head = (size_t)(-(uintptr_t)dst & 63);
    if (head > bytes) head = bytes;
    size_t lines = (bytes - head) & ~(size_t)63, whole = head + lines;
    memcpy(dst, src, head);
    loops->stream((char *)dst + head, (const char *)src + head, lines);
    memcpy((char *)dst + whole, (const char *)src + whole, bytes - whole);
}
