// SPDX-License-Identifier: GPL-3.0-or-later
// A derivation and the ways beside it as a picture.
#pragma once

#include <filesystem>
#include <string>

#include "app/cli/generate_text.h"

namespace warpstring::cli {

/// In Graphviz's language: the winner's derivation, an expression a box and a step an arrow, and the ways by
/// what each stage becomes, with their times; of one way's numbers the fastest few alone.
[[nodiscard]] std::string derivationDot(const generate::Program& program, const GeneratedAnswer& answer);

/// Empty where a picture can have this name: FILE.svg or FILE.dot. Errors: usage.tree.
[[nodiscard]] Diagnostics refusedTree(const std::filesystem::path& file);

/// As SVG, or in Graphviz's language where the name ends with .dot. Errors: output.write, pdg.svg-failed.
[[nodiscard]] Diagnostics writeTree(const std::filesystem::path& file, const generate::Program& program,
                                    const GeneratedAnswer& answer);

} // namespace warpstring::cli
