// SPDX-License-Identifier: GPL-3.0-or-later
// A variant of a search as the texts of the editors.
#pragma once

#include "app/gui/models/tune/tune_run.h"
#include "tuning/search/rewriter.h"

namespace warpstring::gui {

/// The launch file with the variant's values in place and the source with its rewrites: comments stay, and so
/// do all paths. Faults: those of search::variantFiles().
[[nodiscard]] Result<search::RewrittenTexts> textsOfVariant(const TuneOutcome& outcome, search::VariantId id);

/// Writes the same as files of a folder, as `warpstring tune -o FOLDER` does: "NAME-tuned.toml", and the source
/// where it changed. Returns what was written.
[[nodiscard]] Result<std::vector<std::filesystem::path>>
saveVariant(const TuneOutcome& outcome, search::VariantId id, const std::filesystem::path& folder);

} // namespace warpstring::gui
