/* Commands as host/ keeps and executes them: copying what they point to, their work as
 * chunks, releasing the copies.
 *
 * Submitting must not leave a pointer to the caller's stack behind: arguments and payloads are
 * copied into the node, or into one block beside it, and spans become addresses at once. */
#include "host/node.h"

#include <string.h>

#include "base/alloc.h"
#include "base/checked.h"
#include "base/error.h"
#include "host/copy.h"

/* ---- copying --------------------------------------------------------------------------------- */

/* Storages are not kept: their blocks outlive the command (recorded uses), their structs need
 * not. */
static void resolve(dpex_span *span)
{
    if (!span->storage) return;
    span->host = (char *)dpex_storage_get_ptr(span->storage) + span->offset;
    span->storage = NULL;
    span->offset = 0;
}

/* Payloads of a known size are copied, so that the caller's may lie on its stack; others belong to
 * the command until drop. */
static dpex_status copy_payload(dpex_node *node)
{
    size_t bytes = node->command.parallel.payload_bytes;
    void *payload = node->inline_copy.payload;
    if (bytes == 0) return DPEX_SUCCESS;
    /* Small ones are kept inside the node: no allocation. */
    if (bytes > sizeof node->inline_copy) payload = node->copied = dpex_malloc(bytes);
    if (!payload)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a command's payload of %zu bytes",
                         bytes);
    node->command.parallel.payload = memcpy(payload, node->command.parallel.payload, bytes);
    return DPEX_SUCCESS;
}

/* Bytes of the arguments and, behind them, of the RAW ones' contents, each at a multiple of 16.
 * In one block, so that a launch with struct arguments costs one allocation. */
static dpex_status measure_args(const dpex_arg *args, size_t n, size_t *bytes)
{
    DPEX_TRY(dpex_size_mul(n, sizeof *args, bytes));
    for (size_t i = 0; i < n; i++) {
        if (args[i].kind != DPEX_ARG_RAW) continue;
        DPEX_TRY(dpex_size_round_up(*bytes, 16, bytes));
        DPEX_TRY(dpex_size_add(*bytes, args[i].bytes, bytes));
    }
    return DPEX_SUCCESS;
}

/* of: the command's arguments; replaced by the copies. */
static dpex_status copy_args(dpex_node *node, const dpex_arg **of, size_t n)
{
    size_t total;
    DPEX_TRY(measure_args(*of, n, &total));
    dpex_arg *args = node->inline_copy.args;
    if (total > sizeof node->inline_copy) args = node->copied = dpex_malloc(total);
    if (!args) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu kernel arguments", n);
    if (n) memcpy(args, *of, n * sizeof *args);
    size_t at = n * sizeof *args;
    for (size_t i = 0; i < n; i++) {
        if (args[i].kind == DPEX_ARG_POINTER) resolve(&args[i].span);
        if (args[i].kind != DPEX_ARG_RAW) continue;
        /* Up to the next multiple of 16. */
        at += -at & 15;
        args[i].raw = memcpy((char *)args + at, args[i].raw, args[i].bytes);
        at += args[i].bytes;
    }
    *of = args;
    return DPEX_SUCCESS;
}

static dpex_status copy_launch(dpex_node *node)
{
    DPEX_TRY(copy_args(node, &node->command.launch.args, node->command.launch.n_args));
    /* Last, after all that can fail. */
    dpex_kernel_retain(node->command.launch.kernel);
    return DPEX_SUCCESS;
}

/* Uses are the runtime's; it has recorded them before. */
dpex_status dpex_node_copy_command(dpex_node *node, const dpex_command *command)
{
    node->command = *command;
    node->command.uses = NULL;
    node->command.n_uses = 0;
    node->copied = NULL;
    switch (command->kind) {
    /* Addresses are resolved at submission, in the submitter's thread. */
    case DPEX_COMMAND_COPY:
        resolve(&node->command.copy.dst);
        resolve(&node->command.copy.src);
        return DPEX_SUCCESS;
    case DPEX_COMMAND_FILL: resolve(&node->command.fill.dst); return DPEX_SUCCESS;
    case DPEX_COMMAND_LAUNCH: return copy_launch(node);
    /* Its spans are resolved and its bytes kept like those of a launch; there is no kernel to
     * keep. */
    case DPEX_COMMAND_LIBRARY:
        return copy_args(node, &node->command.library.args, node->command.library.n_args);
    case DPEX_COMMAND_PARALLEL: return copy_payload(node);
    case DPEX_COMMAND_HOST_CALL:
    case DPEX_COMMAND_BARRIER:
    case DPEX_COMMAND_PREFETCH:
    case DPEX_COMMAND_ADVISE: return DPEX_SUCCESS;
    }
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "unknown kind of command %d", (int)command->kind);
}

/* May run foreign code (drop): without any lock. */
void dpex_node_drop_command(dpex_node *node)
{
    dpex_command *command = &node->command;
    if (command->kind == DPEX_COMMAND_HOST_CALL && command->host.drop)
        command->host.drop(command->host.payload);
    if (command->kind == DPEX_COMMAND_PARALLEL && command->parallel.drop)
        command->parallel.drop(command->parallel.payload);
    if (command->kind == DPEX_COMMAND_LAUNCH) dpex_kernel_release(command->launch.kernel);
    dpex_free(node->copied);
    node->copied = NULL;
}

/* ---- work ------------------------------------------------------------------------------------ */

static dpex_status run_copy(void *payload, int64_t first, int64_t last)
{
    const dpex_command *command = &((dpex_node *)payload)->command;
    dpex_copy_chunks(command->copy.dst.host, command->copy.src.host, command->copy.bytes, first,
                     last);
    return DPEX_SUCCESS;
}

static dpex_status run_fill(void *payload, int64_t first, int64_t last)
{
    const dpex_command *command = &((dpex_node *)payload)->command;
    dpex_fill_chunks(command->fill.dst.host, command->fill.pattern, command->fill.pattern_bytes,
                     command->fill.bytes, first, last);
    return DPEX_SUCCESS;
}

/* The whole launch is one chunk: it is divided further inside, where its blocks are known. */
static dpex_status run_launch(void *payload, int64_t first, int64_t last)
{
    dpex_node *node = payload;
    (void)first, (void)last;
    return dpex_host_kernel_run(node->region.team, node->command.launch.kernel,
                                node->command.launch.args, node->command.launch.n_args,
                                &node->command.launch.range);
}

static dpex_status run_host_call(void *payload, int64_t first, int64_t last)
{
    const dpex_command *command = &((dpex_node *)payload)->command;
    (void)first, (void)last;
    return command->host.run(command->host.payload);
}

/* Fills the node's region with the function and the number of chunks. 0: there is nothing to do,
 * and the command is complete when its dependencies are. */
int dpex_node_prepare_work(dpex_node *node)
{
    const dpex_command *command = &node->command;
    dpex_parallel_fn run;
    void *payload = node;
    int64_t n_chunks = 1;
    switch (command->kind) {
    case DPEX_COMMAND_COPY:
        run = run_copy;
        n_chunks =
            dpex_copy_n_chunks(command->copy.dst.host, command->copy.src.host, command->copy.bytes);
        break;
    case DPEX_COMMAND_FILL:
        run = run_fill;
        n_chunks = dpex_fill_n_chunks(command->fill.bytes);
        break;
    case DPEX_COMMAND_LAUNCH: run = run_launch; break;
    case DPEX_COMMAND_HOST_CALL:
        if (!command->host.run) return 0;
        run = run_host_call;
        break;
    case DPEX_COMMAND_PARALLEL:
        run = command->parallel.run;
        payload = command->parallel.payload;
        n_chunks = command->parallel.n_chunks;
        break;
    default: return 0;
    }
    dpex_region_init(&node->region, node->region.team, run, payload, n_chunks);
    /* A kernel may run for long, so threads that wait with a time limit must not enter it; but for
     * one that is waited for anyway, and took little time before: a worker need not wake first. */
    node->region.is_short =
        command->kind != DPEX_COMMAND_LAUNCH ||
        ((command->flags & DPEX_COMMAND_AWAITED) &&
         dpex_host_kernel_is_brief(command->launch.kernel, &command->launch.range));
    return n_chunks > 0;
}

/* After the last chunk, on the thread that ended it. */
dpex_status dpex_node_finish_work(dpex_node *node)
{
    const dpex_command *command = &node->command;
    if (command->kind != DPEX_COMMAND_PARALLEL || !command->parallel.finish) return DPEX_SUCCESS;
    return command->parallel.finish(command->parallel.payload);
}
