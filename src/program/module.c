/* From text to entry points (module.h): preprocess, rewrite, compile, cache, load.
 *
 * The compiler runs twice. First it only preprocesses the user's text, so that kernels, types
 * and barriers hidden in macros are seen as what they are; then it compiles prelude + rewritten
 * text + entry points into a shared object. Where the text divides, clang stops half-way, so that
 * divisions can be made safe (divide.h). When it fails it checks the user's own text once
 * more, so that the error shows the lines as they were written. */
#include "program/module.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/log.h"
#include "program/blob.h"
#include "program/compiler.h"
#include "program/divide.h"
#include "program/files.h"
#include "program/library.h"
#include "program/object.h"
#include "program/prelude.h"
#include "program/rewrite.h"
#include "program/token.h"

typedef struct build {
    dpex_compiler compiler;
    dpex_options options;
    const char *option_text;
    char *source;           /* the user's text */
    dpex_text preprocessed; /* empty: not done yet */
    dpex_text prelude;
    dpex_text cache_folder; /* empty: no cache */
    dpex_text work_folder;  /* empty: not made yet */
    int parent_number;      /* its number among those of dpex_cache_work_parent */
    dpex_cache_key key;
    int has_barrier;
} build;

/* Appends to *path, which the caller releases either way. */
static dpex_status build_path(const build *b, const char *name, dpex_text *path)
{
    dpex_text_append(path, "%s/%s", dpex_text_get(&b->work_folder), name);
    return path->failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program")
                        : DPEX_SUCCESS;
}

static dpex_status write_work_file(const build *b, const char *name, const dpex_text *text)
{
    dpex_text path = DPEX_TEXT_EMPTY;
    dpex_status status = text->failed
                             ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program")
                             : build_path(b, name, &path);
    if (!status) status = dpex_file_write(dpex_text_get(&path), dpex_text_get(text), text->len, 0);
    dpex_text_fini(&path);
    return status;
}

static dpex_status read_work_file(const build *b, const char *name, dpex_text *text)
{
    dpex_text path = DPEX_TEXT_EMPTY;
    dpex_status status = build_path(b, name, &path);
    if (!status) status = dpex_file_read(dpex_text_get(&path), text);
    dpex_text_fini(&path);
    return status;
}

static void add_work_path(const build *b, dpex_arg_list *args, const char *name)
{
    dpex_text path = DPEX_TEXT_EMPTY;
    if (build_path(b, name, &path))
        args->text.failed = 1;
    else
        dpex_arg_list_add(args, dpex_text_get(&path));
    dpex_text_fini(&path);
}

/* Lists are texts of NUL-terminated words, so one is appended to the other as bytes. */
static void add_list(dpex_arg_list *args, const dpex_arg_list *more)
{
    if (more->n) dpex_text_append_bytes(&args->text, more->text.data, more->text.len);
    args->n += more->n;
}

static void add_words(dpex_arg_list *args, const char *const *words)
{
    for (; *words; words++) dpex_arg_list_add(args, *words);
}

/* What both compilers need to know of the language: clang knows it, others take it for C. */
static void add_language(const build *b, dpex_arg_list *args)
{
    /* The extensions are all there on x86-64 and none on other hosts, double precision included,
     * unless one asks. */
    static const char *const clang[] = {
        "-x", "cl", "-cl-no-stdinc", "-cl-std=CL2.0", "-Xclang", "-cl-ext=+all", NULL};
    static const char *const plain[] = {"-x", "c", "-std=gnu11", NULL};
    add_words(args, b->compiler.is_clang ? clang : plain);
}

/* What #if may ask about before the prelude is there. */
static void add_definitions(const build *b, dpex_arg_list *args)
{
    static const char *const all[] = {"-D__OPENCL_VERSION__=200", "-D__ENDIAN_LITTLE__=1",
                                      "-D__OPENDPEX__=1", NULL};
    static const char *const clang[] = {"-cl-std=CL1.2", NULL};
    static const char *const plain[] = {"-D__OPENCL_C_VERSION__=120",
                                        "-DCL_VERSION_1_0=100",
                                        "-DCL_VERSION_1_1=110",
                                        "-DCL_VERSION_1_2=120",
                                        "-DCL_VERSION_2_0=200",
                                        "-Dcl_khr_fp64=1",
                                        "-Dcl_khr_global_int32_base_atomics=1",
                                        "-Dcl_khr_local_int32_base_atomics=1",
                                        "-Dcl_khr_int64_base_atomics=1",
                                        "-Dcl_khr_byte_addressable_store=1",
                                        NULL};
    add_words(args, b->compiler.is_clang ? clang : plain);
    add_words(args, all);
}

/* Runs the compiler; a failure is DPEX_ERROR_COMPILE with its whole text. */
static dpex_status run(const build *b, const dpex_arg_list *args, int *ok, dpex_text *log)
{
    dpex_text path = DPEX_TEXT_EMPTY;
    dpex_status status = build_path(b, "log", &path);
    if (!status) status = dpex_compiler_run(&b->compiler, args, dpex_text_get(&path), ok);
    if (!status) status = dpex_file_read(dpex_text_get(&path), log);
    dpex_text_fini(&path);
    return status;
}

/* ---- where to work --------------------------------------------------------------------------- */

static const char *work_parent_of(const build *b)
{
    return dpex_cache_work_parent(b->cache_folder.len ? dpex_text_get(&b->cache_folder) : NULL,
                                  b->parent_number);
}

static dpex_status make_work_folder(build *b)
{
    if (b->work_folder.len) return DPEX_SUCCESS;
    return dpex_cache_make_work_folder(work_parent_of(b), &b->work_folder);
}

/* By name, not by what is found: its parent may be a folder where others can write. */
static void remove_work_folder(build *b)
{
    static const char *const names[] = {"kernel.cl",  "kernel.i", "program.c", "program.ll",
                                        "program.so", "probe",    "log",       "log.status"};
    if (b->work_folder.len) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            dpex_text path = DPEX_TEXT_EMPTY;
            if (!build_path(b, names[i], &path)) unlink(dpex_text_get(&path));
            dpex_text_fini(&path);
        }
        rmdir(dpex_text_get(&b->work_folder));
    }
    dpex_text_fini(&b->work_folder);
}

/* Whether there is space for a compiler's output. */
static int has_space(build *b)
{
    enum { PROBE_BYTES = 1 << 20 };
    dpex_text probe = DPEX_TEXT_EMPTY;
    char *bytes = b->work_folder.len ? dpex_calloc(1, PROBE_BYTES) : NULL;
    int ok = bytes && !build_path(b, "probe", &probe) &&
             !dpex_file_write(dpex_text_get(&probe), bytes, PROBE_BYTES, 0);
    if (probe.len) unlink(dpex_text_get(&probe));
    dpex_text_fini(&probe);
    dpex_free(bytes);
    return ok;
}

/* After a failure: 1 if its cause may be the folder, a full disk or a folder that cannot be written
 * to, and there is another. */
static int move_on(build *b)
{
    const int may_help = !has_space(b);
    if (!may_help) return 0;
    remove_work_folder(b);
    dpex_text_fini(&b->prelude);
    b->parent_number++;
    const char *next = work_parent_of(b);
    if (next) DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "compiling once more in %s", next);
    return next != NULL;
}

/* ---- preprocessing and compiling ------------------------------------------------------------- */

/* The user's text with its macros expanded, line markers kept. */
static dpex_status preprocess_here(build *b)
{
    DPEX_TRY(make_work_folder(b));
    dpex_text text = DPEX_TEXT_EMPTY, log = DPEX_TEXT_EMPTY;
    dpex_arg_list args = {0};
    int ok = 0;
    dpex_text_append(&text, "#line 1 \"kernel.cl\"\n%s\n", b->source);
    dpex_status status = write_work_file(b, "kernel.cl", &text);
    add_language(b, &args);
    add_definitions(b, &args);
    add_list(&args, &b->options.preprocess);
    dpex_arg_list_add(&args, "-E");
    add_work_path(b, &args, "kernel.cl");
    dpex_arg_list_add(&args, "-o");
    add_work_path(b, &args, "kernel.i");
    if (!status) status = run(b, &args, &ok, &log);
    if (!status && !ok) status = DPEX_FAIL(DPEX_ERROR_COMPILE, "%s", dpex_text_get(&log));
    if (!status) status = read_work_file(b, "kernel.i", &b->preprocessed);
    dpex_arg_list_fini(&args);
    dpex_text_fini(&log);
    dpex_text_fini(&text);
    return status;
}

/* In another folder once more where the first has no space; once per build, whoever needs it
 * first. */
static dpex_status preprocess(build *b)
{
    if (b->preprocessed.len) return DPEX_SUCCESS;
    dpex_status status;
    do {
        dpex_text_fini(&b->preprocessed);
        status = preprocess_here(b);
    } while (status == DPEX_ERROR_COMPILE && move_on(b));
    return status;
}

/* The whole text of the shared object. */
static dpex_status generate(build *b, dpex_text *program)
{
    dpex_tokens tokens = {0};
    dpex_functions functions = {0};
    dpex_status status = dpex_tokens_init(&tokens, dpex_text_get(&b->preprocessed));
    if (!status) status = dpex_reject_unsupported(&tokens, b->compiler.is_clang);
    if (!status) status = dpex_functions_init(&functions, &tokens);
    for (size_t i = 0; i < functions.n; i++) b->has_barrier |= functions.at[i].has_barrier;
    if (!status) status = dpex_prelude_put(&tokens, &functions, b->compiler.is_clang, &b->prelude);
    if (!status) {
        dpex_text_append_bytes(program, dpex_text_get(&b->prelude), b->prelude.len);
        status = dpex_rewrite(&tokens, &functions, program);
    }
    if (!status) {
        dpex_text_append(program, "\n#line 1 \"opendpex-entries\"\n");
        status = dpex_emit_entries(&tokens, &functions, program);
    }
    dpex_functions_fini(&functions);
    dpex_tokens_fini(&tokens);
    return status;
}

/* glibc's vector math library, which clang calls from loops that it vectorised; within OpenCL's
 * bounds of error. */
static int uses_vector_math(const build *b)
{
#if defined(__x86_64__) && defined(__GLIBC__)
    return b->compiler.is_clang;
#else
    (void)b;
    return 0;
#endif
}

/* Position-independent, since it becomes a shared object; for this CPU alone, which is part of the
 * cache's key. */
static void add_code_options(const build *b, dpex_arg_list *args)
{
    static const char *const all[] = {
        "-O3",
        "-fPIC",
        "-fvisibility=hidden",
        "-fsigned-char",
        "-fno-math-errno",
        "-fno-trapping-math",
#if defined(__aarch64__)
        "-mcpu=native",
#elif defined(__x86_64__)
        "-march=native",
#endif
        NULL
    };
    add_words(args, all);
    /* Frames that do not fit a fiber's stack, or a thread's, are an error, not a crash. */
    static const char *const clang_frames[2][3] = {
        {"-Wframe-larger-than=262144", "-Werror=frame-larger-than", NULL},
        {"-Wframe-larger-than=49152", "-Werror=frame-larger-than", NULL}};
    static const char *const plain_frames[2][2] = {{"-Werror=frame-larger-than=262144", NULL},
                                                   {"-Werror=frame-larger-than=49152", NULL}};
    add_words(args,
              b->compiler.is_clang ? clang_frames[b->has_barrier] : plain_frames[b->has_barrier]);
    dpex_arg_list_add(args, b->compiler.is_clang ? "-ffp-contract=on" : "-ffp-contract=fast");
    if (uses_vector_math(b)) dpex_arg_list_add(args, "-fveclib=libmvec");
    add_list(args, &b->options.compile);
}

/* Checks the user's text as it was written. *log is replaced if that finds the error. */
static void diagnose(build *b, dpex_text *log)
{
    dpex_text text = DPEX_TEXT_EMPTY, better = DPEX_TEXT_EMPTY;
    dpex_arg_list args = {0};
    int ok = 1;
    dpex_text_append(&text, "#define DPEX_DIAGNOSE 1\n%s%s\n", dpex_text_get(&b->prelude),
                     b->source);
    add_language(b, &args);
    add_definitions(b, &args);
    add_list(&args, &b->options.preprocess);
    add_language(b, &args);
    dpex_arg_list_add(&args, "-w");
    dpex_arg_list_add(&args, "-fsyntax-only");
    add_work_path(b, &args, "kernel.cl");
    if (!write_work_file(b, "kernel.cl", &text) && !run(b, &args, &ok, &better) && !ok) {
        dpex_text swap = *log;
        *log = better;
        better = swap;
    }
    dpex_arg_list_fini(&args);
    dpex_text_fini(&better);
    dpex_text_fini(&text);
}

/* The arguments that make a shared object of a file of the work folder. */
static void add_output(const build *b, dpex_arg_list *args, const char *input)
{
    add_work_path(b, args, input);
    dpex_arg_list_add(args, "-shared");
    dpex_arg_list_add(args, "-o");
    add_work_path(b, args, "program.so");
    if (uses_vector_math(b)) dpex_arg_list_add(args, "-lmvec");
    dpex_arg_list_add(args, "-lm");
}

/* Whether divisions are made safe: clang shows its assembly, and floating-point ones do no harm. */
static int guards_divisions(const build *b)
{
    return b->compiler.is_clang && strpbrk(dpex_text_get(&b->preprocessed), "/%");
}

/* program.c to program.ll, not optimised yet, with divisions that are always defined. */
static dpex_status write_assembly(build *b, int *ok, dpex_text *log)
{
    static const char *const words[] = {"-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes",
                                        NULL};
    dpex_text assembly = DPEX_TEXT_EMPTY, guarded = DPEX_TEXT_EMPTY;
    dpex_arg_list args = {0};
    add_language(b, &args);
    add_code_options(b, &args);
    add_words(&args, words);
    add_work_path(b, &args, "program.c");
    dpex_arg_list_add(&args, "-o");
    add_work_path(b, &args, "program.ll");
    dpex_status status = run(b, &args, ok, log);
    if (!status && *ok) {
        status = read_work_file(b, "program.ll", &assembly);
        if (!status) status = dpex_define_divisions(dpex_text_get(&assembly), &guarded);
        if (!status) status = write_work_file(b, "program.ll", &guarded);
    }
    dpex_arg_list_fini(&args);
    dpex_text_fini(&guarded);
    dpex_text_fini(&assembly);
    return status;
}

/* program.c to program.so. *ok: whether the compiler succeeded; *log: its messages. */
static dpex_status link_object(build *b, int *ok, dpex_text *log)
{
    static const char *const assembly[] = {"-x", "ir", "-Qunused-arguments", NULL};
    const int is_guarded = guards_divisions(b);
    dpex_arg_list args = {0};
    if (is_guarded) {
        DPEX_TRY(write_assembly(b, ok, log));
        if (!*ok) return DPEX_SUCCESS;
        dpex_text_fini(log);
        add_words(&args, assembly);
    } else {
        add_language(b, &args);
    }
    add_code_options(b, &args);
    add_output(b, &args, is_guarded ? "program.ll" : "program.c");
    dpex_status status = run(b, &args, ok, log);
    dpex_arg_list_fini(&args);
    return status;
}

static dpex_status compile_here(build *b)
{
    DPEX_TRY(make_work_folder(b));
    dpex_text program = DPEX_TEXT_EMPTY, log = DPEX_TEXT_EMPTY;
    int ok = 0;
    dpex_status status = generate(b, &program);
    if (!status) status = write_work_file(b, "program.c", &program);
    if (!status) status = link_object(b, &ok, &log);
    if (!status && !ok) {
        diagnose(b, &log);
        status = DPEX_FAIL(DPEX_ERROR_COMPILE, "%s", dpex_text_get(&log));
    }
    dpex_text_fini(&log);
    dpex_text_fini(&program);
    return status;
}

/* program.so in the work folder. */
static dpex_status compile(build *b)
{
    DPEX_TRY(preprocess(b));
    dpex_status status;
    do status = compile_here(b);
    while (status == DPEX_ERROR_COMPILE && move_on(b));
    return status;
}

/* Everything that the shared object depends on: our text, the compiler, options, this CPU, and the
 * user's text. */
static dpex_status make_key(build *b)
{
    const dpex_compiler *compiler = &b->compiler;
    const char *digest = dpex_prelude_digest();
    b->key = DPEX_CACHE_KEY_EMPTY;
    dpex_cache_mix(&b->key, digest, strlen(digest));
    dpex_cache_mix(&b->key, compiler->path, strlen(compiler->path));
    dpex_cache_mix(&b->key, compiler->identity, strlen(compiler->identity));
    dpex_cache_mix(&b->key, b->option_text, strlen(b->option_text));
    dpex_cache_mix_cpu(&b->key);
    /* A text that includes others is known by what they contain now. */
    if (strstr(b->source, "include")) {
        DPEX_TRY(preprocess(b));
        dpex_cache_mix(&b->key, b->preprocessed.data, b->preprocessed.len);
    }
    dpex_cache_mix(&b->key, b->source, strlen(b->source));
    return DPEX_SUCCESS;
}

/* path: of the file that the bytes were read from. */
static dpex_status load(const dpex_text *bytes, const char *path, dpex_module *module)
{
    DPEX_TRY(dpex_library_load(bytes->data, bytes->len, path, &module->library));
    module->table = dlsym(module->library, "dpex_cl_program");
    if (module->table && module->table->abi == DPEX_CL_ABI) return DPEX_SUCCESS;
    dpex_module_close(module);
    return DPEX_FAIL(DPEX_ERROR_COMPILE, "%s is not a program of this version", path);
}

/* Of entries in the cache; code_cache.c has another one. */
static const char suffix[] = "so";

/* What an earlier compilation left in the cache; 0: nothing that can be used. */
static int load_kept(build *b, dpex_module *module)
{
    dpex_text bytes = DPEX_TEXT_EMPTY, path = DPEX_TEXT_EMPTY;
    int found = b->cache_folder.len && dpex_cache_load(b->key, suffix, &bytes) &&
                dpex_cache_path(b->key, suffix, &path) &&
                !load(&bytes, dpex_text_get(&path), module);
    if (found) DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "found %s", dpex_text_get(&path));
    dpex_text_fini(&path);
    dpex_text_fini(&bytes);
    return found;
}

/* The bytes are loaded from memory where the system can (library.h), so the work folder may go. */
static dpex_status load_fresh(build *b, dpex_module *module)
{
    dpex_text bytes = DPEX_TEXT_EMPTY, path = DPEX_TEXT_EMPTY;
    dpex_status status = compile(b);
    if (!status) status = read_work_file(b, "program.so", &bytes);
    if (!status && b->cache_folder.len) dpex_cache_store(b->key, suffix, bytes.data, bytes.len);
    if (!status) status = build_path(b, "program.so", &path);
    if (!status) status = load(&bytes, dpex_text_get(&path), module);
    dpex_text_fini(&path);
    dpex_text_fini(&bytes);
    return status;
}

static void build_fini(build *b)
{
    remove_work_folder(b);
    dpex_text_fini(&b->cache_folder);
    dpex_text_fini(&b->prelude);
    dpex_text_fini(&b->preprocessed);
    dpex_free(b->source);
    dpex_options_fini(&b->options);
    dpex_free(b);
}

dpex_status dpex_module_open(const char *text, size_t bytes, const char *options,
                             dpex_module *module)
{
    *module = (dpex_module){0};
    if (memchr(text, '\0', bytes))
        return DPEX_FAIL(DPEX_ERROR_COMPILE, "the text of a program contains a NUL byte");
    build *b = dpex_calloc(1, sizeof *b);
    if (!b) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program");
    b->option_text = options ? options : "";
    dpex_status status = dpex_compiler_find(&b->compiler);
    if (!status) status = dpex_options_init(&b->options, b->option_text, b->compiler.is_clang);
    if (!status && !(b->source = dpex_malloc(bytes + 1)))
        status = DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program");
    if (status) goto done;
    memcpy(b->source, text, bytes);
    b->source[bytes] = '\0';
    if (!dpex_cache_folder(&b->cache_folder)) dpex_text_fini(&b->cache_folder);
    status = make_key(b);
    if (!status && !load_kept(b, module)) status = load_fresh(b, module);
done:
    build_fini(b);
    return status;
}

dpex_status dpex_module_open_object(const void *bytes, size_t n, dpex_module *module)
{
    *module = (dpex_module){0};
    DPEX_TRY(dpex_object_load(bytes, n, &module->object));
    module->table = dpex_object_find(module->object, "dpex_cl_program");
    if (module->table && module->table->abi == DPEX_CL_ABI) return DPEX_SUCCESS;
    dpex_module_close(module);
    return DPEX_FAIL(DPEX_ERROR_COMPILE, "the object code is not a program of this version");
}

void dpex_module_close(dpex_module *module)
{
    if (module->library) dlclose(module->library);
    dpex_object_free(module->object);
    *module = (dpex_module){0};
}

/* Names longer than the buffer cannot be kernels that were compiled here: not found. */
void *dpex_module_find(const dpex_module *module, const char *prefix, const char *kernel)
{
    char symbol[512];
    int len = snprintf(symbol, sizeof symbol, "%s%s", prefix, kernel);
    if (len <= 0 || (size_t)len >= sizeof symbol) return NULL;
    return module->object ? dpex_object_find(module->object, symbol)
                          : dlsym(module->library, symbol);
}
