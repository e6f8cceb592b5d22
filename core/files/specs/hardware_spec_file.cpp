// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/hardware_spec_file.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/files/specs/hardware_spec_checks.h"
#include "core/files/specs/hardware_spec_keys.h"
#include "core/files/toml/toml_reader.h"

namespace warpstring::files {

namespace {

using Kind = TomlValue::Kind;
using Type = SpecKey::Type;

constexpr const char* schemaId = "warpstring.hardware-spec/1";

std::string shortNumber(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

std::vector<std::string> tableNames() {
    std::vector<std::string> names;
    for (const SpecKey& key : specKeys()) {
        const std::string table = key.path.substr(0, key.path.find('.'));
        if (std::find(names.begin(), names.end(), table) == names.end()) names.push_back(table);
    }
    return names;
}

/// A table that may be left out as a whole.
bool isOptional(const std::string& table) {
    const auto isNeeded = [&](const SpecKey& key) { return key.path.starts_with(table + ".") && key.required; };
    return table != "instructions" && std::none_of(specKeys().begin(), specKeys().end(), isNeeded);
}

class SpecReader {
public:
    SpecReader(const TomlValue& document, const std::filesystem::path& path)
        : document_(document), faults_(path, "spec") {
        spec_.file = path;
    }

    Result<HardwareSpec> run() {
        if (!checkSchema()) return faults_.sorted();
        spec_.name = readText(faults_, document_, "the file", "name", true).value_or("");
        spec_.description = readText(faults_, document_, "the file", "description", false).value_or("");
        readSources();
        readTables();
        completeCosts();
        if (faults_.empty()) checkHardwareSpec(spec_, document_, faults_);
        if (!faults_.empty()) return faults_.sorted();
        return spec_;
    }

private:
    bool checkSchema() {
        const auto schema = readText(faults_, document_, "the file", "schema", false);
        if (schema == schemaId) return true;
        const std::string hint =
            "the first line of a hardware spec is schema = \"" + std::string(schemaId) + "\"";
        if (document_.find("schema") == nullptr)
            faults_.missingKey(document_, "the file", "schema", hint);
        else if (schema)
            faults_.add(document_.find("schema")->place, "wrong-schema", "the schema is \"" + *schema + "\"",
                        hint);
        return document_.find("schema") == nullptr;
    }

    void readSources() {
        const TomlValue* sources = document_.find("sources");
        if (sources == nullptr)
            return faults_.missingKey(document_, "the file", "sources",
                                      "add [sources] with a citation for each source");
        if (sources->kind != Kind::Table) return faults_.wrongType(*sources, "sources", "a table");
        for (const TomlEntry& entry : sources->entries) {
            if (entry.value.kind != Kind::Text)
                faults_.wrongType(entry.value, "source " + entry.key, "a string");
            else if (entry.value.text.empty())
                faults_.add(entry.value.place, "bad-source", "source " + entry.key + " is empty",
                            "cite it in full");
            spec_.sources[entry.key] = entry.value.text;
        }
    }

    void readTables() {
        std::vector<std::string> known{"schema", "name", "description", "sources"};
        for (const std::string& table : tableNames()) known.push_back(table);
        faults_.unknownKeys(document_, "a hardware spec", known);
        for (const std::string& table : tableNames()) {
            const TomlValue* value = document_.find(table);
            if (value == nullptr && isOptional(table)) continue;
            if (value == nullptr)
                faults_.missingKey(document_, "the file", table, "add the table [" + table + "]");
            else if (value->kind != Kind::Table)
                faults_.wrongType(*value, table, "a table");
            else
                readTable(table, *value);
        }
    }

    void readTable(const std::string& name, const TomlValue& table) {
        std::vector<std::string> known;
        for (const SpecKey& key : specKeys()) {
            if (!key.path.starts_with(name + ".")) continue;
            known.push_back(key.path.substr(name.size() + 1));
            if (const TomlValue* value = table.find(known.back()))
                readKey(key, *value);
            else if (key.required)
                faults_.missingKey(table, "[" + name + "]", known.back(),
                                   known.back() + " is " + key.meaning +
                                       (key.unit.empty() ? "" : ", in " + key.unit));
        }
        faults_.unknownKeys(table, "[" + name + "]", known);
    }

    void readKey(const SpecKey& key, const TomlValue& entry) {
        if (entry.kind != Kind::Table) {
            const std::string unit = key.unit.empty() ? "" : "unit = \"" + key.unit + "\", ";
            return faults_.add(entry.place, "no-provenance",
                               key.path + " does not say where its value comes from",
                               key.type == Type::Cost
                                   ? "write { instructions = ..., cycles = ..., kind = ..., source = ... } or "
                                     "{ pipes = { PIPE = ... }, kind = ..., source = ... }"
                                   : "write { value = ..., " + unit + "kind = ..., source = ... }");
        }
        std::vector<std::string> known{"value"};
        if (key.type == Type::Cost) known = {"instructions", "cycles", "pipes", "latency"};
        known.insert(known.end(), {"unit", "kind", "source", "note"});
        faults_.unknownKeys(entry, key.path, known);
        readUnit(key, entry);
        spec_.provenance[key.path] = readProvenance(key, entry);
        if (key.type == Type::Cost) return readCost(key, entry);
        if (const TomlValue* value = entry.find("value"))
            readValue(key, *value);
        else
            faults_.missingKey(entry, key.path, "value", "add value = <" + key.meaning + ">");
    }

    void readUnit(const SpecKey& key, const TomlValue& entry) {
        const auto unit = readText(faults_, entry, key.path, "unit", false);
        if (entry.find("unit") == nullptr) {
            if (!key.unit.empty())
                faults_.missingKey(entry, key.path, "unit", "add unit = \"" + key.unit + "\"");
        } else if (unit && *unit != key.unit) {
            faults_.add(entry.find("unit")->place, "wrong-unit", key.path + " is given in \"" + *unit + "\"",
                        key.unit.empty() ? "it has no unit: remove the key"
                                         : "convert it: the unit is \"" + key.unit + "\"");
        }
    }

    Provenance readProvenance(const SpecKey& key, const TomlValue& entry) {
        Provenance provenance;
        provenance.note = readText(faults_, entry, key.path, "note", false).value_or("");
        if (const auto source = readText(faults_, entry, key.path, "source", false)) {
            provenance.source = *source;
            std::vector<std::string> cited;
            for (const auto& [name, citation] : spec_.sources) cited.push_back(name);
            if (!spec_.sources.contains(*source))
                faults_.add(entry.find("source")->place, "unknown-source",
                            "[sources] has no \"" + *source + "\"",
                            suggestion(*source, cited, "add it to [sources] with its citation"));
        }
        const auto kind = readText(faults_, entry, key.path, "kind", false);
        std::vector<std::string> names;
        std::string all = "one of ";
        for (const ProvenanceKind known : provenanceKinds) {
            all += (names.empty() ? "" : ", ") + std::string(name(known));
            names.emplace_back(name(known));
            if (kind == names.back()) provenance.kind = known;
        }
        if (entry.find("kind") == nullptr) {
            faults_.missingKey(entry, key.path, "kind", "add kind = <" + all + ">");
            return provenance;
        }
        if (!kind) return provenance;
        if (std::find(names.begin(), names.end(), *kind) == names.end()) {
            faults_.add(entry.find("kind")->place, "bad-kind",
                        "the kind of " + key.path + " is \"" + *kind + "\"", suggestion(*kind, names, all));
        } else if (provenance.source.empty() &&
                   (provenance.kind != ProvenanceKind::Estimated || provenance.note.empty())) {
            faults_.missingKey(entry, key.path, "source",
                               provenance.kind == ProvenanceKind::Estimated
                                   ? "an estimate needs a note that says how it was made, or a source"
                                   : "name an entry of [sources]");
        }
        return provenance;
    }

    /// Instructions and cycles as they are given, or what follows from the pipes (completeCosts).
    void readCost(const SpecKey& key, const TomlValue& entry) {
        InstructionCost cost{0, 0, {}, 0};
        for (const auto& [part, target] : {std::pair{"instructions", &cost.instructions},
                                           {"cycles", &cost.cycles},
                                           {"latency", &cost.latency}})
            if (const TomlValue* value = entry.find(part))
                if (const auto number = readNumber(key, *value)) *target = *number;
        if (const TomlValue* pipes = entry.find("pipes"))
            readPipes(key, *pipes, cost);
        else
            for (const char* part : {"instructions", "cycles"})
                if (entry.find(part) == nullptr)
                    faults_.missingKey(entry, key.path, part, "give both instructions and cycles, or pipes");
        if (const auto operation = parseOperationClass(key.path.substr(key.path.find('.') + 1)))
            spec_.instructions[*operation] = cost;
    }

    void readPipes(const SpecKey& key, const TomlValue& pipes, InstructionCost& cost) {
        if (pipes.kind != Kind::Table) return faults_.wrongType(pipes, key.path + ".pipes", "a table");
        std::vector<std::string> known;
        for (std::size_t i = 0; i < pipeCount; ++i) {
            const auto pipe = static_cast<Pipe>(i);
            known.emplace_back(name(pipe));
            const TomlValue* value = pipes.find(known.back());
            if (value == nullptr) continue;
            if (const auto number = readNumber(key, *value)) cost.pipes[i] = *number;
            pipesUsed_.push_back({pipe, key.path, value->place});
        }
        faults_.unknownKeys(pipes, key.path + ".pipes", known);
    }

    /// What the pipes tell of instructions, cycles and latency where the file does not.
    void completeCosts() {
        for (const auto& used : pipesUsed_)
            if (spec_.pipeLanes[static_cast<std::size_t>(used.pipe)] == 0)
                faults_.add(used.place, "unknown-pipe",
                            used.path + " runs on " + std::string(name(used.pipe)) +
                                ", which [pipes] does not have",
                            "add it to [pipes] with the lanes that it starts per cycle");
        for (auto& [operation, cost] : spec_.instructions) {
            double sum = 0, longest = 0;
            for (std::size_t i = 0; i < pipeCount; ++i) {
                sum += cost.pipes[i];
                if (cost.pipes[i] > 0 && spec_.pipeLanes[i] > 0)
                    longest = std::max(longest, cost.pipes[i] * spec_.execution.warpSize / spec_.pipeLanes[i]);
            }
            if (cost.instructions == 0) cost.instructions = sum;
            if (cost.cycles == 0)
                cost.cycles = std::max(longest, cost.instructions * spec_.execution.issueCycles);
            if (cost.latency == 0) cost.latency = cost.instructions * spec_.execution.pipelineLatency;
        }
    }

    std::optional<double> readNumber(const SpecKey& key, const TomlValue& value) {
        const bool whole = key.type == Type::Integer || key.type == Type::IntegerTriple;
        if (value.kind != Kind::Integer && (whole || value.kind != Kind::Float)) {
            faults_.wrongType(value, key.path, whole ? "an integer" : "a number");
            return std::nullopt;
        }
        if (value.number >= key.least && value.number <= key.most) return value.number; // false for NaN
        faults_.add(value.place, "impossible-value", key.path + " cannot be " + shortNumber(value.number),
                    "it lies between " + shortNumber(key.least) + " and " + shortNumber(key.most) +
                        (key.unit.empty() ? "" : " " + key.unit));
        return std::nullopt;
    }

    void readValue(const SpecKey& key, const TomlValue& value) {
        const SpecField field = key.field(spec_);
        switch (key.type) {
        case Type::Integer:
            if (const auto number = readNumber(key, value)) *std::get<int*>(field) = static_cast<int>(*number);
            break;
        case Type::Number:
            if (const auto number = readNumber(key, value)) *std::get<double*>(field) = *number;
            break;
        case Type::Text:
            if (value.kind != Kind::Text) return faults_.wrongType(value, key.path, "a string");
            *std::get<std::string*>(field) = value.text;
            break;
        case Type::Boolean:
            if (value.kind != Kind::Boolean) return faults_.wrongType(value, key.path, "true or false");
            *std::get<bool*>(field) = value.boolean;
            break;
        case Type::IntegerTriple: {
            if (value.kind != Kind::Array || value.items.size() != 3)
                return faults_.add(value.place, "wrong-type", key.path + " is not three integers",
                                   "write [x, y, z]");
            for (std::size_t i = 0; i < 3; ++i)
                if (const auto number = readNumber(key, value.items[i]))
                    (*std::get<std::array<int, 3>*>(field))[i] = static_cast<int>(*number);
            break;
        }
        case Type::Choice: readChoice(key, value, field); break;
        case Type::Cost: break;
        }
    }

    void readChoice(const SpecKey& key, const TomlValue& value, const SpecField& field) {
        if (value.kind != Kind::Text) return faults_.wrongType(value, key.path, "a string");
        const auto found = std::find(key.choices.begin(), key.choices.end(), value.text);
        if (found == key.choices.end()) {
            std::string all;
            for (const std::string& choice : key.choices) all += (all.empty() ? "" : ", ") + choice;
            return faults_.add(value.place, "bad-choice", key.path + " is \"" + value.text + "\"",
                               suggestion(value.text, key.choices, "one of " + all));
        }
        // The choices stand in the order of the enumerators.
        const auto index = found - key.choices.begin();
        if (const auto* rule = std::get_if<CoalescingRule*>(&field))
            **rule = static_cast<CoalescingRule>(index);
        if (const auto* scope = std::get_if<RegisterScope*>(&field))
            **scope = static_cast<RegisterScope>(index);
    }

    struct PipeUse {
        Pipe pipe;
        std::string path;
        TomlPlace place;
    };

    const TomlValue& document_;
    TomlFaults faults_;
    HardwareSpec spec_;
    std::vector<PipeUse> pipesUsed_;
};

} // namespace

Result<HardwareSpec> parseHardwareSpec(std::string_view text, const std::filesystem::path& path) {
    const auto document = parseToml(text, path, "spec");
    if (!document) return document.diagnostics();
    return SpecReader(*document, path).run();
}

Result<HardwareSpec> readHardwareSpec(const std::filesystem::path& path) {
    const auto text = readTextFile(path, "spec");
    if (!text) return text.diagnostics();
    return parseHardwareSpec(*text, path);
}

} // namespace warpstring::files
