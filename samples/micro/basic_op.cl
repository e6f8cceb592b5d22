// SPDX-License-Identifier: GPL-3.0-or-later
// One operation between a load and a store: Poeppl 2014, section 5.4. The difference to BASE, which only
// copies, is what the operation adds. Build with -DTYPE=float or -DTYPE=uint and with -DOP=BASE, ADD, SUB, MUL
// or DIV.
#define BASE 0
#define ADD 1
#define SUB 2
#define MUL 3
#define DIV 4

#if OP == BASE
#define APPLY(value) (value)
#elif OP == ADD
#define APPLY(value) ((value) + operand)
#elif OP == SUB
#define APPLY(value) ((value) - operand)
#elif OP == MUL
#define APPLY(value) ((value) * operand)
#elif OP == DIV
#define APPLY(value) ((value) / operand)
#endif

__kernel void basic_op(__global const TYPE* in, __global TYPE* out, TYPE operand) {
    const uint x = get_global_id(0);
    out[x] = APPLY(in[x]);
}
