// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/l2_windows.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace warpstring::timeline {

double missedBytes(const std::vector<WindowBytes>& windows, double held,
                   std::vector<HeldBytes> WindowBytes::* kind, std::size_t buffer) {
    const auto ofBuffer = [&](const WindowBytes& window) -> const HeldBytes& { return (window.*kind)[buffer]; };
    const WindowBytes& launch = windows.back();
    const double once = ofBuffer(launch).bytes;
    for (std::size_t w = 1; w < windows.size(); ++w) {
        const WindowBytes& small = windows[w - 1];
        const WindowBytes& large = windows[w];
        if (held >= large.groups || large.groups <= small.groups) continue;
        const HeldBytes &least = ofBuffer(small), &most = ofBuffer(large);
        const double groups = large.groups - small.groups, more = most.bytes - least.bytes;
        const double again = (least.bytes + most.bytes) / 2 * std::max(0.0, most.copies - least.copies);
        const double first = least.bytes + more / groups * (held - small.groups);
        return std::max(once, first + (more + again) / groups * (launch.groups - held));
    }
    return once;
}

void narrow(std::vector<WindowBytes>& windows, double capacity,
            const std::function<WindowBytes(double)>& windowAt) {
    for (int step = 0; step < 8; ++step) {
        const auto above = std::find_if(windows.begin(), windows.end(),
                                        [&](const WindowBytes& window) { return window.held > capacity; });
        if (above == windows.begin() || above == windows.end()) return;
        const double low = std::prev(above)->groups, high = above->groups;
        WindowBytes middle = windowAt(std::floor((low + high) / 2));
        if (middle.groups <= low || middle.groups >= high) return;
        windows.insert(above, std::move(middle));
    }
}

double groupsHeld(const std::vector<WindowBytes>& windows, double capacity) {
    if (windows.back().held <= capacity) return windows.back().groups;
    for (std::size_t w = 1; w < windows.size(); ++w) {
        const WindowBytes& small = windows[w - 1];
        const WindowBytes& large = windows[w];
        if (large.held <= capacity || large.groups <= small.groups) continue;
        const double part = std::max(0.0, capacity - small.held) / (large.held - small.held);
        return small.groups + std::min(1.0, part) * (large.groups - small.groups);
    }
    return windows.front().groups;
}

} // namespace warpstring::timeline
