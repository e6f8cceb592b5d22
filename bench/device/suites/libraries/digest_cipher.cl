// SPDX-License-Identifier: GPL-3.0-or-later
// Ciphers and digests in the ways they are built: add-rotate-xor, a sponge of 25 lanes, substitution tables in
// local memory, check sums by several tables at once, a stretched key of fixed length.

#ifndef WG
#define WG 128
#endif
#ifndef DOUBLE_ROUNDS
#define DOUBLE_ROUNDS 10
#endif

// ---- A key stream of add, rotate and xor over sixteen words, a block of 64 bytes an item.
#define TURN(v, n) rotate((v), (uint)(n))
#define QUARTER(a, b, c, d)  \
    a += b;                  \
    d = TURN(d ^ a, 16);     \
    c += d;                  \
    b = TURN(b ^ c, 12);     \
    a += b;                  \
    d = TURN(d ^ a, 8);      \
    c += d;                  \
    b = TURN(b ^ c, 7);

__kernel void arx_stream(const __global uint4* restrict plain, __global uint4* restrict cipher,
                         __constant uint* restrict key, const uint8 nonce, const uint counter, const uint blocks) {
    const uint id = get_global_id(0);
    if (id >= blocks) return;
    uint s[16];
#pragma unroll
    for (int i = 0; i < 4; ++i) s[i] = 0x61707865u + 0x11223344u * i;
#pragma unroll
    for (int i = 0; i < 8; ++i) s[4 + i] = key[i];
    s[12] = counter + id;
    s[13] = nonce.s0;
    s[14] = nonce.s1;
    s[15] = nonce.s2;
    uint w[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) w[i] = s[i];
    for (int r = 0; r < DOUBLE_ROUNDS; ++r) {
        QUARTER(w[0], w[4], w[8], w[12])
        QUARTER(w[1], w[5], w[9], w[13])
        QUARTER(w[2], w[6], w[10], w[14])
        QUARTER(w[3], w[7], w[11], w[15])
        QUARTER(w[0], w[5], w[10], w[15])
        QUARTER(w[1], w[6], w[11], w[12])
        QUARTER(w[2], w[7], w[8], w[13])
        QUARTER(w[3], w[4], w[9], w[14])
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        const uint4 k = (uint4)(w[4 * q] + s[4 * q], w[4 * q + 1] + s[4 * q + 1], w[4 * q + 2] + s[4 * q + 2],
                                w[4 * q + 3] + s[4 * q + 3]);
        cipher[id * 4 + q] = plain[id * 4 + q] ^ k;
    }
}

// ---- A sponge: 25 lanes of 64 bits, RATE of them take input; messages lie by lanes.
#ifndef RATE
#define RATE 17
#endif
#define LANE_TURN(v, n) rotate((v), (ulong)(n))

__constant ulong lane_salt[24] = {
    0x0000000000000001ul, 0x8a3f00000000b042ul, 0x10000000c0ffee13ul, 0x80000000d00dfe27ul, 0x000000005eed0031ul,
    0x00000000811d0045ul, 0x8000000080abcd51ul, 0x8000000000180069ul, 0x0000000000e1008aul, 0x00000000008f0088ul,
    0x00000000800f0009ul, 0x000000008e00000aul, 0x00000000800d808bul, 0x80000000001c008bul, 0x8000000000b08089ul,
    0x80000000000a8003ul, 0x8000000000098002ul, 0x8000000000800080ul, 0x000000000070800aul, 0x800000006000000aul,
    0x8000000580008081ul, 0x8000000400000080ul, 0x0000000380000001ul, 0x8000000280008008ul};

inline void mix_lanes(ulong* restrict a) {
    for (int round = 0; round < 24; ++round) {
        ulong c[5];
#pragma unroll
        for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
        for (int x = 0; x < 5; ++x) {
            const ulong d = c[(x + 4) % 5] ^ LANE_TURN(c[(x + 1) % 5], 1);
#pragma unroll
            for (int y = 0; y < 25; y += 5) a[x + y] ^= d;
        }
        ulong b[25];
#pragma unroll
        for (int y = 0; y < 5; ++y) {
#pragma unroll
            for (int x = 0; x < 5; ++x)
                b[y + 5 * ((2 * x + 3 * y) % 5)] = LANE_TURN(a[x + 5 * y], (13 * x + 29 * y + 7 * x * y) % 64);
        }
#pragma unroll
        for (int y = 0; y < 25; y += 5) {
#pragma unroll
            for (int x = 0; x < 5; ++x) a[x + y] = b[x + y] ^ (~b[(x + 1) % 5 + y] & b[(x + 2) % 5 + y]);
        }
        a[0] ^= lane_salt[round];
    }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
sponge_digest(const __global ulong* restrict message, __global ulong* restrict digest, const uint blocks) {
    const size_t id = get_global_id(0);
    const size_t all = get_global_size(0);
    ulong a[25];
#pragma unroll
    for (int i = 0; i < 25; ++i) a[i] = 0;
    for (uint b = 0; b < blocks; ++b) {
#pragma unroll
        for (int i = 0; i < RATE; ++i) a[i] ^= message[(b * RATE + i) * all + id];
        mix_lanes(a);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) digest[i * all + id] = a[i];
}

// ---- A balanced network of two words, sixteen rounds, four boxes of 256 words copied to local memory first.
#define SUBSTITUTE(v) \
    (((box[(v) >> 24] + box[256 + (((v) >> 16) & 255)]) ^ box[512 + (((v) >> 8) & 255)]) + box[768 + ((v)&255)])

__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void
network_boxes(const __global uint2* restrict in, __global uint2* restrict out, const __global uint* restrict boxes,
              __constant uint* restrict subkeys, const uint each) {
    __local uint box[1024];
    for (uint i = get_local_id(0); i < 1024; i += WG) box[i] = boxes[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint e = 0; e < each; ++e) {
        const size_t at = (size_t)get_group_id(0) * WG * each + e * WG + get_local_id(0);
        uint l = in[at].x;
        uint r = in[at].y;
#pragma unroll
        for (int i = 0; i < 16; i += 2) {
            l ^= subkeys[i];
            r ^= SUBSTITUTE(l);
            r ^= subkeys[i + 1];
            l ^= SUBSTITUTE(r);
        }
        out[at] = (uint2)(r ^ subkeys[17], l ^ subkeys[16]);
    }
}

// ---- Check sums of records, four bytes a step by four tables; records lie one behind the other.
__kernel void crc_records(const __global uint* restrict data, const __global uint* restrict tables,
                          __global uint* restrict sums, const uint words, const uint records) {
    const uint id = get_global_id(0);
    if (id >= records) return;
    const __global uint* p = data + (size_t)id * words;
    uint crc = ~0u;
    for (uint w = 0; w < words; ++w) {
        crc ^= p[w];
        crc = tables[768 + (crc & 255)] ^ tables[512 + ((crc >> 8) & 255)] ^ tables[256 + ((crc >> 16) & 255)] ^
              tables[crc >> 24];
    }
    sums[id] = ~crc;
}
