// SPDX-License-Identifier: GPL-3.0-or-later
// A derivation and the ways beside it as a picture.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "generate/search/search.h"

namespace warpstring::generate {

/// `candidates`, the fastest first, one at least, were found for the device `spec`. In Graphviz's language: the
/// winner's derivation, an expression a box and a step an arrow, where it is long one arrow for the steps in
/// its middle; and the ways by what each stage becomes, with their times; of one way's numbers the fastest few.
[[nodiscard]] std::string derivationDot(const Program& program, const std::vector<Candidate>& candidates,
                                        const std::string& spec);

/// Empty where a picture can have this name: FILE.svg or FILE.dot. Errors: usage.tree.
[[nodiscard]] Diagnostics refusedTree(const std::filesystem::path& file);

/// As SVG, or in Graphviz's language where the name ends with .dot. Errors: output.write, pdg.svg-failed.
[[nodiscard]] Diagnostics writeTree(const std::filesystem::path& file, const Program& program,
                                    const std::vector<Candidate>& candidates, const std::string& spec);

} // namespace warpstring::generate
