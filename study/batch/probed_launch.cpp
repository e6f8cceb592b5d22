// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/probed_launch.h"

#include <cmath>

#include "core/probe/probe_source.h"

namespace warpstring::batch {

namespace {

std::optional<probe::KernelParameter> parameterOf(const KernelArgument& argument) {
    probe::KernelParameter parameter{argument.name, argument.type,    probe::AddressSpace::Private,
                                     false,         argument.noAlias, false};
    switch (argument.kind) {
    case KernelArgument::Kind::Scalar:
    case KernelArgument::Kind::Struct: parameter.isRestrict = false; break;
    case KernelArgument::Kind::Buffer: parameter.space = probe::AddressSpace::Global; break;
    case KernelArgument::Kind::Constant: parameter.space = probe::AddressSpace::Constant; break;
    case KernelArgument::Kind::Shared: parameter.space = probe::AddressSpace::Local; break;
    case KernelArgument::Kind::Image: parameter.access = argument.access; break;
    case KernelArgument::Kind::Sampler: break;
    case KernelArgument::Kind::Other: return std::nullopt;
    }
    return parameter;
}

} // namespace

std::optional<ProbedLaunch> probedLaunch(const Launch& launch, const Pdg& plain, int warpSize,
                                         double stampedFraction) {
    std::vector<probe::KernelParameter> parameters;
    for (const KernelArgument& argument : plain.arguments) {
        auto parameter = parameterOf(argument);
        if (!parameter) return std::nullopt;
        parameters.push_back(std::move(*parameter));
    }
    if (!(stampedFraction > 0) || warpSize < 1) return std::nullopt;

    const auto shift = static_cast<std::int64_t>(std::max(0.0, std::ceil(-std::log2(stampedFraction) - 1e-9)));
    const std::uint64_t groups = ((launch.range.groupCount() - 1) >> static_cast<unsigned>(shift)) + 1;
    ProbedLaunch probed{launch,
                        probeSource(plain.source, launch.kernel, parameters,
                                    {probe::ProbeClock::Modelled, warpSize, launch.range, {}, false}),
                        std::uint64_t{1} << static_cast<unsigned>(shift)};
    probed.launch.kernel = probe::probeKernel;
    BufferArgument stamps;
    stamps.type = {ScalarType::ULong, probe::stampWords};
    stamps.count = groups * launch.range.warpsPerGroup(static_cast<std::uint64_t>(warpSize));
    stamps.access = BufferAccess::Write;
    probed.launch.arguments["warpstring_stamps"] = stamps;
    ScalarArgument stride;
    stride.value = shift;
    probed.launch.arguments["warpstring_shift"] = stride;
    return probed;
}

} // namespace warpstring::batch
