// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "tuning/gate/report.h"

namespace warpstring::gate {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson timeJson(double us) { return us > 0 ? OrderedJson(us) : OrderedJson(nullptr); }

OrderedJson causeJson(const CauseChange& change) {
    const auto& is = advice::traits(change.kind);
    OrderedJson json{
        {"kind", is.word},        {"rule", is.rule},     {"title", is.title}, {"before_us", change.beforeUs},
        {"now_us", change.nowUs}, {"name", change.name}, {"place", nullptr}};
    if (change.place.line > 0)
        json["place"] = {
            {"file", change.place.file}, {"line", change.place.line}, {"column", change.place.column}};
    return json;
}

OrderedJson faultJson(const Diagnostic& fault) {
    return {{"code", fault.code},       {"severity", name(fault.severity)}, {"file", fault.place.file},
            {"line", fault.place.line}, {"column", fault.place.column},     {"message", fault.message},
            {"hint", fault.hint}};
}

OrderedJson outcomeJson(const Outcome& outcome) {
    OrderedJson json{{"file", outcome.file},
                     {"launch", outcome.name},
                     {"spec", outcome.spec},
                     {"verdict", name(outcome.verdict)},
                     {"regression", isRegression(outcome.verdict)},
                     {"before_us", timeJson(outcome.beforeUs)},
                     {"now_us", timeJson(outcome.nowUs)},
                     {"change", outcome.beforeUs > 0 && outcome.nowUs > 0 ? OrderedJson(outcome.change())
                                                                          : OrderedJson(nullptr)},
                     {"launch_change", outcome.launchChange},
                     {"other_problem", outcome.isOtherProblem},
                     {"other_model", outcome.isOtherModel},
                     {"causes", OrderedJson::array()},
                     {"diagnostics", OrderedJson::array()}};
    for (const auto& change : outcome.causes) json["causes"].push_back(causeJson(change));
    for (const auto& fault : outcome.faults) json["diagnostics"].push_back(faultJson(fault));
    return json;
}

OrderedJson keysJson(const std::vector<LaunchKey>& keys) {
    OrderedJson json = OrderedJson::array();
    for (const auto& [file, launch] : keys) json.push_back({{"file", file}, {"launch", launch}});
    return json;
}

} // namespace

std::string toJson(const Report& report) {
    OrderedJson json{{"schema", "warpstring.gate-report/1"},
                     {"most_regression", report.mostRegression},
                     {"specs", report.specs},
                     {"launches", report.launches},
                     {"passed", !report.hasRegressions()},
                     {"rows", OrderedJson::array()},
                     {"added", keysJson(report.added)},
                     {"gone", keysJson(report.gone)},
                     {"not_asked_for", report.notAskedFor}};
    for (const auto& outcome : report.outcomes) json["rows"].push_back(outcomeJson(outcome));
    return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace warpstring::gate
