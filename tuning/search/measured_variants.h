// SPDX-License-Identifier: GPL-3.0-or-later
// The variants of a search beside measurement records, and what is measured of it.
#pragma once

#include <map>
#include <vector>

#include "core/records/measurement.h"
#include "core/records/resolved_launch.h"
#include "tuning/search/regret.h"
#include "tuning/search/tune_answer.h"

namespace warpstring::search {

/// A search's variants that were measured.
struct MeasuredSearch {
    std::string device;                    ///< of the records; empty where there are none
    std::vector<MeasuredVariant> variants; ///< us
    std::map<VariantId, double> byId;      ///< measured, us
    std::optional<double> startUs;         ///< measured of what the launch file states
    std::size_t wrong = 0, failed = 0;     ///< records of variants that do not count, and why
    std::size_t withoutRecord = 0;
};

/// That it ran, in so many ns each time.
[[nodiscard]] records::Measurement recordOf(const Variant& variant, const std::string& device,
                                            std::vector<double> ns);

/// Records belong to variants by fingerprint. Those with warm caches count, of the spec's own device, or of the
/// one whose name has `device` in it. What the closed form drops comes behind all that is ranked.
[[nodiscard]] MeasuredSearch measuredOf(const DeviceSearch& found, VariantTextCache& texts,
                                        const std::vector<records::Measurement>& records,
                                        const std::string& device);

/// The start and the fastest variants, ready to be measured: outputs are held against those of the start. Files
/// are made in `folder` for the time being.
[[nodiscard]] Result<std::vector<records::ResolvedLaunch>>
measurable(VariantTextCache& texts, const DeviceAnswer& answer, const std::filesystem::path& folder);

/// "runs,model,random,annealing": the best measured time after so many runs, us. Annealing, the mean of `seeds`
/// chains, is there where every variant of the space was measured; else its column is empty.
[[nodiscard]] std::string curveCsv(const MeasuredSearch& measured, const SearchSpace& space,
                                   std::uint64_t seeds = 1000);

} // namespace warpstring::search
