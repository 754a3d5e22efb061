// handler: what a command group function collects before it becomes one command.
//
// A command is submitted by the function that belongs to its kind, chosen where the kind is known: so a program is compiled with the kinds
// that it uses only.
#ifndef DPEX_SYCL_HANDLER_HPP
#define DPEX_SYCL_HANDLER_HPP

#include "access.hpp"
#include "device.hpp"
#include "event.hpp"
#include "interop.hpp"
#include "reduction.hpp"

#include <cstring>

namespace sycl {

class queue;
class handler;

namespace detail {

struct queue_state : counted_object {
    queue_state(context c, device d, shared<async_errors> e) : ctx(std::move(c)), dev(std::move(d)), errors(std::move(e)) {}
    context ctx;
    device dev;
    shared<async_errors> errors;
    queue_ref handle;
    std::size_t n_cores = 1;
    bool runs_lambdas = false;
};

// A span of memory that a command uses: USM where the pool knows it, of which it must not leave the allocation.
class span_guard {
  public:
    span_guard(dpex_queue *queue, const void *ptr, std::size_t bytes)
    {
        if (!ptr && bytes) throw exception(make_error_code(errc::invalid), "the command's pointer is null");
        dpex_pointer_info info;
        span.host = const_cast<void *>(ptr);
        api()->pointer_find(api()->queue_get_context(queue), ptr, &info);
        if (info.kind == DPEX_USM_UNKNOWN) return;
        const std::size_t behind = info.bytes - static_cast<std::size_t>(static_cast<const char *>(ptr) - static_cast<const char *>(info.start));
        if (bytes > behind)
            throw exception(make_error_code(errc::invalid), "the command's " + std::to_string(bytes) + " bytes end outside their allocation, of which "
                                                                + std::to_string(behind) + " are left");
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

} // namespace detail

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
    detail::queue_ref queue_;
    context ctx_;
    device dev_;
};

class handler {
  public:
    explicit handler(detail::queue_state &queue) : queue_(queue) {}
    handler(const handler &) = delete;
    handler &operator=(const handler &) = delete;

    void depends_on(const event &e) { deps_.push_back(detail::event_ref::borrow(e.get())); }
    template <class E = event> void depends_on(const std::vector<E> &list)
    {
        for (const E &e : list) depends_on(e);
    }

    template <class Name = void, class K> void single_task(const K &kernel)
    {
        if constexpr (std::is_base_of<sycl::kernel, K>::value) {
            set_kernel(kernel, detail::range_of(range<1>(1)));
        } else if constexpr (std::is_invocable<const K &>::value) {
            set_name<Name, K>();
            set_parallel(detail::owned<detail::work>(new detail::task<K>(kernel)));
        } else {
            set_name<Name, K>();
            auto f = [kernel] { kernel(kernel_handler()); };
            set_parallel(detail::owned<detail::work>(new detail::task<decltype(f)>(std::move(f))));
        }
    }
    template <class Name = void, class... Rest> void parallel_for(range<1> r, Rest &&...rest) { over_range<Name>(r, rest...); }
    template <class Name = void, class... Rest> void parallel_for(range<2> r, Rest &&...rest) { over_range<Name>(r, rest...); }
    template <class Name = void, class... Rest> void parallel_for(range<3> r, Rest &&...rest) { over_range<Name>(r, rest...); }
    template <class Name = void, int D, class... Rest> void parallel_for(nd_range<D> r, Rest &&...rest)
    {
        if constexpr (is_kernel<Rest...>)
            set_kernel(rest..., detail::range_of(r));
        else
            over_groups<Name>(r, rest...);
    }
    // ---- kernels of the library: their arguments are set one by one
    template <class T> void set_arg(int index, const T &value) { args().set(index, value); }
    template <class... Ts> void set_args(const Ts &...values)
    {
        int index = 0;
        (set_arg(index++, values), ...);
    }
    template <class F> void host_task(F f)
    {
        if constexpr (std::is_invocable<F &>::value)
            set_host(std::move(f));
        else
            set_host([f, handle = interop_handle(queue_)]() mutable { f(handle); });
    }

    template <auto &Id> void set_specialization_constant(typename std::remove_reference_t<decltype(Id)>::value_type value)
    {
        if (bundle_) throw exception(make_error_code(errc::invalid), "the constants are those of the kernel bundle");
        if (!constants_) constants_ = new detail::constants;
        constants_->set<Id>(std::move(value));
    }
    template <auto &Id> typename std::remove_reference_t<decltype(Id)>::value_type get_specialization_constant() const
    {
        return constants_ ? constants_->get<Id>() : Id.detail_default();
    }
    // The kernel must be in it; its constants are the kernel's.
    template <bundle_state State> void use_kernel_bundle(const kernel_bundle<State> &bundle)
    {
        static_assert(State == bundle_state::executable, "build the bundle first");
        if (bundle.get_context() != queue_.ctx) throw exception(make_error_code(errc::invalid), "the kernel bundle is of another context");
        if (constants_ && !bundle_) throw exception(make_error_code(errc::invalid), "specialization constants have been set");
        constants_ = bundle.detail_data()->specialized;
        bundle_ = bundle.detail_data();
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
        begin(DPEX_COMMAND_COPY, &handler::submit_memory);
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
        begin(DPEX_COMMAND_PREFETCH, &handler::submit_memory);
        dst_ = const_cast<void *>(ptr);
        bytes_ = bytes;
    }
    void mem_advise(const void *ptr, std::size_t bytes, int advice)
    {
        begin(DPEX_COMMAND_ADVISE, &handler::submit_memory);
        dst_ = const_cast<void *>(ptr);
        bytes_ = bytes;
        advice_ = advice;
    }
    void ext_oneapi_barrier() { begin(DPEX_COMMAND_BARRIER, &handler::submit_barrier); }
    template <class E = event> void ext_oneapi_barrier(const std::vector<E> &list)
    {
        begin(DPEX_COMMAND_BARRIER, &handler::submit_barrier);
        depends_on(list);
    }

    // ---- of the library

    template <class Memory> void detail_use(const Memory &memory, bool writes)
    {
        uses_.push_back({memory, writes});
        submit_in_order_ = &handler::submit_in_order<>;
    }
    std::size_t detail_local(std::size_t bytes)
    {
        const std::size_t offset = local_bytes_;
        local_bytes_ += (bytes + 127) / 128 * 128;
        return offset;
    }
    template <class F> void detail_at_end(F f)
    {
        if (!at_end_) at_end_ = new detail::end_actions;
        at_end_->add(new detail::end_call<F>(std::move(f)));
    }
    event detail_submit()
    {
        if (submit_in_order_) return (this->*submit_in_order_)();
        if (!submit_ && deps_.empty()) return event();
        return submit();
    }

  private:
    using submit_function = void (handler::*)(dpex_command &command, dpex_event **done);

    void begin(dpex_command_kind kind, submit_function how)
    {
        if (submit_) throw exception(make_error_code(errc::invalid), "a command group holds one command only");
        submit_ = how;
        kind_ = kind;
    }
    // A lambda without a name is known by its type.
    template <class Name, class K> void set_name()
    {
        const detail::kernel_entry &entry = detail::entry_of<std::conditional_t<std::is_void<Name>::value, K, Name>>;
        if (bundle_ && !bundle_->has(kernel_id(&entry)))
            throw exception(make_error_code(errc::kernel_not_supported), "the kernel is not in the kernel bundle: " + entry.name);
    }
    // Of a kernel of the library.
    template <class = void> detail::kernel_launch &args()
    {
        if (!launch_) launch_ = new detail::kernel_launch;
        return *launch_;
    }
    void set_parallel(detail::owned<detail::work> work)
    {
        begin(DPEX_COMMAND_PARALLEL, &handler::submit_work);
        if (!queue_.runs_lambdas)
            throw exception(make_error_code(errc::feature_not_supported),
                            queue_.dev.get_info<info::device::name>() + " does not run C++ lambdas, which are compiled for this machine's CPU: "
                                "write the kernel with DPEX_KERNEL of dpex/kernel.h (docs/cpp-extensions.md)");
        work_ = std::move(work);
    }
    template <class... Rest> static constexpr bool is_kernel = sizeof...(Rest) == 1 && (std::is_base_of<kernel, std::decay_t<Rest>>::value && ...);
    template <class Kernel> void set_kernel(const Kernel &k, const dpex_range &r)
    {
        begin(DPEX_COMMAND_LAUNCH, &handler::submit_kernel<>);
        args().set_kernel(k, r);
    }
    // A function that is called once, on this machine whatever the device.
    template <class F> void set_host(F f)
    {
        begin(DPEX_COMMAND_HOST_CALL, &handler::submit_work);
        work_ = detail::owned<detail::work>(new detail::task<F>(std::move(f)));
    }
    void set_fill(void *dst, const void *pattern, std::size_t pattern_bytes, std::size_t bytes)
    {
        begin(DPEX_COMMAND_FILL, &handler::submit_memory);
        dst_ = dst;
        bytes_ = bytes;
        std::memcpy(pattern_, pattern, pattern_bytes);
        pattern_bytes_ = static_cast<std::uint8_t>(pattern_bytes);
    }
    template <class Name, int D, class... Rest> void over_range(const range<D> &r, const Rest &...rest)
    {
        if constexpr (is_kernel<Rest...>) {
            set_kernel(rest..., detail::range_of(r));
        } else {
            auto parts = detail::split_reductions(rest...);
            using K = std::decay_t<decltype(parts.second)>;
            using R = std::decay_t<decltype(parts.first)>;
            set_name<Name, K>();
            set_parallel(detail::owned<detail::work>(new detail::range_work<K, D, R>(r, parts.second, parts.first, queue_.n_cores)));
        }
    }
    template <class Name, int D, class... Rest> void over_groups(const nd_range<D> &r, const Rest &...rest)
    {
        const std::size_t most = static_cast<std::size_t>(detail::api()->device_get_info(queue_.dev.get())->max_work_group_size);
        if (most && r.get_local_range().size() > most)
            throw exception(make_error_code(errc::nd_range), "a work-group of " + std::to_string(r.get_local_range().size()) +
                                                                 " items; the device allows " + std::to_string(most));
        auto parts = detail::split_reductions(rest...);
        using K = std::decay_t<decltype(parts.second)>;
        using R = std::decay_t<decltype(parts.first)>;
        set_name<Name, K>();
        set_parallel(detail::owned<detail::work>(new detail::group_work<K, D, R>(r, parts.second, parts.first, local_bytes_)));
    }
    event submit()
    {
        dpex_command command{};
        dpex_event *done = nullptr;
        command.kind = kind_;
        (this->*(submit_ ? submit_ : &handler::submit_barrier))(command, &done);
        return event(detail::event_ref(done), queue_.errors);
    }
    // A list of references is a list of pointers.
    void submit_barrier(dpex_command &command, dpex_event **done)
    {
        static_assert(sizeof(detail::event_ref) == sizeof(dpex_event *), "a pointer, nothing else");
        detail::check(detail::api()->queue_submit(queue_.handle.get(), &command, reinterpret_cast<dpex_event *const *>(deps_.data()), deps_.size(), done));
    }
    void submit_work(dpex_command &command, dpex_event **done);
    template <class = void> void submit_kernel(dpex_command &command, dpex_event **done)
    {
        launch_->describe(queue_.handle.get(), command);
        submit_barrier(command, done);
    }
    void submit_memory(dpex_command &command, dpex_event **done);
    template <class = void> event submit_in_order();

    detail::queue_state &queue_;
    detail::sequence<detail::event_ref> deps_;
    detail::sequence<detail::tracked_use> uses_;
    event (handler::*submit_in_order_)() = nullptr; // with uses
    submit_function submit_ = nullptr;              // with a command
    detail::owned<detail::work> work_;
    detail::shared<detail::kernel_launch> launch_; // of a kernel of the library
    detail::shared<detail::end_actions> at_end_;
    detail::shared<detail::constants> constants_;
    detail::shared<detail::bundle_data> bundle_;
    dpex_command_kind kind_ = DPEX_COMMAND_BARRIER;
    void *dst_ = nullptr;
    const void *src_ = nullptr;
    std::size_t bytes_ = 0, local_bytes_ = 0;
    int advice_ = 0;
    std::uint8_t pattern_[16] = {}, pattern_bytes_ = 0;
};

inline void handler::submit_work(dpex_command &command, dpex_event **done)
{
    using detail::work;
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
    submit_barrier(command, done);
    work_.release();
}

inline void handler::submit_memory(dpex_command &command, dpex_event **done)
{
    detail::span_guard dst(queue_.handle.get(), dst_, bytes_);
    detail::span_guard src(queue_.handle.get(), src_, kind_ == DPEX_COMMAND_COPY ? bytes_ : 0);
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
    } else {
        command.hint.span = dst.span;
        command.hint.bytes = bytes_;
        command.hint.advice = advice_;
    }
    submit_barrier(command, done);
}

// After those who used the memory before, in one step with being recorded as its user.
template <class> event handler::submit_in_order()
{
    const std::lock_guard<std::mutex> guard(detail::tracked::lock());
    for (const detail::tracked_use &use : uses_) {
        depends_on(use.memory->written);
        for (const event &e : use.memory->read)
            if (use.writes) depends_on(e);
    }
    event done = submit();
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
