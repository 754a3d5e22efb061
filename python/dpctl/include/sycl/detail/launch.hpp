// Running lambdas over ranges: the payloads of libdpex's PARALLEL commands.
//
//     parallel_for(range)     chunks of rows; a row is one loop, which the compiler vectorises
//     parallel_for(nd_range)  whole work-groups; the items are one loop until one of them waits (item.hpp)
//
// A lambda is copied once per claim of chunks: from the copy the compiler knows that no other thread changes what it captured, and
// local accessors learn the thread's local memory.
#ifndef DPEX_SYCL_LAUNCH_HPP
#define DPEX_SYCL_LAUNCH_HPP

#include "item.hpp"
#include "specialization.hpp"

#include <mutex>
#include <tuple>

#if defined(__SANITIZE_THREAD__)
#define DPEX_SYCL_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DPEX_SYCL_THREAD_SANITIZER 1
#endif
#endif
#ifdef DPEX_SYCL_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

// gcc vectorises loops whose length it does not know from -O3 on only, whatever the program is built with.
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#define DPEX_SYCL_LOOP __attribute__((optimize("O3")))
#define DPEX_SYCL_INDEPENDENT _Pragma("GCC ivdep")
#else
#define DPEX_SYCL_LOOP
#define DPEX_SYCL_INDEPENDENT
#endif

namespace sycl {

namespace detail {

// What went wrong in commands of a queue, until the program asks, and who is told then.
struct async_errors : counted_object {
    explicit async_errors(const async_handler &h, bool rethrow) : handler(h), rethrows(rethrow) {}
    const async_handler handler;
    const bool rethrows; // the first one, where there is no handler
    std::mutex lock;     // guards list
    sequence<std::exception_ptr> list;
    void add(std::exception_ptr error)
    {
        std::lock_guard<std::mutex> guard(lock);
        list.push_back(std::move(error));
    }
    sequence<std::exception_ptr> take()
    {
        std::lock_guard<std::mutex> guard(lock);
        return std::exchange(list, {});
    }
};

// What streams do when their command ends, failed or not; must not throw.
struct end_action {
    virtual ~end_action() = default;
    virtual void run() const = 0;
    end_action *next = nullptr;
};
template <class F> struct end_call final : end_action {
    explicit end_call(F f) : f_(std::move(f)) {}
    void run() const override { f_(); }
    F f_;
};
struct end_actions : counted_object {
    ~end_actions() override
    {
        while (first) {
            const owned<end_action> action(std::exchange(first, first->next));
            action->run();
        }
    }
    // Behind those that are there.
    void add(end_action *action)
    {
        end_action **at = &first;
        while (*at) at = &(*at)->next;
        *at = action;
    }
    end_action *first = nullptr;
};

// Work that a command owns.
class work {
  public:
    virtual ~work() = default;
    virtual dpex_status run(std::int64_t first, std::int64_t last) = 0;
    virtual void finish() {}

    shared<async_errors> errors;
    std::int64_t n_chunks = 1;
    shared<end_actions> at_end; // there are some: items are counted in running_item
    shared<constants> specialized;

    // No exception may pass through the library.
    template <class F> dpex_status guarded(const F &f) noexcept
    {
        try {
            return f();
        } catch (const std::exception &e) {
            // In this order: whoever takes the exception from the list may end it.
            const dpex_status status = api()->error_set(DPEX_ERROR_HOST_CALL, e.what());
            errors->add(std::current_exception());
            return status;
        } catch (...) {
            errors->add(std::current_exception());
            return DPEX_ERROR_HOST_CALL;
        }
    }
    static dpex_status run_chunks(void *self, std::int64_t first, std::int64_t last)
    {
        work *w = static_cast<work *>(self);
        // (Restored: a host task that waits may run other commands meanwhile.)
        const constants *const before = std::exchange(running_constants, w->specialized.get());
        const dpex_status status = w->guarded([=] { return w->run(first, last); });
        running_constants = before;
        return status;
    }
    static dpex_status run_once(void *self) { return run_chunks(self, 0, 1); }
    static dpex_status finish_chunks(void *self)
    {
        work *w = static_cast<work *>(self);
        return w->guarded([=] {
            w->finish();
            w->at_end = nullptr;
            return DPEX_SUCCESS;
        });
    }
    static void drop(void *self) { delete static_cast<work *>(self); }

  protected:
    bool counts_items() const { return static_cast<bool>(at_end); }
};

template <class F> class task final : public work {
  public:
    explicit task(F f) : f_(std::move(f)) {}
    dpex_status run(std::int64_t, std::int64_t) override
    {
        f_();
        return DPEX_SUCCESS;
    }

  private:
    F f_;
};

template <class K, class Item, class... More> inline void invoke(const K &kernel, const Item &item, More &...more)
{
    if constexpr (std::is_invocable<const K &, Item, More &...>::value)
        kernel(item, more...);
    else
        kernel(item, more..., kernel_handler());
}

// ---- over a range

struct no_reductions {
    struct partial {};
    partial begin() const { return {}; }
    template <class K, class Item> static void call(const K &kernel, const Item &item, partial &) { invoke(kernel, item); }
    void prepare(std::size_t) {}
    void keep(std::size_t, const partial &) {}
    void finish() {}
    static constexpr bool exists = false;
};

template <class R, class K, int D>
DPEX_SYCL_LOOP void run_row(const K &kernel, const range<D> &extent, id<D> index, std::size_t end, typename R::partial &partial,
                            const R &reductions)
{
    std::size_t begin = index[D - 1];
    if constexpr (R::exists) {
        if constexpr (R::n_lanes > 1) {
            if (end - begin >= 2 * R::n_lanes) {
                typename R::lanes lanes = reductions.begin_lanes();
                for (; begin + R::n_lanes <= end; begin += R::n_lanes) {
                    DPEX_SYCL_INDEPENDENT
                    for (std::size_t i = 0; i < R::n_lanes; i++) {
                        index[D - 1] = begin + i;
                        R::call_lane(kernel, item<D>(extent, index), lanes, i);
                    }
                }
                R::merge(partial, lanes);
            }
        }
        for (std::size_t i = begin; i < end; i++) {
            index[D - 1] = i;
            R::call(kernel, item<D>(extent, index), partial);
        }
    } else { // no item needs what another one wrote
        static_cast<void>(reductions);
        DPEX_SYCL_INDEPENDENT
        for (std::size_t i = begin; i < end; i++) {
            index[D - 1] = i;
            R::call(kernel, item<D>(extent, index), partial);
        }
    }
}

template <class K, int D, class R> class range_work final : public work {
  public:
    range_work(const range<D> &extent, K kernel, R reductions, std::size_t n_cores)
        : kernel_(std::move(kernel)), extent_(extent), reductions_(std::move(reductions))
    {
        const std::size_t n = extent.size(), row = extent[D - 1];
        // With reductions the cut decides the result, so it must not depend on the machine.
        length_ = n / (R::exists ? 64 : n_cores * 8);
        length_ = length_ < 1 ? 1 : length_ > 32768 ? 32768 : length_;
        if (length_ > 64) length_ = (length_ + 15) / 16 * 16; // whole vectors
        if (length_ > row) length_ = row;
        per_row_ = row ? (row + length_ - 1) / length_ : 0;
        n_chunks = static_cast<std::int64_t>(row ? n / row * per_row_ : 0);
        reductions_.prepare(static_cast<std::size_t>(n_chunks));
    }
    dpex_status run(std::int64_t first, std::int64_t last) override
    {
        const K kernel(kernel_);
        std::size_t chunk = static_cast<std::size_t>(first);
        const std::size_t stop = static_cast<std::size_t>(last);
        while (chunk < stop) {
            const std::size_t in_row = chunk % per_row_;
            std::size_t n = 1; // chunks of one row that one loop runs
            if (!R::exists) n = per_row_ - in_row < stop - chunk ? per_row_ - in_row : stop - chunk;
            const std::size_t begin = in_row * length_, end = begin + n * length_;
            range<D> rows = extent_;
            rows[D - 1] = 1;
            id<D> index = delinear(chunk / per_row_, rows);
            index[D - 1] = begin;
            typename R::partial partial = reductions_.begin();
            const std::size_t row_end = end < extent_[D - 1] ? end : extent_[D - 1];
            if (counts_items())
                count_row(kernel, index, row_end, partial);
            else
                run_row<R>(kernel, extent_, index, row_end, partial, reductions_);
            reductions_.keep(chunk, partial);
            chunk += n;
        }
        return DPEX_SUCCESS;
    }
    void finish() override { reductions_.finish(); }

  private:
    void count_row(const K &kernel, id<D> index, std::size_t end, typename R::partial &partial) const
    {
        for (std::size_t i = index[D - 1]; i < end; i++) {
            index[D - 1] = i;
            running_item = linear(index, extent_);
            run_row<R>(kernel, extent_, index, i + 1, partial, reductions_);
        }
    }
    K kernel_;
    range<D> extent_;
    R reductions_;
    std::size_t length_, per_row_;
};

// ---- over work-groups

// Where local accessors that are being copied find their memory.
inline thread_local char *local_base = nullptr;

// The library hands a crew's memory from thread to thread by atomic operations, which a thread sanitizer of the program does not see.
#ifdef DPEX_SYCL_THREAD_SANITIZER
inline void acquire_crew(dpex_crew *crew) { __tsan_acquire(crew); }
inline void release_crew(dpex_crew *crew) { __tsan_release(crew); }
#else
inline void acquire_crew(dpex_crew *) {}
inline void release_crew(dpex_crew *) {}
#endif

class crew_guard {
  public:
    crew_guard(std::size_t n_fibers, std::size_t local_bytes)
    {
        check(api()->crew_take(n_fibers, local_bytes, &crew));
        acquire_crew(crew);
    }
    ~crew_guard()
    {
        release_crew(crew);
        api()->crew_give(crew);
    }
    crew_guard(const crew_guard &) = delete;
    crew_guard &operator=(const crew_guard &) = delete;
    dpex_crew *crew = nullptr;
};

template <class K, int D, class R> struct group_job {
    const K &kernel;
    const nd_range<D> &extent;
    id<D> index;
    group_run run;
    typename R::partial partial;
    std::exception_ptr error;
};

// Items first, first + 1, ... up to end or the first one that waits. Returns how many ended.
template <class R, class K, int D>
DPEX_SYCL_LOOP std::size_t run_items(const K &kernel, const nd_range<D> &extent, const id<D> &group_index, items_run &part,
                                     typename R::partial &partial, std::size_t first, std::size_t end)
{
    const range<D> local = extent.get_local_range();
    std::size_t i = first;
    while (i < end) {
        id<D> index = delinear(i, local);
        const std::size_t begin = index[D - 1], row = local[D - 1] - begin < end - i ? local[D - 1] : begin + (end - i);
        for (std::size_t j = begin; j < row; j++) {
            index[D - 1] = j;
            R::call(kernel, nd_item<D>(group<D>(group_index, index, extent, &part)), partial);
            if (part.waited) return 1;
        }
        i += row - begin;
    }
    return end - first;
}

template <class K, int D, class R> class group_work final : public work {
  public:
    group_work(const nd_range<D> &extent, K kernel, R reductions, std::size_t local_bytes)
        : kernel_(std::move(kernel)), extent_(extent), reductions_(std::move(reductions)), local_bytes_((local_bytes + 127) / 128 * 128)
    {
        n_chunks = static_cast<std::int64_t>(extent.get_group_range().size());
        reductions_.prepare(static_cast<std::size_t>(n_chunks));
    }
    dpex_status run(std::int64_t first, std::int64_t last) override
    {
        const std::size_t n = extent_.get_local_range().size();
        crew_guard guard(n, local_bytes_ + n * sizeof(void *));
        char *local = api()->crew_get_local(guard.crew);
        local_base = local;
        const K kernel(kernel_);
        local_base = nullptr;
        const group_run state{guard.crew, reinterpret_cast<const void **>(local + local_bytes_), counts_items()};
        for (std::int64_t g = first; g < last; g++) {
            const std::size_t number = static_cast<std::size_t>(g);
            group_job<K, D, R> job{kernel, extent_, delinear<D>(number, extent_.get_group_range()), state, reductions_.begin(), nullptr};
            dpex_fiber_outcome outcome;
            check(api()->crew_run_items(guard.crew, n, run_fiber, &job, &outcome));
            if (job.error) std::rethrow_exception(job.error);
            if (outcome != DPEX_FIBERS_DONE)
                throw exception(make_error_code(errc::kernel), "work-items wait at a barrier that others of their group do not reach");
            reductions_.keep(number, job.partial);
        }
        return DPEX_SUCCESS;
    }
    void finish() override { reductions_.finish(); }

  private:
    static std::size_t run_fiber(void *payload, std::size_t first)
    {
        auto *job = static_cast<group_job<K, D, R> *>(payload);
        items_run part{&job->run, first, false};
        try {
            const std::size_t n = job->extent.get_local_range().size();
            if (!job->run.counts_items) return run_items<R>(job->kernel, job->extent, job->index, part, job->partial, first, n);
            const std::size_t before = linear(job->index, job->extent.get_group_range()) * n;
            for (std::size_t i = first; i < n && !part.waited; i++) {
                running_item = before + i;
                run_items<R>(job->kernel, job->extent, job->index, part, job->partial, i, i + 1);
            }
            return part.waited ? 1 : n - first;
        } catch (...) {
            if (!job->error) job->error = std::current_exception();
            return part.waited ? 1 : job->extent.get_local_range().size() - first;
        }
    }
    K kernel_;
    nd_range<D> extent_;
    R reductions_;
    std::size_t local_bytes_;
};

} // namespace detail
} // namespace sycl

#endif
