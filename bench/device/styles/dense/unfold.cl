// SPDX-License-Identifier: GPL-3.0-or-later
// Patches of images to columns of a matrix and back; images are planes.

// An item writes PER_ITEM neighbouring columns of every tap of one channel.
__kernel void im2col_taps(const __global float* restrict image, __global float* columns, const int channels,
                          const int height, const int width, const int kernel_h, const int kernel_w,
                          const int pad, const int stride, const int dilation, const int out_h,
                          const int out_w) {
    const int channel = get_global_id(1);
    const int pixels = out_h * out_w;
    const __global float* restrict plane = image + channel * height * width;
    __global float* out = columns + channel * kernel_h * kernel_w * pixels;
    #pragma unroll
    for (int p = 0; p < PER_ITEM; ++p) {
        const int at = get_global_id(0) * PER_ITEM + p;
        if (at >= pixels) return;
        const int y0 = (at / out_w) * stride - pad;
        const int x0 = (at % out_w) * stride - pad;
        for (int ky = 0; ky < kernel_h; ++ky) {
            for (int kx = 0; kx < kernel_w; ++kx) {
                const int y = y0 + ky * dilation;
                const int x = x0 + kx * dilation;
                const bool inside = y >= 0 && x >= 0 && y < height && x < width;
                out[(ky * kernel_w + kx) * pixels + at] = inside ? plane[y * width + x] : 0.0f;
            }
        }
    }
}

// Each pixel gathers the columns that hold it.
__kernel void col2im_gather(const __global float* restrict columns, __global float* image, const int count,
                            const int height, const int width, const int kernel_h, const int kernel_w,
                            const int pad, const int stride, const int out_h, const int out_w) {
    const int at = get_global_id(0);
    if (at >= count) return;
    const int x = at % width + pad;
    const int y = (at / width) % height + pad;
    const int channel = at / (width * height);
    const int x_first = (x < kernel_w) ? 0 : (x - kernel_w) / stride + 1;
    const int x_end = min(x / stride + 1, out_w);
    const int y_first = (y < kernel_h) ? 0 : (y - kernel_h) / stride + 1;
    const int y_end = min(y / stride + 1, out_h);
    float sum = 0.0f;
    for (int oy = y_first; oy < y_end; ++oy) {
        for (int ox = x_first; ox < x_end; ++ox) {
            const int tap = (channel * kernel_h + y - oy * stride) * kernel_w + x - ox * stride;
            sum += columns[(tap * out_h + oy) * out_w + ox];
        }
    }
    image[at] = sum;
}
