// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of reads beside one write: Poeppl 2014, section 5.5.1 and appendix B.1.4. Build with -DACCESS=CST
// (one address for all), IVL (an interval of 1024 elements), CNT (continuous), or two of these: IVLCST, CNTCST,
// CNTCNT (the same element twice) or CNTCNT2 (at half the index too). `in` needs 2048 elements at least.
#define CST 0
#define IVL 1
#define CNT 2
#define IVLCST 3
#define CNTCST 4
#define CNTCNT 5
#define CNTCNT2 6

__kernel void memory_access(__global const float* in, __global float* out) {
    const uint x = get_global_id(0);
#if ACCESS == CST
    out[x] = in[1023];
#elif ACCESS == IVL
    out[x] = in[x & 1023];
#elif ACCESS == CNT
    out[x] = in[x];
#elif ACCESS == IVLCST
    out[x] = in[x & 1023] + in[2047];
#elif ACCESS == CNTCST
    out[x] = in[x] + in[1023];
#elif ACCESS == CNTCNT
    out[x] = in[x] + in[x];
#elif ACCESS == CNTCNT2
    out[x] = in[x] + in[x >> 1];
#endif
}
