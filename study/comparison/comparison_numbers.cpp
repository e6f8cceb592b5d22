// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/comparison/comparison_numbers.h"

#include <cmath>

#include "core/text/text_format.h"

namespace warpstring::comparison {

std::string figureText(const std::optional<double>& value) {
    if (!value) return "-";
    return std::abs(*value) >= 1000 ? formatted("%.0f", *value) : formatted("%.4g", *value);
}

std::string signedErrorText(const std::optional<double>& error) {
    if (!error) return "-";
    return *error < 9.995 ? formatted("%+.1f %%", 100 * *error) : formatted("x %.0f", 1 + *error);
}

std::string errorText(const ComparedQuantity& quantity) { return signedErrorText(quantity.signedError()); }

std::string percentFigure(double fraction) { return formatted("%.1f %%", 100 * fraction); }

} // namespace warpstring::comparison
