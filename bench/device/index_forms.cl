// SPDX-License-Identifier: GPL-3.0-or-later
// Sums along rows whose elements are found in several ways: what of the address is computed for every element is what
// their machine code tells. COUNTER is the type of the counter; FORM how the row is told.

#if COUNTER == 0
typedef int counter;
#elif COUNTER == 1
typedef uint counter;
#else
typedef long counter;
#endif

__kernel void index_forms(__global const float* in, __global float* out, counter columns, counter pitch,
                          counter step) {
    const counter row = get_group_id(0);
    const counter item = get_local_id(0);
    float sum = 0.0f;
#if FORM == 0 // one index
    for (counter c = item; c < columns; c += 64) sum += in[row * pitch + c];
#elif FORM == 1 // a pointer to the row that is read once
    __global const float* from = in + row * pitch;
    for (counter c = item; c < columns; c += 64) sum += from[c];
#elif FORM == 2 // a pointer to the row that is read twice
    __global const float* from = in + row * pitch;
    for (counter c = item; c < columns; c += 64) sum += from[c];
    for (counter c = item; c < columns; c += 64) sum += from[c] * sum;
#elif FORM == 3 // along a column
    for (counter c = item; c < columns; ++c) sum += in[c * pitch + row];
#elif FORM == 4 // a pointer, along a column
    __global const float* from = in + row;
    for (counter c = item; c < columns; ++c) sum += from[c * pitch];
#elif FORM == 5 // a step that is not known
    for (counter c = item; c < columns; c += step) sum += in[row * pitch + c];
#elif FORM == 6 // neighbours in a queue of registers
    float before = in[row * pitch], here = in[row * pitch + 1], next = in[row * pitch + 2];
    for (counter c = 3; c < columns; ++c) {
        sum = mad(before, next, sum) - here;
        before = here;
        here = next;
        next = in[row * pitch + c * 2];
    }
#elif FORM == 7 // elements side by side from the start
    for (counter c = 0; c < columns; ++c) sum += in[row * pitch + c];
#endif
    out[get_global_id(0)] = sum;
}
