// For the conformance programs: a check that names its line, and the end of main.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdio>
#include <exception>

inline int n_failed = 0;

#define CHECK(condition)                                                                                                           \
    do {                                                                                                                           \
        if (!(condition)) {                                                                                                        \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                   \
            n_failed++;                                                                                                            \
        }                                                                                                                          \
    } while (0)

// Whether f() throws an E; its test is the E's.
template <class E, class F> bool throws(const F &f)
{
    try {
        f();
    } catch (const E &) {
        return true;
    }
    return false;
}

#endif
