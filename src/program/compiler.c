/* Finding and running the compiler (compiler.h).
 *
 * The compiler is a child process without a shell in between, its messages in a file. Two things of
 * the host program can spoil that: SIGCHLD ignored, so that nobody learns how the child ended, and
 * a current folder that was removed; then a shell stands in between (run_by_shell). */
#include "program/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "program/files.h"

extern char **environ;

static const char *const names[] = {"clang",    "clang-20", "clang-19", "clang-18", "clang-17",
                                    "clang-16", "clang-15", "clang-14", "cc",       "gcc"};

/* Whether `path` can be run; fills the compiler if so. clang is told by the name behind all
 * links: "cc" may be one. */
static int try_path(const char *path, dpex_compiler *compiler)
{
    struct stat info;
    if (access(path, X_OK) || stat(path, &info) || !S_ISREG(info.st_mode)) return 0;
    char *real = realpath(path, NULL);
    const char *target = real ? real : path;
    const char *base = strrchr(target, '/') ? strrchr(target, '/') + 1 : target;
    const char *given = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    compiler->is_clang = strstr(base, "clang") != NULL || strstr(given, "clang") != NULL;
    snprintf(compiler->identity, sizeof compiler->identity, "%llu %lld.%09ld %llu",
             (unsigned long long)info.st_size, (long long)info.st_mtim.tv_sec, info.st_mtim.tv_nsec,
             (unsigned long long)info.st_ino);
    snprintf(compiler->path, sizeof compiler->path, "%s", path);
    free(real);
    return 1;
}

/* Finds a name on PATH; a name with a slash is a path already. */
static int try_name(const char *name, dpex_compiler *compiler)
{
    if (strchr(name, '/')) return try_path(name, compiler);
    const char *folder = getenv("PATH");
    if (!folder) folder = "/usr/local/bin:/usr/bin:/bin";
    char path[sizeof compiler->path];
    while (*folder) {
        size_t n = strcspn(folder, ":");
        int len = snprintf(path, sizeof path, "%.*s/%s", (int)n, folder, name);
        if (n && len > 0 && (size_t)len < sizeof path && try_path(path, compiler)) return 1;
        folder += n + (folder[n] == ':');
    }
    return 0;
}

dpex_status dpex_compiler_find(dpex_compiler *compiler)
{
    const char *given = dpex_env_text("DPEX_CC");
    if (given) {
        if (try_name(given, compiler)) return DPEX_SUCCESS;
        return DPEX_FAIL(DPEX_ERROR_COMPILE,
                         "DPEX_CC=%s: no such program; set it to clang or to a C compiler", given);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (try_name(names[i], compiler)) return DPEX_SUCCESS;
    }
    return DPEX_FAIL(DPEX_ERROR_COMPILE, "no compiler for kernels from source: install clang (for "
                                         "OpenCL C) or any C compiler (for its scalar "
                                         "subset), or set DPEX_CC to one");
}

/* Dispositions and the mask of signals are inherited, and a program that ignores SIGCHLD would keep
 * the compiler from learning how its own child processes end. */
static int set_signals(posix_spawnattr_t *attributes)
{
    sigset_t plain, none;
    sigemptyset(&none);
    sigemptyset(&plain);
    sigaddset(&plain, SIGCHLD);
    sigaddset(&plain, SIGPIPE);
    int error = posix_spawnattr_setsigdefault(attributes, &plain);
    if (!error) error = posix_spawnattr_setsigmask(attributes, &none);
    if (!error)
        error =
            posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    return error;
}

/* No input, and both outputs into the log. The current folder is the process's own, for -I with
 * relative paths. */
static int set_files(posix_spawn_file_actions_t *actions, const char *log_path)
{
    int error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, log_path,
                                                 O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!error) error = posix_spawn_file_actions_adddup2(actions, STDOUT_FILENO, STDERR_FILENO);
    return error;
}

/* The environment, but with the log's folder for temporary files: it has space, or the caller tries
 * another one. New. */
static char **make_environment(const char *log_path, dpex_text *tmp)
{
    size_t n = 0;
    while (environ[n]) n++;
    char **made = dpex_calloc(n + 2, sizeof *made);
    dpex_text_append(tmp, "TMPDIR=%.*s", (int)(strrchr(log_path, '/') - log_path), log_path);
    if (!made || tmp->failed) {
        dpex_free(made);
        return NULL;
    }
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "TMPDIR=", strlen("TMPDIR="))) made[kept++] = environ[i];
    made[kept] = tmp->data;
    return made;
}

/* *pid is to be waited for by the caller. posix_spawn instead of fork, whose child would copy the
 * page tables of a large process. */
static dpex_status spawn(char **argv, const char *log_path, pid_t *pid)
{
    dpex_text tmp = DPEX_TEXT_EMPTY;
    char **environment = make_environment(log_path, &tmp);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = environment ? posix_spawn_file_actions_init(&actions) : ENOMEM;
    if (!error && (error = posix_spawnattr_init(&attributes)))
        posix_spawn_file_actions_destroy(&actions);
    if (error) {
        dpex_free(environment);
        dpex_text_fini(&tmp);
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to start a compiler");
    }
    error = set_signals(&attributes);
    if (!error) error = set_files(&actions, log_path);
    if (!error) error = posix_spawn(pid, argv[0], &actions, &attributes, argv, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    dpex_free(environment);
    dpex_text_fini(&tmp);
    if (error) return DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot run %s: %s", argv[0], strerror(error));
    return DPEX_SUCCESS;
}

/* Runs to the end. *state: what waitpid gives; *is_known 0: a handler of SIGCHLD or the system
 * itself took it. */
static dpex_status run(char **argv, const char *log_path, int *state, int *is_known)
{
    pid_t pid;
    DPEX_TRY(spawn(argv, log_path, &pid));
    pid_t found;
    do found = waitpid(pid, state, 0);
    while (found < 0 && errno == EINTR);
    *is_known = found == pid;
    return DPEX_SUCCESS;
}

/* ---- by way of a shell ----------------------------------------------------------------------- */

/* The shell waits for the compiler, records its exit status where this process would not get it,
 * and starts it in a folder that exists. */
static char script[] =
    "status=$1; folder=$2; shift 2; if [ -n \"$folder\" ]; then cd \"$folder\" || exit; fi; "
    "\"$@\"; echo $? >\"$status\"";
enum { N_SHELL_ARGS = 6 };

/* Whether the system discards the state of children that have ended. */
static int loses_status(void)
{
    struct sigaction now;
    return !sigaction(SIGCHLD, NULL, &now) &&
           (now.sa_handler == SIG_IGN || now.sa_flags & SA_NOCLDWAIT);
}

/* Compilers refuse to run in a folder that does not exist any more. */
static int has_folder(void)
{
    char *folder = getcwd(NULL, 0);
    free(folder);
    return folder != NULL;
}

/* argv: n of them and a NULL. The exit code comes by a file; *ok only if it says 0. */
static dpex_status run_by_shell(char **argv, size_t n, const char *log_path, int *ok)
{
    static char shell[] = "/bin/sh", dash_c[] = "-c", root[] = "/", here[] = "";
    dpex_text status_path = DPEX_TEXT_EMPTY, code = DPEX_TEXT_EMPTY;
    dpex_text_append(&status_path, "%s.status", log_path);
    if (status_path.failed) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to start a compiler");
    char *with_shell[DPEX_MAX_COMPILER_ARGS + N_SHELL_ARGS] = {
        shell, dash_c, script, shell, status_path.data, has_folder() ? here : root};
    memcpy(with_shell + N_SHELL_ARGS, argv, (n + 1) * sizeof *argv);
    int state = 0, is_known = 0;
    unlink(status_path.data);
    dpex_status status = run(with_shell, log_path, &state, &is_known);
    *ok = !status && !access(status_path.data, R_OK) && !dpex_file_read(status_path.data, &code) &&
          !strcmp(dpex_text_get(&code), "0\n");
    unlink(status_path.data);
    dpex_text_fini(&code);
    dpex_text_fini(&status_path);
    return status;
}

static void log_line(char **argv)
{
    if (!dpex_log_wants(DPEX_LOG_PROGRAM)) return;
    dpex_text line = DPEX_TEXT_EMPTY;
    for (size_t i = 0; argv[i]; i++) dpex_text_append(&line, " %s", argv[i]);
    dpex_log_write(DPEX_LOG_PROGRAM, "run%s", dpex_text_get(&line));
    dpex_text_fini(&line);
}

/* Blocks until the compiler has ended. *ok: whether it succeeded; the status fails only if it could
 * not be run. */
dpex_status dpex_compiler_run(const dpex_compiler *compiler, const dpex_arg_list *args,
                              const char *log_path, int *ok)
{
    *ok = 0;
    if (args->text.failed || args->n + 2 > DPEX_MAX_COMPILER_ARGS)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to start a compiler");
    char *argv[DPEX_MAX_COMPILER_ARGS] = {(char *)compiler->path};
    char *arg = args->text.data;
    for (size_t i = 0; i < args->n; i++) {
        argv[i + 1] = arg;
        arg += strlen(arg) + 1;
    }
    log_line(argv);
    int state = 0, is_known = 0;
    if (!loses_status() && has_folder()) {
        DPEX_TRY(run(argv, log_path, &state, &is_known));
        *ok = is_known && WIFEXITED(state) && WEXITSTATUS(state) == 0;
        if (is_known) return DPEX_SUCCESS;
    }
    return run_by_shell(argv, args->n + 1, log_path, ok);
}
