// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/inner_loops.h"

#include <algorithm>
#include <numeric>

#include "tuning/transform/loop_names.h"
#include "tuning/transform/scene.h"
#include "tuning/transform/value_range.h"

namespace warpstring::transform {

namespace {

std::int64_t commonRounds(const Scene& scene, const clang::Stmt& statement) {
    const auto* loop = llvm::dyn_cast<clang::ForStmt>(&statement);
    const auto counted = loop ? countedLoop(scene, *loop) : std::nullopt;
    if (!counted) return 0;
    std::int64_t common = 0;
    for (const auto& launch : scene.launches) {
        const auto trips = tripsOf(scene, launch, *counted);
        if (!trips || *trips == 0) return 0;
        common = std::gcd(common, *trips);
    }
    return common;
}

} // namespace

std::vector<InnerLoop> innerLoopsOf(const Scene& scene) {
    std::vector<InnerLoop> found;
    const auto& loops = scene.facts.loops;
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        InnerLoop inner{nameOfLoop(scene, **loop), 0, commonRounds(scene, **loop)};
        bool holdsLoop = false;
        for (const auto* other : loops) {
            if (other == *loop) continue;
            holdsLoop = holdsLoop || isWithin(scene.context, *other, **loop);
            inner.depth += isWithin(scene.context, **loop, *other) ? 1 : 0;
        }
        if (!holdsLoop) found.push_back(std::move(inner));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const InnerLoop& a, const InnerLoop& b) { return a.depth > b.depth; });
    return found;
}

} // namespace warpstring::transform
