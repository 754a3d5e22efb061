/* The cache of compiled programs when it is damaged, full or somebody else's, and compilers in processes of all kinds. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dpex/dpex.h"
#include "folder_fixture.h"
#include "test.h"

static dpex_queue *queue;
static const char one_text[] = "kernel void f(global int *y) { y[0] = 1; }";

static void set_up(const char *compiler)
{
    setenv("DPEX_CC", compiler, 1);
    if (queue) return;
    dpex_device *device;
    CHECK_OK(dpex_device_find("cpu", &device));
    CHECK_OK(dpex_queue_create(NULL, device, 0, &queue));
    dpex_device_release(device);
}

static dpex_status create(const char *text, dpex_program **program)
{
    return dpex_program_create(dpex_queue_get_context(queue), dpex_queue_get_device(queue),
                               DPEX_LANGUAGE_SOURCE, text, strlen(text), "", program);
}

/* Of one_text, and finds its kernel. */
static dpex_status create_and_release(void)
{
    dpex_program *program;
    dpex_kernel *kernel;
    dpex_status status = create(one_text, &program);
    if (status) return status;
    status = dpex_kernel_create(program, "f", &kernel);
    if (!status) dpex_kernel_release(kernel);
    dpex_program_release(program);
    return status;
}

/* ---- a cache that was damaged, or that cannot be used --------------------------------------------------- */

static void entry_path(const char *folder, char *path, size_t bytes)
{
    DIR *entries = opendir(folder);
    path[0] = '\0';
    CHECK(entries);
    for (struct dirent *entry; (entry = readdir(entries));)
        if (strstr(entry->d_name, ".so")) snprintf(path, bytes, "%s/%s", folder, entry->d_name);
    closedir(entries);
    CHECK(path[0]);
}

static size_t read_file(const char *path, char **bytes)
{
    FILE *file = fopen(path, "rb");
    CHECK(file && !fseek(file, 0, SEEK_END));
    size_t n = (size_t)ftell(file);
    rewind(file);
    CHECK((*bytes = malloc(n)) && fread(*bytes, 1, n, file) == n);
    fclose(file);
    return n;
}

static void write_new_file(const char *path, const char *bytes, size_t n)
{
    unlink(path); /* another inode: the old one may be loaded still */
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(bytes, 1, n, file) == n && !fclose(file));
}

TEST(entries_that_lost_their_end_or_a_bit_are_compiled_anew)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX", path[512], *good, *again;
    CHECK(mkdtemp(folder));
    setenv("DPEX_CACHE_DIR", folder, 1);
    CHECK_OK(create_and_release());
    entry_path(folder, path, sizeof path);
    const size_t n = read_file(path, &good);
    const size_t lengths[] = {0, 1, 100, 4096, n / 2, n - 25, n - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        write_new_file(path, good, lengths[i]);
        CHECK_OK(create_and_release());
        CHECK(read_file(path, &again) > n / 2);
        free(again);
    }
    for (size_t i = 0; i < n; i += n / 7) {
        good[i] ^= 1;
        write_new_file(path, good, n);
        CHECK_OK(create_and_release());
        read_file(path, &again);
        CHECK(again[i] != good[i]);
        free(again);
        good[i] ^= 1;
    }
    free(good);
    fixture_remove_folder(folder);
}

/* Without files that have no name, as on old systems and where they are forbidden. */
static void forbid_nameless_files(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        test_skip("this process may not restrict itself");
    CHECK(memfd_create("none", 0) < 0);
}

/* Programs that stay loaded while their entries are shortened, first of a compilation and then of a cache, have their own kernels. */
static void use_programs_without_their_entries(void)
{
    enum { N_PROGRAMS = 3 };
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX", path[512];
    CHECK(mkdtemp(folder));
    setenv("DPEX_CACHE_DIR", folder, 1);
    for (int is_kept = 0; is_kept < 2; is_kept++) {
        dpex_program *programs[N_PROGRAMS];
        for (int i = 0; i < N_PROGRAMS; i++) {
            char text[80];
            snprintf(text, sizeof text, "kernel void f%d(global int *y) { y[0] = 1; }", i);
            CHECK_OK(create(text, &programs[i]));
            if (is_kept) {
                dpex_program_release(programs[i]);
                CHECK_OK(create(text, &programs[i]));
            }
            entry_path(folder, path, sizeof path);
            CHECK(!truncate(path, 0) && !unlink(path));
        }
        for (int i = 0; i < N_PROGRAMS; i++) {
            for (int k = 0; k < N_PROGRAMS; k++) {
                char name[8];
                dpex_kernel *kernel = NULL;
                snprintf(name, sizeof name, "f%d", k);
                CHECK_INT(!dpex_kernel_create(programs[i], name, &kernel), i == k);
                if (i == k) dpex_kernel_release(kernel);
            }
            dpex_program_release(programs[i]);
        }
    }
    CHECK_INT(fixture_count_files(folder, ""), 0);
    fixture_remove_folder(folder);
}

TEST(loaded_programs_do_not_change_with_their_entries)
{
    use_programs_without_their_entries();
}

TEST(loaded_programs_do_not_change_with_their_entries_without_nameless_files)
{
    forbid_nameless_files();
    use_programs_without_their_entries();
}

TEST(programs_are_found_where_no_file_may_be_written)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX";
    CHECK(mkdtemp(folder));
    setenv("DPEX_CACHE_DIR", folder, 1);
    CHECK_OK(create_and_release());
    const struct rlimit none = {512, 512};
    CHECK(!setrlimit(RLIMIT_FSIZE, &none));
    CHECK_OK(create_and_release());
    fixture_remove_folder(folder);
}

TEST(entry_without_end_is_not_read)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX", path[512];
    struct rusage usage;
    CHECK(mkdtemp(folder));
    setenv("DPEX_CACHE_DIR", folder, 1);
    CHECK_OK(create_and_release());
    entry_path(folder, path, sizeof path);
    write_new_file(path, "", 0);
    CHECK(!truncate(path, (off_t)1 << 31)); /* holes take no space on the disk, but in memory */
    CHECK_OK(create_and_release());
    CHECK(!getrusage(RUSAGE_SELF, &usage) && usage.ru_maxrss < 1 << 19); /* KiB */
    fixture_remove_folder(folder);
}

TEST(entry_under_the_name_of_another_is_not_loaded)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX", first[512], second[512], *bytes;
    CHECK(mkdtemp(folder));
    setenv("DPEX_CACHE_DIR", folder, 1);
    dpex_program *program;
    CHECK_OK(create("kernel void g(global int *y) { y[0] = 2; }", &program));
    dpex_program_release(program);
    entry_path(folder, first, sizeof first);
    size_t n = read_file(first, &bytes);
    CHECK(!unlink(first));
    CHECK_OK(create_and_release());
    entry_path(folder, second, sizeof second);
    write_new_file(second, bytes, n);
    free(bytes);
    CHECK_OK(create_and_release()); /* finds a kernel f */
    fixture_remove_folder(folder);
}

TEST(links_are_not_followed_to_entries_nor_to_the_folder)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX", path[512], aside[600], link[600];
    CHECK(mkdtemp(folder));
    snprintf(link, sizeof link, "%s/link", folder);
    CHECK(!symlink(folder, link));
    setenv("DPEX_CACHE_DIR", link, 1);
    CHECK_OK(create_and_release());
    CHECK(!unlink(link));
    CHECK_INT(fixture_count_files(folder, ""), 0);
    setenv("DPEX_CACHE_DIR", folder, 1);
    CHECK_OK(create_and_release());
    entry_path(folder, path, sizeof path);
    snprintf(aside, sizeof aside, "%s/aside", folder);
    CHECK(!rename(path, aside) && !symlink(aside, path));
    CHECK_OK(create_and_release());
    struct stat info;
    CHECK(!lstat(path, &info) && S_ISREG(info.st_mode));
    fixture_remove_folder(folder);
}

/* Whether a cache at folder/a/b is used where others may write to `folder`, or where a link leads there. */
static int is_used(const char *folder, mode_t mode, int by_link)
{
    char middle[300], path[320], position[300], target[330];
    snprintf(middle, sizeof middle, "%s/a", folder);
    snprintf(path, sizeof path, "%s/b", middle);
    snprintf(position, sizeof position, "%s-link", folder);
    snprintf(target, sizeof target, "%s/b", position);
    CHECK(!mkdir(middle, 0700) && !chmod(folder, mode));
    if (by_link) CHECK(!symlink(middle, position));
    setenv("DPEX_CACHE_DIR", by_link ? target : path, 1);
    CHECK_OK(create_and_release());
    int used = fixture_count_files(path, ".so");
    if (by_link) CHECK(!unlink(position));
    fixture_remove_folder(path);
    CHECK(!rmdir(middle));
    return used;
}

TEST(folder_whose_parents_others_may_write_to_is_not_used)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX";
    CHECK(mkdtemp(folder));
    for (int by_link = 0; by_link < 2; by_link++) {
        CHECK_INT(is_used(folder, 0755, by_link), 1);
        CHECK_INT(is_used(folder, 0777, by_link), 0);
        CHECK_INT(is_used(folder, 0770, by_link), 0);
        CHECK_INT(is_used(folder, 01777, by_link), 1);
    }
    CHECK(!rmdir(folder));
}

static void mount_at(const char *folder, unsigned long flags, const char *options)
{
    if (geteuid() != 0) test_skip("mounting needs root");
    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
        mount("tmpfs", folder, "tmpfs", flags, options))
        test_skip("this root may not mount");
    CHECK(!chmod(folder, 0700));
}

TEST(programs_run_where_the_cache_may_not_be_executed)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX";
    CHECK(mkdtemp(folder));
    mount_at(folder, MS_NOEXEC, NULL);
    setenv("DPEX_CACHE_DIR", folder, 1);
    CHECK_OK(create_and_release());
    CHECK_INT(fixture_count_files(folder, ".so"), 1);
    CHECK_OK(create_and_release());
    CHECK_INT(fixture_count_files(folder, ""), 1);
}

TEST(programs_run_where_the_disk_is_full)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX";
    CHECK(mkdtemp(folder));
    mount_at(folder, 0, "size=8k");
    setenv("DPEX_CACHE_DIR", folder, 1);
    CHECK_OK(create_and_release());
    CHECK_INT(fixture_count_files(folder, ""), 0);
    setenv("TMPDIR", folder, 1);
    CHECK_OK(create_and_release());
}

TEST(programs_that_may_not_write_files_say_so)
{
    set_up("clang");
    char folder[] = "/tmp/opendpex-test-XXXXXX";
    CHECK(mkdtemp(folder));
    setenv("DPEX_CACHE_DIR", folder, 1);
    CHECK(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    struct rlimit limit, none;
    CHECK(!getrlimit(RLIMIT_FSIZE, &limit));
    none = limit;
    none.rlim_cur = 512;
    dpex_program *program;
    CHECK(!setrlimit(RLIMIT_FSIZE, &none));
    dpex_status status = create(one_text, &program);
    CHECK(!setrlimit(RLIMIT_FSIZE, &limit));
    CHECK_INT(status, DPEX_ERROR_COMPILE);
    CHECK_INT(fixture_count_files(folder, ""), 0);
    CHECK_OK(create_and_release());
    fixture_remove_folder(folder);
}

/* ---- running the compiler in odd processes -------------------------------------------------------------- */

static const char broken_text[] = "kernel void f(global int *y) { y[0] = nowhere; }";

/* With a cache that is new. */
static void compile_good_and_bad(void)
{
    char folder[] = "/tmp/opendpex-test-XXXXXX";
    dpex_program *program;
    CHECK(mkdtemp(folder));
    setenv("DPEX_CACHE_DIR", folder, 1);
    CHECK_OK(create_and_release());
    CHECK_INT(fixture_count_files(folder, ".so"), 1);
    CHECK_INT(create(broken_text, &program), DPEX_ERROR_COMPILE);
    CHECK(strstr(dpex_error_message(), "nowhere"));
    fixture_remove_folder(folder);
}

TEST(programs_that_ignore_their_children_can_compile)
{
    for (int i = 0; i < 2; i++) {
        set_up(i ? "gcc" : "clang");
        CHECK(signal(SIGCHLD, SIG_IGN) != SIG_ERR);
        compile_good_and_bad();
        struct sigaction no_wait = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
        CHECK(!sigaction(SIGCHLD, &no_wait, NULL));
        compile_good_and_bad();
        CHECK(signal(SIGCHLD, SIG_DFL) != SIG_ERR);
    }
}

static void reap(int number)
{
    (void)number;
    int error = errno;
    while (waitpid(-1, NULL, WNOHANG) > 0) {
    }
    errno = error;
}

TEST(programs_that_collect_all_children_can_compile)
{
    for (int i = 0; i < 2; i++) {
        set_up(i ? "gcc" : "clang");
        CHECK(signal(SIGCHLD, reap) != SIG_ERR);
        compile_good_and_bad();
        CHECK(signal(SIGCHLD, SIG_DFL) != SIG_ERR);
    }
}

TEST(programs_with_blocked_signals_can_compile)
{
    set_up("clang");
    sigset_t all;
    sigfillset(&all);
    CHECK(!sigprocmask(SIG_BLOCK, &all, NULL));
    compile_good_and_bad();
}

TEST(programs_without_standard_streams_can_compile)
{
    set_up("clang");
    int kept[3];
    for (int i = 0; i < 3; i++) {
        kept[i] = fcntl(i, F_DUPFD_CLOEXEC, 10);
        CHECK(kept[i] >= 0 && !close(i));
    }
    setenv("DPEX_CACHE_DIR", "/dev/null/none", 1);
    dpex_program *program;
    dpex_status good = create_and_release(), bad = create(broken_text, &program);
    for (int i = 0; i < 3; i++) CHECK_INT(dup2(kept[i], i), i);
    CHECK_OK(good);
    CHECK_INT(bad, DPEX_ERROR_COMPILE);
}

TEST(programs_with_few_files_can_compile)
{
    set_up("clang");
    struct rlimit limit;
    CHECK(!getrlimit(RLIMIT_NOFILE, &limit));
    limit.rlim_cur = 16;
    CHECK(!setrlimit(RLIMIT_NOFILE, &limit));
    compile_good_and_bad();
}

TEST(programs_without_a_path_can_compile)
{
    set_up("clang");
    unsetenv("PATH");
    compile_good_and_bad();
}

TEST(programs_whose_folder_was_removed_can_compile)
{
    char folder[] = "/tmp/opendpex-test-XXXXXX";
    CHECK(mkdtemp(folder) && !chdir(folder) && !rmdir(folder));
    for (int i = 0; i < 2; i++) {
        set_up(i ? "gcc" : "clang");
        compile_good_and_bad();
    }
    setenv("DPEX_CACHE_DIR", "relative", 1);
    CHECK_OK(create_and_release());
}
