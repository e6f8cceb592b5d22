// SPDX-License-Identifier: GPL-3.0-or-later
// Index arithmetic on tensors of four dimensions.

typedef struct {
    int size[4];
    int stride[4];
} shape4;

// Any order of axes: the output is written as it lies, the input read by its strides. FLAT: one index is
// taken apart by divisions; else the grid has two axes and the rest is divided.
#ifdef FLAT
__kernel void permute_axes(const __global float* restrict in, __global float* out, const shape4 shape,
                           const int total) {
#if FLAT
    int rest = get_global_id(0);
    if (rest >= total) return;
    const int at = rest;
    const int i3 = rest % shape.size[3];
    rest /= shape.size[3];
    const int i2 = rest % shape.size[2];
    rest /= shape.size[2];
    const int i1 = rest % shape.size[1];
    const int i0 = rest / shape.size[1];
#else
    const int i3 = get_global_id(0);
    const int i2 = get_global_id(1);
    if (i3 >= shape.size[3] || i2 >= shape.size[2]) return;
    const int i1 = get_global_id(2) % shape.size[1];
    const int i0 = get_global_id(2) / shape.size[1];
    const int at = ((i0 * shape.size[1] + i1) * shape.size[2] + i2) * shape.size[3] + i3;
#endif
    out[at] = in[i0 * shape.stride[0] + i1 * shape.stride[1] + i2 * shape.stride[2] + i3 * shape.stride[3]];
}
#endif

// Two tensors next to each other along the middle axis of [outer][axis][inner], cut to `taken` from `begin`
// on.
__kernel void concat_slice(const __global float* restrict first, const __global float* restrict second,
                           __global float* out, const int first_axis, const int second_axis, const int inner,
                           const int begin, const int taken, const int total) {
    for (int at = get_global_id(0); at < total; at += get_global_size(0)) {
        const int i = at % inner;
        const int axis = (at / inner) % taken + begin;
        const int o = at / (inner * taken);
        float value;
        if (axis < first_axis)
            value = first[(o * first_axis + axis) * inner + i];
        else
            value = second[(o * second_axis + axis - first_axis) * inner + i];
        out[at] = value;
    }
}

// Bilinear resizing of planes. ALIGN: corners fall on corners; else pixels are areas. An item has ROWS_EACH
// rows.
#ifdef ALIGN
__kernel void resize_bilinear(const __global float* restrict in, __global float* out, const int in_h,
                              const int in_w, const int out_h, const int out_w, const float scale_y,
                              const float scale_x) {
    const int x = get_global_id(0);
    const int plane = get_global_id(2);
    if (x >= out_w) return;
#if ALIGN
    const float fx = x * scale_x;
#else
    const float fx = fmax((x + 0.5f) * scale_x - 0.5f, 0.0f);
#endif
    const int x_left = min((int)fx, in_w - 1);
    const int x_right = min(x_left + 1, in_w - 1);
    const float wx = fx - x_left;
    const __global float* restrict src = in + plane * in_h * in_w;
    #pragma unroll
    for (int r = 0; r < ROWS_EACH; ++r) {
        const int y = get_global_id(1) * ROWS_EACH + r;
        if (y >= out_h) break;
#if ALIGN
        const float fy = y * scale_y;
#else
        const float fy = fmax((y + 0.5f) * scale_y - 0.5f, 0.0f);
#endif
        const int y_up = min((int)fy, in_h - 1);
        const int y_down = min(y_up + 1, in_h - 1);
        const float up = mix(src[y_up * in_w + x_left], src[y_up * in_w + x_right], wx);
        const float down = mix(src[y_down * in_w + x_left], src[y_down * in_w + x_right], wx);
        out[(plane * out_h + y) * out_w + x] = mix(up, down, fy - y_up);
    }
}
#endif
