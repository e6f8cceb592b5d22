// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_file.h"
#include "fuzz/diagnostics_promise.h"

namespace warpstring::fuzz {

void readLaunchText(std::string_view text) {
    const auto file = files::parseLaunchFile(text, "fuzz/launch.toml");
    if (!file) return expectReasons(file.diagnostics());
    if (file->launches.empty()) fail("a launch file that is read holds a launch", "none");
    for (const auto& launch : file->launches) {
        if (const auto faults = validate(launch.range, {}); !faults.empty())
            fail("a launch that is read has a valid index space", toText(faults.front()));
        if (launch.kernel.empty()) fail("a launch names its kernel", launch.name);
        for (const auto& annotation : launch.annotations) {
            if (!(annotation.low <= annotation.high) || annotation.low < 0)
                fail("an annotation is an interval of numbers from 0", launch.name);
            if (annotation.kind == AnnotationKind::Weight && annotation.high > 1)
                fail("a weight is a fraction", launch.name);
            if ((annotation.line > 0) == !annotation.label.empty())
                fail("an annotation has a line or a label", launch.name);
        }
    }
}

} // namespace warpstring::fuzz
