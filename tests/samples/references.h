// SPDX-License-Identifier: GPL-3.0-or-later
// What each sample kernel must compute, in double precision on the host.
#pragma once

#include <map>
#include <string>

#include "tests/samples/buffer_values.h"

namespace warpstring::samples {

/// The final contents of every buffer that the kernel writes.
using ReferenceFunction = Values (*)(const Launch& launch, const Values& initial);

struct Reference {
    ReferenceFunction compute;
    /// Largest root-mean-square difference over the root mean square of the reference. references.cpp says
    /// where each number comes from.
    double tolerance;
};

/// By kernel name.
const std::map<std::string, Reference>& references();

Values matmulReference(const Launch& launch, const Values& initial);
Values scanReference(const Launch& launch, const Values& initial);
Values fftPassReference(const Launch& launch, const Values& initial);
Values fftReference(const Launch& launch, const Values& initial);

} // namespace warpstring::samples
