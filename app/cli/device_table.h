// SPDX-License-Identifier: GPL-3.0-or-later
// One launch on several devices: what matters on which.
#pragma once

#include <string>
#include <vector>

#include "app/cli/answer_text.h"
#include "tuning/advice/advice.h"

namespace warpstring::cli {

struct AdvisedDevice {
    std::string spec;
    advice::Advice advice;
    std::string refusal; ///< why there is no advice; empty where there is some
};

/// A row a device, a column for each kind of cause that matters on one of them; below the model's error of a
/// device its gain is a point. In several blocks where a line would be too wide.
[[nodiscard]] std::string deviceTable(const std::string& launch, const std::vector<AdvisedDevice>& devices,
                                      const TextStyle& style);

} // namespace warpstring::cli
