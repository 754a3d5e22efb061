// stream: what is written, how numbers look, and in which order. The standard output is a file that the program reads again.
#include <sycl/sycl.hpp>

#include <unistd.h>

#include <sstream>
#include <string>

#include "check.hpp"

// The text that f's commands write, by themselves: nothing is flushed here.
template <class F> static std::string written(const F &f)
{
    std::FILE *const file = std::tmpfile();
    if (!file || dup2(fileno(file), STDOUT_FILENO) < 0) return "no file";
    f();
    std::rewind(file);
    std::string text;
    for (int c; (c = std::fgetc(file)) != EOF;) text += char(c);
    std::fclose(file);
    return text;
}
#define WRITES(q, what, wanted)                                                                                                    \
    do {                                                                                                                           \
        const std::string seen = written([&] {                                                                                     \
            q.submit([&](sycl::handler &cgh) {                                                                                     \
                 sycl::stream out(4096, 256, cgh);                                                                                 \
                 cgh.single_task([=] { out << what; });                                                                            \
             }).wait();                                                                                                            \
        });                                                                                                                        \
        CHECK(seen == wanted);                                                                                                     \
        if (seen != wanted) std::fprintf(stderr, "wrote: %s\n", seen.c_str());                                                     \
    } while (0)

static void values_look_as_manipulators_say(sycl::queue &q)
{
    using namespace sycl;
    WRITES(q, "text " << 'c' << ' ' << 42 << " " << -7L << ' ' << true << endl, "text c 42 -7 1\n");
    WRITES(q, hex << 255 << ' ' << showbase << 255u << ' ' << oct << 8 << ' ' << dec << 8 << flush, "ff 0xff 010 8");
    WRITES(q, showpos << 5 << ' ' << 1.5 << noshowpos << ' ' << 5 << ' ' << hex << showbase << 0 << noshowbase << 16,
           "+5 +1.5 5 010");
    WRITES(q, hex << -1 << ' ' << std::int8_t(-1) << ' ' << dec << std::uint8_t(65), "ffffffff ff 65");
    WRITES(q, 1.0 / 3 << ' ' << setprecision(3) << 2.0f / 3 << ' ' << fixed << 2.5 << ' ' << scientific << 1234.5,
           "0.333333 0.667 2.500 1.234e+03");
    WRITES(q,
           setw(6) << 42 << '|' << setw(4) << "ab"
                   << "|" << setw(2) << 12345,
           "    42|  ab|12345");
    WRITES(q, hexfloat << 1.0 << defaultfloat << ' ' << sycl::half(0.5f) << ' ' << 1e300 << ' ' << -0.0, "0x1p+0 0.5 1e+300 -0");
    WRITES(q, float4(1, 2, 3, 4.5f) << ' ' << mint2(1, -2) << ' ' << (int4(1, 2, 3, 4).swizzle<2, 0>()), "1, 2, 3, 4.5 1, -2 3, 1");
    WRITES(q, id<2>(1, 2) << range<1>(5) << nd_range<1>(8, 4), "{1, 2}{5}nd_range(global_range: {8}, local_range: {4})");
    const void *nothing = nullptr;
    WRITES(q, nothing << ' ' << std::numeric_limits<long>::min(), "0x0 -9223372036854775808");
}

static void items_are_in_order(sycl::queue &q)
{
    std::ostringstream wanted;
    for (int i = 0; i < 1000; i++) wanted << "item " << i << " of " << std::hex << 1000 << std::dec << '\n';
    for (int round = 0; round < 3; round++)
        CHECK(written([&] {
                  q.submit([&](sycl::handler &cgh) {
                       sycl::stream out(1 << 20, 64, cgh);
                       // What an item does to its numbers' format concerns itself only.
                       cgh.parallel_for(sycl::range<2>(10, 100), [=](sycl::item<2> it) {
                           out << "item " << it.get_linear_id() << " of " << sycl::hex << 1000 << '\n';
                       });
                   }).wait();
              }) == wanted.str());
    wanted.str("");
    for (int i = 0; i < 64; i++)
        wanted << i << (i % 2 ? "" : " even") << " of group {" << i / 16 << "}, next " << i / 16 * 16 + (i + 1) % 16 << '\n';
    CHECK(written([&] {
              q.submit([&](sycl::handler &cgh) {
                   sycl::stream out(1 << 16, 64, cgh);
                   sycl::local_accessor<int> tile(16, cgh);
                   cgh.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
                       const std::size_t l = it.get_local_id(0);
                       tile[l] = int(it.get_global_id(0));
                       out << it.get_global_id(0) << (l % 2 ? "" : " even") << " of group ";
                       it.barrier();
                       out << it.get_group().get_group_id() << ", next " << tile[(l + 1) % 16] << sycl::endl;
                   });
               }).wait();
          }) == wanted.str());
}

static void sizes_limit_what_is_written(sycl::queue &q)
{
    CHECK(written([&] {
              q.submit([&](sycl::handler &cgh) {
                   sycl::stream out(10, 4, cgh);
                   CHECK(out.size() == 10 && out.get_work_item_buffer_size() == 4 && out == out && out != sycl::stream(10, 4, cgh));
                   cgh.parallel_for(100, [=](sycl::id<1> i) { out << i[0] % 10; });
               }).wait();
          }) == "0123456789");
    CHECK(throws<sycl::exception>([&] { q.submit([&](sycl::handler &cgh) { sycl::stream(10, 0, cgh); }); }));
}

static void a_failing_kernel_keeps_what_it_wrote()
{
    int n_errors = 0;
    sycl::queue q([&](sycl::exception_list list) { n_errors += int(list.size()); });
    CHECK(written([&] {
              q.submit([&](sycl::handler &cgh) {
                  sycl::stream out(100, 100, cgh);
                  cgh.single_task([=] {
                      out << "before";
                      throw 1;
                  });
              });
              q.wait_and_throw();
          }) == "before");
    CHECK(n_errors == 1);
}

int main()
{
    sycl::queue q;
    values_look_as_manipulators_say(q);
    items_are_in_order(q);
    sizes_limit_what_is_written(q);
    a_failing_kernel_keeps_what_it_wrote();
    return n_failed;
}
