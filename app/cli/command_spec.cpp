// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/commands.h"
#include "app/cli/spec_trust.h"
#include "app/common/exit_code.h"
#include "app/common/print_diagnostics.h"
#include "app/common/program_paths.h"
#include "app/common/terminal.h"
#include "core/files/specs/hardware_spec_file.h"
#include "core/files/specs/hardware_spec_keys.h"
#include "core/files/specs/hardware_spec_schema.h"
#include "core/files/specs/spec_difference.h"
#include "core/files/toml/toml_reader.h"
#include "core/hardware_spec.h"
#include "stringmodel/string/notation.h"

namespace warpstring::cli {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct SpecCommandOptions {
    std::string folder;
    std::string name;
    std::vector<std::string> files;
    bool json = false;
};

std::string valueText(HardwareSpec& spec, const files::SpecKey& key) {
    if (key.path.rfind("instructions.", 0) == 0) {
        const auto operation = parseOperationClass(key.path.substr(key.path.find('.') + 1));
        const auto found = operation ? spec.instructions.find(*operation) : spec.instructions.end();
        if (found == spec.instructions.end()) return "";
        return token_string::shortNumber(found->second.instructions) + " in " +
               token_string::shortNumber(found->second.cycles) + " cycles";
    }
    return std::visit(
        [&](auto field) -> std::string {
            using Field = decltype(field);
            if constexpr (std::is_same_v<Field, std::monostate>)
                return "";
            else if constexpr (std::is_same_v<Field, int*>)
                return std::to_string(*field);
            else if constexpr (std::is_same_v<Field, double*>)
                return token_string::shortNumber(*field);
            else if constexpr (std::is_same_v<Field, std::string*>)
                return *field;
            else if constexpr (std::is_same_v<Field, bool*>)
                return *field ? "true" : "false";
            else if constexpr (std::is_same_v<Field, CoalescingRule*> || std::is_same_v<Field, RegisterScope*>)
                return key.choices.at(static_cast<std::size_t>(*field));
            else
                return std::to_string((*field)[0]) + " x " + std::to_string((*field)[1]) + " x " +
                       std::to_string((*field)[2]);
        },
        files::specField(spec, key.path));
}

int list(const SpecCommandOptions& options) {
    const bool colour = wantsColour(1);
    OrderedJson all = OrderedJson::array();
    int code = exitOk;
    for (const auto& path : files::listHardwareSpecs(specFolders(options.folder))) {
        const auto spec = files::readHardwareSpec(path);
        if (!spec) {
            printDiagnostics(spec.diagnostics());
            code = exitResultHasErrors;
            continue;
        }
        if (options.json)
            all.push_back({{"name", spec->name}, {"description", spec->description}, {"file", path.string()}});
        else
            std::cout << paint(padded(spec->name, 24), Colour::Bold, colour) << spec->description << "\n";
    }
    if (options.json) std::cout << all.dump(2) << "\n";
    return code;
}

int show(const SpecCommandOptions& options) {
    auto spec = loadSpec(options.name, specFolders(options.folder));
    if (!spec) return fail(spec.diagnostics());
    const bool colour = wantsColour(1);
    OrderedJson json{{"name", spec->name},
                     {"description", spec->description},
                     {"file", spec->file.string()},
                     {"sources", spec->sources}};
    if (!options.json)
        std::cout << paint(spec->name, Colour::Bold, colour) << "  " << spec->description << "\n";
    std::string table;
    for (const auto& key : files::specKeys()) {
        const auto known = spec->provenance.find(key.path);
        if (known == spec->provenance.end()) continue;
        const std::string text = valueText(*spec, key);
        if (options.json) {
            json["values"][key.path] = {{"value", text},
                                        {"unit", key.unit},
                                        {"kind", name(known->second.kind)},
                                        {"source", known->second.source},
                                        {"note", known->second.note}};
            continue;
        }
        const auto dot = key.path.find('.');
        if (key.path.substr(0, dot) != table) {
            table = key.path.substr(0, dot);
            std::cout << "\n" << paint(table, Colour::Bold, colour) << "\n";
        }
        std::cout << "  " << padded(key.path.substr(dot + 1), 28)
                  << padded(text + (key.unit.empty() ? "" : " " + key.unit), 22) << " "
                  << paint(padded(std::string(name(known->second.kind)), 15) + known->second.source +
                               (known->second.note.empty()
                                    ? ""
                                    : (known->second.source.empty() ? "" : ": ") + known->second.note),
                           Colour::Dim, colour)
                  << "\n";
    }
    if (options.json)
        std::cout << json.dump(2) << "\n";
    else {
        std::cout << "\n" << paint("sources", Colour::Bold, colour) << "\n";
        for (const auto& [key, citation] : spec->sources)
            std::cout << "  " << padded(key, 14) << citation << "\n";
    }
    return exitOk;
}

int check(const SpecCommandOptions& options) {
    int code = exitOk;
    for (const auto& file : options.files) {
        const auto path = files::findHardwareSpec(file, specFolders(options.folder));
        if (!path) {
            printDiagnostics(path.diagnostics());
            code = exitBadInput;
            continue;
        }
        const auto spec = files::readHardwareSpec(*path);
        if (!spec) {
            printDiagnostics(spec.diagnostics());
            code = exitBadInput;
        } else {
            std::cout << path->string() << ": ok, " << spec->provenance.size() << " values with provenance\n";
        }
    }
    return code;
}

Result<files::SpecDocument> documentOf(const std::string& nameOrPath, const std::string& folder) {
    const auto path = files::findHardwareSpec(nameOrPath, specFolders(folder));
    if (!path) return path.diagnostics();
    auto text = files::readTextFile(*path, "spec");
    if (!text) return text.diagnostics();
    auto document = files::SpecDocument::parse(std::move(*text), *path);
    if (const auto spec = document.validate(); !spec) return spec.diagnostics();
    return document;
}

/// What stands beside a value that is another.
std::string sourceText(const files::SpecDifference& difference) {
    const std::string before = toText(difference.provenanceBefore), after = toText(difference.provenanceAfter);
    if (difference.sourceIsStale()) return "source unchanged: " + after;
    if (before == after) return after;
    return before.empty() ? after : before + " -> " + (after.empty() ? "none" : after);
}

int diff(const SpecCommandOptions& options) {
    const auto before = documentOf(options.files[0], options.folder);
    const auto after = documentOf(options.files[1], options.folder);
    for (const auto* document : {&before, &after})
        if (!*document) printDiagnostics(document->diagnostics());
    if (!before || !after) return exitBadInput;
    const auto differences = specDifferences(*before, *after);
    if (options.json) {
        OrderedJson json{{"before", before->path().string()},
                         {"after", after->path().string()},
                         {"differences", OrderedJson::array()}};
        const auto value = [](const std::optional<std::string>& text) {
            return text ? OrderedJson(*text) : OrderedJson(nullptr);
        };
        const auto source = [](const files::SpecProvenanceText& text) {
            return OrderedJson{{"kind", text.kind}, {"source", text.source}, {"note", text.note}};
        };
        for (const files::SpecDifference& each : differences)
            json["differences"].push_back({{"key", each.path},
                                           {"unit", each.unit},
                                           {"before", value(each.before)},
                                           {"after", value(each.after)},
                                           {"provenance_before", source(each.provenanceBefore)},
                                           {"provenance_after", source(each.provenanceAfter)},
                                           {"source_is_stale", each.sourceIsStale()}});
        std::cout << json.dump(2) << "\n";
        return exitOk;
    }
    const bool colour = wantsColour(1);
    std::cout << paint(before->path().stem().string() + " -> " + after->path().stem().string(), Colour::Bold,
                       colour)
              << "  " << differences.size() << (differences.size() == 1 ? " difference\n" : " differences\n");
    for (const files::SpecDifference& each : differences) {
        std::string values = each.before.value_or("absent");
        if (each.valueChanged()) values += " -> " + each.after.value_or("absent");
        if (!each.unit.empty()) values += " " + each.unit;
        std::cout << "  " << padded(each.path, 36) << padded(values, 30) << " "
                  << paint(sourceText(each), each.sourceIsStale() ? Colour::Yellow : Colour::Dim, colour)
                  << "\n";
    }
    return exitOk;
}

} // namespace

void addSpec(CLI::App& program, int& exit) {
    auto options = std::make_shared<SpecCommandOptions>();
    auto* command = program.add_subcommand("spec", "hardware specs: list, show, trust, diff, check, schema");
    command->require_subcommand(1);
    command->add_option("--spec-dir", options->folder, "folder in which names are looked up first");
    auto* lister = command->add_subcommand("list", "the specs that there are");
    lister->add_flag("--json", options->json, "print JSON");
    lister->callback([options, &exit] { exit = list(*options); });
    auto* shower = command->add_subcommand("show", "every value of a spec with its unit and source");
    shower->add_option("spec", options->name, "name or file")->required();
    shower->add_flag("--json", options->json, "print JSON");
    shower->callback([options, &exit] { exit = show(*options); });
    addSpecTrust(*command, [options] { return options->folder; }, exit);
    auto* differ = command->add_subcommand("diff", "what two specs say differently, sources included");
    differ->add_option("specs", options->files, "two names or files: before and after")
        ->required()
        ->expected(2);
    differ->add_flag("--json", options->json, "print JSON");
    differ->callback([options, &exit] { exit = diff(*options); });
    auto* checker = command->add_subcommand("check", "validate spec files");
    checker->add_option("specs", options->files, "names or files")->required();
    checker->callback([options, &exit] { exit = check(*options); });
    auto* schema = command->add_subcommand("schema", "JSON Schema of spec files, for editors");
    schema->callback([&exit] {
        std::cout << files::specJsonSchema() << "\n";
        exit = exitOk;
    });
}

} // namespace warpstring::cli
