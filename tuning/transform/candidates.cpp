// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/candidates.h"

#include <algorithm>

#include "tuning/transform/loop_names.h"
#include "tuning/transform/written_memory.h"

namespace warpstring::transform {

namespace {

constexpr std::array<const char*, 3> axes{"x", "y", "z"};

/// Usual sizes of groups other than the launch's own.
std::vector<std::string> shapesFor(const Launch& launch) {
    static const std::vector<std::string> ofOne{"64", "128", "256", "512"},
        ofTwo{"8x8", "16x8", "16x16", "32x8", "64x4", "32x4"}, ofThree{"8x8x4", "16x4x4", "32x4x2"};
    const int dimensions = launch.range.dimensions;
    return dimensions == 1 ? ofOne : dimensions == 2 ? ofTwo : ofThree;
}

bool isOnlyRead(const Scene& scene, const clang::ParmVarDecl& parameter) {
    return (leadsTo(parameter, clang::LangAS::opencl_global) ||
            leadsTo(parameter, clang::LangAS::opencl_constant)) &&
           (parameter.getType()->getPointeeType().isConstQualified() || !mayBeWritten(scene, parameter));
}

} // namespace

std::vector<Rewrite> candidatesOf(const Scene& scene) {
    std::vector<Rewrite> all;
    const auto& launch = scene.launches.front();
    for (const auto& shape : shapesFor(launch)) all.push_back({RewriteKind::Shape, "", shape});
    for (const auto* variable : scene.facts.variables)
        if (variable->getType()->isArrayType())
            all.push_back({RewriteKind::Pad, variable->getName().str(), "1"});
    for (const auto* loop : scene.facts.loops)
        for (const char* times : {"2", "4", "4,written"})
            all.push_back({RewriteKind::Unroll, nameOfLoop(scene, *loop), times});
    if (launch.range.dimensions > 1) all.push_back({RewriteKind::SwapAxes, "", ""});
    for (const auto* parameter : scene.facts.kernel->parameters()) {
        if (!leadsTo(*parameter, clang::LangAS::opencl_global)) continue;
        all.push_back({RewriteKind::Restrict, parameter->getName().str(), ""});
        all.push_back({RewriteKind::Const, parameter->getName().str(), ""});
    }
    all.push_back({RewriteKind::Native, "", ""});
    for (int d = 0; d < launch.range.dimensions; ++d)
        for (const char* times : {"2", "4", "2,strided"})
            all.push_back({RewriteKind::Coarsen, axes[static_cast<std::size_t>(d)], times});
    for (int d = 0; d < launch.range.dimensions; ++d)
        for (const char* times : {"2", "4", "8", "2,blocked"})
            all.push_back({RewriteKind::Jam, axes[static_cast<std::size_t>(d)], times});
    all.push_back({RewriteKind::LoadOnce, "", ""});
    for (const char* width : {"2", "4"}) all.push_back({RewriteKind::Vector, "", width});
    for (const auto* parameter : scene.facts.kernel->parameters())
        if (!scene.facts.loops.empty() && isOnlyRead(scene, *parameter))
            for (const char* length : {"8", "16", "32"})
                all.push_back({RewriteKind::Stage, parameter->getName().str(), length});
    return all;
}

} // namespace warpstring::transform
