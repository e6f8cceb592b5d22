// SPDX-License-Identifier: GPL-3.0-or-later
// A launch's time over the size of its work-groups, and which size is best.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "tuning/search/access_class.h"
#include "tuning/search/search.h"

namespace warpstring::search {

struct ShapePoint {
    std::vector<std::uint64_t> local;
    std::uint64_t items = 0; ///< of a group
    VariantFigures figures;
    std::optional<Diagnostic> fault; ///< why there is no time
    int groups = 0, warps = 0;       ///< resident on a multiprocessor
    std::string limiter, boundBy;
    std::optional<token_string::CostModel> model; ///< of its time; nothing where there is none
    bool isStart = false;
    bool isTied = false; ///< with the best one
};

struct ShapeStudy {
    std::string spec;
    std::vector<ShapePoint> points;  ///< by items, then by the sides
    std::optional<std::size_t> best; ///< of the points; nothing where none has a time
    /// What the thesis takes (equation 3.11): the largest size up to the device's limit that divides the global
    /// one; of several shapes with as many items the one that is longest in dimension 0.
    std::optional<std::size_t> largest;
    double ratioError = 0.05;
    std::vector<ClassifiedAccess> accesses; ///< of the launch as it stands
};

struct ShapeOptions {
    double ratioError = 0.05;
    unsigned threads = 1;
    EvaluationSettings settings;
    const std::atomic<bool>* cancel = nullptr;
};

/// Sizes that are tried: what [tune] or [sweep] lists for local; else, in one dimension, all divisors of the
/// global size up to the device's limit, in several powers of two as sides. tune.tied-to-groups where the
/// kernel does not let its work-groups be changed and nothing lists sizes.
[[nodiscard]] Result<SearchSpace> shapeSpace(const NamedText& launch, const Pdg& pdg, const Launch& start,
                                             const HardwareSpec& spec);

[[nodiscard]] ShapeStudy studyShapes(VariantTextCache& texts, batch::GraphCache& graphs,
                                     const HardwareSpec& spec, const ShapeOptions& options);

/// "warpstring.shape/1" (docs/json.md).
[[nodiscard]] std::string toJson(const std::string& launch, const std::vector<ShapeStudy>& studies);

} // namespace warpstring::search
