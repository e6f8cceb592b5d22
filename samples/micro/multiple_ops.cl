// SPDX-License-Identifier: GPL-3.0-or-later
// N operations of one kind, each of which needs the one before: Poeppl 2014, section 5.4.1. A few hide behind
// the load and the store, more of them show. Build with an even -DN and with -DOP=ADD, SUB, MUL or DIV.
#define ADD 1
#define SUB 2
#define MUL 3
#define DIV 4

// Floating-point operations may not be reordered, so a chain with one operand stays a chain. The quotient
// stands where the divisor was, so it goes back and forth between two values instead of vanishing.
__kernel void multiple_ops_float(__global const float* in, __global float* out, float operand) {
    const uint x = get_global_id(0);
    float value = in[x];
    #pragma unroll
    for (int i = 0; i < N; ++i) {
#if OP == ADD
        value += operand;
#elif OP == SUB
        value -= operand;
#elif OP == MUL
        value *= operand;
#elif OP == DIV
        value = operand / value;
#endif
    }
    out[x] = value;
}

// Integers may be reordered: N additions of one operand are a multiplication. Here each operation takes the
// results of the two before it, and both of the last are needed, so that no two may be joined. The seed is made
// odd, which keeps products from becoming zero for good. Elements of `in` are smaller than `operand`, which
// keeps quotients, each of them the next divisor, from zero.
__kernel void multiple_ops_int(__global const uint* in, __global uint* out, uint operand) {
    const uint x = get_global_id(0);
    uint value = in[x] | 1;
    uint other = operand;
    #pragma unroll
    for (int i = 0; i < N / 2; ++i) {
#if OP == ADD
        value += other;
        other += value;
#elif OP == SUB
        value -= other;
        other -= value;
#elif OP == MUL
        value *= other;
        other *= value;
#elif OP == DIV
        value = operand / value;
        value = operand / value;
#endif
    }
    out[x] = value ^ other;
}
