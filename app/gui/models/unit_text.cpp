// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/unit_text.h"

#include <QLocale>
#include <cmath>

namespace warpstring::gui {

QString unitName(TimeUnit unit) {
    switch (unit) {
    case TimeUnit::Nanoseconds: return QStringLiteral("ns");
    case TimeUnit::Microseconds: return QStringLiteral("us");
    case TimeUnit::Cycles: break;
    }
    return QStringLiteral("cycles");
}

double inUnit(double cycles, double clockMhz, TimeUnit unit) {
    switch (unit) {
    case TimeUnit::Nanoseconds: return cycles * 1e3 / clockMhz;
    case TimeUnit::Microseconds: return cycles / clockMhz;
    case TimeUnit::Cycles: break;
    }
    return cycles;
}

QString numberText(double value) {
    if (std::isinf(value)) return value > 0 ? QStringLiteral("\u221e") : QStringLiteral("-\u221e");
    if (std::isnan(value)) return QStringLiteral("?");
    const QLocale locale = QLocale::c();
    const double size = std::fabs(value);
    if (size >= 1e15) return locale.toString(value, 'g', 4);
    if (size >= 9999.5) { // four digits would round it to "1e+04"
        QLocale grouped(QLocale::English, QLocale::UnitedStates);
        return grouped.toString(std::round(value), 'f', 0);
    }
    if (value == std::round(value)) return QString::number(value, 'f', 0);
    return QString::number(value, 'g', size >= 999.5 ? 4 : 3);
}

QString timeText(double cycles, double clockMhz, TimeUnit unit) {
    return numberText(inUnit(cycles, clockMhz, unit)) + QLatin1Char(' ') + unitName(unit);
}

QString percentText(double fraction) {
    if (std::isnan(fraction)) return QStringLiteral("?");
    return QString::number(100 * fraction, 'f', std::fabs(fraction) < 0.9995 ? 1 : 0) + QStringLiteral(" %");
}

} // namespace warpstring::gui
