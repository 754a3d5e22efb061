// event, and memory whose users events put in order.
#ifndef DPEX_SYCL_EVENT_HPP
#define DPEX_SYCL_EVENT_HPP

#include "device.hpp"
#include "launch.hpp"

#include <cstdint>
#include <cstdlib>

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
    // Of the library. errors: of the queue, whose handler is told of failures; without, wait_and_throw throws them.
    explicit event(detail::event_ref e, detail::shared<detail::async_errors> errors = nullptr) : handle_(std::move(e)), errors_(std::move(errors))
    {
    }
    // Of the library: a borrowed event.
    explicit event(dpex_event *e) : event(detail::event_ref::borrow(e)) {}
    // A failure of the command is asynchronous: for the handler.
    void wait() const { detail_wait(); }
    void wait_and_throw() const;
    template <class E = event> static void wait(const std::vector<E> &list)
    {
        for (const E &e : list) e.wait();
    }
    template <class E = event> static void wait_and_throw(const std::vector<E> &list)
    {
        for (const E &e : list) e.wait_and_throw();
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
    // Those that the command waits for; the library forgets events that are complete.
    template <class E = event> std::vector<E> get_wait_list() const
    {
        dpex_event **events = nullptr;
        std::size_t n = 0;
        if (handle_) detail::check(detail::api()->event_get_wait_list(handle_.get(), &events, &n));
        std::vector<E> list;
        list.reserve(n);
        for (std::size_t i = 0; i < n; i++) list.emplace_back(detail::event_ref(events[i]), errors_);
        std::free(events);
        return list;
    }
    backend get_backend() const noexcept
    {
        if (!handle_) return backend::opencl;
        return detail::backend_of(detail::api()->event_get_backend(get()));
    }
    friend bool operator==(const event &a, const event &b) { return a.get() == b.get(); }
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
    detail::event_ref handle_;
    detail::shared<detail::async_errors> errors_;
};

namespace detail {

// Memory whose users are ordered by what they do with it: that of a buffer.
struct tracked : counted_object {
    event written;        // by the last command that writes
    sequence<event> read; // by commands since then
    // Of readers that have ended well nobody needs to know: they go when the list has doubled.
    void add_reader(const event &e)
    {
        if (read.size() >= forget_at) {
            sequence<event> pending;
            for (const event &r : read)
                if (!r.detail_is_done()) pending.push_back(r);
            read.swap(pending);
            forget_at = read.size() > 8 ? 2 * read.size() : 16;
        }
        read.push_back(e);
    }
    std::size_t forget_at = 16;
    void wait(bool also_reads)
    {
        event before;
        sequence<event> reads;
        {
            std::lock_guard<std::mutex> guard(lock());
            before = written;
            if (also_reads) reads = read;
        }
        before.wait();
        for (const event &r : reads) r.wait();
    }
    // Guards all such records: a command takes its dependencies and is recorded in one step.
    static std::mutex &lock()
    {
        static std::mutex mutex;
        return mutex;
    }
};

struct tracked_use {
    shared<tracked> memory;
    bool writes = false;
};

// Ends the program as the first error, which the terminate handler names.
[[noreturn]] inline void end_program(const std::exception_ptr &first) noexcept
{
    std::rethrow_exception(first);
}
inline void report(async_errors *errors)
{
    sequence<std::exception_ptr> list = errors->take();
    if (list.empty()) return;
    if (errors->rethrows) std::rethrow_exception(list[0]);
    if (!errors->handler) end_program(list[0]);
    errors->handler(exception_list(std::move(list)));
}

} // namespace detail

inline void event::wait_and_throw() const
{
    const dpex_status status = detail_wait();
    if (errors_)
        detail::report(errors_.get());
    else
        detail::check(status); // of the library: no queue here that has a handler
}

} // namespace sycl

namespace std {
template <> struct hash<sycl::event> {
    size_t operator()(const sycl::event &e) const noexcept { return hash<const void *>()(e.get()); }
};
} // namespace std

#endif
