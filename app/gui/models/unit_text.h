// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles and times as people read them, in the unit that they chose.
#pragma once

#include <QString>

namespace warpstring::gui {

enum class TimeUnit { Cycles, Nanoseconds, Microseconds };

/// "cycles", "ns", "us": as the CLI writes them.
[[nodiscard]] QString unitName(TimeUnit unit);
/// Cycles of a device in a unit, as a number.
[[nodiscard]] double inUnit(double cycles, double clockMhz, TimeUnit unit);
/// "12,345 cycles"; times, whichever unit tables have them in, as "6.23 us": in the one that fits. Infinite
/// values are written as the sign.
[[nodiscard]] QString timeText(double cycles, double clockMhz, TimeUnit unit);
/// A number as short as three or four digits allow, its thousands grouped from 10,000 on: "5.38", "260",
/// "12,345".
[[nodiscard]] QString numberText(double value);
/// "1.23 TB/s": three digits with the prefix that fits, from n to E.
[[nodiscard]] QString prefixedText(double value, const QString& unit);
/// "12.3 %" of a fraction 0.123.
[[nodiscard]] QString percentText(double fraction);

} // namespace warpstring::gui
