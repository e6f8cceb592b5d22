// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/winner_files.h"

#include <optional>

#include "core/files/launches/include_folder.h"
#include "tuning/search/launch_writing.h"

namespace warpstring::search {

namespace {

/// `id`: nothing for what the file states.
Result<VariantFiles> filesOf(VariantTextCache& cache, const std::optional<VariantId>& id,
                             const std::string& name, const std::filesystem::path& folder, Includes includes) {
    const auto texts = id ? cache.of(*id) : cache.plain();
    if (!*texts) return texts->diagnostics();
    const auto document = files::parseToml((*texts)->launch, cache.launch().path, "launch");
    if (!document) return document.diagnostics();
    LaunchWriting writing((*texts)->launch, cache.launch().path, *document);
    // Where there were rewrites the values were written before them.
    if (id && !(*texts)->isRewritten) writing.values(cache.space(), cache.space().choiceOf(*id));
    writing.dropSweep();
    writing.movePaths(folder);
    VariantFiles files;
    files.launchFile = folder / (name + ".toml");
    if ((*texts)->isRewritten) {
        files.sourceFile = folder / (name + cache.source().path.extension().string());
        files.source = (*texts)->source;
        writing.text({"source"}, files.sourceFile.filename().string());
        const std::filesystem::path beside = cache.source().path.parent_path();
        std::error_code ignored;
        if (includes == Includes::Found && files::includesBesideIt(files.source) &&
            !std::filesystem::equivalent(beside.empty() ? "." : beside, folder.empty() ? "." : folder, ignored))
            writing.includeFrom(beside);
    }
    auto text = writing.result();
    if (!text) return text.diagnostics();
    files.launch = std::move(*text);
    return files;
}

} // namespace

Result<VariantFiles> variantFiles(VariantTextCache& texts, VariantId id, const std::string& name,
                                  const std::filesystem::path& folder, Includes includes) {
    return filesOf(texts, id, name, folder, includes);
}

Result<VariantFiles> startFiles(VariantTextCache& texts, const std::string& name,
                                const std::filesystem::path& folder) {
    return filesOf(texts, std::nullopt, name, folder, Includes::Left);
}

} // namespace warpstring::search
