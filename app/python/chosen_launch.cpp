// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/chosen_launch.h"

#include "core/files/launches/launch_file.h"
#include "core/files/launches/launch_text.h"
#include "core/files/toml/toml_reader.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::python {

namespace {

/// The build options become part of the launch's text: whatever is made of it then has them.
Result<std::string> withOptions(std::string text, const std::filesystem::path& path,
                                const std::string& options) {
    if (options.empty()) return text;
    const auto document = files::parseToml(text, path, "launch");
    if (!document) return document.diagnostics();
    const auto* given = document->find("options");
    files::LaunchText launch(std::move(text));
    const std::string all = given != nullptr && !given->text.empty() ? given->text + " " + options : options;
    if (!launch.write({"options"}, files::quoteToml(all)))
        return Diagnostic{"launch.options",
                          Severity::Error,
                          {path.string(), 0, 0},
                          "the launch file does not let its options be changed",
                          "write them as a key of their own"};
    return launch.text();
}

Result<std::vector<ChosenLaunch>> launchesOf(Result<files::LaunchFile> file, LaunchTexts texts) {
    if (!file) return file.diagnostics();
    texts.kernel.sourcePath = file->launches.front().source;
    if (texts.kernel.source.empty()) {
        auto source = frontend::readKernelSource(texts.kernel.sourcePath.string());
        if (!source) return source.diagnostics();
        texts.kernel.source = std::move(source->text);
    }
    const auto shared = std::make_shared<const LaunchTexts>(std::move(texts));
    std::vector<ChosenLaunch> all;
    all.reserve(file->launches.size());
    for (Launch& launch : file->launches) all.push_back({std::move(launch), shared, file->launches.size()});
    return all;
}

Result<std::vector<ChosenLaunch>> drafted(const frontend::KernelSource& kernel, const LaunchSource& source,
                                          const HardwareSpec& spec, const Cancellation* cancellation) {
    drafting::DraftOptions options;
    options.buildOptions = source.options;
    options.isEdited = true;
    options.cancellation = cancellation;
    auto draft = drafting::draftLaunch(kernel, source.choice, spec, graphs(), options);
    if (!draft) return draft.diagnostics();
    auto text = withOptions(std::move(draft->text), kernel.name, source.options);
    if (!text) return text.diagnostics();
    draft->text = *text;
    return launchesOf(drafting::launchesOf(*draft, kernel.name),
                      {{kernel.text, std::move(*text), {}, kernel.name}, std::move(draft->guesses)});
}

} // namespace

batch::GraphCache& graphs() {
    static auto* const cache = new batch::GraphCache; // outlives what Python leaves to be ended by the system
    return *cache;
}

Result<std::vector<ChosenLaunch>> chosenLaunches(const LaunchSource& source, const HardwareSpec& spec,
                                                 const Cancellation* cancellation) {
    if (source.text) return drafted({source.path.string(), *source.text}, source, spec, cancellation);
    if (drafting::isKernelSource(source.path)) {
        const auto kernel = frontend::readKernelSource(source.path.string());
        if (!kernel) return kernel.diagnostics();
        return drafted(*kernel, source, spec, cancellation);
    }
    auto text = files::readTextFile(source.path, "launch");
    if (text && !source.choice.isEmpty()) text = drafting::withChoice(*text, source.path, source.choice);
    if (text) text = withOptions(std::move(*text), source.path, source.options);
    if (!text) return text.diagnostics();
    return launchesOf(files::parseLaunchFile(*text, source.path), {{"", *text, {}, source.path}, {}});
}

batch::GraphCache::Graph graphOf(const ChosenLaunch& chosen, const HardwareSpec& spec, bool sourceShape,
                                 const Cancellation* cancellation) {
    return graphs().graphFor(chosen.launch, chosen.texts->kernel.source, spec.device.addressBits, sourceShape,
                             cancellation, spec.execution.warpSize);
}

} // namespace warpstring::python
