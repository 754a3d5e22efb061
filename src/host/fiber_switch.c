/* Switching stacks (fiber.h): assembly on x86-64 and aarch64, ucontext elsewhere (and with
 * DPEX_FIBERS_BY_UCONTEXT, for trying that).
 *
 * Only what the calling convention makes the callee preserve is saved; signal masks and
 * floating-point modes stay as they are. That needs no system call, which swapcontext does
 * (docs/tuning.md). */
#include <stdint.h>

#include "base/alloc.h"
#include "base/error.h"
#include "host/fiber.h"

#if (defined(__x86_64__) || defined(__aarch64__)) && !defined(DPEX_FIBERS_BY_UCONTEXT)

/* Saves the callee-saved registers on the running stack, its pointer in *save, and goes on where
 * `load` was saved. */
void dpex_fiber_swap(void **save, void *load);
/* Where a new stack begins: calls start(payload) with what fill_frame put into two registers. */
void dpex_fiber_enter(void);

#if defined(__x86_64__)
/* Words that the swap takes from a new stack, padding included. */
enum { N_SAVED = 9 };
__asm__(".text\n"
        ".p2align 4\n"
        ".hidden dpex_fiber_swap\n"
        ".globl dpex_fiber_swap\n"
        ".type dpex_fiber_swap,@function\n"
        "dpex_fiber_swap:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size dpex_fiber_swap,.-dpex_fiber_swap\n"
        ".hidden dpex_fiber_enter\n"
        ".globl dpex_fiber_enter\n"
        ".type dpex_fiber_enter,@function\n"
        "dpex_fiber_enter:\n"
        "    movq %r12, %rdi\n"
        "    xorl %ebp, %ebp\n"
        "    callq *%rbx\n"
        "    ud2\n"
        ".size dpex_fiber_enter,.-dpex_fiber_enter\n");

/* As dpex_fiber_swap pushes them: r15 r14 r13 r12 rbx rbp, the return address, and two words so
 * that the stack is aligned as at any call. */
static void fill_frame(void **frame, void (*start)(void *), void *payload)
{
    /* r12: the argument. */
    frame[3] = payload;
    /* rbx: the function. */
    frame[4] = (void *)(uintptr_t)start;
    /* The return address of the swap. */
    frame[6] = (void *)(uintptr_t)dpex_fiber_enter;
}

#else
enum { N_SAVED = 20 };
__asm__(".text\n"
        ".p2align 4\n"
        ".hidden dpex_fiber_swap\n"
        ".globl dpex_fiber_swap\n"
        ".type dpex_fiber_swap,%function\n"
        "dpex_fiber_swap:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size dpex_fiber_swap,.-dpex_fiber_swap\n"
        ".hidden dpex_fiber_enter\n"
        ".globl dpex_fiber_enter\n"
        ".type dpex_fiber_enter,%function\n"
        "dpex_fiber_enter:\n"
        "    mov x0, x19\n"
        "    mov x29, #0\n"
        "    blr x20\n"
        "    brk #1\n"
        ".size dpex_fiber_enter,.-dpex_fiber_enter\n");

/* The order of the stores above: x19 x20 ... x29 x30, d8 to d15; x30 is the return address. */
static void fill_frame(void **frame, void (*start)(void *), void *payload)
{
    frame[0] = payload;
    frame[1] = (void *)(uintptr_t)start;
    frame[11] = (void *)(uintptr_t)dpex_fiber_enter;
}
#endif

dpex_status dpex_fiber_context_init(dpex_fiber_context *context, void *stack, size_t stack_bytes,
                                    void (*start)(void *), void *payload)
{
    /* Stacks grow downwards, and are aligned to 16 bytes. */
    void **frame = (void **)((char *)stack + stack_bytes) - N_SAVED;
    for (int i = 0; i < N_SAVED; i++) frame[i] = NULL;
    fill_frame(frame, start, payload);
    context->at = frame;
    return DPEX_SUCCESS;
}

void dpex_fiber_context_fini(dpex_fiber_context *context)
{
    context->at = NULL;
}

void dpex_fiber_context_switch(dpex_fiber_context *from, dpex_fiber_context *to)
{
    dpex_fiber_swap(&from->at, to->at);
}

#else

#include <ucontext.h>

/* makecontext passes ints only: two halves of a pointer. */
typedef struct ucontext_fiber {
    ucontext_t ucontext;
    void (*start)(void *);
    void *payload;
} ucontext_fiber;

static void enter(unsigned high, unsigned low)
{
    /* Shifts by 16 twice: by 32 would be undefined where pointers have 32 bits. */
    ucontext_fiber *fiber = (ucontext_fiber *)(((uintptr_t)high << 16 << 16) | low);
    fiber->start(fiber->payload);
}

dpex_status dpex_fiber_context_init(dpex_fiber_context *context, void *stack, size_t stack_bytes,
                                    void (*start)(void *), void *payload)
{
    ucontext_fiber *fiber = context->at ? context->at : dpex_calloc(1, sizeof *fiber);
    if (!fiber || getcontext(&fiber->ucontext))
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a fiber");
    context->at = fiber;
    fiber->start = start;
    fiber->payload = payload;
    fiber->ucontext.uc_stack.ss_sp = stack;
    fiber->ucontext.uc_stack.ss_size = stack_bytes;
    /* No successor: `start` does not return. */
    fiber->ucontext.uc_link = NULL;
    uintptr_t self = (uintptr_t)fiber;
    makecontext(&fiber->ucontext, (void (*)(void))enter, 2, (unsigned)(self >> 16 >> 16),
                (unsigned)self);
    return DPEX_SUCCESS;
}

void dpex_fiber_context_fini(dpex_fiber_context *context)
{
    dpex_free(context->at);
    context->at = NULL;
}

void dpex_fiber_context_switch(dpex_fiber_context *from, dpex_fiber_context *to)
{
    /* The thread that runs the crew has no context of its own: it is saved on its stack, which
     * stays until the switch back. */
    ucontext_fiber here;
    ucontext_fiber *save = from->at ? from->at : &here;
    from->at = save;
    swapcontext(&save->ucontext, &((ucontext_fiber *)to->at)->ucontext);
    if (save == &here) from->at = NULL;
}

#endif
