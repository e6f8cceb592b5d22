// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/spec/spec_effect.h"

#include <cmath>

namespace warpstring::gui {

namespace {

QString changeText(double before, double after) {
    if (!std::isfinite(before) || !std::isfinite(after) || before == 0) return {};
    const double percent = 100 * (after / before - 1);
    if (std::fabs(percent) < 0.005) return QStringLiteral(" (unchanged)");
    return QStringLiteral(" (%1%2 %)")
        .arg(percent > 0 ? "+" : "")
        .arg(percent, 0, 'f', std::fabs(percent) < 10 ? 2 : 1);
}

/// From cycles of two clocks.
QString figure(const QString& what, double before, double beforeMhz, double after, double afterMhz,
               TimeUnit unit) {
    return QStringLiteral("%1 %2 \u2192 %3%4")
        .arg(what, timeText(before, beforeMhz, unit), timeText(after, afterMhz, unit),
             changeText(inUnit(before, beforeMhz, unit), inUnit(after, afterMhz, unit)));
}

} // namespace

QString specEffectText(const SharedAnalysis& before, const SharedAnalysis& after, TimeUnit unit) {
    if (!before || !after || before->faulty() || after->faulty()) return {};
    const double beforeMhz = before->spec().execution.clockMhz, afterMhz = after->spec().execution.clockMhz;
    const Simulation &a = before->simulation, &b = after->simulation;
    return QStringLiteral("%1: %2,  %3")
        .arg(QString::fromStdString(b.kernel),
             figure(QStringLiteral("kernel time"), a.kernelTimeUs() * beforeMhz, beforeMhz,
                    b.kernelTimeUs() * afterMhz, afterMhz, unit),
             figure(QStringLiteral("warp latency"), a.warpLatencyCycles(), beforeMhz, b.warpLatencyCycles(),
                    afterMhz, unit));
}

} // namespace warpstring::gui
