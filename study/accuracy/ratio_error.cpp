// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/accuracy/ratio_error.h"

#include <cmath>

#include "core/records/sample_statistics.h"

namespace warpstring::accuracy {

RatioErrors ratioErrorsOf(const std::vector<records::FamilyRanking>& families) {
    std::vector<double> errors;
    for (const records::FamilyRanking& family : families) {
        std::vector<double> biases; // of each variant; a ratio is off by how much two of them differ
        biases.reserve(family.variants.size());
        for (const records::RankedVariant& variant : family.variants)
            biases.push_back(std::log(variant.simulated / variant.measured));
        for (std::size_t i = 0; i < biases.size(); ++i)
            for (std::size_t j = i + 1; j < biases.size(); ++j)
                errors.push_back(std::abs(biases[i] - biases[j]));
    }
    if (errors.empty()) return {};
    return {errors.size(), records::quantileOf(errors, 0.5), records::quantileOf(errors, 0.75)};
}

} // namespace warpstring::accuracy
