/* Finding and running the compiler (compiler.h). */
#include "program/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"

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

/* Looks for a name on PATH; a name with a slash is a path already. */
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

static dpex_status spawn(const dpex_compiler *compiler, char **argv, const char *log_path,
                         pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to start a compiler");
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log_path,
                                                 O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    if (!error) error = posix_spawn(pid, compiler->path, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot run %s: %s", compiler->path, strerror(error));
    return DPEX_SUCCESS;
}

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
    if (dpex_log_wants(DPEX_LOG_PROGRAM)) {
        dpex_text line = DPEX_TEXT_EMPTY;
        for (size_t i = 0; argv[i]; i++) dpex_text_append(&line, " %s", argv[i]);
        dpex_log_write(DPEX_LOG_PROGRAM, "run%s", dpex_text_get(&line));
        dpex_text_fini(&line);
    }
    pid_t pid;
    DPEX_TRY(spawn(compiler, argv, log_path, &pid));
    int state = 0;
    while (waitpid(pid, &state, 0) < 0) {
        if (errno == EINTR) continue;
        /* Somebody else (or SIGCHLD ignored) took the exit status: the caller looks for the
         * result. */
        *ok = errno == ECHILD;
        return DPEX_SUCCESS;
    }
    *ok = WIFEXITED(state) && WEXITSTATUS(state) == 0;
    return DPEX_SUCCESS;
}
