// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/winner_files.h"

#include "tuning/search/launch_writing.h"

namespace warpstring::search {

Result<VariantFiles> variantFiles(VariantTextCache& cache, VariantId id, const std::string& name,
                                  const std::filesystem::path& folder) {
    const SearchSpace& space = cache.space();
    const auto texts = cache.of(id);
    if (!*texts) return texts->diagnostics();
    const auto document = files::parseToml((*texts)->launch, cache.launch().path, "launch");
    if (!document) return document.diagnostics();
    LaunchWriting writing((*texts)->launch, cache.launch().path, *document);
    // Where there were rewrites the values were written before them.
    if (!(*texts)->isRewritten) writing.values(space, space.choiceOf(id));
    writing.movePaths(folder);
    VariantFiles files;
    files.launchFile = folder / (name + ".toml");
    if ((*texts)->isRewritten) {
        files.sourceFile = folder / (name + cache.source().path.extension().string());
        files.source = (*texts)->source;
        writing.text({"source"}, files.sourceFile.filename().string());
    }
    auto text = writing.result();
    if (!text) return text.diagnostics();
    files.launch = std::move(*text);
    return files;
}

} // namespace warpstring::search
