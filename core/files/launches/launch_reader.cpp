// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_reader.h"

#include <algorithm>
#include <charconv>

#include "core/files/launches/launch_annotations.h"
#include "core/files/launches/launch_arguments.h"

namespace warpstring::files {

namespace {

using Kind = TomlValue::Kind;

constexpr const char* schemaId = "warpstring.launch/1";
constexpr std::uint64_t mostLaunches = 1'000'000;

std::string toText(double value) {
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    std::string text(buffer, end);
    // "2" would turn a floating macro into an integer.
    if (text.find_first_of(".en") == std::string::npos) text += ".0";
    return text;
}

std::string sweptText(LaunchScope& scope, const TomlValue& value, bool verbatim) {
    if (value.kind == Kind::Float) return toText(value.number);
    if (value.kind == Kind::Text && verbatim) return value.text;
    if (value.kind != Kind::Integer && value.kind != Kind::Text) return "?"; // reported where it is used
    const auto integer = scope.integer(value, "the swept value");
    return integer ? std::to_string(*integer) : "?";
}

/// "n=1024,local=16x16"
std::string suffixOf(const std::vector<SweptValue>& swept) {
    std::string suffix;
    for (const auto& [name, text] : swept) {
        if (!suffix.empty()) suffix += ',';
        suffix += name;
        suffix += '=';
        suffix += text;
    }
    return suffix;
}

} // namespace

LaunchReader::LaunchReader(const TomlValue& document, const std::filesystem::path& path, bool withReference)
    : document_(document), path_(path), stem_(path.stem().string()), faults_(path, "launch"),
      references_(faults_, document, path, withReference) {}

bool LaunchReader::readDocument() {
    if (!checkSchema()) return false;
    faults_.unknownKeys(document_, "a launch file",
                        {"schema", "description", "kernel", "source", "options", "global", "local", "macros",
                         "constants", "args", "sweep", "tune", "annotation", "published", "family", "reference",
                         "registers"});
    for (const char* key : {"macros", "constants", "args", "sweep", "tune"})
        if (const TomlValue* table = document_.find(key); table != nullptr && table->kind != Kind::Table)
            faults_.wrongType(*table, key, "a table");
    readSweep();
    count_ = combinationCount();
    return true;
}

bool LaunchReader::checkSchema() {
    const auto schema = readText(faults_, document_, "the file", "schema", false);
    if (schema == schemaId) return true;
    const std::string hint = "the first line of a launch file is schema = \"" + std::string(schemaId) + "\"";
    const TomlValue* value = document_.find("schema");
    if (value == nullptr) {
        faults_.missingKey(document_, "the file", "schema", hint);
        return true;
    }
    // A file of another kind would only yield a page of consequences.
    if (schema) faults_.add(value->place, "wrong-schema", "the schema is \"" + *schema + "\"", hint);
    return false;
}

void LaunchReader::readSweep() {
    const TomlValue* sweep = document_.find("sweep");
    if (sweep == nullptr) return;
    for (const TomlEntry& entry : sweep->entries)
        if (auto axis = readAxis(faults_, entry, document_, "sweep")) axes_.push_back(std::move(*axis));
}

std::uint64_t LaunchReader::combinationCount() {
    std::uint64_t count = 1;
    for (const LaunchAxis& axis : axes_) {
        count *= axis.values->size(); // a file cannot hold enough items to overflow one such step
        if (count <= mostLaunches) continue;
        faults_.add(document_.find("sweep")->place, "too-many-launches",
                    "the sweep makes more than 1,000,000 launches", "shorten its lists");
        return 1; // the faults of the first combination are still worth telling
    }
    return count;
}

void LaunchReader::selectCombination(std::uint64_t index) {
    swept_.clear();
    for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis) {
        const std::uint64_t size = axis->values->size();
        swept_[axis->name] = &(*axis->values)[index % size];
        index /= size;
    }
}

std::string LaunchReader::nameOf(std::uint64_t index) {
    selectCombination(index);
    LaunchScope scope(faults_, expressions_, document_, swept_);
    const std::string suffix = suffixOf(sweptValues(scope));
    return stem_ + (suffix.empty() ? "" : "," + suffix);
}

Launch LaunchReader::read(std::uint64_t index) {
    selectCombination(index);
    return readSelected();
}

Launch LaunchReader::readChoice(const std::vector<std::size_t>& choice) {
    swept_.clear();
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
        swept_[axes_[axis].name] = &(*axes_[axis].values)[choice[axis]];
    return readSelected();
}

Launch LaunchReader::readSelected() {
    faults_.setContext("");
    LaunchScope scope(faults_, expressions_, document_, swept_);
    Launch launch;
    launch.swept = sweptValues(scope);
    const std::string suffix = suffixOf(launch.swept);
    faults_.setContext(suffix);
    scope.checkConstants();

    launch.file = path_;
    launch.name = stem_ + (suffix.empty() ? "" : "," + suffix);
    launch.description = readText(faults_, document_, "the file", "description", false).value_or("");
    launch.kernel = readText(faults_, document_, "the file", "kernel", true).value_or("");
    if (const TomlValue* kernel = document_.find("kernel"); kernel != nullptr && kernel->kind == Kind::Text)
        checkIdentifier(*kernel, launch.kernel, "the kernel");
    if (const TomlValue* source = document_.find("source")) {
        const auto named = path_.parent_path() / (source->kind == Kind::Text ? source->text : "");
        if (!source_ && !assumedSource_.empty() && named.lexically_normal() == assumedSource_) source_ = named;
        if (!source_) source_ = readPath(faults_, *source, "the source", path_.parent_path());
        launch.source = source_.value_or("");
    } else {
        faults_.missingKey(document_, "the file", "source", "add source = \"<kernel file>\"");
    }
    launch.options = readOptions();
    launch.registers = readRegisters();
    readRange(scope, launch.range);
    if (const TomlValue* arguments = document_.find("args"))
        for (const TomlEntry& entry : arguments->entries)
            if (auto argument = readArgument(faults_, scope, entry, path_.parent_path()))
                launch.arguments.emplace(entry.key, std::move(*argument));
    launch.annotations = readAnnotations(faults_, scope, document_);
    launch.published = readPublished(faults_, scope, document_);
    launch.family = readFamily(faults_, scope, document_);
    launch.reference = references_.read(scope, launch);
    return launch;
}

std::vector<SweptValue> LaunchReader::sweptValues(LaunchScope& scope) {
    std::vector<SweptValue> swept;
    for (const LaunchAxis& axis : axes_) {
        const TomlValue& value = *swept_.at(axis.name);
        std::string text;
        if (value.kind == Kind::Array) {
            for (const TomlValue& item : value.items)
                text += (text.empty() ? "" : "x") + sweptText(scope, item, false);
        } else {
            text = sweptText(scope, value, axis.isMacro);
        }
        swept.push_back({axis.name, std::move(text)});
    }
    return swept;
}

void LaunchReader::checkIdentifier(const TomlValue& value, const std::string& name, const std::string& what) {
    if (!isIdentifier(name))
        faults_.add(value.place, "bad-name", what + " \"" + name + "\" is no C identifier",
                    "use letters, digits and underscores");
}

std::string LaunchReader::readOptions() {
    std::string options = readText(faults_, document_, "the file", "options", false).value_or("");
    if (std::any_of(options.begin(), options.end(), [](unsigned char c) { return c < ' '; }))
        faults_.add(document_.find("options")->place, "bad-options", "the options hold a control character",
                    "separate options by single spaces");
    const TomlValue* macros = document_.find("macros");
    if (macros == nullptr) return options;
    for (const TomlEntry& entry : macros->entries) {
        if (!isIdentifier(entry.key))
            faults_.add(entry.keyPlace, "bad-name", "macro \"" + entry.key + "\" is no C identifier",
                        "use letters, digits and underscores");
        const auto found = swept_.find(entry.key);
        const TomlValue& value = found == swept_.end() ? entry.value : *found->second;
        options += (options.empty() ? "-D" : " -D") + entry.key + "=" + macroText(entry.key, value);
    }
    return options;
}

std::string LaunchReader::macroText(const std::string& name, const TomlValue& value) {
    switch (value.kind) {
    case Kind::Integer: return std::to_string(value.integer);
    case Kind::Float: return toText(value.number);
    case Kind::Text:
        // Drivers split their options at blanks and differ in how they read quotes.
        if (std::any_of(value.text.begin(), value.text.end(),
                        [](unsigned char c) { return c <= ' ' || c == '"' || c == '\'' || c == '\\'; }))
            faults_.add(value.place, "bad-macro",
                        "macro \"" + name + "\" holds a blank, a quote or a backslash",
                        "OpenCL compilers do not agree on quoting: define such a macro in the source");
        return value.text;
    default: faults_.wrongType(value, "macro \"" + name + "\"", "an integer, a number or a string"); return "";
    }
}

RegisterRequest LaunchReader::readRegisters() {
    const TomlValue* value = document_.find("registers");
    if (value == nullptr) return {};
    if (value->kind != Kind::Integer && value->kind != Kind::Text) {
        faults_.wrongType(*value, "registers", "a number, \"estimate\" or \"ptxas\"");
        return {};
    }
    const auto request =
        parseRegisterRequest(value->kind == Kind::Text ? value->text : std::to_string(value->integer));
    if (request) return *request;
    const Diagnostic& fault = request.diagnostics().front();
    faults_.add(value->place, "bad-registers", fault.message, fault.hint);
    return {};
}

/// The sizes of `key`, one to three.
std::vector<std::uint64_t> LaunchReader::readSizes(LaunchScope& scope, const std::string& key) {
    const TomlValue* written = document_.find(key);
    if (written == nullptr) {
        faults_.missingKey(document_, "the file", key,
                           "add " + key + " = [<size of dimension 0>, ...], in work-items");
        return {};
    }
    const TomlValue& value = scope.valueOf(key, *written);
    if (value.kind == Kind::Array && (value.items.empty() || value.items.size() > 3)) {
        faults_.add(value.place, "bad-dimensions",
                    key + " has " + std::to_string(value.items.size()) + " dimensions",
                    "give one to three sizes");
        return {};
    }
    const std::size_t count = value.kind == Kind::Array ? value.items.size() : 1;
    std::vector<std::uint64_t> sizes;
    for (std::size_t d = 0; d < count; ++d) {
        const TomlValue& item = value.kind == Kind::Array ? value.items[d] : value;
        if (const auto size = scope.size(item, "the " + key + " size of dimension " + std::to_string(d)))
            sizes.push_back(*size);
    }
    if (sizes.size() != count) return {};
    return sizes;
}

void LaunchReader::readRange(LaunchScope& scope, NDRange& range) {
    const auto global = readSizes(scope, "global");
    const auto local = readSizes(scope, "local");
    if (global.empty() || local.empty()) return;
    const TomlPlace place = scope.valueOf("global", *document_.find("global")).place;
    if (global.size() != local.size())
        return faults_.addForValues(place, "dimension-mismatch",
                                    "global has " + std::to_string(global.size()) + " dimensions, local has " +
                                        std::to_string(local.size()),
                                    "give both the same number of sizes");
    range.dimensions = static_cast<int>(global.size());
    std::copy(global.begin(), global.end(), range.global.begin());
    std::copy(local.begin(), local.end(), range.local.begin());
    const TomlValue& value = scope.valueOf("global", *document_.find("global"));
    std::size_t dimension = 0;
    for (const Diagnostic& found : validate(range, faults_.location(place))) {
        TomlPlace at = place;
        if (found.code == "launch.non-dividing-size" && value.kind == Kind::Array) {
            // They come in the order of the dimensions: give each the place of its own size.
            while (range.global[dimension] % range.local[dimension] == 0) ++dimension;
            at = value.items[dimension++].place;
        }
        faults_.addForValues(at, found.code.substr(std::string("launch.").size()), found.message, found.hint);
    }
}

} // namespace warpstring::files
