// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/apply_variant.h"

#include "core/files/launches/launch_text.h"
#include "core/files/toml/toml_string.h"
#include "study/batch/output_file.h"
#include "tuning/search/winner_files.h"

namespace warpstring::gui {

Result<search::RewrittenTexts> textsOfVariant(const TuneOutcome& outcome, search::VariantId id) {
    const TuneInputs& inputs = outcome.request.inputs;
    auto files = search::variantFiles(*outcome.texts, id, inputs.launch.path.stem().string(),
                                      inputs.launch.path.parent_path(), search::Includes::Left);
    if (!files) return files.diagnostics();
    if (files->sourceFile.empty()) return search::RewrittenTexts{std::move(files->launch), inputs.source.text};
    // The rewritten source goes into its own editor rather than into another file.
    const auto document = files::parseToml(inputs.launch.text, inputs.launch.path, "launch");
    if (!document) return document.diagnostics();
    files::LaunchText launch(std::move(files->launch));
    if (const auto* source = document->find("source"))
        static_cast<void>(launch.write({"source"}, files::quoteToml(source->text)));
    return search::RewrittenTexts{launch.text(), std::move(files->source)};
}

Result<std::vector<std::filesystem::path>> saveVariant(const TuneOutcome& outcome, search::VariantId id,
                                                       const std::filesystem::path& folder) {
    const std::string name = outcome.request.inputs.analysis->launch().name + "-tuned";
    const auto files = search::variantFiles(*outcome.texts, id, name, folder);
    if (!files) return files.diagnostics();
    std::vector<std::filesystem::path> written{files->launchFile};
    if (Diagnostics faults = batch::replaceFile(files->launchFile, files->launch); !faults.empty())
        return faults;
    if (!files->sourceFile.empty()) {
        if (Diagnostics faults = batch::replaceFile(files->sourceFile, files->source); !faults.empty())
            return faults;
        written.push_back(files->sourceFile);
    }
    return written;
}

} // namespace warpstring::gui
