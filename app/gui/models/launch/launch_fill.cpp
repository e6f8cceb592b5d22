// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/launch_fill.h"

#include <algorithm>

#include "core/files/launches/launch_text.h"
#include "core/files/toml/toml_reader.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::gui {

namespace {

using Kind = files::TomlValue::Kind;

void appendSizes(const files::LaunchText& text, const files::TomlValue& document, const std::string& key,
                 std::vector<std::string>& sizes) {
    const files::TomlValue* value = document.find(key);
    if (value == nullptr || !text.guess({key}).empty()) return;
    if (value->kind != Kind::Array) sizes.push_back(tomlOf(*value));
    for (const auto& item : value->items) sizes.push_back(tomlOf(item));
}

void appendNamed(const files::LaunchText& text, const files::TomlValue& document, const std::string& table,
                 bool withGuesses, std::vector<drafting::NamedValue>& values) {
    const files::TomlValue* found = document.find(table);
    if (found == nullptr) return;
    for (const auto& entry : found->entries)
        if (withGuesses || text.guess({table, entry.key}).empty())
            values.push_back({entry.key, tomlOf(entry.value)});
}

/// Arguments that the kernel does not have are not said of it.
void keepParameters(SaidOfLaunch& said, const frontend::KernelSource& source,
                    const Cancellation* cancellation) {
    frontend::BuildOptions build;
    build.options = compilerOptions(said);
    build.cancellation = cancellation;
    const auto parameters = listArguments(source, said.choice.kernel, build);
    if (!parameters) return;
    std::erase_if(said.choice.arguments, [&](const drafting::NamedValue& value) {
        return std::none_of(parameters->begin(), parameters->end(),
                            [&](const KernelArgument& parameter) { return parameter.name == value.name; });
    });
}

/// The draft's values where the text has none, or guesses.
Result<std::string> merged(const std::string& text, const std::string& draft) {
    const auto of = files::parseToml(draft, "", "launch");
    if (!of) return of.diagnostics();
    std::vector<std::string> parameters;
    if (const auto* args = of->find("args"))
        for (const auto& entry : args->entries) parameters.push_back(entry.key);
    const files::LaunchText drafted(draft);
    files::LaunchText launch(text, parameters);
    bool isWritten = true;
    const auto write = [&](const files::TomlPath& path, const files::TomlValue& value) {
        // Macros that were guessed before are said to the draft, which then does not guess them.
        const bool isOpen = !launch.guess(path).empty() && path.front() != "macros";
        if (!launch.has(path) || isOpen)
            isWritten = isWritten && launch.writeGuess(path, tomlOf(value), drafted.guess(path));
    };
    for (const auto& entry : of->entries) {
        if (entry.key == "kernel")
            isWritten = isWritten && launch.write({"kernel"}, tomlOf(entry.value));
        else if (entry.value.kind != Kind::Table)
            write({entry.key}, entry.value);
        else
            for (const auto& inner : entry.value.entries) write({entry.key, inner.key}, inner.value);
    }
    if (const auto now = files::parseToml(launch.text(), "", "launch"))
        if (const auto* args = now->find("args"))
            for (const auto& entry : args->entries)
                if (std::find(parameters.begin(), parameters.end(), entry.key) == parameters.end())
                    (void)launch.remove({"args", entry.key});
    if (!isWritten)
        return Diagnostic{"launch.unwritable",
                          Severity::Error,
                          {},
                          "the launch's text cannot take what was drafted",
                          "mend its brackets and quotes"};
    return launch.text();
}

} // namespace

std::string launchSkeleton(const std::filesystem::path& source) {
    return "schema = \"warpstring.launch/1\"\nkernel = \"\"\nsource = " +
           files::quoteToml(source.filename().string()) + "\n";
}

SaidOfLaunch saidOfLaunch(const std::string& text) {
    SaidOfLaunch said;
    const auto document = files::parseToml(text, "", "launch");
    if (!document) return said;
    const files::LaunchText launch(text);
    if (const auto* kernel = document->find("kernel")) said.choice.kernel = kernel->text;
    if (const auto* options = document->find("options")) said.options = options->text;
    appendSizes(launch, *document, "global", said.choice.global);
    appendSizes(launch, *document, "local", said.choice.local);
    // A macro that was guessed is needed all the same: without it the source does not compile.
    appendNamed(launch, *document, "macros", true, said.choice.macros);
    appendNamed(launch, *document, "args", false, said.choice.arguments);
    return said;
}

std::string compilerOptions(const SaidOfLaunch& said) {
    std::string options = said.options;
    for (const auto& macro : said.choice.macros) {
        options += " -D" + macro.name + "=";
        options += macro.toml.starts_with('"') ? files::unquoteToml(macro.toml) : macro.toml;
    }
    return options;
}

bool isSkeleton(const std::string& text) {
    const files::LaunchText launch(text);
    return !launch.has({"global"}) && !launch.has({"local"});
}

Result<std::string> fillLaunch(const std::string& text, const frontend::KernelSource& source,
                               const HardwareSpec& spec, batch::GraphCache& graphs,
                               const Cancellation* cancellation) {
    SaidOfLaunch said = saidOfLaunch(text);
    drafting::DraftOptions options;
    options.buildOptions = said.options;
    options.fillsMacros = options.isEdited = true;
    options.cancellation = cancellation;
    drafting::LaunchChoice& choice = said.choice;
    if (choice.kernel.empty()) {
        const auto kernels = drafting::kernelsOf(source, choice, options);
        if (!kernels) return kernels.diagnostics();
        choice.kernel = kernels->front();
    }
    if (!choice.arguments.empty()) keepParameters(said, source, cancellation);
    auto draft = drafting::draftLaunch(source, choice, spec, graphs, options);
    // What was said may be of another kernel, or name constants, which a draft does not have.
    if (!draft && !(choice.arguments.empty() && choice.global.empty() && choice.local.empty())) {
        choice.arguments.clear();
        choice.global.clear();
        choice.local.clear();
        draft = drafting::draftLaunch(source, choice, spec, graphs, options);
    }
    if (!draft) return draft.diagnostics();
    if (text == launchSkeleton(source.name)) return draft->text;
    return merged(text, draft->text);
}

} // namespace warpstring::gui
