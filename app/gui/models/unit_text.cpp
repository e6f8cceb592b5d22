// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/unit_text.h"

#include <QLocale>
#include <array>
#include <cmath>

#include "core/text/duration_text.h"

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
    const double value = inUnit(cycles, clockMhz, unit);
    if (unit == TimeUnit::Cycles || !std::isfinite(value))
        return numberText(value) + QLatin1Char(' ') + unitName(unit);
    return QString::fromStdString(durationText(cycles / clockMhz));
}

QString prefixedText(double value, const QString& unit) {
    if (!std::isfinite(value)) return numberText(value) + QLatin1Char(' ') + unit;
    struct Prefix {
        double size;
        const char* name;
    };
    constexpr std::array prefixes{Prefix{1e18, "E"}, Prefix{1e15, "P"}, Prefix{1e12, "T"}, Prefix{1e9, "G"},
                                  Prefix{1e6, "M"},  Prefix{1e3, "k"},  Prefix{1, ""},     Prefix{1e-3, "m"},
                                  Prefix{1e-6, "u"}, Prefix{1e-9, "n"}};
    const double size = std::fabs(value);
    for (const auto& [unitSize, name] : prefixes) {
        const double scaled = size / unitSize;
        // What would be rounded to 1000 with the smaller prefix is 1 with this one.
        if (scaled < 0.9995 && unitSize != prefixes.back().size && size > 0) continue;
        if (size == 0) return QStringLiteral("0 ") + unit;
        const bool whole = unitSize == 1 && value == std::round(value);
        const int decimals = whole || scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2;
        return QString::number(value / unitSize, 'f', decimals) + QLatin1Char(' ') + QLatin1String(name) + unit;
    }
    return {};
}

QString percentText(double fraction) {
    if (std::isnan(fraction)) return QStringLiteral("?");
    return QString::number(100 * fraction, 'f', std::fabs(fraction) < 0.9995 ? 1 : 0) + QStringLiteral(" %");
}

} // namespace warpstring::gui
