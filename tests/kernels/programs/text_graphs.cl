// Pieces of programs: strings, hashes, graphs, codes, images in buffers.

//@ kernel: find_pattern --global 1024 --local 64 --arg m=4
//@ holds: reads 0..8; writes 0..4
__kernel void find_pattern(__global const uchar* text, __constant uchar* pattern, int m, __global int* hits)
{
    int i = get_global_id(0), k = 0;
    while (k < m && text[i + k] == pattern[k]) ++k;
    if (k == m) hits[i] = 1;
}

//@ kernel: hash_strings --global 256 --local 64 --buffer begin=int:257:offsets(5,5)
//@ holds: reads 13; writes 4
// Five letters and two bounds.
__kernel void hash_strings(__global const int* restrict begin, __global const char* restrict letters, __global uint* restrict hash)
{
    int i = get_global_id(0);
    uint h = 2166136261u;
    for (int k = begin[i]; k < begin[i + 1]; ++k) {
        h ^= (uint)letters[k];
        h *= 16777619u;
    }
    hash[i] = h;
}

//@ kernel: crc32 --global 128 --local 64 --arg n=8
//@ holds: reads 8; writes 4
__kernel void crc32(__global const uchar* data, __global uint* out, int n)
{
    uint crc = ~0u;
    for (int k = 0; k < n; ++k) {
        crc ^= data[get_global_id(0) * n + k];
        for (int b = 0; b < 8; ++b) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    out[get_global_id(0)] = ~crc;
}

#define ROL(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#define QR(a, b, c, d) a += b; d = ROL(d ^ a, 16); c += d; b = ROL(b ^ c, 12); a += b; d = ROL(d ^ a, 8); c += d; b = ROL(b ^ c, 7)

//@ kernel: stream_cipher --global 64 --local 64
//@ holds: writes 64; constants 32; private bytes 0
__kernel void stream_cipher(__constant uint* key, __global uint16* out)
{
    uint x0 = 0x61707865, x1 = 0x3320646e, x2 = 0x79622d32, x3 = 0x6b206574;
    uint x4 = key[0], x5 = key[1], x6 = key[2], x7 = key[3], x8 = key[4], x9 = key[5], xa = key[6], xb = key[7];
    uint xc = get_global_id(0), xd = 0, xe = 0, xf = 0;
    for (int r = 0; r < 10; ++r) {
        QR(x0, x4, x8, xc); QR(x1, x5, x9, xd); QR(x2, x6, xa, xe); QR(x3, x7, xb, xf);
        QR(x0, x5, xa, xf); QR(x1, x6, xb, xc); QR(x2, x7, x8, xd); QR(x3, x4, x9, xe);
    }
    out[get_global_id(0)] = (uint16)(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xa, xb, xc, xd, xe, xf);
}

//@ kernel: levels --global 256 --local 64 --arg level=0 --buffer begin=int:257:offsets(4,4) --buffer to=int:1024:random(0,255) --buffer depth=int:256:iota
//@ holds: atomics 0..4
// One level of a search in breadth: only who is at this depth looks at its neighbours.
__kernel void levels(__global const int* restrict begin, __global const int* restrict to, __global int* depth, __global int* changed, int level)
{
    int v = get_global_id(0);
    if (depth[v] != level) return;
    for (int e = begin[v]; e < begin[v + 1]; ++e) {
        int w = to[e];
        if (depth[w] > level + 1) {
            depth[w] = level + 1;
            atomic_inc(changed);
        }
    }
}

//@ kernel: page_rank --global 256 --local 64 --buffer begin=int:257:offsets(1,7) --buffer from=int:1024:random(0,255)
//@ holds: writes 4
__kernel void page_rank(__global const int* restrict begin, __global const int* restrict from, __global const float* restrict rank, __global const int* restrict degree,
                        __global float* restrict next, float damping)
{
    size_t v = get_global_id(0);
    float sum = 0.0f;
    int e = begin[v];
    const int end = begin[v + 1];
    while (e < end) {
        int u = from[e++];
        sum += rank[u] / (degree[u] + 1);
    }
    next[v] = (1 - damping) / get_global_size(0) + damping * sum;
}

//@ kernel: union_find --global 256 --local 64 --buffer parent=int:256:iota
//@ holds: writes 4
__kernel void union_find(__global const int* restrict parent, __global int* restrict root)
{
    int v = get_global_id(0);
    while (parent[v] != v) { v = parent[v]; }
    root[get_global_id(0)] = v;
}

//@ kernel: floyd_step --global 32x32 --local 16x16 --arg k=7
//@ holds: reads 12; writes 0..4
__kernel void floyd_step(__global float* d, int k)
{
    int x = get_global_id(0), y = get_global_id(1);
    float through = d[y * 32 + k] + d[k * 32 + x];
    if (through < d[y * 32 + x]) d[y * 32 + x] = through;
}

//@ kernel: edit_distance_diagonal --global 64 --local 64 --arg d=40 --arg n=64
//@ holds: writes 2.4375
// Diagonal 40: places 1 to 39.
__kernel void edit_distance_diagonal(__global const char* a, __global const char* b, __global const int* before, __global const int* last,
                                     __global int* now, int d, int n)
{
    int i = get_global_id(0), j = d - i;
    if (i < 1 || j < 1 || i >= n || j >= n) return;
    int cost = a[i - 1] != b[j - 1];
    now[i] = min(min(last[i - 1] + 1, last[i] + 1), before[i - 1] + cost);
}

//@ kernel: bisection --global 256 --local 64 --arg n=1024
//@ holds: writes 4; reads 40..48
// Eleven looks at a sorted array at most.
__kernel void bisection(__global const int* sorted, __global const int* keys, __global int* place, int n)
{
    int key = keys[get_global_id(0)], lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (sorted[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    place[get_global_id(0)] = lo;
}

//@ kernel: run_lengths --global 1024 --local 64
//@ holds: writes 0..4; reads 1..2
__kernel void run_lengths(__global const uchar* in, __global int* isStart)
{
    int i = get_global_id(0);
    if (i == 0 || in[i] != in[i - 1]) isStart[i] = 1;
}

//@ kernel: base64 --global 256 --local 64
//@ holds: reads 3; writes 4; constants 4
__constant uchar alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
__kernel void base64(__global const uchar* in, __global uchar4* out)
{
    uchar3 v = vload3(get_global_id(0), in);
    uint bits = (uint)v.x << 16 | (uint)v.y << 8 | v.z;
    out[get_global_id(0)] = (uchar4)(alphabet[bits >> 18], alphabet[bits >> 12 & 63], alphabet[bits >> 6 & 63], alphabet[bits & 63]);
}

//@ kernel: grey_image --global 64x32 --local 16x16 --arg pitch=256
//@ holds: reads 3; writes 1
// A row is 256 bytes long, of which 192 are pixels.
__kernel void grey_image(__global const uchar* rgb, __global uchar* grey, int pitch)
{
    int x = get_global_id(0), y = get_global_id(1);
    __global const uchar* p = rgb + y * pitch + 3 * x;
    grey[y * 64 + x] = (uchar)(0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2]);
}

//@ kernel: integral_rows --global 32 --local 32 --arg w=64
//@ holds: reads 64; writes 256
__kernel void integral_rows(__global const uchar* in, __global uint* out, int w)
{
    int y = get_global_id(0);
    uint sum = 0;
    for (int x = 0; x < w; ++x) {
        sum += in[y * w + x];
        out[y * w + x] = sum;
    }
}

//@ kernel: bilateral --global 32x32 --local 8x8
//@ holds: reads 104; writes 4
// The centre, then five by five, clamped at the border.
__kernel void bilateral(__global const float* in, __global float* out, float sigma)
{
    int x = get_global_id(0), y = get_global_id(1);
    float centre = in[y * 32 + x], sum = 0, weights = 0;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
            float v = in[clamp(y + dy, 0, 31) * 32 + clamp(x + dx, 0, 31)];
            float w = native_exp(-(dx * dx + dy * dy) * 0.1f - (v - centre) * (v - centre) * sigma);
            sum += w * v;
            weights += w;
        }
    out[y * 32 + x] = sum / weights;
}

//@ kernel: kmeans_assign --global 256 --local 64 --arg k=5 --arg dims=3
//@ holds: writes 4; reads 120
__kernel void kmeans_assign(__global const float* points, __global const float* centres, __global int* nearest, int k, int dims)
{
    int i = get_global_id(0), best = 0;
    float least = FLT_MAX;
    for (int c = 0; c < k; ++c) {
        float d = 0;
        for (int j = 0; j < dims; ++j) {
            float t = points[j * 256 + i] - centres[c * dims + j];
            d += t * t;
        }
        if (d < least) { least = d; best = c; }
    }
    nearest[i] = best;
}
