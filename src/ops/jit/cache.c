/* Programs, and the code that was made for them. */
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/env.h"
#include "base/fork.h"
#include "base/integer.h"
#include "jit.h"
#include "translate.h"

/* ---- programs ------------------------------------------------------------------------------- */

void dpex_jit_begin(dpex_jit_program *program, int is_streamed)
{
    program->is_streamed = is_streamed;
    program->n_steps = program->n_inputs = program->n_stored = 0;
    memset(program->stored, 0, sizeof(program->stored)); /* programs are compared by their bytes */
}

int dpex_jit_add(dpex_jit_program *program, dpex_jit_op op, dpex_dtype dtype, int n_src,
                 const int *src)
{
    enum { WINDOW = 32 };
    const int is_input = op <= DPEX_JIT_ELEMENT, n = program->n_steps;
    if (n == DPEX_JIT_MAX_STEPS ||
        program->n_inputs + is_input > DPEX_JIT_MAX_POINTERS - DPEX_JIT_MAX_STORED)
        return -1;
    dpex_jit_step step = {.op = (uint8_t)op, .dtype = (uint8_t)dtype, .n_src = (uint8_t)n_src};
    for (int s = 0; s < n_src; s++) step.src[s] = (int16_t)src[s];
    for (int i = n - 1; i >= 0 && i >= n - WINDOW && !is_input; i--)
        if (!memcmp(&program->steps[i], &step, sizeof(step))) return i;
    program->steps[n] = step;
    program->n_inputs += is_input;
    return program->n_steps++;
}

int dpex_jit_store(dpex_jit_program *program, int step)
{
    if (program->n_stored == DPEX_JIT_MAX_STORED) return 0;
    program->stored[program->n_stored++] = (int16_t)step;
    program->steps[step].is_stored = 1;
    return 1;
}

/* ---- code ----------------------------------------------------------------------------------- */

enum { N_BUCKETS = 256, MOST_CODES = 1024, LONGEST = 128 << 10, N_SEEN = 1024 };

struct dpex_jit_code {
    dpex_jit_function function;
    size_t bytes; /* of the pages that hold this and the text */
    int lanes, n_inputs, n_outputs, is_streamed;
    /* Bytes from one element of a pointer to the next; 0: there is one for all. */
    uint8_t itemsizes[DPEX_JIT_MAX_POINTERS];
    int has_avx512;
    _Atomic int holders;
    uint64_t hash, last_use;
    dpex_jit_code *next; /* of its bucket */
    size_t program_bytes;
    char program[]; /* as key_of has it */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static dpex_jit_code *buckets[N_BUCKETS];
static uint64_t seen[N_SEEN]; /* hashes of programs that were not worth their code once */
static uint64_t n_uses;
static int n_codes, is_refused;
DPEX_FORK_GUARD(lock)

/* Outputs and steps, without what is behind the last of them: a part of the program's memory. */
static const char *key_of(const dpex_jit_program *program, size_t *bytes)
{
    *bytes = offsetof(dpex_jit_program, steps) + (size_t)program->n_steps * sizeof(dpex_jit_step);
    return (const char *)program;
}

static uint64_t hash_of(const char *key, size_t bytes)
{
    uint64_t hash = 0x9e3779b97f4a7c15;
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word;
        memcpy(&word, key + i, sizeof(word));
        hash = (hash ^ word) * 0x100000001b3;
        hash ^= hash >> 29;
    }
    return hash;
}

static dpex_jit_code *find(uint64_t hash, int has_avx512, const char *key, size_t bytes)
{
    for (dpex_jit_code *c = buckets[hash % N_BUCKETS]; c; c = c->next)
        if (c->hash == hash && c->has_avx512 == has_avx512 && c->program_bytes == bytes &&
            !memcmp(c->program, key, bytes))
            return c;
    return NULL;
}

/* The one that nobody has held for longest. */
static void drop_oldest(void)
{
    dpex_jit_code **oldest = NULL;
    for (int b = 0; b < N_BUCKETS; b++)
        for (dpex_jit_code **c = &buckets[b]; *c; c = &(*c)->next)
            if (!(*c)->holders && (!oldest || (*c)->last_use < (*oldest)->last_use)) oldest = c;
    if (!oldest) return;
    dpex_jit_code *code = *oldest;
    *oldest = code->next;
    munmap(code, code->bytes);
    n_codes--;
}

/* Pages for the code's data, and behind them the text: written once, and then executed, never
 * both. NULL: the system refuses. */
static dpex_jit_code *map_code(const uint8_t *text, size_t text_bytes, size_t key_bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t at = dpex_size_pad(sizeof(dpex_jit_code) + key_bytes, page),
                 bytes = at + dpex_size_pad(text_bytes, page);
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    memcpy(memory + at, text, text_bytes);
    if (mprotect(memory + at, bytes - at, PROT_READ | PROT_EXEC)) {
        munmap(memory, bytes);
        return NULL;
    }
    dpex_jit_code *code = (dpex_jit_code *)(void *)memory;
    const void *entry = memory + at;
    code->bytes = bytes;
    memcpy(&code->function, &entry, sizeof(entry)); /* ISO C has no such cast */
    return code;
}

static void set_itemsizes(dpex_jit_code *code, const dpex_jit_program *program)
{
    int n = 0;
    for (int i = 0; i < program->n_steps; i++) {
        const dpex_jit_step *s = &program->steps[i];
        if (s->op > DPEX_JIT_ELEMENT) continue;
        const size_t itemsize = dpex_dtype_get_info((dpex_dtype)s->dtype)->itemsize;
        code->itemsizes[n++] = s->op == DPEX_JIT_LOAD ? (uint8_t)itemsize : 0;
    }
    for (int o = 0; o < program->n_stored; o++)
        code->itemsizes[n++] =
            (uint8_t)dpex_dtype_get_info((dpex_dtype)program->steps[program->stored[o]].dtype)
                ->itemsize;
}

static dpex_jit_code *make(const dpex_jit_program *program, int has_avx512, uint64_t hash)
{
    size_t key_bytes;
    const char *key = key_of(program, &key_bytes);
    uint8_t *text = dpex_malloc(LONGEST);
    int lanes = 0;
    const size_t bytes = text ? dpex_jit_translate(program, has_avx512, text, LONGEST, &lanes) : 0;
    dpex_jit_code *code = bytes ? map_code(text, bytes, key_bytes) : NULL;
    dpex_free(text);
    is_refused = bytes && !code;
    if (!code) return NULL;
    code->lanes = lanes;
    code->n_inputs = program->n_inputs;
    code->n_outputs = program->n_stored;
    code->is_streamed = program->is_streamed;
    code->has_avx512 = has_avx512;
    code->hash = hash;
    code->program_bytes = key_bytes;
    memcpy(code->program, key, key_bytes);
    set_itemsizes(code, program);
    return code;
}

/* DPEX_JIT. */
static int setting(void)
{
    enum { UNKNOWN = -1 };
    static _Atomic int known = UNKNOWN;
    if (known == UNKNOWN) known = (int)dpex_env_number("DPEX_JIT", 0, 1);
    return known;
}

/* Whether code is made for work of this size: it takes as long as the work of some 10^5 steps of an
 * element, so smaller work has to come twice. */
static int is_worth(uint64_t hash, int64_t work)
{
    enum { AT_ONCE = 1 << 18, ALWAYS = 2 };
    uint64_t *entry = &seen[hash / N_BUCKETS % N_SEEN];
    const int is_known = *entry == hash;
    *entry = hash;
    return work >= AT_ONCE || is_known || setting() == ALWAYS;
}

dpex_jit_code *dpex_jit_hold(const char *isa, const dpex_jit_program *program, int64_t work)
{
    if (!setting()) return NULL;
    const int has_avx512 = !strcmp(isa, "v4");
    size_t bytes;
    const char *key = key_of(program, &bytes);
    const uint64_t hash = hash_of(key, bytes);
    pthread_mutex_lock(&lock);
    dpex_jit_code *code = find(hash, has_avx512, key, bytes);
    if (!code && !is_refused && is_worth(hash, work)) {
        if (n_codes == MOST_CODES) drop_oldest();
        code = n_codes < MOST_CODES ? make(program, has_avx512, hash) : NULL;
        if (code) {
            n_codes++;
            code->next = buckets[hash % N_BUCKETS];
            buckets[hash % N_BUCKETS] = code;
        }
    }
    if (code) {
        code->last_use = ++n_uses;
        code->holders++;
    }
    pthread_mutex_unlock(&lock);
    return code;
}

void dpex_jit_release(dpex_jit_code *code)
{
    code->holders--;
}

/* ---- runs ----------------------------------------------------------------------------------- */

enum { VECTOR_BYTES = 64 };

/* Fewer elements than a vector has: the last one is repeated. */
static void run_padded(const dpex_jit_code *code, char *const *pointers, int64_t n)
{
    _Alignas(64) char blocks[DPEX_JIT_MAX_POINTERS][VECTOR_BYTES];
    char *padded[DPEX_JIT_MAX_POINTERS];
    for (int i = 0; i < code->n_inputs; i++) {
        const size_t itemsize = code->itemsizes[i], filled = (size_t)n * itemsize;
        padded[i] = itemsize ? blocks[i] : pointers[i];
        if (!itemsize) continue;
        memcpy(blocks[i], pointers[i], filled);
        for (size_t at = filled; at < (size_t)code->lanes * itemsize; at += itemsize)
            memcpy(blocks[i] + at, blocks[i] + filled - itemsize, itemsize);
    }
    const int end = code->n_inputs + code->n_outputs;
    for (int o = code->n_inputs; o < end; o++) padded[o] = blocks[o];
    code->function(padded, code->lanes);
    for (int o = code->n_inputs; o < end; o++)
        memcpy(pointers[o], blocks[o], (size_t)n * code->itemsizes[o]);
}

static int is_in_place(const dpex_jit_code *code, char *const *pointers)
{
    for (int o = code->n_inputs; o < code->n_inputs + code->n_outputs; o++)
        for (int i = 0; i < code->n_inputs; i++)
            if (pointers[i] == pointers[o]) return 1;
    return 0;
}

/* The last vector overlaps the one before it, and results overwrite operands: it is computed first. Nor may
 * results that go past the caches start anywhere. */
static void run_last_apart(const dpex_jit_code *code, char *const *pointers, int64_t n)
{
    _Alignas(64) char blocks[DPEX_JIT_MAX_STORED][VECTOR_BYTES];
    char *last[DPEX_JIT_MAX_POINTERS];
    const int64_t rest = n - code->lanes;
    for (int i = 0; i < code->n_inputs; i++) last[i] = pointers[i] + rest * code->itemsizes[i];
    for (int o = 0; o < code->n_outputs; o++) last[code->n_inputs + o] = blocks[o];
    code->function(last, code->lanes);
    code->function(pointers, n - n % code->lanes);
    for (int o = 0; o < code->n_outputs; o++) {
        const int at = code->n_inputs + o;
        memcpy(pointers[at] + rest * code->itemsizes[at], blocks[o],
               (size_t)code->lanes * code->itemsizes[at]);
    }
}

void dpex_jit_run(const dpex_jit_code *code, char *const *pointers, int64_t n)
{
    if (n < code->lanes)
        run_padded(code, pointers, n);
    else if (n % code->lanes && (code->is_streamed || is_in_place(code, pointers)))
        run_last_apart(code, pointers, n);
    else
        code->function(pointers, n);
}
