// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/gate/launch_changes.h"

#include <vector>

#include "tuning/gate/kept_launch.h"

namespace warpstring::gate {

namespace {

/// Sizes as people write them, other values as JSON.
std::string valueText(const Json& value) {
    if (!value.items().empty()) {
        std::string text;
        for (const Json& item : value.items()) text += (text.empty() ? "" : "x") + item.compact();
        return text;
    }
    if (!value["value"].isNull() && value["buffer"].isNull()) return value["value"].compact();
    return value.isNull() ? "none" : value.isObject() || value.isNumber() ? value.compact() : value.text();
}

/// Members of either, in order.
std::vector<std::string> namesOf(const Json& one, const Json& other) {
    std::vector<std::string> names;
    for (const auto& [name, value] : one.members()) names.push_back(name);
    for (const auto& [name, value] : other.members())
        if (one[name].isNull()) names.push_back(name);
    return names;
}

class Changes {
public:
    /// Of an argument that is there twice the members that differ.
    void compare(const std::string& name, const Json& before, const Json& now) {
        if (before == now) return;
        if (before.isObject() && now.isObject()) {
            for (const auto& member : namesOf(before, now)) {
                std::string whole = name;
                if (member != "value") whole.append(".").append(member);
                compare(whole, before[member], now[member]);
            }
            return;
        }
        text_ += (text_.empty() ? "" : "; ") + name + " " + valueText(before) + " -> " + valueText(now);
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

bool isLocalMemory(const Json& argument) { return !argument["local_bytes"].isNull(); }

} // namespace

LaunchChanges launchChanges(const Launch& before, const Launch& now) {
    const Json was = keptToJson(before), is = keptToJson(now);
    Changes changes;
    bool isOtherProblem = false;
    for (const char* key : {"kernel", "options", "global", "local", "registers", "annotations"})
        changes.compare(key, was[key], is[key]);
    const Json &wasGiven = was["arguments"], &isGiven = is["arguments"];
    for (const auto& name : namesOf(wasGiven, isGiven)) {
        changes.compare(name, wasGiven[name], isGiven[name]);
        if (wasGiven[name] != isGiven[name] && !isLocalMemory(wasGiven[name]) && !isLocalMemory(isGiven[name]))
            isOtherProblem = true;
    }
    return {changes.text(), isOtherProblem};
}

} // namespace warpstring::gate
