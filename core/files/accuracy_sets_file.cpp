// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/accuracy_sets_file.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/files/toml/toml_reader.h"

namespace warpstring::files {

namespace {

using Kind = TomlValue::Kind;

constexpr const char* schemaId = "warpstring.accuracy-sets/1";

class SetsReader {
public:
    SetsReader(const TomlValue& document, const std::filesystem::path& path)
        : document_(document), faults_(path, "accuracy") {
        sets_.file = path;
    }

    Result<records::AccuracySets> run() {
        if (!checkSchema()) return faults_.sorted();
        faults_.unknownKeys(
            document_, "a file of sets",
            {"schema", "spec", "device", "cache", "margin", "set", "suite", "target", "cause", "schedule"});
        sets_.spec = readText(faults_, document_, "the file", "spec", true).value_or("");
        sets_.device = readText(faults_, document_, "the file", "device", true).value_or("");
        readCache();
        if (const auto margin = readNumber(document_, "the file", "margin")) sets_.margin = *margin;
        forEach("set", [&](const TomlValue& table) { readSet(table); });
        forEach("suite", [&](const TomlValue& table) { readSuite(table); });
        forEach("target", [&](const TomlValue& table) { readTarget(table); });
        forEach("cause", [&](const TomlValue& table) { readCause(table); });
        forEach("schedule", [&](const TomlValue& table) { readSchedule(table); });
        if (document_.find("set") == nullptr)
            faults_.missingKey(document_, "the file", "set", "add a [[set]] with name and kernels");
        if (!faults_.empty()) return faults_.sorted();
        return sets_;
    }

private:
    bool checkSchema() {
        const auto schema = readText(faults_, document_, "the file", "schema", true);
        if (schema == schemaId) return true;
        if (schema)
            faults_.add(document_.find("schema")->place, "wrong-schema", "the schema is \"" + *schema + "\"",
                        "a file of sets has schema = \"" + std::string(schemaId) + "\"");
        return false;
    }

    void readCache() {
        const auto cache = readText(faults_, document_, "the file", "cache", false);
        if (!cache) return;
        if (cache != name(records::CacheState::Warm) && cache != name(records::CacheState::Cold))
            faults_.add(document_.find("cache")->place, "bad-cache",
                        "there is no state \"" + *cache + "\" of caches", "write \"warm\" or \"cold\"");
        if (cache == name(records::CacheState::Cold)) sets_.cache = records::CacheState::Cold;
    }

    /// The tables of an array of tables.
    void forEach(const std::string& key, const std::function<void(const TomlValue&)>& read) {
        const TomlValue* array = document_.find(key);
        if (array == nullptr) return;
        if (array->kind != Kind::Array)
            return faults_.wrongType(*array, key, "an array of tables: [[" + key + "]]");
        for (const TomlValue& table : array->items)
            table.kind == Kind::Table ? read(table) : faults_.wrongType(table, key, "a table");
    }

    /// A number that is required, 0 to `most`.
    std::optional<double> readNumber(const TomlValue& table, const std::string& tableName,
                                     const std::string& key, double most = 1) {
        const TomlValue* value = table.find(key);
        if (value == nullptr) {
            faults_.missingKey(table, tableName, key, "add " + key + " = 0.01");
            return std::nullopt;
        }
        if (value->kind != Kind::Integer && value->kind != Kind::Float) {
            faults_.wrongType(*value, key, "a number");
            return std::nullopt;
        }
        if (std::isnan(value->number) || value->number < 0 || value->number > most) {
            faults_.add(value->place, "impossible-value", key + " is not between 0 and 1",
                        "figures are fractions: 15 % is 0.15");
            return std::nullopt;
        }
        return value->number;
    }

    std::vector<records::DeclaredName> readNames(const TomlValue& table, const std::string& tableName,
                                                 const std::string& key) {
        std::vector<records::DeclaredName> names;
        const TomlValue* value = table.find(key);
        if (value == nullptr) {
            faults_.missingKey(table, tableName, key, "add " + key + " = [\"...\"]");
            return names;
        }
        if (value->kind != Kind::Array) {
            faults_.wrongType(*value, key, "an array of strings");
            return names;
        }
        for (const TomlValue& item : value->items) {
            if (item.kind != Kind::Text)
                faults_.wrongType(item, "an item of " + key, "a string");
            else
                names.push_back({item.text, faults_.location(item.place)});
        }
        return names;
    }

    /// The name of a set or suite; no two have the same.
    std::string readName(const TomlValue& table, const std::string& tableName) {
        const auto name = readText(faults_, table, tableName, "name", true);
        if (!name) return "";
        if (std::find(names_.begin(), names_.end(), *name) != names_.end() || *name == records::everySet ||
            name->empty())
            faults_.add(table.find("name")->place, "name-taken", "the name \"" + *name + "\" is taken",
                        "sets and suites have names of their own; \"all\" is all sets that are not apart");
        names_.push_back(*name);
        return *name;
    }

    void readSet(const TomlValue& table) {
        faults_.unknownKeys(table, "[[set]]", {"name", "description", "apart", "kernels"});
        records::KernelSet set;
        set.place = faults_.location(table.place);
        set.name = readName(table, "[[set]]");
        set.description = readText(faults_, table, "[[set]]", "description", false).value_or("");
        if (const TomlValue* apart = table.find("apart")) {
            if (apart->kind != Kind::Boolean) faults_.wrongType(*apart, "apart", "true or false");
            set.apart = apart->boolean;
        }
        set.kernels = readNames(table, "[[set]]", "kernels");
        sets_.sets.push_back(std::move(set));
    }

    void readSuite(const TomlValue& table) {
        faults_.unknownKeys(table, "[[suite]]", {"name", "description", "launches", "kernels"});
        records::LaunchSuite suite;
        suite.place = faults_.location(table.place);
        suite.name = readName(table, "[[suite]]");
        suite.description = readText(faults_, table, "[[suite]]", "description", false).value_or("");
        const bool byKernel = table.find("kernels") != nullptr;
        if (byKernel) suite.kernels = readNames(table, "[[suite]]", "kernels");
        if (!byKernel || table.find("launches") != nullptr)
            suite.launches = readNames(table, "[[suite]]", "launches");
        sets_.suites.push_back(std::move(suite));
    }

    std::optional<records::Quantity> readQuantity(const TomlValue& table, const std::string& tableName) {
        const auto text = readText(faults_, table, tableName, "quantity", false);
        if (!text) return std::nullopt;
        for (const records::Quantity quantity : {records::Quantity::KernelTime, records::Quantity::WarpLatency})
            if (name(quantity) == *text) return quantity;
        faults_.add(table.find("quantity")->place, "unknown-quantity", "there is no quantity \"" + *text + "\"",
                    "write \"kernel time\" or \"warp latency\"");
        return std::nullopt;
    }

    /// Sets and suites have been read.
    void readTarget(const TomlValue& table) {
        faults_.unknownKeys(table, "[[target]]",
                            {"of", "quantity", "metric", "at_most", "below", "at_least", "cause"});
        records::AccuracyTarget target;
        target.place = faults_.location(table.place);
        target.quantity = readQuantity(table, "[[target]]").value_or(records::Quantity::KernelTime);
        if (const auto of = readText(faults_, table, "[[target]]", "of", true)) {
            target.of = *of;
            std::vector<std::string> known = names_;
            known.emplace_back(records::everySet);
            if (std::find(known.begin(), known.end(), *of) == known.end())
                faults_.add(table.find("of")->place, "unknown-set", "there is no set or suite \"" + *of + "\"",
                            suggestion(*of, known, "name a [[set]], a [[suite]] or \"all\""));
        }
        if (readMetric(table, target)) readBound(table, target);
        target.cause = readText(faults_, table, "[[target]]", "cause", false).value_or("");
        sets_.targets.push_back(std::move(target));
    }

    bool readMetric(const TomlValue& table, records::AccuracyTarget& target) {
        const auto metric = readText(faults_, table, "[[target]]", "metric", true);
        if (!metric) return false;
        std::vector<std::string> known;
        for (const records::AccuracyMetric each : records::accuracyMetrics) {
            known.emplace_back(name(each));
            if (known.back() == *metric) {
                target.metric = each;
                return true;
            }
        }
        std::string all;
        for (const std::string& each : known) all += (all.empty() ? "" : ", ") + each;
        faults_.add(table.find("metric")->place, "unknown-metric", "there is no metric \"" + *metric + "\"",
                    suggestion(*metric, known, "there are: " + all));
        return false;
    }

    /// One of at_most and below for what should be small, at_least for the rest.
    void readBound(const TomlValue& table, records::AccuracyTarget& target) {
        const bool small = smallerIsBetter(target.metric);
        const std::string key = !small ? "at_least" : table.find("below") != nullptr ? "below" : "at_most";
        for (const char* other : {"at_most", "below", "at_least"})
            if (const TomlValue* value = table.find(other); value != nullptr && other != key)
                faults_.add(value->place, "wrong-bound",
                            std::string(name(target.metric)) + " cannot have " + other + " as its bound here",
                            "give one bound: " + std::string(small ? "at_most or below" : "at_least"));
        target.strict = key == "below";
        // Registers are counted, all others are fractions.
        const double most = target.metric == records::AccuracyMetric::RegistersMedian
                                ? std::numeric_limits<double>::infinity()
                                : 1;
        if (const auto bound = readNumber(table, "[[target]]", key, most)) target.bound = *bound;
    }

    void readCause(const TomlValue& table) {
        faults_.unknownKeys(table, "[[cause]]", {"kernel", "quantity", "text"});
        records::ErrorCause cause;
        cause.quantity = readQuantity(table, "[[cause]]");
        if (const auto kernel = readText(faults_, table, "[[cause]]", "kernel", true))
            cause.kernel = {*kernel, faults_.location(table.find("kernel")->place)};
        cause.text = readText(faults_, table, "[[cause]]", "text", true).value_or("");
        sets_.causes.push_back(std::move(cause));
    }

    void readSchedule(const TomlValue& table) {
        faults_.unknownKeys(table, "[[schedule]]", {"launch", "behaviour", "remark"});
        records::ScheduledLaunch schedule;
        if (const auto launch = readText(faults_, table, "[[schedule]]", "launch", true)) {
            const TomlPlace place = table.find("launch")->place;
            schedule.launch = {*launch, faults_.location(place)};
            if (launch->find('*') != std::string::npos)
                faults_.add(place, "pattern", "\"" + *launch + "\" is a pattern",
                            "a schedule is of one launch: write its whole name");
            if (std::any_of(
                    sets_.schedules.begin(), sets_.schedules.end(),
                    [&](const records::ScheduledLaunch& other) { return other.launch.text == *launch; }))
                faults_.add(place, "launch-twice", "the schedule of \"" + *launch + "\" is asked for twice",
                            "remove one of them");
        }
        schedule.behaviour = readText(faults_, table, "[[schedule]]", "behaviour", true).value_or("");
        schedule.remark = readText(faults_, table, "[[schedule]]", "remark", false).value_or("");
        sets_.schedules.push_back(std::move(schedule));
    }

    const TomlValue& document_;
    TomlFaults faults_;
    records::AccuracySets sets_;
    std::vector<std::string> names_; ///< of sets and suites
};

} // namespace

Result<records::AccuracySets> parseAccuracySets(std::string_view text, const std::filesystem::path& path) {
    const auto document = parseToml(text, path, "accuracy");
    if (!document) return document.diagnostics();
    return SetsReader(*document, path).run();
}

Result<records::AccuracySets> readAccuracySets(const std::filesystem::path& path) {
    const auto text = readTextFile(path, "accuracy");
    if (!text) return text.diagnostics();
    return parseAccuracySets(*text, path);
}

} // namespace warpstring::files
