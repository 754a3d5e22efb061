// event and handler: what a command group function collects before it becomes one command.
#ifndef DPEX_SYCL_HANDLER_HPP
#define DPEX_SYCL_HANDLER_HPP

#include "access.hpp"
#include "device.hpp"
#include "interop.hpp"
#include "launch.hpp"
#include "reduction.hpp"

#include <algorithm>
#include <cstring>

namespace sycl {

namespace info {
enum class event_command_status { submitted, running, complete };
namespace event {
struct command_execution_status {
    using return_type = event_command_status;
};
} // namespace event
namespace event_profiling {
struct command_submit {
    using return_type = std::uint64_t;
};
struct command_start {
    using return_type = std::uint64_t;
};
struct command_end {
    using return_type = std::uint64_t;
};
} // namespace event_profiling
} // namespace info

class event {
  public:
    event() = default; // complete
    // Of the library: takes the event.
    event(dpex_event *e, std::shared_ptr<detail::async_errors> errors, async_handler handler)
        : handle_(e, [](dpex_event *p) { detail::api()->event_release(p); }), errors_(std::move(errors)), handler_(std::move(handler))
    {
    }
    // Of the library: a borrowed event.
    explicit event(dpex_event *e) : event(detail::api()->event_retain(e), nullptr, async_handler()) {}
    // A failure of the command is asynchronous: for the handler.
    void wait() const { detail_wait(); }
    void wait_and_throw() const;
    static void wait(const std::vector<event> &list)
    {
        for (const event &e : list) e.wait();
    }
    static void wait_and_throw(const std::vector<event> &list)
    {
        for (const event &e : list) e.wait_and_throw();
    }
    template <class Param> typename Param::return_type get_info() const
    {
        static_assert(std::is_same<Param, info::event::command_execution_status>::value, "an info descriptor of events");
        const dpex_event_status status = handle_ ? detail::api()->event_get_status(handle_.get()) : DPEX_EVENT_COMPLETE;
        return status == DPEX_EVENT_COMPLETE  ? info::event_command_status::complete
               : status == DPEX_EVENT_RUNNING ? info::event_command_status::running
                                              : info::event_command_status::submitted;
    }
    template <class Param> std::uint64_t get_profiling_info() const
    {
        std::uint64_t submit = 0, start = 0, end = 0;
        if (handle_) {
            wait();
            detail::check(detail::api()->event_get_profile(handle_.get(), &submit, &start, &end));
            if (!end) throw exception(make_error_code(errc::invalid), "the queue was made without property::queue::enable_profiling");
        }
        return std::is_same<Param, info::event_profiling::command_submit>::value  ? submit
               : std::is_same<Param, info::event_profiling::command_start>::value ? start
                                                                                  : end;
    }
    friend bool operator==(const event &a, const event &b) { return a.handle_ == b.handle_; }
    friend bool operator!=(const event &a, const event &b) { return !(a == b); }

    dpex_event *get() const noexcept { return handle_.get(); }
    // Of the library: complete, without a failure.
    bool detail_is_done() const
    {
        return !handle_ || (detail::api()->event_get_status(get()) == DPEX_EVENT_COMPLETE && !detail::api()->event_wait(get(), 0, nullptr));
    }

  private:
    dpex_status detail_wait() const
    {
        dpex_status status = DPEX_SUCCESS;
        if (!handle_) return status;
        do status = detail::api()->event_wait(handle_.get(), 0, nullptr);
        while (status == DPEX_ERROR_INTERRUPTED);
        return status;
    }
    std::shared_ptr<dpex_event> handle_;
    std::shared_ptr<detail::async_errors> errors_;
    async_handler handler_;
};

class queue;
class handler;

namespace detail {

// Memory whose users are ordered by what they do with it: that of a buffer.
struct tracked : std::enable_shared_from_this<tracked> {
    event written;           // by the last command that writes
    std::vector<event> read; // by commands since then
    // Of readers that have ended well nobody needs to know: they go when the list has doubled.
    void add_reader(const event &e)
    {
        if (read.size() >= forget_at) {
            read.erase(std::remove_if(read.begin(), read.end(), [](const event &r) { return r.detail_is_done(); }), read.end());
            forget_at = std::max<std::size_t>(16, 2 * read.size());
        }
        read.push_back(e);
    }
    std::size_t forget_at = 16;
    void wait(bool also_reads)
    {
        event before;
        std::vector<event> reads;
        {
            std::lock_guard<std::mutex> guard(lock());
            before = written;
            if (also_reads) reads = read;
        }
        before.wait();
        event::wait(reads);
    }
    // Guards all such records: a command takes its dependencies and is recorded in one step.
    static std::mutex &lock()
    {
        static std::mutex mutex;
        return mutex;
    }
};

struct tracked_use {
    std::shared_ptr<tracked> memory;
    bool writes;
};

struct queue_state {
    queue_state(context c, device d, async_handler h) : ctx(std::move(c)), dev(std::move(d)), handler(std::move(h)) {}
    context ctx;
    device dev;
    async_handler handler;
    std::shared_ptr<async_errors> errors = std::make_shared<async_errors>();
    std::shared_ptr<dpex_queue> handle;
    std::size_t n_cores = 1;
    bool runs_lambdas = false;
};

// A span of memory that a command uses: USM where the pool knows it.
class span_guard {
  public:
    span_guard(dpex_queue *queue, const void *ptr)
    {
        dpex_pointer_info info;
        span.host = const_cast<void *>(ptr);
        api()->pointer_find(api()->queue_get_context(queue), ptr, &info);
        if (info.kind == DPEX_USM_UNKNOWN) return;
        check(api()->storage_find(api()->queue_get_context(queue), ptr, &span.storage));
        span.offset = static_cast<std::size_t>(static_cast<const char *>(ptr) - static_cast<const char *>(info.start));
    }
    ~span_guard()
    {
        if (span.storage) api()->storage_release(span.storage);
    }
    span_guard(const span_guard &) = delete;
    span_guard &operator=(const span_guard &) = delete;
    dpex_span span{};
};

inline void report(const std::shared_ptr<async_errors> &errors, const async_handler &handler)
{
    std::vector<std::exception_ptr> list = errors->take();
    if (list.empty()) return;
    if (!handler) std::terminate();
    handler(exception_list(std::move(list)));
}

} // namespace detail

inline void event::wait_and_throw() const
{
    const dpex_status status = detail_wait();
    if (errors_)
        detail::report(errors_, handler_);
    else
        detail::check(status); // of the library: no queue here that has a handler
}

// What a host task may know of its queue: the objects of libdpex, which serve all backends. The memory of an accessor is a pointer.
class interop_handle {
  public:
    explicit interop_handle(const detail::queue_state &queue) : queue_(queue.handle), ctx_(queue.ctx), dev_(queue.dev) {}
    backend get_backend() const noexcept { return dev_.get_backend(); }
    template <backend = backend::opencl> dpex_queue *get_native_queue() const { return queue_.get(); }
    template <backend = backend::opencl> dpex_device *get_native_device() const { return dev_.get(); }
    template <backend = backend::opencl> dpex_context *get_native_context() const { return ctx_.get(); }
    template <backend = backend::opencl, class T, int D, access_mode M, target G, access::placeholder P>
    auto *get_native_mem(const accessor<T, D, M, G, P> &a) const
    {
        return a.detail_data();
    }

  private:
    std::shared_ptr<dpex_queue> queue_;
    context ctx_;
    device dev_;
};

class handler {
  public:
    explicit handler(detail::queue_state &queue) : queue_(queue) {}
    handler(const handler &) = delete;
    handler &operator=(const handler &) = delete;

    void depends_on(const event &e) { deps_.push_back(e); }
    void depends_on(const std::vector<event> &list) { deps_.insert(deps_.end(), list.begin(), list.end()); }

    template <class Name = void, class K> void single_task(const K &kernel)
    {
        if constexpr (std::is_invocable<const K &>::value)
            set_parallel(std::make_unique<detail::task<K>>(kernel));
        else {
            auto f = [kernel] { kernel(kernel_handler()); };
            set_parallel(std::make_unique<detail::task<decltype(f)>>(std::move(f)));
        }
    }
    template <class Name = void, class... Rest> void parallel_for(range<1> r, Rest &&...rest) { over_range(r, rest...); }
    template <class Name = void, class... Rest> void parallel_for(range<2> r, Rest &&...rest) { over_range(r, rest...); }
    template <class Name = void, class... Rest> void parallel_for(range<3> r, Rest &&...rest) { over_range(r, rest...); }
    template <class Name = void, int D, class... Rest> void parallel_for(nd_range<D> r, Rest &&...rest)
    {
        const std::size_t most = static_cast<std::size_t>(detail::api()->device_get_info(queue_.dev.get())->max_work_group_size);
        if (most && r.get_local_range().size() > most)
            throw exception(make_error_code(errc::nd_range), "a work-group of " + std::to_string(r.get_local_range().size()) +
                                                                 " items; the device allows " + std::to_string(most));
        auto parts = detail::split_reductions(rest...);
        using K = std::decay_t<decltype(parts.second)>;
        using R = std::decay_t<decltype(parts.first)>;
        set_parallel(std::make_unique<detail::group_work<K, D, R>>(r, parts.second, parts.first, local_bytes_));
    }
    // ---- kernels of the library: their arguments are set one by one
    template <class T> void set_arg(int index, const T &value) { args_.set(index, value); }
    template <class... Ts> void set_args(const Ts &...values)
    {
        int index = 0;
        (set_arg(index++, values), ...);
    }
    void single_task(kernel k) { parallel_for(range<1>(1), std::move(k)); }
    void parallel_for(range<1> r, kernel k) { set_kernel(std::move(k), detail::range_of(r)); }
    void parallel_for(range<2> r, kernel k) { set_kernel(std::move(k), detail::range_of(r)); }
    void parallel_for(range<3> r, kernel k) { set_kernel(std::move(k), detail::range_of(r)); }
    template <int D> void parallel_for(nd_range<D> r, kernel k) { set_kernel(std::move(k), detail::range_of(r)); }
    template <class F> void host_task(F f)
    {
        if constexpr (std::is_invocable<F &>::value)
            set_host(std::move(f));
        else
            set_host([f, handle = interop_handle(queue_)]() mutable { f(handle); });
    }

    template <auto &Id> void set_specialization_constant(typename std::remove_reference_t<decltype(Id)>::value_type value)
    {
        constants_.set<Id>(std::move(value));
    }
    template <auto &Id> typename std::remove_reference_t<decltype(Id)>::value_type get_specialization_constant() const
    {
        return constants_.get<Id>();
    }

    // ---- with accessors

    template <class T, int D, access_mode M, target G, access::placeholder P> void require(const accessor<T, D, M, G, P> &a)
    {
        a.detail_require(*this);
    }
    template <class T, int D, access_mode M, target G, access::placeholder P, class U>
    void copy(const accessor<T, D, M, G, P> &src, const std::shared_ptr<U> &dst)
    {
        set_host([=] { std::copy(src.begin(), src.end(), dst.get()); });
    }
    template <class T, int D, access_mode M, target G, access::placeholder P, class U>
    void copy(const std::shared_ptr<U> &src, const accessor<T, D, M, G, P> &dst)
    {
        set_host([=] { std::copy_n(src.get(), dst.size(), dst.begin()); });
    }
    template <class T, int D, access_mode M, target G, access::placeholder P, class U> void copy(const accessor<T, D, M, G, P> &src, U *dst)
    {
        set_host([=] { std::copy(src.begin(), src.end(), dst); });
    }
    template <class T, int D, access_mode M, target G, access::placeholder P, class U>
    void copy(const U *src, const accessor<T, D, M, G, P> &dst)
    {
        set_host([=] { std::copy_n(src, dst.size(), dst.begin()); });
    }
    template <class T, int D, access_mode M, target G, access::placeholder P, class U, int E, access_mode N, target H, access::placeholder Q>
    void copy(const accessor<T, D, M, G, P> &src, const accessor<U, E, N, H, Q> &dst)
    {
        if (dst.byte_size() < src.byte_size())
            throw exception(make_error_code(errc::invalid), "copy: the destination is smaller than the source");
        set_host([=] { std::copy(src.begin(), src.end(), dst.begin()); });
    }
    template <class T, int D, access_mode M, target G, access::placeholder P> void update_host(const accessor<T, D, M, G, P> &)
    {
        set_host([] {}); // the host's memory is the buffer's
    }
    template <class T, int D, access_mode M, target G, access::placeholder P>
    void fill(const accessor<T, D, M, G, P> &dst, const std::remove_const_t<T> &value)
    {
        set_host([=] { std::fill(dst.begin(), dst.end(), value); });
    }

    void memcpy(void *dst, const void *src, std::size_t bytes)
    {
        begin(DPEX_COMMAND_COPY);
        dst_ = dst;
        src_ = src;
        bytes_ = bytes;
    }
    template <class T> void copy(const T *src, T *dst, std::size_t count) { memcpy(dst, src, count * sizeof(T)); }
    void memset(void *dst, int value, std::size_t bytes)
    {
        const unsigned char byte = static_cast<unsigned char>(value);
        set_fill(dst, &byte, 1, bytes);
    }
    template <class T> void fill(void *dst, const T &pattern, std::size_t count)
    {
        static_assert(std::is_trivially_copyable<T>::value, "a pattern is bytes");
        if constexpr (sizeof(T) <= 16 && (sizeof(T) & (sizeof(T) - 1)) == 0) {
            set_fill(dst, &pattern, sizeof(T), count * sizeof(T));
        } else {
            T *elems = static_cast<T *>(dst);
            parallel_for(range<1>(count), [=](id<1> i) { elems[i[0]] = pattern; });
        }
    }
    void prefetch(const void *ptr, std::size_t bytes)
    {
        begin(DPEX_COMMAND_PREFETCH);
        dst_ = const_cast<void *>(ptr);
        bytes_ = bytes;
    }
    void mem_advise(const void *ptr, std::size_t bytes, int advice)
    {
        begin(DPEX_COMMAND_ADVISE);
        dst_ = const_cast<void *>(ptr);
        bytes_ = bytes;
        advice_ = advice;
    }
    void ext_oneapi_barrier() { begin(DPEX_COMMAND_BARRIER); }
    void ext_oneapi_barrier(const std::vector<event> &list)
    {
        begin(DPEX_COMMAND_BARRIER);
        depends_on(list);
    }

    // ---- of the library

    void detail_use(std::shared_ptr<detail::tracked> memory, bool writes) { uses_.push_back({std::move(memory), writes}); }
    std::size_t detail_local(std::size_t bytes)
    {
        const std::size_t offset = local_bytes_;
        local_bytes_ += (bytes + 127) / 128 * 128;
        return offset;
    }
    void detail_at_end(std::function<void()> f) { at_end_.push_back(std::move(f)); }
    event detail_submit();

  private:
    void begin(dpex_command_kind kind)
    {
        if (has_command_) throw exception(make_error_code(errc::invalid), "a command group holds one command only");
        has_command_ = true;
        kind_ = kind;
    }
    void set_parallel(std::unique_ptr<detail::work> work)
    {
        begin(DPEX_COMMAND_PARALLEL);
        if (!queue_.runs_lambdas)
            throw exception(make_error_code(errc::feature_not_supported),
                            queue_.dev.get_info<info::device::name>() + " does not run C++ lambdas, which are compiled for this machine's CPU: "
                                "write the kernel with DPEX_KERNEL of dpex/kernel.h (docs/cpp-extensions.md)");
        work_ = std::move(work);
    }
    void set_kernel(kernel k, const dpex_range &r)
    {
        begin(DPEX_COMMAND_LAUNCH);
        kernel_ = std::make_unique<kernel>(std::move(k));
        range_ = r;
    }
    // A function that is called once, on this machine whatever the device.
    template <class F> void set_host(F f)
    {
        begin(DPEX_COMMAND_HOST_CALL);
        work_ = std::make_unique<detail::task<F>>(std::move(f));
    }
    void set_fill(void *dst, const void *pattern, std::size_t pattern_bytes, std::size_t bytes)
    {
        begin(DPEX_COMMAND_FILL);
        dst_ = dst;
        bytes_ = bytes;
        std::memcpy(pattern_, pattern, pattern_bytes);
        pattern_bytes_ = static_cast<std::uint8_t>(pattern_bytes);
    }
    template <int D, class... Rest> void over_range(const range<D> &r, const Rest &...rest)
    {
        auto parts = detail::split_reductions(rest...);
        using K = std::decay_t<decltype(parts.second)>;
        using R = std::decay_t<decltype(parts.first)>;
        set_parallel(std::make_unique<detail::range_work<K, D, R>>(r, parts.second, parts.first, queue_.n_cores));
    }
    event submit(dpex_command &command, std::vector<dpex_event *> &deps);

    detail::queue_state &queue_;
    std::vector<event> deps_;
    std::vector<detail::tracked_use> uses_;
    std::unique_ptr<detail::work> work_;
    std::unique_ptr<kernel> kernel_; // of the library
    detail::kernel_launch args_;
    dpex_range range_{};
    std::vector<std::function<void()>> at_end_;
    detail::constants constants_;
    bool has_command_ = false;
    dpex_command_kind kind_ = DPEX_COMMAND_BARRIER;
    void *dst_ = nullptr;
    const void *src_ = nullptr;
    std::size_t bytes_ = 0, local_bytes_ = 0;
    int advice_ = 0;
    std::uint8_t pattern_[16] = {}, pattern_bytes_ = 0;
};

inline event handler::submit(dpex_command &command, std::vector<dpex_event *> &deps)
{
    using detail::work;
    dpex_queue *queue = queue_.handle.get();
    dpex_event *e = nullptr;
    command.name = nullptr;
    if (work_) {
        work_->errors = queue_.errors;
        work_->at_end = std::move(at_end_);
        work_->specialized = std::move(constants_);
        if (kind_ == DPEX_COMMAND_PARALLEL && work_->n_chunks > 0) {
            command.parallel.run = work::run_chunks;
            command.parallel.finish = work::finish_chunks;
            command.parallel.n_chunks = work_->n_chunks;
            command.parallel.drop = work::drop;
            command.parallel.payload = work_.get();
        } else { // an empty range still ends its reductions
            command.kind = DPEX_COMMAND_HOST_CALL;
            command.host.run = kind_ == DPEX_COMMAND_PARALLEL ? work::finish_chunks : work::run_once;
            command.host.drop = work::drop;
            command.host.payload = work_.get();
        }
        detail::check(detail::api()->queue_submit(queue, &command, deps.data(), deps.size(), &e));
        work_.release();
        return event(e, queue_.errors, queue_.handler);
    }
    if (kernel_) {
        args_.describe(queue, *kernel_, range_, command);
        detail::check(detail::api()->queue_submit(queue, &command, deps.data(), deps.size(), &e));
        return event(e, queue_.errors, queue_.handler);
    }
    detail::span_guard dst(queue, dst_), src(queue, src_);
    dpex_storage *uses[2];
    for (const detail::span_guard *guard : {&dst, &src})
        if (guard->span.storage) uses[command.n_uses++] = guard->span.storage;
    command.uses = uses;
    if (kind_ == DPEX_COMMAND_COPY) {
        command.copy.dst = dst.span;
        command.copy.src = src.span;
        command.copy.bytes = bytes_;
    } else if (kind_ == DPEX_COMMAND_FILL) {
        command.fill.dst = dst.span;
        command.fill.bytes = bytes_;
        command.fill.pattern_bytes = pattern_bytes_;
        std::memcpy(command.fill.pattern, pattern_, sizeof pattern_);
    } else if (kind_ != DPEX_COMMAND_BARRIER) {
        command.hint.span = dst.span;
        command.hint.bytes = bytes_;
        command.hint.advice = advice_;
    }
    detail::check(detail::api()->queue_submit(queue, &command, deps.data(), deps.size(), &e));
    return event(e, queue_.errors, queue_.handler);
}

inline event handler::detail_submit()
{
    dpex_command command{};
    command.kind = kind_;
    std::unique_lock<std::mutex> guard(detail::tracked::lock(), std::defer_lock);
    if (!uses_.empty()) guard.lock();
    for (const detail::tracked_use &use : uses_) {
        deps_.push_back(use.memory->written);
        if (use.writes) deps_.insert(deps_.end(), use.memory->read.begin(), use.memory->read.end());
    }
    if (!has_command_ && uses_.empty() && deps_.empty()) return event();
    std::vector<dpex_event *> deps;
    for (const event &e : deps_) deps.push_back(e.get());
    event done = submit(command, deps);
    for (const detail::tracked_use &use : uses_) {
        if (use.writes) {
            use.memory->written = done;
            use.memory->read.clear();
        } else {
            use.memory->add_reader(done);
        }
    }
    return done;
}

} // namespace sycl

#endif
