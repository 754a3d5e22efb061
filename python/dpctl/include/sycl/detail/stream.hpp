// stream: text from kernels.
//
// Each item has a text of its own, which keeps its numbers' format too. When the command ends they are written to the standard output,
// one after the other in the order of the items: so the output is the same on any number of threads, and no item's text is cut into.
#ifndef DPEX_SYCL_STREAM_HPP
#define DPEX_SYCL_STREAM_HPP

#include "handler.hpp"
#include "multi_ptr.hpp"
#include "property.hpp"
#include "vec.hpp"

#include <cstdio>
#include <map>
#include <mutex>

namespace sycl {

enum class stream_manipulator {
    flush,
    dec,
    hex,
    oct,
    noshowbase,
    showbase,
    noshowpos,
    showpos,
    endl,
    fixed,
    scientific,
    hexfloat,
    defaultfloat
};
inline constexpr stream_manipulator flush = stream_manipulator::flush;
inline constexpr stream_manipulator dec = stream_manipulator::dec;
inline constexpr stream_manipulator hex = stream_manipulator::hex;
inline constexpr stream_manipulator oct = stream_manipulator::oct;
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
inline constexpr stream_manipulator endl = stream_manipulator::endl;
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
inline constexpr stream_manipulator defaultfloat = stream_manipulator::defaultfloat;

namespace detail {
struct precision_manipulator {
    int value;
};
struct width_manipulator {
    int value;
};

// One item's text, and how it writes numbers.
struct item_text {
    std::string text;
    int base = 10, precision = 6, width = 0; // the width is of the next item only
    bool show_base = false, show_positive = false;
    char floats = 'g'; // as printf names them

    void add(const std::string &s)
    {
        const std::size_t wanted = static_cast<std::size_t>(std::exchange(width, 0));
        if (s.size() < wanted) text.append(wanted - s.size(), ' ');
        text += s;
    }
    template <class T> void add_integer(T x)
    {
        using U = std::make_unsigned_t<T>;
        // Other bases show the bits.
        const bool negative = base == 10 && x < 0;
        unsigned long long rest =
            negative ? 0ull - static_cast<unsigned long long>(x) : static_cast<unsigned long long>(static_cast<U>(x));
        std::string digits;
        do digits.insert(digits.begin(), "0123456789abcdef"[rest % static_cast<unsigned>(base)]);
        while (rest /= static_cast<unsigned>(base));
        const char *prefix = show_base && digits != "0" ? base == 16 ? "0x" : base == 8 ? "0" : "" : "";
        add((negative ? "-" : show_positive && base == 10 && std::is_signed<T>::value ? "+" : "") + (prefix + digits));
    }
    void add_float(double x, int digits)
    {
        const char format[] = {'%', show_positive ? '+' : '-', '.', '*', floats, 0};
        const char whole[] = {'%', show_positive ? '+' : '-', floats, 0};
        char chars[400]; // the largest double has 309 digits before its point
        const int most = digits > 60 ? 60 : digits;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        const int n =
            floats == 'a' ? std::snprintf(chars, sizeof chars, whole, x) : std::snprintf(chars, sizeof chars, format, most, x);
#pragma GCC diagnostic pop
        add(std::string(chars, static_cast<std::size_t>(n)));
    }
    void apply(stream_manipulator m)
    {
        switch (m) {
        case stream_manipulator::endl: text += '\n'; break;
        case stream_manipulator::flush: break;
        case stream_manipulator::dec: base = 10; break;
        case stream_manipulator::hex: base = 16; break;
        case stream_manipulator::oct: base = 8; break;
        case stream_manipulator::noshowbase: show_base = false; break;
        case stream_manipulator::showbase: show_base = true; break;
        case stream_manipulator::noshowpos: show_positive = false; break;
        case stream_manipulator::showpos: show_positive = true; break;
        case stream_manipulator::fixed: floats = 'f'; break;
        case stream_manipulator::scientific: floats = 'e'; break;
        case stream_manipulator::hexfloat: floats = 'a'; break;
        case stream_manipulator::defaultfloat: floats = 'g'; break;
        }
    }
};

// The texts of a command's items.
struct any_text : counted_object {};
template <class = void> class command_text final : public any_text {
  public:
    explicit command_text(std::size_t most) : most_(most) {}
    template <class F> void add(const F &f)
    {
        std::lock_guard<std::mutex> guard(lock_);
        f(items_[running_item]);
    }
    // What exceeds the stream's size is not written.
    void write()
    {
        std::lock_guard<std::mutex> guard(lock_);
        std::size_t left = most_;
        for (const auto &item : items_) {
            const std::size_t n = std::min(left, item.second.text.size());
            std::fwrite(item.second.text.data(), 1, n, stdout);
            left -= n;
        }
        std::fflush(stdout);
        items_.clear();
    }

  private:
    std::mutex lock_; // guards items_
    std::map<std::size_t, item_text> items_;
    std::size_t most_;
};
} // namespace detail

inline detail::precision_manipulator setprecision(int precision)
{
    return {precision < 0 ? 6 : precision};
}
inline detail::width_manipulator setw(int width)
{
    return {width < 0 ? 0 : width};
}

class stream : public detail::with_properties {
  public:
    template <class T = void>
    stream(std::size_t total_bytes, std::size_t item_bytes, handler &cgh, const property_list &properties = {})
        : detail::with_properties(properties), text_(new detail::command_text<T>(total_bytes)),
          total_bytes_(total_bytes), item_bytes_(item_bytes)
    {
        if (!item_bytes) throw exception(make_error_code(errc::invalid), "stream: the items' buffers have 0 bytes");
        cgh.detail_at_end([text = text_] { static_cast<detail::command_text<T> *>(text.get())->write(); });
    }
    std::size_t size() const noexcept { return total_bytes_; }
    std::size_t get_size() const { return total_bytes_; }
    std::size_t get_work_item_buffer_size() const { return item_bytes_; }
    std::size_t get_max_statement_size() const { return item_bytes_; }
    friend bool operator==(const stream &a, const stream &b) { return a.text_ == b.text_; }
    friend bool operator!=(const stream &a, const stream &b) { return !(a == b); }

    // Of the library.
    template <class F> void detail_add(const F &f) const
    {
        static_cast<detail::command_text<std::void_t<F>> *>(text_.get())->add(f);
    }

  private:
    detail::shared<detail::any_text> text_;
    std::size_t total_bytes_, item_bytes_;
};

namespace detail {

// "{1, 2, 3}", of what f(i) gives.
template <class F> void write_list(const stream &out, std::size_t n, const F &f, const char *open = "{", const char *close = "}");

template <class T> struct is_extents : std::false_type {
};
template <int D> struct is_extents<id<D>> : std::true_type {
};
template <int D> struct is_extents<range<D>> : std::true_type {
};
template <class T, class = void> struct is_item : std::false_type {
};
template <class T>
struct is_item<T, std::void_t<decltype(std::declval<const T &>().get_id()), decltype(T::dimensions)>> : std::true_type {
};

template <class T> void write_to(const stream &out, const T &x)
{
    if constexpr (std::is_same<T, stream_manipulator>::value) {
        out.detail_add([x](item_text &t) { t.apply(x); });
    } else if constexpr (std::is_same<T, precision_manipulator>::value) {
        out.detail_add([x](item_text &t) { t.precision = x.value; });
    } else if constexpr (std::is_same<T, width_manipulator>::value) {
        out.detail_add([x](item_text &t) { t.width = x.value; });
    } else if constexpr (std::is_same<T, char>::value) {
        out.detail_add([x](item_text &t) { t.add(std::string(1, x)); });
    } else if constexpr (std::is_same<T, bool>::value) {
        out.detail_add([x](item_text &t) { t.add_integer(static_cast<int>(x)); });
    } else if constexpr (std::is_integral<T>::value) {
        out.detail_add([x](item_text &t) { t.add_integer(x); });
    } else if constexpr (is_floating<T>) {
        out.detail_add([x](item_text &t) { t.add_float(static_cast<double>(x), t.precision); });
    } else if constexpr (std::is_convertible<const T &, const char *>::value) {
        const char *const text = x;
        out.detail_add([text](item_text &t) { t.add(text ? text : "(null)"); });
    } else if constexpr (std::is_same<T, std::string>::value) {
        out.detail_add([&x](item_text &t) { t.add(x); });
    } else if constexpr (std::is_convertible<const T &, const volatile void *>::value) {
        const volatile void *const pointer = x;
        out.detail_add([pointer](item_text &t) {
            char chars[32];
            const int n = std::snprintf(chars, sizeof chars, "0x%llx",
                                        static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(pointer)));
            t.add(std::string(chars, static_cast<std::size_t>(n)));
        });
    } else if constexpr (is_container<T>) {
        write_list(
            out, elements_of<T>::count, [&x](std::size_t i) { return x.detail_elem(i); }, "", "");
    } else if constexpr (is_extents<T>::value) {
        write_list(out, std::size_t(T::dimensions), [&x](std::size_t i) { return x[int(i)]; });
    } else if constexpr (is_item<T>::value) {
        write_to(out, "item(range: ");
        write_to(out, x.get_range());
        write_to(out, ", id: ");
        write_to(out, x.get_id());
        write_to(out, ')');
    } else {
        static_assert(is_extents<T>::value, "a stream does not know this type");
    }
}
template <int D> void write_to(const stream &out, const nd_range<D> &x)
{
    write_to(out, "nd_range(global_range: ");
    write_to(out, x.get_global_range());
    write_to(out, ", local_range: ");
    write_to(out, x.get_local_range());
    write_to(out, ')');
}
template <int D> void write_to(const stream &out, const group<D> &x)
{
    write_to(out, "group(id: ");
    write_to(out, x.get_group_id());
    write_to(out, ", group_range: ");
    write_to(out, x.get_group_range());
    write_to(out, ", local_range: ");
    write_to(out, x.get_local_range());
    write_to(out, ')');
}
template <int D> void write_to(const stream &out, const nd_item<D> &x)
{
    write_to(out, "nd_item(global_id: ");
    write_to(out, x.get_global_id());
    write_to(out, ", local_id: ");
    write_to(out, x.get_local_id());
    write_to(out, ')');
}
template <class F> void write_list(const stream &out, std::size_t n, const F &f, const char *open, const char *close)
{
    write_to(out, open);
    for (std::size_t i = 0; i < n; i++) {
        if (i) write_to(out, ", ");
        write_to(out, f(i));
    }
    write_to(out, close);
}

} // namespace detail

// Numbers, text, pointers, vec, marray, id, range, item and their kind, and manipulators.
template <class T> const stream &operator<<(const stream &out, const T &x)
{
    detail::write_to(out, x);
    return out;
}

} // namespace sycl

#endif
