// SPDX-License-Identifier: GPL-3.0-or-later
// As functions.cl, with integers: what operations and built-in functions take of which processors have no instruction.
#ifndef CALL
#define CALL 0
#endif
#ifndef CHAINS
#define CHAINS 4
#endif

TYPE called(TYPE x, TYPE c, int n) {
#if CALL == 0
    return x;
#elif CALL == 1
    return x / c;
#elif CALL == 2
    return x % c;
#elif CALL == 3
    return x * c;
#elif CALL == 4
    return mul_hi(x, c);
#elif CALL == 5
    return popcount(x);
#elif CALL == 6
    return clz(x);
#elif CALL == 7
    return rotate(x, c);
#elif CALL == 8
    return add_sat(x, c);
#elif CALL == 9
    return sub_sat(x, c);
#elif CALL == 10
    return hadd(x, c);
#elif CALL == 11
    return rhadd(x, c);
#elif CALL == 12
    return mad_sat(x, c, c);
#elif CALL == 13
    return (TYPE)abs_diff(x, c);
#elif CALL == 14
    return max(x, c);
#elif CALL == 15
    return clamp(x, (TYPE)3, c);
#elif CALL == 16
    return x << (n & 7);
#elif CALL == 17
    return x >> (n & 7);
#elif CALL == 18
    return x < c ? x + 1 : c;
#elif CALL == 19
    return convert_uchar_sat(x);
#elif CALL == 20
    return (TYPE)(float)x;
#elif CALL == 21
    return (TYPE)(double)x;
#elif CALL == 22
    return mad_hi(x, c, c);
#elif CALL == 23
    return bitselect(x, c, (TYPE)n);
#endif
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
integer_functions(__global TYPE* out, uint steps, int offset, int second, int n) {
    TYPE x[CHAINS];
    #pragma unroll
    for (int chain = 0; chain < CHAINS; ++chain) x[chain] = (TYPE)(offset + get_local_id(0) + chain);
    #pragma unroll 1
    for (uint step = 0; step < steps; ++step)
        #pragma unroll
        for (int chain = 0; chain < CHAINS; ++chain) x[chain] = called(x[chain], (TYPE)second, n) ^ (TYPE)offset;
    TYPE sum = 0;
    #pragma unroll
    for (int chain = 0; chain < CHAINS; ++chain) sum += x[chain];
    out[get_global_id(0)] = sum;
}
