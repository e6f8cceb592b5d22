// SPDX-License-Identifier: GPL-3.0-or-later
// What a conversion is in machine code, and which pipe takes it: FROM are small integers that are loaded, TO what they are
// summed as.
#ifndef FROM
#define FROM uchar
#endif
#ifndef TO
#define TO float
#endif
#define JOINED(a, b) a##b
#define CONVERT(type) JOINED(convert_, type)

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
conversions(__global const int* words, __global TO* out, int count) {
    __global const FROM* in = (__global const FROM*)words;
    const int item = get_global_id(0);
    TO sum = 0;
    for (int k = 0; k < count; ++k) sum += CONVERT(TO)(in[item + k * 256]);
    out[item] = sum;
}
