// SPDX-License-Identifier: GPL-3.0-or-later
// What can be tried of a launch that says nothing of it: shapes of its work-groups, and rewrites.
#pragma once

#include "core/hardware_spec.h"
#include "core/launch.h"
#include "pdg/pdg.h"
#include "tuning/search/space_reading.h"

namespace warpstring::search {

/// Whether a kernel computes the same whatever its work-groups are: it has no local memory and no barrier, asks
/// nothing of groups and sub-groups, and does not state their size. The reason where it does not; empty where
/// it does. The words of the source tell what it asks, those of all functions but other kernels.
[[nodiscard]] std::string whyTiedToGroups(const Pdg& pdg, const Launch& launch);

/// Shapes with powers of two as sides that divide the global sizes: `leastItems` up to the least limit of the
/// devices and 1024. The largest first along dimension 0.
[[nodiscard]] std::vector<std::vector<std::uint64_t>>
groupShapes(const NDRange& range, const std::vector<HardwareSpec>& specs, std::uint64_t leastItems = 32);

/// Sizes as a launch file lists them.
[[nodiscard]] files::TomlValue sizesValue(const std::vector<std::uint64_t>& sizes);

/// A space of `local` over groupShapes() and of rewrites: those that differ in their values alone are an axis,
/// with none first. Shapes among them are left out where `local` is free. tune.nothing-to-try where both are
/// empty.
[[nodiscard]] Result<SearchSpace> deriveSpace(const NamedText& launchText, const Pdg& pdg, const Launch& launch,
                                              const std::vector<HardwareSpec>& specs,
                                              const std::vector<std::string>& rewrites = {});

} // namespace warpstring::search
