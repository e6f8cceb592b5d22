// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrences along sequences: cheapest ways, edit distance, hidden Markov models, search for words.

#define IN_LAST(i) (tile[(i) + 1])

// One row of the cheapest way through a grid of costs; the group's part of the row before lies in local
// memory, with a neighbour on each side.
__kernel void path_row(__global const int* costs, __global const int* above, __global int* below, int columns, int row,
                       __local int* tile)
{
    const int size = get_local_size(0);
    const int t = get_local_id(0);
    const int c = get_group_id(0) * size + t;
    const int edge = columns - 1;

    IN_LAST(t) = above[min(c, edge)];
    if (t == 0) IN_LAST(-1) = above[c > 0 ? c - 1 : 0];
    if (t == size - 1) IN_LAST(size) = above[c < edge ? c + 1 : edge];
    barrier(CLK_LOCAL_MEM_FENCE);

    if (c >= columns) return;
    int best = IN_LAST(t);
    if (IN_LAST(t - 1) < best) best = IN_LAST(t - 1);
    if (IN_LAST(t + 1) < best) best = IN_LAST(t + 1);
    below[c] = best + costs[row * columns + c];
}

// Several rows in one launch, each group with ROWS columns more on both sides, that fall away row after row.
#ifndef ROWS
#define ROWS 4
#endif
#ifndef ROW_GROUP
#define ROW_GROUP 256
#endif
__kernel __attribute__((reqd_work_group_size(ROW_GROUP, 1, 1)))
void path_several(__global const int* costs, __global const int* above, __global int* below, int columns, int row)
{
    __local int buffers[2][ROW_GROUP + 2];
    const int t = get_local_id(0);
    const int c = (int)get_group_id(0) * (ROW_GROUP - 2 * ROWS) + t - ROWS;
    const int cc = clamp(c, 0, columns - 1);
    int value = above[cc];
    int from = 0;
    if (t < 2) {
        buffers[t][0] = INT_MAX / 2;
        buffers[t][ROW_GROUP + 1] = INT_MAX / 2;
    }
    for (int r = 0; r < ROWS; ++r) {
        buffers[from][t + 1] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = costs[(row + r) * columns + cc]
              + min(min(buffers[from][t], buffers[from][t + 1]), buffers[from][t + 2]);
        from ^= 1;
    }
    if (t >= ROWS && t < ROW_GROUP - ROWS && c < columns) below[c] = value;
}

// One anti-diagonal of the table of edit distances of a and b. Diagonals are indexed with the row; before1
// is the one before, before2 the one before that.
__kernel void edit_diagonal(__global const uchar* a, __global const uchar* b, __global const int* before2,
                            __global const int* before1, __global int* diagonal, int number, int first_row, int last_row)
{
    int i = first_row + get_global_id(0);
    if (i > last_row) return;
    int j = number - i;
    int changed = a[i - 1] == b[j - 1] ? 0 : 1;
    int d = before2[i - 1] + changed;
    d = min(d, before1[i - 1] + 1);
    d = min(d, before1[i] + 1);
    diagonal[i] = d;
}

// Forward step t of a hidden Markov model for many observed sequences: an item a state and a sequence.
__kernel void hmm_forward(__global const float* alpha, __global const float* transition, __global const float* emission,
                          __global const int* observed, __global float* alpha_next, int states, int steps, int t)
{
    const size_t state = get_global_id(0);
    const size_t sequence = get_global_id(1);
    __global const float* from = alpha + sequence * states;
    float p = 0.0f;
    for (int s = 0; s < states; ++s)
        p += from[s] * transition[s * states + state];
    const int symbol = observed[sequence * steps + t];
    alpha_next[sequence * states + state] = p * emission[symbol * states + state];
}

// The same with the probabilities of a sequence in local memory, a group a sequence; log scale.
__kernel void hmm_forward_log(__global const float* alpha, __global const float* transition, __global const float* emission,
                              __global const int* observed, __global float* alpha_next, int states, int steps, int t,
                              __local float* mine, __local float* peaks)
{
    int seq = get_group_id(0);
    int lid = get_local_id(0);
    int width = get_local_size(0);
    float peak = -INFINITY;
    for (int s = lid; s < states; s += width) {
        mine[s] = alpha[seq * states + s];
        peak = fmax(peak, mine[s]);
    }
    peaks[lid] = peak;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = width >> 1; k; k >>= 1) {
        if (lid < k) peaks[lid] = fmax(peaks[lid], peaks[lid + k]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    peak = peaks[0];
    int symbol = observed[seq * steps + t];
    for (int j = lid; j < states; j += width) {
        float p = 0.0f;
        for (int s = 0; s < states; ++s)
            p += exp(mine[s] - peak) * transition[s * states + j];
        alpha_next[seq * states + j] = peak + log(p) + log(emission[symbol * states + j]);
    }
}

// Where a word occurs in a text.
#ifndef LETTERS
#define LETTERS 16
#endif
__kernel void find_word(__global const char* text, __constant char* word, __global uchar* found, int last)
{
    int at = get_global_id(0);
    if (at > last) return;
    int k = 0;
    while (k < LETTERS && text[at + k] == word[k])
        k++;
    found[at] = (k == LETTERS);
}

// How many letters differ at each place of a text, a group's part of the text in local memory.
#ifndef FIND_GROUP
#define FIND_GROUP 128
#endif
__kernel __attribute__((reqd_work_group_size(FIND_GROUP, 1, 1)))
void word_differences(__global const uchar* text, __global const uchar* word, __global ushort* differences)
{
    __local uchar part[FIND_GROUP + LETTERS];
    __local uchar w[LETTERS];
    const uint t = get_local_id(0);
    const uint at = get_global_id(0);
    part[t] = text[at];
    if (t < LETTERS) {
        part[FIND_GROUP + t] = text[at + FIND_GROUP];
        w[t] = word[t];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ushort n = 0;
    #pragma unroll 4
    for (uint k = 0; k < LETTERS; ++k)
        n += part[t + k] != w[k];
    differences[at] = n;
}
