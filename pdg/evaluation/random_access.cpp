// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/random_access.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pdg/evaluation/memory_rules.h"

namespace warpstring::evaluation {

namespace {

/// A power series up to the power of the number of lanes.
using Series = std::vector<double>;

Series product(const Series& a, const Series& b) {
    Series result(a.size(), 0);
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != 0)
            for (std::size_t j = 0; i + j < a.size(); ++j) result[i + j] += a[i] * b[j];
    return result;
}

Series power(Series base, int exponent) {
    Series result(base.size(), 0);
    result[0] = 1;
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 == 1) result = product(result, base);
        base = product(base, base);
    }
    return result;
}

/// The exponential generating function of what lanes do to a bank that takes at most `turns` turns: the
/// coefficient of z^j is the probability weight of j lanes there, `share` of all words a word and lane.
Series ofBank(std::size_t lanes, double words, double share, bool areShared, int turns) {
    Series series(lanes + 1, 0);
    series[0] = 1;
    if (!areShared || words == 0) { // sum over j <= turns of (share z)^j / j!, words of it in one
        double term = 1;
        for (std::size_t j = 1; j <= std::min(lanes, static_cast<std::size_t>(turns)); ++j) {
            term *= share * std::max(1.0, words) / static_cast<double>(j);
            series[j] = term;
        }
        return series;
    }
    // Sum over d <= turns words of C(words, d) (e^(share z) - 1)^d.
    Series one(lanes + 1, 0), some(lanes + 1, 0);
    double term = 1;
    for (std::size_t j = 1; j <= lanes; ++j) one[j] = term *= share / static_cast<double>(j);
    some[0] = 1;
    double ways = 1;
    for (int d = 1; d <= turns && d <= words; ++d) {
        some = product(some, one);
        ways *= (words - d + 1) / d;
        for (std::size_t j = 0; j <= lanes; ++j) series[j] += ways * some[j];
    }
    return series;
}

} // namespace

double expectedDistinct(double places, double draws) {
    if (places <= 0) return draws;
    if (places <= 1) return std::min(1.0, draws);
    return -places * std::expm1(draws * std::log1p(-1 / places));
}

double expectedFullestBank(int lanes, const RandomWords& drawn) {
    if (lanes <= 0) return 0;
    const auto count = static_cast<std::size_t>(lanes);
    // Banks that hold a word more than the others, where the words do not fill all alike.
    const double each = std::floor(drawn.words / drawn.banks);
    const int fuller = static_cast<int>(drawn.words - each * drawn.banks);
    double factorial = 1;
    for (int k = 2; k <= lanes; ++k) factorial *= k;
    double expected = 0;
    // The sum over m of the probability that the fullest one takes more than m turns.
    for (int turns = 0; turns < lanes; ++turns) {
        double within = 0;
        if (turns > 0 && drawn.words == 0) {
            within = power(ofBank(count, 0, 1.0 / drawn.banks, false, turns), drawn.banks)[count];
        } else if (turns > 0) {
            const double share = 1 / drawn.words;
            Series all = power(ofBank(count, each + 1, share, drawn.areShared, turns), fuller);
            if (each > 0)
                all = product(all,
                              power(ofBank(count, each, share, drawn.areShared, turns), drawn.banks - fuller));
            within = all[count];
        }
        const double beyond = std::clamp(1 - within * factorial, 0.0, 1.0);
        expected += beyond;
        if (turns > 0 && beyond < 1e-12) break;
    }
    return expected;
}

double expectedConflictCycles(const HardwareSpec::SharedMemory& memory, int activeLanes, int warpSize,
                              int bytes, double objectBytes) {
    // Lanes of several words take as many banks side by side, those of parts of a word one.
    const int width = std::max(1, bytes / memory.bankBytes);
    const int banks = std::max(1, memory.banks / width);
    const int turnsEach = std::max(1, width / memory.banks);
    const double unit = std::max(bytes, memory.bankBytes);
    const double words = objectBytes > 0 ? std::max(1.0, std::floor(objectBytes / unit)) : 0;
    double cycles = 0;
    const int together = lanesTogether(memory, bytes);
    for (int first = 0; first < warpSize; first += together) {
        const int lanes = std::clamp(activeLanes - first, 0, together);
        const double turns = expectedFullestBank(lanes, {banks, words, memory.broadcast}) * turnsEach;
        cycles += memory.cyclesPerAccess * std::max(1.0, turns);
    }
    return cycles;
}

double expectedBlocks(int activeLanes, int bytes, double blockBytes, double objectBytes) {
    const double each = std::max(1.0, bytes / blockBytes);
    const double places = objectBytes > 0 ? std::max(1.0, objectBytes / (each * blockBytes)) : 0;
    return each * expectedDistinct(places, activeLanes);
}

} // namespace warpstring::evaluation
