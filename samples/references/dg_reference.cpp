// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/references.h"

namespace warpstring::samples {

/// res[m][k][i] = sum over j of matrices[m][i][j] * u[k][j]. TRANSPOSED swaps element and node in u and res.
std::vector<double> dgReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "res") return {};
    const auto nodes = static_cast<std::uint64_t>(launch.integer("NODES"));
    const auto elements = static_cast<std::uint64_t>(launch.integer("elements"));
    const bool transposed = launch.integer("TRANSPOSED") != 0;
    const auto matrices = launch.buffer("matrices");
    const auto u = launch.buffer("u");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t m = index / (nodes * elements);
        const std::uint64_t point = index % (nodes * elements);
        const std::uint64_t element = transposed ? point % elements : point / nodes;
        const std::uint64_t node = transposed ? point / elements : point % nodes;
        double sum = 0.0;
        for (std::uint64_t j = 0; j < nodes; ++j)
            sum += matrices[(m * nodes + node) * nodes + j] *
                   u[transposed ? j * elements + element : element * nodes + j];
        values.push_back(sum);
    }
    return values;
}

} // namespace warpstring::samples
