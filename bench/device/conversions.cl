// SPDX-License-Identifier: GPL-3.0-or-later
// What a conversion is in machine code, and which pipe takes it: FROM are integers, loaded by vectors of WIDTH, TO what they
// are summed as.
#ifndef FROM
#define FROM uchar
#endif
#ifndef TO
#define TO float
#endif
#ifndef WIDTH
#define WIDTH 1
#endif
#define JOINED(a, b) a##b
#define VECTOR(type, width) JOINED(type, width)
#define CONVERT(type) JOINED(convert_, type)
#if WIDTH == 1
typedef FROM Loaded;
typedef TO Sum;
#define CONVERTED CONVERT(TO)
#else
typedef VECTOR(FROM, WIDTH) Loaded;
typedef VECTOR(TO, WIDTH) Sum;
#define CONVERTED CONVERT(VECTOR(TO, WIDTH))
#endif

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
conversions(__global const int* words, __global TO* out, int count) {
    __global const Loaded* in = (__global const Loaded*)words;
    const int item = get_global_id(0);
    Sum sum = 0;
    for (int k = 0; k < count; ++k) sum += CONVERTED(in[item + k * 256]);
#if WIDTH == 1
    out[item] = sum;
#else
    out[item] = sum.s0 + sum.s1 + sum.s2 + sum.s3;
#endif
}
