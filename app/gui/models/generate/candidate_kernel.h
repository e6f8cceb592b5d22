// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel of a way as the rest of the program takes it: to be analysed, opened as a document, or written.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "app/gui/models/generate/generate_run.h"
#include "app/gui/models/session/analysis.h"
#include "app/gui/models/session/kernel_document.h"

namespace warpstring::gui {

/// Which of the ways of an outcome, on which of its devices.
struct CandidatePlace {
    std::size_t device = 0, candidate = 0;
};

/// The file of all kernels of the way, with its form above them.
[[nodiscard]] std::string sourceOf(const GenerateOutcome& outcome, const CandidatePlace& place);

/// Of one of its kernels, counted from 0. `folder` is where its files would lie.
[[nodiscard]] AnalysisRequest requestOf(const GenerateOutcome& outcome, const CandidatePlace& place,
                                        std::size_t kernel, const std::filesystem::path& folder);

/// Both texts of one kernel in files of `folder` that are not there and that `isTaken` does not know: nothing
/// is written before a person saves.
[[nodiscard]] DocumentTexts documentOf(const GenerateOutcome& outcome, const CandidatePlace& place,
                                       std::size_t kernel, const std::filesystem::path& folder,
                                       const std::function<bool(const std::filesystem::path&)>& isTaken);

/// Writes all that `warpstring generate -o FOLDER` does, and returns the files. Errors: those of replaceFile().
[[nodiscard]] Result<std::vector<std::filesystem::path>>
saveCandidate(const GenerateOutcome& outcome, const CandidatePlace& place, const std::filesystem::path& folder);

} // namespace warpstring::gui
