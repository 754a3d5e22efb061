// queue.
#ifndef DPEX_SYCL_QUEUE_HPP
#define DPEX_SYCL_QUEUE_HPP

#include "handler.hpp"
#include "property.hpp"

namespace sycl {

class queue {
  public:
    queue() : queue(property_list()) {}
    explicit queue(const property_list &properties) : queue(device(), properties) {}
    explicit queue(const async_handler &handler, const property_list &properties = {}) : queue(device(), handler, properties) {}
    explicit queue(const device &d, const property_list &properties = {}) : queue(d, async_handler(), properties) {}
    explicit queue(const device &d, const async_handler &handler, const property_list &properties = {})
        : queue(context(d), d, handler, properties)
    {
    }
    template <class Selector, class = decltype(std::declval<const Selector &>()(std::declval<const device &>()))>
    explicit queue(const Selector &score, const property_list &properties = {}) : queue(device(score), properties)
    {
    }
    template <class Selector, class = decltype(std::declval<const Selector &>()(std::declval<const device &>()))>
    explicit queue(const Selector &score, const async_handler &handler, const property_list &properties = {})
        : queue(device(score), handler, properties)
    {
    }
    queue(const context &c, const device &d, const property_list &properties = {}) : queue(c, d, c.detail_handler(), properties) {}
    queue(const context &c, const device &d, const async_handler &handler, const property_list &properties = {})
        : state_(new detail::queue_state(c, d, new detail::async_errors(handler, false)))
    {
        unsigned flags = 0;
        if (properties.has_property<property::queue::in_order>()) flags |= DPEX_QUEUE_IN_ORDER;
        if (properties.has_property<property::queue::enable_profiling>()) flags |= DPEX_QUEUE_ENABLE_PROFILING;
        dpex_queue *q;
        detail::check(detail::api()->queue_create(c.get(), d.get(), flags, &q));
        own(detail::queue_ref(q));
    }
    template <class Selector, class = decltype(std::declval<const Selector &>()(std::declval<const device &>()))>
    queue(const context &c, const Selector &score, const property_list &properties = {}) : queue(c, c.detail_select(score), properties)
    {
    }
    template <class Selector, class = decltype(std::declval<const Selector &>()(std::declval<const device &>()))>
    queue(const context &c, const Selector &score, const async_handler &handler, const property_list &properties = {})
        : queue(c, c.detail_select(score), handler, properties)
    {
    }
    // Of the library: the queue behind a dpctl.SyclQueue; retains it. It throws what its commands threw, from wait_and_throw, where
    // SYCL's own would end Python's process.
    explicit queue(dpex_queue *q, const async_handler &handler = {})
        : state_(new detail::queue_state(context(detail::api()->queue_get_context(q)), device(detail::api()->queue_get_device(q)),
                                         new detail::async_errors(handler, !handler)))
    {
        own(detail::queue_ref::borrow(q));
    }

    context get_context() const { return state_->ctx; }
    device get_device() const { return state_->dev; }
    backend get_backend() const noexcept { return state_->dev.get_backend(); }
    bool is_in_order() const { return (flags() & DPEX_QUEUE_IN_ORDER) != 0; }
    template <class P> bool has_property() const noexcept
    {
        return std::is_same<P, property::queue::in_order>::value           ? is_in_order()
               : std::is_same<P, property::queue::enable_profiling>::value ? (flags() & DPEX_QUEUE_ENABLE_PROFILING) != 0
                                                                           : false;
    }
    template <class P> P get_property() const
    {
        if (!has_property<P>()) throw exception(make_error_code(errc::invalid), "the queue has not that property");
        return P();
    }
    template <class Param> auto get_info() const
    {
        if constexpr (std::is_same<Param, info::queue::context>::value)
            return get_context();
        else
            return get_device();
    }

    template <class F> event submit(F &&group)
    {
        handler cgh(*state_);
        group(cgh);
        return cgh.detail_submit();
    }
    // The second queue takes over where the first one cannot.
    template <class F> event submit(F &&group, const queue &second)
    {
        try {
            return submit(group);
        } catch (const exception &e) {
            if (e.code() != errc::feature_not_supported) throw;
            return queue(second).submit(group);
        }
    }
    void wait()
    {
        dpex_status status;
        do status = detail::api()->queue_wait(get(), 0, nullptr);
        while (status == DPEX_ERROR_INTERRUPTED);
        // What a lambda threw was kept when it did; what else fails is told here only.
        if (status != DPEX_SUCCESS && status != DPEX_ERROR_HOST_CALL)
            state_->errors->add(
                std::make_exception_ptr(exception(make_error_code(detail::errc_of(status)), detail::api()->error_message())));
    }
    void wait_and_throw()
    {
        wait();
        throw_asynchronous();
    }
    void throw_asynchronous() { detail::report(state_->errors.get()); }

    // ---- commands without a command group function

    template <class Name = void, class K> event single_task(const K &kernel)
    {
        return submit([&](handler &h) { h.single_task<Name>(kernel); });
    }
    template <class Name = void, class K> event single_task(const event &dep, const K &kernel)
    {
        return single_task<Name>(std::vector<event>{dep}, kernel);
    }
    template <class Name = void, class K> event single_task(const std::vector<event> &deps, const K &kernel)
    {
        return submit([&](handler &h) {
            h.depends_on(deps);
            h.single_task<Name>(kernel);
        });
    }
#define DPEX_SYCL_PARALLEL_FOR(template_, type)                                                                                    \
    template_ event parallel_for(type r, const event &dep, const Rest &...rest)                                                    \
    {                                                                                                                              \
        return submit_over(r, dep, rest...);                                                                                       \
    }                                                                                                                              \
    template_ event parallel_for(type r, const std::vector<event> &deps, const Rest &...rest)                                      \
    {                                                                                                                              \
        return submit_over(r, deps, rest...);                                                                                      \
    }                                                                                                                              \
    template_ event parallel_for(type r, const Rest &...rest)                                                                      \
    {                                                                                                                              \
        return submit([&](handler &h) { h.parallel_for(r, rest...); });                                                            \
    }
#define DPEX_SYCL_NAMED template <class Name = void, class... Rest>
#define DPEX_SYCL_NAMED_D template <class Name = void, int D, class... Rest>
    DPEX_SYCL_PARALLEL_FOR(DPEX_SYCL_NAMED, range<1>)
    DPEX_SYCL_PARALLEL_FOR(DPEX_SYCL_NAMED, range<2>)
    DPEX_SYCL_PARALLEL_FOR(DPEX_SYCL_NAMED, range<3>)
    DPEX_SYCL_PARALLEL_FOR(DPEX_SYCL_NAMED_D, nd_range<D>)
#undef DPEX_SYCL_NAMED
#undef DPEX_SYCL_NAMED_D
#undef DPEX_SYCL_PARALLEL_FOR

#define DPEX_SYCL_SHORTCUT(template_, name, parameters, arguments)                                                                 \
    template_ event name parameters                                                                                                \
    {                                                                                                                              \
        return submit([&](handler &h) { h.name arguments; });                                                                      \
    }
#define DPEX_SYCL_SHORTCUTS(template_, name, parameters, arguments)                                                                \
    DPEX_SYCL_SHORTCUT(template_, name, (DPEX_SYCL_UNPACK parameters), arguments)                                                  \
    template_ event name(DPEX_SYCL_UNPACK parameters, const event &dep)                                                            \
    {                                                                                                                              \
        return submit([&](handler &h) {                                                                                            \
            h.depends_on(dep);                                                                                                     \
            h.name arguments;                                                                                                      \
        });                                                                                                                        \
    }                                                                                                                              \
    template_ event name(DPEX_SYCL_UNPACK parameters, const std::vector<event> &deps)                                              \
    {                                                                                                                              \
        return submit([&](handler &h) {                                                                                            \
            h.depends_on(deps);                                                                                                    \
            h.name arguments;                                                                                                      \
        });                                                                                                                        \
    }
#define DPEX_SYCL_UNPACK(...) __VA_ARGS__
    DPEX_SYCL_SHORTCUTS(, memcpy, (void *dst, const void *src, std::size_t bytes), (dst, src, bytes))
    DPEX_SYCL_SHORTCUTS(, memset, (void *dst, int value, std::size_t bytes), (dst, value, bytes))
    DPEX_SYCL_SHORTCUTS(, prefetch, (const void *ptr, std::size_t bytes), (ptr, bytes))
    DPEX_SYCL_SHORTCUTS(, mem_advise, (const void *ptr, std::size_t bytes, int advice), (ptr, bytes, advice))
    DPEX_SYCL_SHORTCUTS(template <class T>, copy, (const T *src, T *dst, std::size_t count), (src, dst, count))
    DPEX_SYCL_SHORTCUTS(template <class T>, fill, (void *dst, const T &pattern, std::size_t count), (dst, pattern, count))
#undef DPEX_SYCL_UNPACK
#undef DPEX_SYCL_SHORTCUTS
#undef DPEX_SYCL_SHORTCUT
    // With placeholders.
    template <class T, int D, access_mode M, target G, access::placeholder P, class To> event copy(const accessor<T, D, M, G, P> &src, To dst)
    {
        return submit([&](handler &h) {
            h.require(src);
            h.copy(src, dst);
        });
    }
    template <class From, class T, int D, access_mode M, target G, access::placeholder P>
    event copy(const From &src, const accessor<T, D, M, G, P> &dst)
    {
        return submit([&](handler &h) {
            h.require(dst);
            h.copy(src, dst);
        });
    }
    template <class T, int D, access_mode M, target G, access::placeholder P, class U, int E, access_mode N, target H, access::placeholder Q>
    event copy(const accessor<T, D, M, G, P> &src, const accessor<U, E, N, H, Q> &dst)
    {
        return submit([&](handler &h) {
            h.require(src);
            h.require(dst);
            h.copy(src, dst);
        });
    }
    template <class T, int D, access_mode M, target G, access::placeholder P>
    event fill(const accessor<T, D, M, G, P> &dst, const std::remove_const_t<T> &value)
    {
        return submit([&](handler &h) {
            h.require(dst);
            h.fill(dst, value);
        });
    }
    template <class T, int D, access_mode M, target G, access::placeholder P> event update_host(const accessor<T, D, M, G, P> &a)
    {
        return submit([&](handler &h) {
            h.require(a);
            h.update_host(a);
        });
    }
    event ext_oneapi_submit_barrier()
    {
        return submit([](handler &h) { h.ext_oneapi_barrier(); });
    }
    template <class E = event> event ext_oneapi_submit_barrier(const std::vector<E> &list)
    {
        return submit([&](handler &h) { h.ext_oneapi_barrier(list); });
    }
    bool ext_oneapi_empty() const { return detail::api()->queue_is_idle(get()) != 0; }

    friend bool operator==(const queue &a, const queue &b) { return a.get() == b.get(); }
    friend bool operator!=(const queue &a, const queue &b) { return a.get() != b.get(); }

    dpex_queue *get() const noexcept { return state_->handle.get(); }

  private:
    unsigned flags() const { return detail::api()->queue_get_properties(get()); }
    void own(detail::queue_ref q)
    {
        state_->handle = std::move(q);
        const auto n = detail::api()->device_get_info(state_->dev.get())->max_compute_units;
        state_->n_cores = n ? static_cast<std::size_t>(n) : 1;
        state_->runs_lambdas = detail::api()->device_runs_on_host(state_->dev.get()) != 0;
    }
    template <class R, class Deps, class... Rest> event submit_over(const R &r, const Deps &deps, const Rest &...rest)
    {
        return submit([&](handler &h) {
            h.depends_on(deps);
            h.parallel_for(r, rest...);
        });
    }
    detail::shared<detail::queue_state> state_;
};

} // namespace sycl

namespace std {
template <> struct hash<sycl::queue> {
    size_t operator()(const sycl::queue &q) const noexcept { return hash<const void *>()(q.get()); }
};
} // namespace std

#endif
