// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/samples/references.h"

namespace warpstring::samples {

/// A work-group of T work-items scans 2 T elements: the sum of all elements before each one in its block, and
/// the sum of the whole block.
Values scanReference(const Launch& launch, const Values& initial) {
    const std::vector<double>& in = initial.at("data_in");
    const std::size_t block = 2 * launch.range.groupSize();
    std::vector<double> out(in.size());
    std::vector<double> sums;
    for (std::size_t start = 0; start + block <= in.size(); start += block) {
        double sum = 0.0;
        for (std::size_t i = start; i < start + block; ++i) {
            out[i] = sum;
            sum += in[i];
        }
        sums.push_back(sum);
    }
    return {{"data_out", out}, {"block_sums", sums}};
}

} // namespace warpstring::samples
