/* Whether elements of one array may share memory, which decides how a scatter may be divided. */
#include "array/array.h"
#include "move.h"

/* Sorted by stride, an axis must be longer than all inner ones together reach; otherwise two
 * coordinates may be the same byte. */
int dpex_array_may_meet_itself(const dpex_array *x)
{
    int64_t reach = 0;
    uint64_t done = 0;
    for (int i = 0; i < x->nd; i++) { /* the axes by ascending stride */
        int next = -1;
        int64_t least = INT64_MAX;
        for (int d = 0; d < x->nd; d++) {
            int64_t stride = x->strides[d] < 0 ? -x->strides[d] : x->strides[d];
            if (x->shape[d] > 1 && !(done >> d & 1) && stride < least) {
                next = d;
                least = stride;
            }
        }
        if (next < 0) break;
        if (least <= reach) return 1;
        done |= UINT64_C(1) << next;
        reach += least * (x->shape[next] - 1);
    }
    return 0;
}
