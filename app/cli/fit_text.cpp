// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/fit_text.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/text/text_format.h"

namespace warpstring::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string percent(double error) { return formatted("%+7.1f %%", 100 * error); }

Json finite(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

} // namespace

std::string fitText(const FitReport& report) {
    const auto& fitted = report.fitted;
    std::string text = report.model + " in us, on " + report.device + "\n";
    for (const auto& parameter : fitted.parameters) {
        text += formatted("  %-14s %12.6g", parameter.name.c_str(), parameter.value);
        if (parameter.isIdentified)
            text += formatted("  +- %.2g", parameter.standardError);
        else
            text += "  not identified: " + parameter.reason;
        text += "\n";
    }
    text += "   measured us  modelled us     error  without its kernel\n";
    for (const auto& point : fitted.points) {
        text += formatted("%14.2f %12.2f ", point.point.measuredUs, point.modelledUs) + percent(point.error()) +
                "  " +
                (point.withoutKernelUs > 0 ? percent(point.errorWithoutKernel())
                 : point.point.isHeldOut   ? " held out"
                                           : "        -") +
                "  " + point.point.launch + "\n";
    }
    text += formatted("residual %.2f %% (root mean square), condition %.3g\n", 100 * fitted.residual,
                      fitted.condition);
    text += formatted("geometric mean of the errors: %.2f %%", 100 * fitted.fittedError);
    if (fitted.leftOutError > 0) text += formatted(", each kernel left out %.2f %%", 100 * fitted.leftOutError);
    if (fitted.heldOutError > 0) text += formatted(", held out %.2f %%", 100 * fitted.heldOutError);
    return text + formatted("; %zu kernels\n", fitted.kernels);
}

std::string fitJson(const FitReport& report) {
    const auto& fitted = report.fitted;
    Json parameters = Json::array(), points = Json::array();
    for (const auto& parameter : fitted.parameters)
        parameters.push_back({{"name", parameter.name},
                              {"value", parameter.value},
                              {"standard_error", finite(parameter.standardError)},
                              {"identified", parameter.isIdentified},
                              {"reason", parameter.reason}});
    for (const auto& point : fitted.points) {
        Json features = Json::object();
        for (std::size_t i = 0; i < report.features.size(); ++i)
            features[report.features[i]] = finite(point.point.features[i]);
        points.push_back(
            {{"launch", point.point.launch},
             {"kernel", point.point.kernel},
             {"held_out", point.point.isHeldOut},
             {"measured_us", point.point.measuredUs},
             {"modelled_us", finite(point.modelledUs)},
             {"without_kernel_us", point.withoutKernelUs > 0 ? finite(point.withoutKernelUs) : Json(nullptr)},
             {"features", features}});
    }
    const Json json{{"schema", "warpstring.fit/1"},
                    {"model", report.model},
                    {"spec", report.spec},
                    {"device", report.device},
                    {"parameters", parameters},
                    {"inseparable", fitted.inseparable},
                    {"residual", fitted.residual},
                    {"condition", finite(fitted.condition)},
                    {"error", fitted.fittedError},
                    {"left_out_error", fitted.leftOutError},
                    {"held_out_error", fitted.heldOutError},
                    {"kernels", fitted.kernels},
                    {"launches", points}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpstring::cli
