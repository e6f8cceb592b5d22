// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch must keep, whatever is rewritten: checked of every result.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

class WorkFacts {
public:
    /// Of the launches with one set of build options.
    void add(const Scene& scene);
    /// Why the work is not that of `before`: arguments that changed, a group that the kernel does not allow,
    /// and of another shape, work-items that are more or fewer, or local memory that did not follow.
    [[nodiscard]] std::optional<Diagnostic> faultAgainst(const WorkFacts& before, const Rewrite& asked,
                                                         const KernelText& text) const;

private:
    struct OfLaunch {
        std::map<std::string, std::string> arguments; ///< scalars by value, buffers by size
        std::array<std::uint64_t, 3> global{};
        std::array<bool, 3> isGuarded{}; ///< the number of work-items beyond the data does not matter
    };

    [[nodiscard]] static bool haveTheSameItems(const OfLaunch& a, const OfLaunch& b);

    std::vector<OfLaunch> launches_;
    std::map<std::string, std::string> localArrays_; ///< their types
    std::string requiredSize_; ///< reqd_work_group_size that a launch does not have; empty where all do
};

} // namespace warpstring::transform
