// Kernels as objects, and bundles of them.
//
// A lambda is compiled with the program, so a bundle of lambdas is a list of names: of all kernels that this program or extension
// submits somewhere, for the devices that run lambdas. Building it costs nothing. Its specialization constants are those of the command
// groups that use it. The other kind of bundle is a program of the library, compiled from text or SPIR-V for one device (interop.hpp).
#ifndef DPEX_SYCL_KERNEL_BUNDLE_HPP
#define DPEX_SYCL_KERNEL_BUNDLE_HPP

#include "device.hpp"
#include "specialization.hpp"

#include <algorithm>

namespace sycl {

enum class bundle_state { input, object, executable };

namespace detail {

// A kernel of this program; one for each name, linked when the program is loaded.
struct kernel_entry {
    explicit kernel_entry(const char *function) : name(function), next(std::exchange(first(), this)) {}
    static const kernel_entry *&first()
    {
        static const kernel_entry *entry = nullptr;
        return entry;
    }
    std::string name;
    const kernel_entry *next;
};
template <class Name> const char *text_of_name()
{
    return __PRETTY_FUNCTION__;
}
template <class Name> inline const kernel_entry entry_of{text_of_name<Name>()};

} // namespace detail

class kernel_id {
  public:
    explicit kernel_id(const detail::kernel_entry *entry) : entry_(entry) {} // of the library
    const char *get_name() const noexcept { return entry_->name.c_str(); }
    friend bool operator==(const kernel_id &a, const kernel_id &b) { return a.entry_ == b.entry_; }
    friend bool operator!=(const kernel_id &a, const kernel_id &b) { return a.entry_ != b.entry_; }

  private:
    friend struct std::hash<kernel_id>;
    const detail::kernel_entry *entry_;
};

template <class Name> kernel_id get_kernel_id()
{
    return kernel_id(&detail::entry_of<Name>);
}
template <class = void> std::vector<kernel_id> get_kernel_ids()
{
    std::vector<kernel_id> list;
    for (const detail::kernel_entry *e = detail::kernel_entry::first(); e; e = e->next) list.emplace_back(e);
    return list;
}

namespace detail {

struct bundle_data : counted_object {
    template <class Devices> bundle_data(context c, Devices d) : ctx(std::move(c)), devices(std::move(d)) {}
    context ctx;
    std::vector<device> devices;
    std::vector<kernel_id> ids;
    shared<constants> specialized = new constants;
    program_ref program; // or: lambdas
    template <class Id> bool has(const Id &id) const { return std::find(ids.begin(), ids.end(), id) != ids.end(); }
};

} // namespace detail

namespace info {
namespace kernel {
struct function_name {
    using return_type = std::string;
    static std::string get(const dpex_kernel_info &i) { return i.name; }
};
struct num_args {
    using return_type = std::uint32_t;
    static std::uint32_t get(const dpex_kernel_info &i) { return static_cast<std::uint32_t>(i.n_args); }
};
} // namespace kernel
namespace kernel_device_specific {
#define DPEX_SYCL_KERNEL_INFO(name, type, field)                                                                                   \
    struct name {                                                                                                                  \
        using return_type = type;                                                                                                  \
        static type get(const dpex_kernel_info &i) { return static_cast<type>(i.field); }                                          \
    };
DPEX_SYCL_KERNEL_INFO(work_group_size, std::size_t, work_group_size)
DPEX_SYCL_KERNEL_INFO(preferred_work_group_size_multiple, std::size_t, preferred_work_group_size_multiple)
DPEX_SYCL_KERNEL_INFO(private_mem_size, std::size_t, private_mem_bytes)
DPEX_SYCL_KERNEL_INFO(max_num_sub_groups, std::uint32_t, max_num_sub_groups)
DPEX_SYCL_KERNEL_INFO(max_sub_group_size, std::uint32_t, max_sub_group_size)
DPEX_SYCL_KERNEL_INFO(compile_num_sub_groups, std::uint32_t, compile_num_sub_groups)
DPEX_SYCL_KERNEL_INFO(compile_sub_group_size, std::uint32_t, compile_sub_group_size)
#undef DPEX_SYCL_KERNEL_INFO
} // namespace kernel_device_specific
} // namespace info

template <bundle_state State> class kernel_bundle;

class kernel {
  public:
    // Of the library: a borrowed kernel; a lambda of a bundle.
    explicit kernel(dpex_kernel *k) : handle_(detail::kernel_ref::borrow(k)) {}
    kernel(const kernel_id &id, detail::shared<detail::bundle_data> bundle) : id_(id), bundle_(std::move(bundle)) {}

    context get_context() const { return bundle_ ? bundle_->ctx : context(detail::api()->program_get_context(program())); }
    template <class = void> backend get_backend() const { return first_device().get_backend(); }
    template <bundle_state State = bundle_state::executable> kernel_bundle<State> get_kernel_bundle() const;
    template <class Param> typename Param::return_type get_info() const { return get_info<Param>(first_device<>()); }
    template <class Param> typename Param::return_type get_info(const device &d) const
    {
        if (handle_) return Param::get(*detail::api()->kernel_get_info(get()));
        // Of a lambda nothing is known but its name; sub-groups have one item, and groups what the device allows.
        const dpex_device_info &device = *detail::api()->device_get_info(d.get());
        dpex_kernel_info info{};
        info.name = id_.get_name();
        info.work_group_size = static_cast<std::size_t>(device.max_work_group_size);
        info.preferred_work_group_size_multiple = 1;
        info.max_num_sub_groups = info.work_group_size;
        info.max_sub_group_size = 1;
        return Param::get(info);
    }

    friend bool operator==(const kernel &a, const kernel &b) { return a.get() == b.get() && a.id_ == b.id_ && a.bundle_ == b.bundle_; }
    friend bool operator!=(const kernel &a, const kernel &b) { return !(a == b); }

    dpex_kernel *get() const noexcept { return handle_.get(); }

  private:
    dpex_program *program() const { return detail::api()->kernel_get_program(get()); }
    template <class = void> device first_device() const { return bundle_ ? bundle_->devices.front() : device(detail::api()->program_get_device(program())); }
    detail::kernel_ref handle_;
    kernel_id id_{nullptr};
    detail::shared<detail::bundle_data> bundle_;
};

// What a bundle consists of: one image, of all its kernels.
template <bundle_state State> class device_image {
  public:
    explicit device_image(detail::shared<detail::bundle_data> data) : data_(std::move(data)) {} // of the library
    bool has_kernel(const kernel_id &id) const noexcept { return data_->has(id); }
    bool has_kernel(const kernel_id &id, const device &d) const noexcept { return data_->has(id) && detail::runs_lambdas(d) != 0; }

  private:
    detail::shared<detail::bundle_data> data_;
};

template <bundle_state State> class kernel_bundle {
  public:
    using device_image_type = device_image<State>;
    using device_image_iterator = typename std::vector<device_image<State>>::const_iterator;

    // Of the library: a borrowed program; lambdas.
    explicit kernel_bundle(dpex_program *p)
        : kernel_bundle(new detail::bundle_data(context(detail::api()->program_get_context(p)),
                                                              std::vector<device>{device(detail::api()->program_get_device(p))}))
    {
        static_assert(State == bundle_state::executable, "programs of the library are executable");
        data_->program = detail::program_ref::borrow(p);
    }
    explicit kernel_bundle(detail::shared<detail::bundle_data> data) : data_(std::move(data)), images_{device_image<State>(data_)} {}

    bool empty() const noexcept { return data_->ids.empty() && !data_->program; }
    context get_context() const noexcept { return data_->ctx; }
    std::vector<device> get_devices() const noexcept { return data_->devices; }
    backend get_backend() const noexcept { return data_->devices.front().get_backend(); }
    device_image_iterator begin() const noexcept { return images_.begin(); }
    device_image_iterator end() const noexcept { return images_.end(); }

    std::vector<kernel_id> get_kernel_ids() const { return data_->ids; }
    bool has_kernel(const kernel_id &id) const noexcept { return data_->has(id); }
    bool has_kernel(const kernel_id &id, const device &d) const noexcept
    {
        return data_->has(id) && std::find(data_->devices.begin(), data_->devices.end(), d) != data_->devices.end() && detail::runs_lambdas(d) != 0;
    }
    template <class Name> bool has_kernel() const noexcept { return has_kernel(get_kernel_id<Name>()); }
    template <class Name> bool has_kernel(const device &d) const noexcept { return has_kernel(get_kernel_id<Name>(), d); }
    kernel get_kernel(const kernel_id &id) const
    {
        static_assert(State == bundle_state::executable, "build the bundle first");
        if (!has_kernel(id)) throw exception(make_error_code(errc::invalid), std::string("the kernel is not in the bundle: ") + id.get_name());
        return kernel(id, data_);
    }
    template <class Name> kernel get_kernel() const { return get_kernel(get_kernel_id<Name>()); }
    bool ext_oneapi_has_kernel(const std::string &name) const
    {
        return data_->program && detail::api()->program_has_kernel(get(), name.c_str()) != 0;
    }
    kernel ext_oneapi_get_kernel(const std::string &name) const
    {
        if (!data_->program) throw exception(make_error_code(errc::invalid), "lambdas are found by their types, not by " + name);
        dpex_kernel *k = nullptr;
        detail::check(detail::api()->kernel_create(get(), name.c_str(), &k));
        const detail::kernel_ref made(k);
        return kernel(k);
    }

    // Constants are values that the kernel asks for, so every bundle has all of them.
    bool contains_specialization_constants() const noexcept { return !data_->program; }
    bool native_specialization_constant() const noexcept { return false; }
    template <auto &Id> bool has_specialization_constant() const noexcept { return !data_->program; }
    template <auto &Id> void set_specialization_constant(typename std::remove_reference_t<decltype(Id)>::value_type value)
    {
        static_assert(State == bundle_state::input, "constants are set before a bundle is built");
        data_->specialized->template set<Id>(std::move(value));
    }
    template <auto &Id> typename std::remove_reference_t<decltype(Id)>::value_type get_specialization_constant() const
    {
        return data_->specialized->template get<Id>();
    }

    friend bool operator==(const kernel_bundle &a, const kernel_bundle &b)
    {
        return a.data_ == b.data_ || (a.data_->program && a.get() == b.get());
    }
    friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return !(a == b); }

    dpex_program *get() const noexcept { return data_->program.get(); }
    const detail::shared<detail::bundle_data> &detail_data() const noexcept { return data_; }

  private:
    detail::shared<detail::bundle_data> data_;
    std::vector<device_image<State>> images_;
};

template <bundle_state State> kernel_bundle<State> kernel::get_kernel_bundle() const
{
    return bundle_ ? kernel_bundle<State>(bundle_) : kernel_bundle<State>(program());
}

// ---- making them

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &ctx, const std::vector<device> &devices, const std::vector<kernel_id> &ids)
{
    const std::vector<device> of_ctx = ctx.get_devices();
    if (devices.empty()) throw exception(make_error_code(errc::invalid), "a kernel bundle is of at least one device");
    for (const device &d : devices)
        if (std::find(of_ctx.begin(), of_ctx.end(), d) == of_ctx.end())
            throw exception(make_error_code(errc::invalid), "a device of the kernel bundle is not in its context");
    detail::shared<detail::bundle_data> data = new detail::bundle_data(ctx, devices);
    if (std::any_of(devices.begin(), devices.end(), detail::runs_lambdas)) data->ids = ids;
    return kernel_bundle<State>(std::move(data));
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &ctx, const std::vector<device> &devices)
{
    return get_kernel_bundle<State>(ctx, devices, get_kernel_ids());
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &ctx)
{
    return get_kernel_bundle<State>(ctx, ctx.get_devices());
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &ctx, const std::vector<kernel_id> &ids)
{
    return get_kernel_bundle<State>(ctx, ctx.get_devices(), ids);
}
template <class Name, bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &ctx, const std::vector<device> &devices)
{
    return get_kernel_bundle<State>(ctx, devices, {get_kernel_id<Name>()});
}
template <class Name, bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &ctx)
{
    return get_kernel_bundle<Name, State>(ctx, ctx.get_devices());
}
// Selector: whether the bundle shall have an image.
template <bundle_state State, class Selector, class = std::enable_if_t<std::is_invocable_r<bool, Selector &, const device_image<State> &>::value>>
kernel_bundle<State> get_kernel_bundle(const context &ctx, const std::vector<device> &devices, Selector select)
{
    const kernel_bundle<State> all = get_kernel_bundle<State>(ctx, devices);
    return select(*all.begin()) ? all : get_kernel_bundle<State>(ctx, devices, std::vector<kernel_id>());
}
template <bundle_state State, class Selector, class = std::enable_if_t<std::is_invocable_r<bool, Selector &, const device_image<State> &>::value>>
kernel_bundle<State> get_kernel_bundle(const context &ctx, Selector select)
{
    return get_kernel_bundle<State>(ctx, ctx.get_devices(), std::move(select));
}

// Whether there would be all the kernels that get_kernel_bundle is asked for.
template <bundle_state State> bool has_kernel_bundle(const context &ctx, const std::vector<device> &devices, const std::vector<kernel_id> &ids)
{
    const kernel_bundle<State> all = get_kernel_bundle<State>(ctx, devices, ids);
    return !all.empty() && all.get_kernel_ids().size() == ids.size();
}
template <bundle_state State> bool has_kernel_bundle(const context &ctx, const std::vector<device> &devices)
{
    return has_kernel_bundle<State>(ctx, devices, get_kernel_ids());
}
template <bundle_state State> bool has_kernel_bundle(const context &ctx)
{
    return has_kernel_bundle<State>(ctx, ctx.get_devices());
}
template <bundle_state State> bool has_kernel_bundle(const context &ctx, const std::vector<kernel_id> &ids)
{
    return has_kernel_bundle<State>(ctx, ctx.get_devices(), ids);
}
template <class Name, bundle_state State> bool has_kernel_bundle(const context &ctx, const std::vector<device> &devices)
{
    return has_kernel_bundle<State>(ctx, devices, {get_kernel_id<Name>()});
}
template <class Name, bundle_state State> bool has_kernel_bundle(const context &ctx)
{
    return has_kernel_bundle<Name, State>(ctx, ctx.get_devices());
}
inline bool is_compatible(const std::vector<kernel_id> &, const device &d)
{
    return detail::runs_lambdas(d) != 0;
}
template <class Name> bool is_compatible(const device &d)
{
    return detail::runs_lambdas(d) != 0;
}

// ---- from one state to the next

namespace detail {
template <bundle_state To, bundle_state From> kernel_bundle<To> advance(const kernel_bundle<From> &from, const std::vector<device> &devices)
{
    kernel_bundle<To> to = get_kernel_bundle<To>(from.get_context(), devices, from.get_kernel_ids());
    *to.detail_data()->specialized = *from.detail_data()->specialized;
    return to;
}
} // namespace detail

// The constants are those of the first bundle that has a value.
template <bundle_state State> kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &bundles)
{
    if (bundles.empty()) throw exception(make_error_code(errc::invalid), "at least one kernel bundle is joined");
    std::vector<kernel_id> ids;
    for (const kernel_bundle<State> &bundle : bundles) {
        if (bundle.get_context() != bundles.front().get_context() || bundle.get_devices() != bundles.front().get_devices())
            throw exception(make_error_code(errc::invalid), "the kernel bundles are of different contexts or devices");
        for (const kernel_id &id : bundle.get_kernel_ids())
            if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    }
    kernel_bundle<State> all = get_kernel_bundle<State>(bundles.front().get_context(), bundles.front().get_devices(), ids);
    for (const kernel_bundle<State> &bundle : bundles) all.detail_data()->specialized->add(*bundle.detail_data()->specialized);
    return all;
}
// Templates of the state that they take, so that a program is compiled with those that it calls only.
template <bundle_state From, class = std::enable_if_t<From == bundle_state::input>>
kernel_bundle<bundle_state::object> compile(const kernel_bundle<From> &b, const std::vector<device> &devices, const property_list & = {})
{
    return detail::advance<bundle_state::object>(b, devices);
}
template <bundle_state From, class = std::enable_if_t<From == bundle_state::input>>
kernel_bundle<bundle_state::object> compile(const kernel_bundle<From> &b, const property_list & = {})
{
    return compile(b, b.get_devices());
}
template <bundle_state From, class = std::enable_if_t<From == bundle_state::object>>
kernel_bundle<bundle_state::executable> link(const std::vector<kernel_bundle<From>> &bundles, const std::vector<device> &devices,
                                             const property_list & = {})
{
    return detail::advance<bundle_state::executable>(join(bundles), devices);
}
template <bundle_state From, class = std::enable_if_t<From == bundle_state::object>>
kernel_bundle<bundle_state::executable> link(const std::vector<kernel_bundle<From>> &bundles, const property_list & = {})
{
    const kernel_bundle<From> all = join(bundles);
    return detail::advance<bundle_state::executable>(all, all.get_devices());
}
template <bundle_state From, class = std::enable_if_t<From == bundle_state::object>>
kernel_bundle<bundle_state::executable> link(const kernel_bundle<From> &b, const std::vector<device> &devices, const property_list & = {})
{
    return detail::advance<bundle_state::executable>(b, devices);
}
template <bundle_state From, class = std::enable_if_t<From == bundle_state::object>>
kernel_bundle<bundle_state::executable> link(const kernel_bundle<From> &b, const property_list & = {})
{
    return link(b, b.get_devices());
}
template <bundle_state From, class = std::enable_if_t<From == bundle_state::input>>
kernel_bundle<bundle_state::executable> build(const kernel_bundle<From> &b, const std::vector<device> &devices, const property_list & = {})
{
    return detail::advance<bundle_state::executable>(b, devices);
}
template <bundle_state From, class = std::enable_if_t<From == bundle_state::input>>
kernel_bundle<bundle_state::executable> build(const kernel_bundle<From> &b, const property_list & = {})
{
    return build(b, b.get_devices());
}

} // namespace sycl

namespace std {
template <> struct hash<sycl::kernel_id> {
    size_t operator()(const sycl::kernel_id &id) const noexcept { return hash<const void *>()(id.entry_); }
};
} // namespace std

#endif
