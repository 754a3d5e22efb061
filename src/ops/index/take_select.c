/* Keys with index arrays and masks: split into a basic index, which gives a view, and a selection
 * from that view.
 *
 * The idea: in the basic index every axis that an array indexes is taken whole, so that the arrays
 * know the view's axes only. A bool becomes a new axis with an index array for it. A mask becomes
 * its coordinates, except where it is the only array and covers the whole view: that needs no
 * coordinates. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/mask.h"
#include "dpex/select.h"
#include "dpex/take.h"
#include "mask.h"
#include "runtime/runtime.h"
#include "take_few.h"

/* Each axis of the view comes of an index; beside those there may be ints and an ellipsis.
 * Ints give no axis, so more indices than axes are possible. */
enum { MOST_INDICES = 2 * DPEX_MAX_NDIM, MAX_MADE = 2 * DPEX_MAX_NDIM };

/* Which of the index arrays stand together. */
typedef enum together { NONE_YET, TOGETHER, AFTERWARDS, APART } together;

typedef struct key {
    const dpex_array *x;
    dpex_index basic[MOST_INDICES + DPEX_MAX_NDIM]; /* a mask gives one for each of its axes */
    int n_basic;
    /* x[basic]: owned. */
    dpex_array view;
    const dpex_array *masks[DPEX_MAX_NDIM]; /* by the view's axis on which they start */
    const dpex_array *indices[DPEX_MAX_NDIM];
    int bools[DPEX_MAX_NDIM]; /* 0: none, 1: true, -1: false */
    int n_arrays, n_masks, first_mask;
    /* Axes of the view so far; those that no array indexes; which of these the arrays' dimensions
     * come before. */
    int n_view_axes, n_whole, at;
    together state;
    dpex_array made[MAX_MADE]; /* coordinates of masks, their rows, index arrays of bools */
    int n_made;
} key;

/* ---- reading the indices --------------------------------------------------------------------------------- */

static int is_mask(const dpex_index *index)
{
    return index->kind == DPEX_INDEX_ARRAY && index->array->dtype == DPEX_BOOL;
}

/* How many axes of x an index is for. */
static int n_axes_of(const dpex_index *index)
{
    if (is_mask(index)) return index->array->nd;
    return index->kind == DPEX_INDEX_INT || index->kind == DPEX_INDEX_SLICE ||
           index->kind == DPEX_INDEX_ARRAY;
}

/* The array API lets an extent of a mask be zero whatever the array's is: such a mask chooses
 * nothing. */
static dpex_status check_mask(const key *k, const dpex_array *mask, int axis)
{
    for (int d = 0; d < mask->nd; d++) {
        if (mask->shape[d] == k->x->shape[axis + d] || mask->shape[d] == 0) continue;
        return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE,
                         "a mask has %lld elements along axis %d of the array, which has %lld",
                         (long long)mask->shape[d], axis + d, (long long)k->x->shape[axis + d]);
    }
    return DPEX_SUCCESS;
}

static dpex_status check_array(const key *k, const dpex_array *array)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(array->dtype);
    if (info->kind != DPEX_KIND_INT && info->kind != DPEX_KIND_UINT && info->kind != DPEX_KIND_BOOL)
        return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE,
                         "an index array must be of integers or bools, not of %s", info->name);
    return dpex_array_check_queue("indexing", "an index array", array, k->x->queue);
}

/* The dimensions of the index arrays come where the first of them is, or first if the index arrays
 * are not adjacent (as in NumPy). */
static void note_array(key *k)
{
    if (k->state == NONE_YET) {
        k->state = TOGETHER;
        k->at = k->n_whole;
    } else if (k->state == AFTERWARDS) {
        k->state = APART;
        k->at = 0;
    }
}

/* Any other index between two arrays separates them. */
static void note_other(key *k)
{
    if (k->state == TOGETHER) k->state = AFTERWARDS;
}

static void add_basic(key *k, dpex_index index)
{
    k->basic[k->n_basic++] = index;
}

static dpex_status add_array(key *k, const dpex_index *index, int axis)
{
    const dpex_array *array = index->array;
    DPEX_TRY(check_array(k, array));
    note_array(k);
    k->n_arrays++;
    if (is_mask(index)) {
        DPEX_TRY(check_mask(k, array, axis));
        k->masks[k->n_view_axes] = array;
        if (k->n_masks++ == 0) k->first_mask = k->n_view_axes;
    } else {
        k->indices[k->n_view_axes] = array;
    }
    /* The array's axes are taken whole in the basic index: the view has them, and the arrays index
     * them there. */
    for (int d = n_axes_of(index); d > 0; d--, k->n_view_axes++)
        add_basic(k, (dpex_index){.kind = DPEX_INDEX_SLICE});
    return DPEX_SUCCESS;
}

/* A bool adds an axis of extent 1 to the view, which is then indexed by 0 (true) or not at all
 * (false). */
static void add_bool(key *k, int is_true)
{
    note_array(k);
    k->n_arrays++;
    k->bools[k->n_view_axes++] = is_true ? 1 : -1;
    add_basic(k, (dpex_index){.kind = DPEX_INDEX_NEWAXIS});
}

/* How many axes of the view an index gives; n_skipped: those that an ellipsis stands for. */
static int n_view_axes_of(const dpex_index *index, int n_skipped)
{
    if (index->kind == DPEX_INDEX_INT) return 0;
    if (index->kind == DPEX_INDEX_ELLIPSIS) return n_skipped;
    return index->kind == DPEX_INDEX_ARRAY ? n_axes_of(index) : 1;
}

/* axis: of x */
static dpex_status add(key *k, const dpex_index *index, int axis, int n_skipped)
{
    int n_axes = n_view_axes_of(index, n_skipped);
    if (k->n_view_axes + n_axes > DPEX_MAX_NDIM)
        return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE, "more than %d dimensions", DPEX_MAX_NDIM);
    if (index->kind == DPEX_INDEX_ARRAY) return add_array(k, index, axis);
    if (index->kind == DPEX_INDEX_BOOL) {
        add_bool(k, index->start != 0);
        return DPEX_SUCCESS;
    }
    if (index->kind == DPEX_INDEX_INT) {
        /* As in NumPy, an int among index arrays counts as one. */
        note_array(k);
    } else {
        note_other(k);
        k->n_whole += n_axes;
        k->n_view_axes += n_axes;
    }
    add_basic(k, *index);
    return DPEX_SUCCESS;
}

/* An upper bound first: n is the user's, and the arrays of the key are fixed. */
static dpex_status count_axes(const dpex_array *x, const dpex_index *indices, int n, int *n_axes)
{
    *n_axes = 0;
    for (int i = 0; i < n; i++) {
        *n_axes += n_axes_of(&indices[i]);
        if (*n_axes > x->nd || n > MOST_INDICES)
            return DPEX_FAIL(DPEX_ERROR_OUT_OF_RANGE,
                             "too many indices for an array of %d dimensions", (int)x->nd);
    }
    return DPEX_SUCCESS;
}

static dpex_status read_key(key *k, const dpex_array *x, const dpex_index *indices, int n)
{
    int n_axes, axis = 0;
    DPEX_TRY(count_axes(x, indices, n, &n_axes));
    memset(k->masks, 0, sizeof(k->masks));
    memset(k->indices, 0, sizeof(k->indices));
    memset(k->bools, 0, sizeof(k->bools));
    k->x = x;
    k->n_basic = k->n_arrays = k->n_masks = k->n_view_axes = k->n_whole = k->at = k->n_made = 0;
    k->state = NONE_YET;
    for (int i = 0; i < n; i++) {
        DPEX_TRY(add(k, &indices[i], axis, x->nd - n_axes));
        axis += indices[i].kind == DPEX_INDEX_ELLIPSIS ? x->nd - n_axes : n_axes_of(&indices[i]);
    }
    /* k->view is owned from here on; until then drop_key must not be called. */
    return dpex_array_index(x, k->basic, k->n_basic, &k->view);
}

static void drop_key(key *k)
{
    while (k->n_made) dpex_array_fini(&k->made[--k->n_made]);
    dpex_array_fini(&k->view);
}

/* ---- masks and bools to index arrays --------------------------------------------------------------------- */

/* A row of the coordinates for each axis of the mask.
 * Blocks: the number of coordinates is the extent of the index arrays. */
static dpex_status expand_mask(key *k, int axis)
{
    const dpex_array *mask = k->masks[axis];
    dpex_array *positions = &k->made[k->n_made];
    DPEX_TRY(dpex_nonzero_new(mask, positions));
    k->n_made++;
    for (int d = 0; d < mask->nd; d++) {
        /* Row d of the coordinates is the index array of axis d. */
        dpex_index row = {.kind = DPEX_INDEX_INT, .start = d};
        DPEX_TRY(dpex_array_index(positions, &row, 1, &k->made[k->n_made]));
        k->indices[axis + d] = &k->made[k->n_made++];
    }
    return DPEX_SUCCESS;
}

/* The index 0, or no index. */
static dpex_status expand_bool(key *k, int axis)
{
    int64_t n = k->bools[axis] > 0;
    dpex_scalar zero = {.i = 0};
    dpex_array *made = &k->made[k->n_made];
    DPEX_TRY(dpex_array_init(k->x->queue, DPEX_I64, 1, &n, DPEX_ORDER_C,
                             dpex_storage_get_kind(k->x->storage), made));
    k->indices[axis] = made;
    k->n_made++;
    return n ? dpex_array_fill(made, &zero) : DPEX_SUCCESS;
}

static dpex_status expand(key *k)
{
    for (int axis = 0; axis < k->n_view_axes; axis++) {
        if (k->masks[axis]) DPEX_TRY(expand_mask(k, axis));
        if (k->bools[axis]) DPEX_TRY(expand_bool(k, axis));
    }
    return DPEX_SUCCESS;
}

/* Negative indices count from the end, and out-of-range ones are clipped (DPEX_INDEX_WRAP). */
static dpex_selection selection_of(const key *k)
{
    return (dpex_selection){.indices = k->indices, .at = k->at, .mode = DPEX_INDEX_WRAP};
}

/* The mask, if it is the only array and has the extents of the axes that it is for; NULL. */
static const dpex_array *lone_mask(const key *k)
{
    if (k->n_arrays != 1 || k->n_masks != 1) return NULL;
    const dpex_array *mask = k->masks[k->first_mask];
    size_t bytes = (size_t)mask->nd * sizeof(*mask->shape);
    /* A mask with an extent of 0 where the view has another goes the general way. */
    return memcmp(mask->shape, k->view.shape + k->first_mask, bytes) == 0 ? mask : NULL;
}

/* The mask, if it is the only array and has the view's shape; NULL. */
static const dpex_array *whole_mask(const key *k)
{
    const dpex_array *mask = lone_mask(k);
    return mask && mask->nd == k->view.nd ? mask : NULL;
}

/* ---- reading and writing --------------------------------------------------------------------------------- */

/* A lone mask over the whole view needs no coordinates: its elements are extracted in order. */
static dpex_status take(key *k, dpex_array *out)
{
    const dpex_array *mask = whole_mask(k);
    if (mask) return dpex_extract_new(&k->view, mask, out);
    DPEX_TRY(expand(k));
    dpex_selection selection = selection_of(k);
    return dpex_take_new(&k->view, &selection, out);
}

dpex_status dpex_array_select(const dpex_array *x, const dpex_index *indices, int n,
                              dpex_array *out)
{
    key k;
    dpex_status status;
    if (n == 1 && indices[0].kind == DPEX_INDEX_ARRAY &&
        dpex_take_few(x, indices[0].array, out, &status))
        return status;
    DPEX_TRY(read_key(&k, x, indices, n));
    status = take(&k, out);
    drop_key(&k);
    return status;
}

/* The values as one dimension, broadcast to `n` elements or of one element, which is repeated.
 * Values of more dimensions have leading extents of 1 here (check_values), so the last one is
 * all. */
static dpex_status assign_line(const dpex_mask *mask, dpex_array *view, const dpex_array *values)
{
    int64_t length = values->nd > 0 ? values->shape[values->nd - 1] : 1;
    int64_t stride = values->nd > 0 ? values->strides[values->nd - 1] : 0;
    dpex_array line;
    DPEX_TRY(dpex_array_init_view(values->storage, values->queue, values->dtype, values->offset, 1,
                                  &length, &stride, 0, &line));
    dpex_status status = dpex_mask_place(mask, view, &line);
    dpex_array_fini(&line);
    return status;
}

static dpex_status check_values(dpex_mask *mask, const dpex_array *values)
{
    int64_t n;
    /* One value is repeated for any number of elements: no need to wait for the count. */
    if (values->size == 1) return DPEX_SUCCESS;
    DPEX_TRY(dpex_mask_count(mask, &n));
    if (values->size == n && values->nd > 0 && values->shape[values->nd - 1] == n)
        return DPEX_SUCCESS;
    char given[DPEX_SHAPE_TEXT_BYTES];
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "cannot broadcast values of shape %s to the %lld elements of a mask",
                     dpex_shape_text(values->nd, values->shape, given), (long long)n);
}

static dpex_status assign_masked(key *k, const dpex_array *condition, const dpex_array *values)
{
    DPEX_TRY(dpex_array_check_queue("indexing", "the array of values", values, k->x->queue));
    dpex_mask mask;
    DPEX_TRY(dpex_mask_init(condition, &mask));
    dpex_status status = check_values(&mask, values);
    if (!status && values->size > 0) status = assign_line(&mask, &k->view, values);
    dpex_mask_fini(&mask);
    return status;
}

static dpex_status put(key *k, const dpex_array *values)
{
    DPEX_TRY(expand(k));
    dpex_selection selection = selection_of(k);
    return dpex_put(&k->view, &selection, values);
}

static dpex_status read_key_to_write(key *k, const dpex_array *x, const dpex_index *indices, int n)
{
    /* Before anything is read: the command would be refused anyway. */
    DPEX_TRY(dpex_array_check_writable("the array", x));
    return read_key(k, x, indices, n);
}

/* A mask over the whole view is written without its coordinates. */
dpex_status dpex_array_assign(dpex_array *x, const dpex_index *indices, int n,
                              const dpex_array *values)
{
    key k;
    if (n == 1 && indices[0].kind == DPEX_INDEX_ARRAY && dpex_put_few(x, indices[0].array, values))
        return DPEX_SUCCESS;
    DPEX_TRY(read_key_to_write(&k, x, indices, n));
    const dpex_array *mask = whole_mask(&k);
    dpex_status status = mask ? assign_masked(&k, mask, values) : put(&k, values);
    drop_key(&k);
    return status;
}

/* The mask, its dimensions where they stand in the view and extents of 1 elsewhere. */
static dpex_status fill_where(key *k, const dpex_array *mask, const dpex_scalar *value)
{
    int64_t shape[DPEX_MAX_NDIM], strides[DPEX_MAX_NDIM];
    for (int d = 0; d < k->view.nd; d++) {
        int own = d - k->first_mask, is_own = own >= 0 && own < mask->nd;
        shape[d] = is_own ? mask->shape[own] : 1;
        strides[d] = is_own ? mask->strides[own] : 0;
    }
    dpex_array wide;
    DPEX_TRY(dpex_array_init_view(mask->storage, mask->queue, mask->dtype, mask->offset, k->view.nd,
                                  shape, strides, 0, &wide));
    dpex_status status = dpex_fill_where(&k->view, &wide, value);
    dpex_array_fini(&wide);
    return status;
}

/* A scalar that needs the general scatter becomes an array without dimensions. */
static dpex_status put_scalar(key *k, const dpex_scalar *value)
{
    /* The value is in x's dtype already. */
    dpex_array one;
    DPEX_TRY(dpex_array_init(k->x->queue, k->x->dtype, 0, NULL, DPEX_ORDER_C,
                             dpex_storage_get_kind(k->x->storage), &one));
    dpex_status status = dpex_array_fill(&one, value);
    if (!status) status = put(k, &one);
    dpex_array_fini(&one);
    return status;
}

dpex_status dpex_array_assign_scalar(dpex_array *x, const dpex_index *indices, int n,
                                     const dpex_scalar *value)
{
    key k;
    if (n == 1 && indices[0].kind == DPEX_INDEX_ARRAY &&
        dpex_put_few_of_one(x, indices[0].array, value))
        return DPEX_SUCCESS;
    DPEX_TRY(read_key_to_write(&k, x, indices, n));
    const dpex_array *mask = lone_mask(&k);
    dpex_status status = mask ? fill_where(&k, mask, value) : put_scalar(&k, value);
    drop_key(&k);
    return status;
}
