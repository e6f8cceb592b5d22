// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/duration_text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace warpstring {

std::string durationText(double us) {
    if (!std::isfinite(us)) return "unbounded";
    if (us < 0) return "-" + durationText(-us);
    struct Unit {
        double us;
        const char* name;
    };
    constexpr std::array units{Unit{1e6, "s"}, Unit{1e3, "ms"}, Unit{1, "us"}, Unit{1e-3, "ns"}};
    for (const auto& [size, name] : units) {
        const double value = us / size;
        // What would be rounded to 1000 of the smaller unit is 1 of this one.
        if (value < 0.9995 && size != units.back().us) continue;
        const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        char text[40];
        std::snprintf(text, sizeof text, "%.*f %s", decimals, value, name);
        return text;
    }
    return "";
}

} // namespace warpstring
