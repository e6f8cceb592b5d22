// SPDX-License-Identifier: GPL-3.0-or-later
// What each sample kernel must compute, in double precision on the host, scalar by scalar.
#pragma once

#include "core/records/reference.h"

namespace warpstring::samples {

using records::LaunchData;
using records::References;

/// All of them. A family of kernels that compute the same has one.
[[nodiscard]] const References& sampleReferences();

using Indices = std::span<const std::uint64_t>;

/// The tolerance of whole numbers, which floats hold, and of values that are only moved.
inline constexpr double exact = 0.0;

std::vector<double> copyReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> coulombReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> dgReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> matmulReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> scanReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> stencilReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> transposeReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> fftPassReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> fftReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> blackScholesReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> saxpyReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> scalReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> asumReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> dotReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> gemvReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> gaussReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> sobelReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> mandelbrotReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> matmulAxesReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> reductionReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> pairReductionReference(const LaunchData& launch, const std::string& buffer,
                                           Indices indices);

// Kernels that read and write images.
std::vector<double> imageCopyReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> imageTransposeReference(const LaunchData& launch, const std::string& buffer,
                                            Indices indices);
std::vector<double> imageScaleReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> imageRowsReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> imageVolumeReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> imageGatherReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> imageLayersReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> imageBlendReference(const LaunchData& launch, const std::string& buffer, Indices indices);

// The micro-benchmarks.
std::vector<double> emptyReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> workGroupReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> basicOpReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> multipleOpsFloatReference(const LaunchData& launch, const std::string& buffer,
                                              Indices indices);
std::vector<double> multipleOpsIntReference(const LaunchData& launch, const std::string& buffer,
                                            Indices indices);
std::vector<double> accessKindReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> memoryAccessReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> complexAccessReference(const LaunchData& launch, const std::string& buffer,
                                           Indices indices);
std::vector<double> randomIndexReference(const LaunchData& launch, const std::string& buffer, Indices indices);
std::vector<double> multipleAccessReference(const LaunchData& launch, const std::string& buffer,
                                            Indices indices);

/// Those of all styles below samples/field/, which samples/references/field has.
[[nodiscard]] References fieldReferences();

/// The value of a macro -DNAME=VALUE as it stands. Throws std::out_of_range for a name that the launch lacks.
[[nodiscard]] std::string macroText(const LaunchData& launch, const std::string& name);

} // namespace warpstring::samples
