// SPDX-License-Identifier: GPL-3.0-or-later
// Clustering, nearest records, and layers that learn by back-propagation.

// The nearest centre of each point (a row of `features` numbers), and how many points a centre gets.
__kernel void cluster_rows(__global const float* points, __global const float* centres, __global int* member,
                           __global int* sizes, int count, int features, int k, __local float* centre, __local int* size)
{
    int lid = get_local_id(0);
    int wg = get_local_size(0);
    for (int i = lid; i < k * features; i += wg) centre[i] = centres[i];
    for (int i = lid; i < k; i += wg) size[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    int p = get_global_id(0);
    if (p < count) {
        int nearest = 0;
        float nearest_d = MAXFLOAT;
        for (int c = 0; c < k; c++) {
            float d = 0;
            for (int f = 0; f < features; f++) {
                float diff = points[p * features + f] - centre[c * features + f];
                d += diff * diff;
            }
            nearest = d < nearest_d ? c : nearest;
            nearest_d = fmin(d, nearest_d);
        }
        member[p] = nearest;
        atomic_inc(&size[nearest]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = lid; i < k; i += wg)
        if (size[i] != 0) atomic_add(&sizes[i], size[i]);
}

// New centres: a group a centre, all items go through the points in planes.
__kernel void cluster_means(__global const float* planes, __global const int* member, __global float* centres, int count,
                            int features, __local float* sum, __local int* number)
{
    const int c = get_group_id(0), f = get_group_id(1);
    const int t = get_local_id(0), w = get_local_size(0);
    float s = 0.0f;
    int n = 0;
    for (int p = t; p < count; p += w) {
        if (member[p] == c) {
            s += planes[f * count + p];
            ++n;
        }
    }
    sum[t] = s;
    number[t] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = w / 2; step > 0; step /= 2) {
        if (t < step) {
            sum[t] += sum[t + step];
            number[t] += number[t + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) centres[c * features + f] = number[0] ? sum[0] / number[0] : 0.0f;
}

typedef struct {
    float latitude, longitude;
} place_t;

// The record nearest to a place, on the sphere: one candidate a group.
__kernel void nearest_record(__global const float2* records, __global float* distance, __global int* which, int count,
                             place_t target, __local float* d, __local int* w)
{
    const uint t = get_local_id(0);
    const uint g = get_global_id(0);
    float mine = MAXFLOAT;
    if (g < (uint)count) {
        float2 r = records[g] * 0.017453293f;
        float la = target.latitude * 0.017453293f, lo = target.longitude * 0.017453293f;
        float a = sin(0.5f * (r.x - la)), b = sin(0.5f * (r.y - lo));
        mine = 12742.0f * asin(sqrt(a * a + cos(r.x) * cos(la) * b * b));
    }
    d[t] = mine;
    w[t] = g;
    for (uint s = get_local_size(0) >> 1; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < s && d[t + s] < d[t]) {
            d[t] = d[t + s];
            w[t] = w[t + s];
        }
    }
    if (t == 0) {
        distance[get_group_id(0)] = d[0];
        which[get_group_id(0)] = w[0];
    }
}

inline float squash(float x) { return 1.0f / (1.0f + exp(-x)); }

// Forward through a layer, a batch of inputs: weights have a row an input, the last of biases.
kernel void bp_forward(global const float* x, global const float* w, global float* y, int inputs, int outputs)
{
    int o = get_global_id(0);
    int b = get_global_id(1);
    if (o >= outputs) return;
    float net = w[inputs * outputs + o];
    for (int i = 0; i < inputs; i++)
        net += x[b * inputs + i] * w[i * outputs + o];
    y[b * outputs + o] = squash(net);
}

// What the inputs of that layer are to blame for.
kernel void bp_blame(global const float* delta, global const float* w, global const float* x, global float* blame, int inputs,
                     int outputs)
{
    int i = get_global_id(0);
    int b = get_global_id(1);
    if (i < inputs) {
        float sum = 0.0f;
        global const float* wi = w + i * outputs;
        global const float* db = delta + b * outputs;
        for (int o = 0; o < outputs; o++) sum += *wi++ * *db++;
        float h = x[b * inputs + i];
        blame[b * inputs + i] = h * (1.0f - h) * sum;
    }
}

// Weights after the batch, with momentum.
#ifndef ETA
#define ETA 0.3f
#endif
#define MOMENTUM 0.3f
kernel void bp_learn(global const float* delta, global const float* x, global float* w, global float* last, int inputs, int outputs,
                     int batch)
{
    int o = get_global_id(0);
    int i = get_global_id(1);
    if (i >= inputs || o >= outputs) return;
    float g = 0.0f;
    for (int b = 0; b < batch; b++)
        g += delta[b * outputs + o] * x[b * inputs + i];
    int at = i * outputs + o;
    float step = ETA * g + MOMENTUM * last[at];
    w[at] += step;
    last[at] = step;
}
