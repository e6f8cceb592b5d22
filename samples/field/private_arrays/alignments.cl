// SPDX-License-Identifier: GPL-3.0-or-later
// Dynamic programming over pairs of texts of LENGTH characters each: the edit distance, and the score of the best local
// alignment. Macro: LENGTH.
#ifndef LENGTH
#define LENGTH 32
#endif

// The edit distance of a pair a work-item, with one row of the table in private memory. Equal characters of all texts
// lie together.
__kernel void edit_distance_private(__global const uchar* left, __global const uchar* right, __global int* distances,
                                    int pairs) {
    const int own = get_global_id(0);
    if (own >= pairs) return;
    uchar word[LENGTH];
    ushort row[LENGTH + 1];
    for (int j = 0; j < LENGTH; ++j) {
        word[j] = right[j * pairs + own];
        row[j] = j;
    }
    row[LENGTH] = LENGTH;
    for (int i = 1; i <= LENGTH; ++i) {
        const uchar letter = left[(i - 1) * pairs + own];
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= LENGTH; ++j) {
            const int replaced = diagonal + (letter != word[j - 1]);
            diagonal = row[j];
            row[j] = min(replaced, min(diagonal, (int)row[j - 1]) + 1);
        }
    }
    distances[own] = row[LENGTH];
}

#define MATCH 3
#define MISMATCH -2
#define GAP -1

// The best local alignment of a pair a group: the table's antidiagonals one after the other, three of them in local
// memory, a row of the table a work-item. A pair's characters lie together.
__kernel __attribute__((reqd_work_group_size(LENGTH, 1, 1))) void
local_alignment_diagonals(__global const uchar* left, __global const uchar* right, __global int* scores) {
    __local int diagonals[3][LENGTH + 1];
    __local uchar text[LENGTH];
    __local int best[LENGTH];
    const int row = get_local_id(0);
    const int pair = get_group_id(0);
    const uchar letter = left[pair * LENGTH + row];
    text[row] = right[pair * LENGTH + row];
    for (int d = 0; d < 3; ++d) {
        diagonals[d][row + 1] = 0;
        if (row == 0) diagonals[d][0] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int highest = 0;
    int now = 2, last = 1, before = 0;
    for (int step = 0; step < 2 * LENGTH - 1; ++step) {
        const int column = step - row;
        // Above and left lie on the last antidiagonal, above left on the one before; beside the table they are 0.
        int score = 0;
        if (column >= 0 && column < LENGTH) {
            const int pairScore = letter == text[column] ? MATCH : MISMATCH;
            const int above = diagonals[last][row];
            const int beside = column > 0 ? diagonals[last][row + 1] : 0;
            const int corner = column > 0 ? diagonals[before][row] : 0;
            score = max(max(0, corner + pairScore), max(above, beside) + GAP);
            highest = max(highest, score);
        }
        diagonals[now][row + 1] = score;
        barrier(CLK_LOCAL_MEM_FENCE);
        const int oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    best[row] = highest;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = LENGTH / 2; active > 0; active /= 2) {
        if (row < active) best[row] = max(best[row], best[row + active]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row == 0) scores[pair] = best[0];
}
