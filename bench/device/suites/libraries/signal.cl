// SPDX-License-Identifier: GPL-3.0-or-later
// Signals: filters of finite and infinite response, changes of rate, beams of an array, checks of a parity code.

// ---- Filter of TAPS taps in constant memory; the group's samples and its past come to local memory once.
#ifndef TAPS
#define TAPS 32
#endif
#ifndef SPAN
#define SPAN 128
#endif
#ifndef EACH
#define EACH 4
#endif

__kernel __attribute__((reqd_work_group_size(SPAN, 1, 1))) void
fir_block(const __global float* restrict in, __global float* restrict out, __constant float* restrict taps,
          const int samples) {
    __local float window[SPAN * EACH + TAPS];
    const int lid = get_local_id(0);
    const long base = (long)get_group_id(0) * SPAN * EACH;
    for (int i = lid; i < SPAN * EACH + TAPS; i += SPAN) {
        const long at = base + i - TAPS;
        window[i] = at >= 0 && at < samples ? in[at] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float acc[EACH];
#pragma unroll
    for (int e = 0; e < EACH; ++e) acc[e] = 0.0f;
    for (int t = 0; t < TAPS; ++t) {
        const float h = taps[t];
#pragma unroll
        for (int e = 0; e < EACH; ++e) acc[e] = fma(h, window[TAPS + lid + e * SPAN - t], acc[e]);
    }
#pragma unroll
    for (int e = 0; e < EACH; ++e) {
        const long at = base + lid + e * SPAN;
        if (at < samples) out[at] = acc[e];
    }
}

// ---- Cascades of sections of second order, a channel an item, samples of a block interleaved by channels.
#ifndef SECTIONS
#define SECTIONS 4
#endif
#ifdef STATE_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double state_f;
#else
typedef float state_f;
#endif

typedef struct {
    float b0, b1, b2, a1, a2;
} section_t;

__kernel void biquad_channels(const __global float* restrict in, __global float* restrict out,
                              const __global section_t* restrict sections, __global state_f* restrict state,
                              const int channels, const int samples) {
    const int c = get_global_id(0);
    if (c >= channels) return;
    state_f z1[SECTIONS];
    state_f z2[SECTIONS];
#pragma unroll
    for (int k = 0; k < SECTIONS; ++k) {
        z1[k] = state[2 * k * channels + c];
        z2[k] = state[(2 * k + 1) * channels + c];
    }
    for (int i = 0; i < samples; ++i) {
        state_f v = in[(long)i * channels + c];
#pragma unroll
        for (int k = 0; k < SECTIONS; ++k) {
            const section_t s = sections[k];
            const state_f y = s.b0 * v + z1[k];
            z1[k] = s.b1 * v - s.a1 * y + z2[k];
            z2[k] = s.b2 * v - s.a2 * y;
            v = y;
        }
        out[(long)i * channels + c] = (float)v;
    }
#pragma unroll
    for (int k = 0; k < SECTIONS; ++k) {
        state[2 * k * channels + c] = z1[k];
        state[(2 * k + 1) * channels + c] = z2[k];
    }
}

// ---- From one rate to another: up phases of a filter, down samples a step. 16-bit stereo, Q15 taps.
#ifndef PHASE_TAPS
#define PHASE_TAPS 16
#endif
__kernel void resample_stereo(const __global short2* restrict in, __global short2* restrict out,
                              const __global short* restrict bank, const int up, const int down, const int frames) {
    const int i = get_global_id(0);
    if (i >= frames) return;
    const long at = (long)i * down;
    const int phase = (int)(at % up);
    const __global short2* p = in + at / up;
    const __global short* h = bank + phase * PHASE_TAPS;
    int left = 1 << 14;
    int right = 1 << 14;
#pragma unroll
    for (int t = 0; t < PHASE_TAPS; ++t) {
        const short2 s = p[t];
        left += mul24((int)s.x, (int)h[t]);
        right += mul24((int)s.y, (int)h[t]);
    }
    out[i] = convert_short2_sat((int2)(left >> 15, right >> 15));
}

// ---- Beams: complex samples of ANTENNAS by weights of a beam, powers summed over `fold` times. Bytes in, floats out.
#ifndef ANTENNAS
#define ANTENNAS 32
#endif
#ifndef BEAMS
#define BEAMS 32
#endif
#ifndef TIMES
#define TIMES 8
#endif
__kernel __attribute__((reqd_work_group_size(BEAMS, TIMES, 1))) void
form_beams(const __global char2* restrict voltage, const __global float2* restrict weights,
           __global float* restrict power, const int times, const int fold) {
    __local float2 sample[TIMES][ANTENNAS];
    const int beam = get_local_id(0);
    const int slot = get_local_id(1);
    const int channel = get_group_id(1);
    const __global float2* w = weights + (long)channel * ANTENNAS * BEAMS + beam;
    float total = 0.0f;
    for (int f = 0; f < fold; ++f) {
        const int time = (get_group_id(0) * fold + f) * TIMES + slot;
        for (int a = beam; a < ANTENNAS; a += BEAMS)
            sample[slot][a] = convert_float2(voltage[((long)channel * times + time) * ANTENNAS + a]);
        barrier(CLK_LOCAL_MEM_FENCE);
        float2 sum = (float2)(0.0f);
        for (int a = 0; a < ANTENNAS; ++a) {
            const float2 s = sample[slot][a];
            const float2 c = w[a * BEAMS];
            sum.x += s.x * c.x + s.y * c.y;
            sum.y += s.y * c.x - s.x * c.y;
        }
        total += dot(sum, sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    power[(((long)channel * get_num_groups(0) + get_group_id(0)) * TIMES + slot) * BEAMS + beam] = total;
}

// ---- Parity checks by least magnitudes: DEGREE messages of a check, a check of a frame an item.
#ifndef DEGREE
#define DEGREE 7
#endif
__kernel void check_messages(const __global char* restrict channel, __global char* restrict message,
                             const __global int* restrict variable, const int checks, const int frames,
                             const int scale) {
    const int frame = get_global_id(0);
    const int check = get_global_id(1);
    if (frame >= frames || check >= checks) return;
    int value[DEGREE];
    int least = 127;
    int second = 127;
    int place = 0;
    int sign = 0;
#pragma unroll
    for (int k = 0; k < DEGREE; ++k) {
        const int v = channel[(long)variable[check * DEGREE + k] * frames + frame] -
                      message[((long)check * DEGREE + k) * frames + frame];
        value[k] = v;
        const int m = min((int)abs(v), 127);
        sign ^= v;
        place = m < least ? k : place;
        second = min(second, max(m, least));
        least = min(m, least);
    }
#pragma unroll
    for (int k = 0; k < DEGREE; ++k) {
        const int m = ((k == place ? second : least) * scale) >> 4;
        message[((long)check * DEGREE + k) * frames + frame] = (char)((sign ^ value[k]) < 0 ? -m : m);
    }
}
