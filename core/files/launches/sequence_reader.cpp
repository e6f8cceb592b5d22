// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/sequence_reader.h"

#include <algorithm>

#include "core/files/launches/launch_arguments.h"
#include "core/files/launches/launch_axes.h"

namespace warpstring::files {

namespace {

using Kind = TomlValue::Kind;

constexpr const char* sequenceSchema = "warpstring.sequence/1";

/// "cases.sequence.toml" is the sequence "cases".
std::string nameOfFile(const std::filesystem::path& path) {
    const std::filesystem::path stem = path.stem();
    return (stem.extension() == ".sequence" ? stem.stem() : stem).string();
}

} // namespace

SequenceReader::SequenceReader(const TomlValue& document, const std::filesystem::path& path)
    : document_(document), path_(path), faults_(path, "sequence") {}

Result<Sequence> SequenceReader::read() {
    if (!checkSchema()) return faults_.sorted();
    faults_.unknownKeys(document_, "a sequence", {"schema", "description", "constants", "step", "reference"});
    if (const TomlValue* constants = document_.find("constants");
        constants != nullptr && constants->kind != Kind::Table)
        faults_.wrongType(*constants, "constants", "a table");
    scope_.emplace(faults_, expressions_, document_, nothingSwept_);
    scope_->checkConstants();

    Sequence sequence;
    sequence.file = path_;
    sequence.name = nameOfFile(path_);
    sequence.description = readText(faults_, document_, "the file", "description", false).value_or("");
    place("", document_.place);
    sequence.steps = readSteps(document_, "");
    sequence.reference = readReference();
    if (complete_)
        for (Diagnostic& fault : validate(sequence, places_)) faults_.addDistinct(std::move(fault));
    if (!faults_.empty()) return faults_.sorted();
    return sequence;
}

bool SequenceReader::checkSchema() {
    const auto schema = readText(faults_, document_, "the file", "schema", false);
    if (schema == sequenceSchema) return true;
    const std::string hint = "the first line of a sequence is schema = \"" + std::string(sequenceSchema) + "\"";
    if (const TomlValue* value = document_.find("schema"); value == nullptr)
        faults_.missingKey(document_, "the file", "schema", hint);
    else if (schema)
        faults_.add(value->place, "wrong-schema", "the schema is \"" + *schema + "\"", hint);
    return false;
}

std::vector<SequenceStep> SequenceReader::readSteps(const TomlValue& table, const std::string& prefix) {
    std::vector<SequenceStep> steps;
    const TomlValue* written = table.find("step");
    if (written == nullptr) return steps;
    const bool isArray = written->kind == Kind::Array &&
                         std::all_of(written->items.begin(), written->items.end(),
                                     [](const TomlValue& item) { return item.kind == Kind::Table; });
    if (!isArray) {
        faults_.wrongType(*written, "step", "an array of tables, [[step]]");
        complete_ = false;
        return steps;
    }
    for (const TomlValue& item : written->items)
        steps.push_back(readStep(item, prefix + std::to_string(steps.size() + 1)));
    return steps;
}

SequenceStep SequenceReader::readStep(const TomlValue& table, const std::string& number) {
    const std::string what = "step " + number;
    place(number, table.place);
    SequenceStep step;
    const TomlValue* group = table.find("step");
    if (group != nullptr) {
        faults_.unknownKeys(table, what + ", a group,", {"step", "repeat", "swap"});
        step.steps = readSteps(table, number + ".");
        // Without any it would be taken for a launch.
        if (step.steps.empty()) {
            complete_ = false;
            if (group->kind == Kind::Array && group->items.empty())
                faults_.add(group->place, "no-steps", what + " is a group of no steps",
                            "add [[step.step]] with launch = \"<launch file>\"");
        }
    } else {
        faults_.unknownKeys(table, what, {"launch", "set", "buffers", "repeat", "swap", "step"});
        if (auto launch = readLaunch(table, what))
            step.launch = std::move(*launch);
        else
            complete_ = false;
        step.buffers = readNames(table, "buffers", number);
    }
    if (const TomlValue* repeat = table.find("repeat")) {
        place(number + "/repeat", repeat->place);
        step.repeat = readRepeat(*repeat, "the repeat of " + what);
    }
    if (const TomlValue* swap = table.find("swap")) {
        place(number + "/swap", swap->place);
        step.swaps = readSwaps(*swap);
    }
    return step;
}

std::optional<Launch> SequenceReader::readLaunch(const TomlValue& table, const std::string& what) {
    const TomlValue* written = table.find("launch");
    if (written == nullptr) {
        faults_.missingKey(table, what, "launch", "add launch = \"<launch file>\"");
        return std::nullopt;
    }
    const auto found = readPath(faults_, *written, "the launch of " + what, path_.parent_path());
    if (!found) return std::nullopt;
    const std::filesystem::path path = found->lexically_normal();
    const auto keep = [&](const Diagnostics& faults) {
        for (const Diagnostic& diagnostic : faults) faults_.addDistinct(diagnostic);
        return std::nullopt;
    };
    const auto text = readTextFile(path, "launch");
    if (!text) return keep(text.diagnostics());
    const auto document = parseToml(*text, path, "launch");
    if (!document) return keep(document.diagnostics());
    if (const TomlValue* schema = document->find("schema");
        schema != nullptr && schema->text.starts_with("warpstring.sequence/")) {
        faults_.add(written->place, "nested-sequence", "the launch of " + what + " is a sequence itself",
                    "name its steps here: groups of steps are [[step.step]]");
        return std::nullopt;
    }
    const std::size_t before = faults_.size();
    std::vector<NamedValues> values = readValues(table, *document);
    if (faults_.size() != before) return std::nullopt;
    const bool isAsWritten = values.empty();
    const std::vector<std::size_t> first(values.size(), 0);
    auto variants = LaunchVariants::parse(*text, path, std::move(values));
    if (!variants) return keep(variants.diagnostics());
    auto launch = isAsWritten ? variants->start() : variants->at(first);
    if (!launch) return keep(launch.diagnostics());
    launch->reference.reset(); // what one kernel must leave says nothing of what several do
    return std::move(*launch);
}

/// Of the table `set`: values for names of the launch's document.
std::vector<NamedValues> SequenceReader::readValues(const TomlValue& table, const TomlValue& launch) {
    std::vector<NamedValues> values;
    const TomlValue* written = table.find("set");
    if (written == nullptr) return values;
    if (written->kind != Kind::Table) {
        faults_.wrongType(*written, "set", "a table of values");
        return values;
    }
    const std::vector<std::string> known = variableNames(launch);
    for (const TomlEntry& entry : written->entries) {
        if (std::find(known.begin(), known.end(), entry.key) == known.end())
            faults_.add(entry.keyPlace, "unknown-name",
                        "\"" + entry.key + "\" is no scalar argument, macro, constant or size of the launch",
                        suggestion(entry.key, known, "name one of its [args], [macros] or [constants]"));
        else if (auto value = valueOf(entry.value, "\"" + entry.key + "\"", isMacro(launch, entry.key)))
            values.push_back({entry.key, entry.value.place, {std::move(*value)}});
    }
    return values;
}

/// Expressions are worked out here, by the names of the sequence; the text of a macro stays as it is.
std::optional<TomlValue> SequenceReader::valueOf(const TomlValue& written, const std::string& what,
                                                 bool isVerbatim) {
    TomlValue value = written;
    switch (written.kind) {
    case Kind::Integer:
    case Kind::Float: return value;
    case Kind::Text:
        if (isVerbatim) return value;
        if (const auto integer = scope_->integer(written, what)) {
            value.kind = Kind::Integer;
            value.integer = *integer;
            value.number = static_cast<double>(*integer);
            return value;
        }
        return std::nullopt;
    case Kind::Array:
        for (TomlValue& item : value.items) {
            auto size = valueOf(item, what, false);
            if (!size) return std::nullopt;
            item = std::move(*size);
        }
        return value;
    default:
        faults_.wrongType(written, what, "a number, an expression or an array of sizes");
        return std::nullopt;
    }
}

/// Of a table of strings.
std::map<std::string, std::string> SequenceReader::readNames(const TomlValue& table, const std::string& key,
                                                             const std::string& where) {
    std::map<std::string, std::string> names;
    const TomlValue* written = table.find(key);
    if (written == nullptr) return names;
    place(where + "/" + key, written->place);
    if (written->kind != Kind::Table) {
        faults_.wrongType(*written, key, "a table of names");
        return names;
    }
    for (const TomlEntry& entry : written->entries) {
        std::string named = where;
        named.append("/").append(key).append("/").append(entry.key);
        place(named, entry.keyPlace);
        if (entry.value.kind != Kind::Text)
            faults_.wrongType(entry.value, "\"" + entry.key + "\"", "a name");
        else if (entry.value.text.empty())
            faults_.add(entry.value.place, "bad-name", "\"" + entry.key + "\" gets a name without letters",
                        "name a buffer");
        else
            names[entry.key] = entry.value.text;
    }
    return names;
}

std::uint64_t SequenceReader::readRepeat(const TomlValue& value, const std::string& what) {
    const auto repeat = scope_->integer(value, what);
    if (!repeat) return 1; // told
    return *repeat < 1 ? 0 : static_cast<std::uint64_t>(*repeat);
}

std::vector<BufferSwap> SequenceReader::readSwaps(const TomlValue& value) {
    std::vector<BufferSwap> swaps;
    const auto isPair = [](const TomlValue& item) {
        return item.kind == Kind::Array && item.items.size() == 2 && item.items[0].kind == Kind::Text &&
               item.items[1].kind == Kind::Text;
    };
    if (value.kind != Kind::Array || !std::all_of(value.items.begin(), value.items.end(), isPair)) {
        faults_.add(value.place, "wrong-type", "swap is no array of pairs of names",
                    "write swap = [[\"a\", \"b\"]]");
        return swaps;
    }
    for (const TomlValue& item : value.items) swaps.push_back({item.items[0].text, item.items[1].text});
    return swaps;
}

std::optional<SequenceReference> SequenceReader::readReference() {
    const TomlValue* table = document_.find("reference");
    if (table == nullptr) return std::nullopt;
    place("reference", table->place);
    if (table->kind != Kind::Table) {
        faults_.wrongType(*table, "reference", "a table");
        return std::nullopt;
    }
    faults_.unknownKeys(*table, "the reference", {"launch", "set", "function", "buffers", "tolerance"});
    SequenceReference reference;
    if (auto launch = readLaunch(*table, "the reference"))
        reference.launch = std::move(*launch);
    else
        complete_ = false;
    reference.function = readText(faults_, *table, "the reference", "function", false).value_or("");
    reference.buffers = readNames(*table, "buffers", "reference");
    if (const TomlValue* tolerance = table->find("tolerance")) {
        reference.tolerance = scope_->number(*tolerance, "the tolerance");
        if (reference.tolerance && !(*reference.tolerance >= 0))
            faults_.add(tolerance->place, "bad-reference", "the tolerance is negative",
                        "it is the largest error as a fraction of the outputs, such as 1e-5");
    }
    return reference;
}

} // namespace warpstring::files
