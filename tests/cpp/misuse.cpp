// What programs do wrong: exceptions that say so, a queue that works afterwards, and no crash.
#include <oneapi/mkl.hpp>

#include "check.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <thread>

namespace blas = oneapi::mkl::blas::row_major;

// Whether the queue still computes.
static bool works(sycl::queue &q)
{
    int *x = sycl::malloc_shared<int>(100, q);
    q.parallel_for(100, [=](sycl::id<1> i) { x[i] = static_cast<int>(i[0]); }).wait();
    const bool right = x[99] == 99;
    sycl::free(x, q);
    return right;
}

static void copies_and_fills_check_their_pointers(sycl::queue &q)
{
    char *x = sycl::malloc_shared<char>(16, q), host[64] = {};
    void *const null = nullptr;
    CHECK(throws<sycl::exception>([&] { q.memcpy(null, x, 16).wait_and_throw(); }));
    CHECK(throws<sycl::exception>([&] { q.memcpy(x, null, 16).wait_and_throw(); }));
    CHECK(throws<sycl::exception>([&] { q.memset(null, 0, 16).wait_and_throw(); }));
    CHECK(throws<sycl::exception>([&] { q.fill(static_cast<int *>(null), 1, 4).wait_and_throw(); }));
    CHECK(throws<sycl::exception>([&] { q.memcpy(x, host, 64).wait_and_throw(); }));  // beyond the end
    CHECK(throws<sycl::exception>([&] { q.memcpy(host, x + 8, 9).wait_and_throw(); }));
    CHECK(throws<sycl::exception>([&] { q.memset(x + 15, 0, 2).wait_and_throw(); }));
    CHECK(throws<sycl::exception>([&] { q.fill(x, 'a', 17).wait_and_throw(); }));
    q.memcpy(null, null, 0).wait_and_throw();
    q.memset(x, 0, 0).wait_and_throw();
    sycl::free(x, q);
    CHECK(works(q));
}

static void memory_is_freed_once(sycl::queue &q)
{
    sycl::free(nullptr, q);
    char *x = sycl::malloc_shared<char>(1 << 20, q);
    CHECK(throws<sycl::exception>([&] { sycl::free(x + 1, q); }));
    sycl::free(x, q);
    CHECK(throws<sycl::exception>([&] { sycl::free(x, q); }));
    CHECK(sycl::get_pointer_type(x, q.get_context()) == sycl::usm::alloc::unknown);
    CHECK(throws<sycl::exception>([&] { sycl::get_pointer_device(x, q.get_context()); }));
    CHECK(works(q));
}

static void memory_that_is_not_there_is_null_or_an_exception(sycl::queue &q)
{
    const std::size_t all = std::numeric_limits<std::size_t>::max();
    CHECK(!sycl::malloc_device(all / 2, q) && !sycl::malloc_shared(all, q));
    CHECK(!sycl::malloc_host<double>(all / 8 + 2, q)); // whose bytes do not fit in a size_t
    CHECK(!sycl::aligned_alloc_shared(3, 8, q));        // no power of two
    CHECK(throws<std::exception>([&] { sycl::buffer<double>{sycl::range<1>(all / 8)}; }));
    sycl::usm_allocator<double, sycl::usm::alloc::shared> allocator(q);
    CHECK(throws<std::exception>([&] { allocator.allocate(all / 16); }));
    CHECK(works(q));
}

static void command_groups_that_throw_submit_nothing(sycl::queue &q)
{
    int *x = sycl::malloc_shared<int>(1, q);
    *x = 0;
    CHECK(throws<int>([&] {
        q.submit([&](sycl::handler &cgh) {
            cgh.single_task([=] { *x = 1; });
            throw 1;
        });
    }));
    q.wait_and_throw();
    CHECK(*x == 0);
    CHECK(throws<sycl::exception>([&] { q.submit([&](sycl::handler &cgh) { cgh.parallel_for(sycl::nd_range<1>(8, 0), [](sycl::nd_item<1>) {}); }); }));
    sycl::free(x, q);
    CHECK(works(q));
}

// Of each kind: whatever is thrown is told once, and the memory that takes part can be used afterwards.
static void exceptions_of_all_kinds_of_commands_arrive(const sycl::device &device)
{
    int n_told = 0;
    sycl::queue q(device, [&](sycl::exception_list list) { n_told += static_cast<int>(list.size()); });
    const auto told = [&] {
        n_told = 0;
        q.wait_and_throw();
        return n_told;
    };
    q.submit([](sycl::handler &cgh) { cgh.host_task([] { throw "text"; }); });
    CHECK(told() == 1);
    double *sum = sycl::malloc_shared<double>(1, q);
    *sum = 0;
    q.parallel_for(sycl::range<1>(1000), sycl::reduction(sum, sycl::plus<>()), [](sycl::id<1> i, auto &s) {
        if (i[0] == 500) throw std::string("text");
        s += 1;
    });
    CHECK(told() >= 1);
    q.parallel_for(sycl::nd_range<1>(64, 16), sycl::reduction(sum, sycl::plus<>()), [](sycl::nd_item<1> it, auto &s) {
        sycl::group_barrier(it.get_group());
        if (it.get_global_id(0) == 33) throw 1.0;
        s += 1;
    });
    CHECK(told() >= 1);
    sycl::free(sum, q);
    int values[100] = {};
    {
        sycl::buffer<int> b(values, sycl::range<1>(100));
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor a(b, cgh, sycl::read_write);
            cgh.parallel_for(100, [=](sycl::id<1> i) {
                if (i[0] == 7) throw 7;
                a[i] = 1;
            });
        });
        q.submit([&](sycl::handler &cgh) { // depends on it: does not run
            sycl::accessor a(b, cgh, sycl::write_only);
            cgh.parallel_for(100, [=](sycl::id<1> i) { a[i] = 2; });
        });
        CHECK(told() >= 1);
        q.submit([&](sycl::handler &cgh) {
            sycl::stream out(100, 100, cgh);
            cgh.single_task([=] {
                out << "";
                throw 1;
            });
        });
        CHECK(told() >= 1);
    }
    CHECK(values[7] == 0);
    {
        sycl::buffer<int> b(values, sycl::range<1>(100)); // anew
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor a(b, cgh, sycl::write_only);
            cgh.parallel_for(100, [=](sycl::id<1> i) { a[i] = 2; });
        });
    }
    CHECK(told() == 0 && values[7] == 2 && works(q));
    // The handler's own exception leaves wait_and_throw.
    sycl::queue strict(device, [](sycl::exception_list list) {
        for (const std::exception_ptr &e : list) std::rethrow_exception(e);
    });
    strict.single_task([] { throw 5; });
    CHECK(throws<int>([&] { strict.wait_and_throw(); }));
    CHECK(works(strict));
}

static void products_check_their_operands(sycl::queue &q)
{
    using oneapi::mkl::transpose;
    double *a = sycl::malloc_shared<double>(16, q), *x = sycl::malloc_shared<double>(4, q), *none = nullptr;
    const auto gemv = [&](const double *m, const double *v, double *y, std::int64_t lda) {
        blas::gemv(q, transpose::nontrans, 4, 4, 1.0, m, lda, v, 1, 0.0, y, 1).wait_and_throw();
    };
    q.fill(a, 1.0, 16).wait();
    q.fill(x, 1.0, 4).wait();
    CHECK(throws<oneapi::mkl::exception>([&] { gemv(none, x, x, 4); }));
    CHECK(throws<oneapi::mkl::exception>([&] { gemv(a, none, x, 4); }));
    CHECK(throws<oneapi::mkl::exception>([&] { gemv(a, x, none, 4); }));
    CHECK(throws<oneapi::mkl::exception>([&] { gemv(a, x, x, 3); }));
    CHECK(throws<oneapi::mkl::exception>([&] { gemv(a + 1, x, x, 4); })); // ends outside the allocation
    CHECK(throws<oneapi::mkl::exception>([&] { blas::nrm2(q, -1, x, 1, x).wait(); }) || works(q));
    double *y = sycl::malloc_shared<double>(4, q);
    gemv(a, x, y, 4);
    CHECK(y[3] == 4);
    for (double *p : {a, x, y}) sycl::free(p, q);
}

static void queues_end_with_work_pending(const sycl::device &device)
{
    std::atomic<int> ran(0), *const told = &ran;
    sycl::queue last(device);
    sycl::event done;
    {
        sycl::queue q(last.get_context(), device);
        sycl::event slow = q.submit([&](sycl::handler &cgh) {
            cgh.host_task([] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
        });
        done = q.single_task(slow, [=] { *told = 1; });
    }
    done.wait_and_throw();
    CHECK(ran == 1);
}

static int shared_with_the_last_command;

// misuse [pending | exit | unhandled]: how the process ends otherwise.
int main(int argc, char **argv)
{
    sycl::queue q;
    const std::string how = argc > 1 ? argv[1] : "";
    if (how == "pending" || how == "exit") {
        int *x = &shared_with_the_last_command;
        q.submit([&](sycl::handler &cgh) { cgh.host_task([=] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            *x = 1;
        }); });
        if (how == "exit") std::exit(0);
        return 0;
    }
    if (how == "unhandled") {
        q.single_task([] { throw std::runtime_error("nobody handles this"); });
        q.wait_and_throw();
        return 0;
    }
    copies_and_fills_check_their_pointers(q);
    memory_is_freed_once(q);
    memory_that_is_not_there_is_null_or_an_exception(q);
    command_groups_that_throw_submit_nothing(q);
    exceptions_of_all_kinds_of_commands_arrive(q.get_device());
    products_check_their_operands(q);
    queues_end_with_work_pending(q.get_device());
    return n_failed;
}
