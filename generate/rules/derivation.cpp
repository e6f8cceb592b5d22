// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/derivation.h"

#include <type_traits>
#include <utility>

namespace warpstring::generate {
namespace {

Diagnostic unreadable(const std::string& message) {
    return Diagnostic{.code = "derivation.json",
                      .severity = Severity::Error,
                      .place = {},
                      .message = message,
                      .hint = R"(a step is {"rule": "split-join", "at": [0], "numbers": {"n": 128}})"};
}

Result<Step> stepOf(const Json& json) {
    Step step;
    step.rule = json["rule"].text();
    if (step.rule.empty()) return unreadable("a step names its rule");
    for (const Json& index : json["at"].items()) {
        if (!index.isNumber()) return unreadable("a place is an array of numbers");
        step.path.push_back(static_cast<int>(index.integer()));
    }
    for (const auto& [name, value] : json["numbers"].members()) {
        if (!value.isNumber()) return unreadable(name + " of " + step.rule + " is a number");
        step.numbers[name] = value.integer();
    }
    return step;
}

} // namespace

Result<std::vector<Expr>> replay(const Derivation& derivation) {
    std::vector<Expr> forms = {derivation.start.body};
    for (std::size_t i = 0; i < derivation.steps.size(); ++i) {
        const Result<Expr> next = after(forms.back(), derivation.steps[i]);
        if (!next) {
            Diagnostics faults = next.diagnostics();
            faults.front().message = "step " + std::to_string(i + 1) + ": " + faults.front().message;
            return faults;
        }
        forms.push_back(*next);
    }
    return forms;
}

Result<Program> derived(const Derivation& derivation) {
    Result<std::vector<Expr>> forms = replay(derivation);
    if (!forms) return forms.diagnostics();
    Program program = derivation.start;
    program.body = forms->back();
    return program;
}

Json toJson(const std::vector<Step>& steps) {
    return Json::arrayOf(steps, [](const Step& step) {
        Json::Object numbers;
        for (const auto& [name, value] : step.numbers) numbers.emplace_back(name, value);
        return Json(Json::Object{
            {"rule", step.rule}, {"at", Json::arrayOf(step.path)}, {"numbers", Json(std::move(numbers))}});
    });
}

Result<std::vector<Step>> stepsOf(const Json& json) {
    std::vector<Step> steps;
    if (!json.visit([]<class T>(const T&) { return std::is_same_v<T, Json::Array>; }))
        return unreadable("steps are an array");
    for (const Json& each : json.items()) {
        Result<Step> step = stepOf(each);
        if (!step) return step.diagnostics();
        steps.push_back(*step);
    }
    return steps;
}

} // namespace warpstring::generate
