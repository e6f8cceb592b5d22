// SPDX-License-Identifier: GPL-3.0-or-later
// What each sample kernel must compute, in double precision on the host, scalar by scalar.
#pragma once

#include "core/reference.h"

namespace warpstring {

/// All of them. A family of kernels that compute the same has one.
[[nodiscard]] const References& sampleReferences();

namespace samples {

using Indices = std::span<const std::uint64_t>;

std::vector<double> copyReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> coulombReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> dgReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> matmulReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> scanReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> stencilReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> transposeReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> fftPassReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> fftReference(const LaunchData& launch, const std::string& buffer, Indices indices);

} // namespace samples
} // namespace warpstring
