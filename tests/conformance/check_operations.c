/* Every element-wise operation × signature × layout, guard bytes included. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "ops/tape/resolve.h"
#include "reference.h"

/* One case: operands in these layouts, the result in another. */
typedef struct test_case {
    const target *target;
    const dpex_op *op;
    const char *signature;
    layout in[DPEX_MAX_ARITY], out;
    int64_t rows, columns;
} test_case;

static dpex_dtype dtype_of(char letter)
{
    char name[2] = {letter, '\0'};
    dpex_dtype dtype;
    must(dpex_dtype_from_name(name, &dtype), "letter of a signature");
    return dtype;
}

/* Parts of complex numbers that overflow leave the rest of the result to the algorithm: they get finite values. */
static domain domain_of(const test_case *t)
{
    if (t->op->domain == DPEX_DOMAIN_SMALL) return DOMAIN_SMALL;
    for (int i = 0; i < t->op->arity; i++) {
        if (is_complex(dtype_of(t->signature[i]))) return DOMAIN_FINITE;
    }
    if (t->op->domain == DPEX_DOMAIN_UNIT) return DOMAIN_UNIT;
    return t->op->domain == DPEX_DOMAIN_POSITIVE ? DOMAIN_POSITIVE : DOMAIN_ANY;
}

/* The first element that is wrong is told; NULL: none. */
static const char *compare(const test_case *t, const dpex_dtype *given, guarded *in,
                           const guarded *out, char *text, size_t text_bytes)
{
    dpex_dtype computing[DPEX_MAX_ARITY] = {DPEX_BOOL}, result = out->array.dtype;
    must(dpex_op_promote(t->op, given, NULL, computing, &result), "promotion of a signature");
    for (int64_t i = 0; i < out->n_rows * out->n_columns; i++) {
        value operands[DPEX_MAX_ARITY] = {{0, 0, 0}};
        for (int k = 0; k < t->op->arity; k++) {
            operands[k] =
                value_load(guarded_at(&in[k], i / out->n_columns, i % out->n_columns), given[k]);
            operands[k] = reference_cast(&operands[k], given[k], computing[k]);
        }
        expectation expected;
        if (!reference_apply(dpex_op_get_number(t->op), computing, result, operands, &expected))
            return "no reference: add a row or an expression to tests/conformance/reference.def";
        /* cos(x + iy) is a product, and OpenCL grants 4 ULP to each factor. */
        if (t->target->compiles && is_complex(result)) expected.ulps *= 2;
        value got = value_load(guarded_at(out, i / out->n_columns, i % out->n_columns), result);
        if (distance(&got, &expected.value, result) <= expected.ulps) continue;
        char x[VALUE_TEXT_BYTES], y[VALUE_TEXT_BYTES], g[VALUE_TEXT_BYTES], e[VALUE_TEXT_BYTES];
        snprintf(text, text_bytes, "element %lld of (%s, %s): %s, expected %s", (long long)i,
                 value_text(&operands[0], computing[0], x),
                 value_text(&operands[1], computing[1], y), value_text(&got, result, g),
                 value_text(&expected.value, result, e));
        return text;
    }
    return NULL;
}

static void run_case(const test_case *t)
{
    guarded in[DPEX_MAX_ARITY], out;
    dpex_operand operands[DPEX_MAX_ARITY] = {{NULL}};
    dpex_dtype given[DPEX_MAX_ARITY] = {DPEX_BOOL};
    char text[512];
    int arity = t->op->arity;
    dpex_dtype result = dtype_of(t->signature[arity + 2]);
    for (int i = 0; i < arity; i++) {
        given[i] = dtype_of(t->signature[i]);
        must(guarded_create(t->target->queue, given[i], t->in[i], t->rows, t->columns, domain_of(t),
                            (unsigned)i + 1, &in[i]),
             "input");
        operands[i].array = &in[i].array;
    }
    must(guarded_create(t->target->queue, result, t->out, t->rows, t->columns, 0, 0, &out),
         "output");
    dpex_status status = dpex_elementwise_into(t->op, operands, &out.array);
    if (!status) status = dpex_queue_wait(t->target->queue, 0, NULL);
    const char *wrong = status ? dpex_error_message() : NULL;
    if (t->target->is_rehearsal) goto release;
    if (!wrong) wrong = compare(t, given, in, &out, text, sizeof(text));
    if (!wrong && !guarded_is_intact(&out)) wrong = "bytes outside the output were written";
    for (int i = 0; i < arity && !wrong; i++) {
        if (!guarded_is_intact(&in[i])) wrong = "bytes beside an input were written";
    }
    count_case(!wrong, "%s: %s %s %s x %s -> %s, %lld x %lld: %s", t->target->name, t->op->name,
               t->signature, layout_names[t->in[0]], layout_names[t->in[1]], layout_names[t->out],
               (long long)t->rows, (long long)t->columns, wrong ? wrong : "");
release:
    guarded_release(&out);
    for (int i = 0; i < arity; i++) guarded_release(&in[i]);
}

static int is_broadcast(layout kind)
{
    return kind == LAYOUT_ROW || kind == LAYOUT_COLUMN || kind == LAYOUT_ONE;
}

/* Each layout for the first operand, another one for the second; an output as far as it can be like the first. */
static void check_layouts(const target *p, const dpex_op *op, const char *signature)
{
    for (int kind = 0; kind < N_LAYOUTS; kind++) {
        int own_shape = kind == LAYOUT_SCALAR || kind == LAYOUT_EMPTY;
        int only_broadcast = is_broadcast((layout)kind) && op->arity == 1;
        if (only_broadcast || (!p->is_thorough && kind != LAYOUT_STRIDED)) continue;
        test_case t = {p, op, signature, {(layout)kind}, (layout)kind, 13, 41};
        for (int i = 1; i < op->arity; i++)
            t.in[i] = own_shape ? (layout)kind : (layout)((kind + 2 * i) % LAYOUT_SCALAR);
        if (is_broadcast((layout)kind)) {
            t.in[1] = LAYOUT_CONTIGUOUS;
            t.out = LAYOUT_TRANSPOSED;
        }
        run_case(&t);
    }
    test_case large = {p,
                       op,
                       signature,
                       {LAYOUT_CONTIGUOUS, LAYOUT_CONTIGUOUS, LAYOUT_CONTIGUOUS},
                       LAYOUT_CONTIGUOUS,
                       1,
                       16391};
    run_case(&large);
}

static int has_dtypes(const target *p, const dpex_op *op, const char *signature)
{
    for (int i = 0; i < op->arity; i++)
        if (!has_dtype(p, dtype_of(signature[i]))) return 0;
    return has_dtype(p, dtype_of(signature[op->arity + 2]));
}

static void check_signatures(const target *p, const void *what)
{
    const dpex_op *op = what;
    const char *signature;
    for (size_t s = 0; (signature = dpex_op_get_signature(op, s)); s++)
        if (has_dtypes(p, op, signature) && (p->compiles || is_ours()))
            check_layouts(p, op, signature);
}

/* Dealt out by the operation where a program holds the kernels of all signatures, else by the signature. */
void check_operations(const target *p)
{
    const dpex_op *op;
    for (size_t i = 0; (op = dpex_op_get(i)); i++)
        if (is_selected(dpex_op_get_name(op)) && (!p->compiles || is_ours()))
            check_rehearsed(p, check_signatures, op);
}
