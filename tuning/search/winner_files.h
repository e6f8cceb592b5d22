// SPDX-License-Identifier: GPL-3.0-or-later
// A variant as files: the launch file with its values written into the text, and the kernel's source where it
// changed.
#pragma once

#include <filesystem>
#include <string>

#include "tuning/search/variant_maker.h"

namespace warpstring::search {

struct VariantFiles {
    std::filesystem::path launchFile;
    std::string launch;
    std::filesystem::path sourceFile; ///< empty where the source is as it was
    std::string source;
};

/// What a source that changed includes by quotes stands beside the one that it was made of.
enum class Includes {
    Found, ///< from the folder as well: that folder is among the build options
    Left   ///< the build options are as they were
};

/// For a folder: paths in the launch file lead to the same files from there. Comments stay; a [sweep] whose
/// values were tried goes, [tune] stays. Fails with tune.cannot-write-values where the text does not let a
/// value be written.
[[nodiscard]] Result<VariantFiles> variantFiles(VariantTextCache& texts, VariantId id, const std::string& name,
                                                const std::filesystem::path& folder,
                                                Includes includes = Includes::Found);
/// The same with the values that the launch file states: without its [sweep].
[[nodiscard]] Result<VariantFiles> startFiles(VariantTextCache& texts, const std::string& name,
                                              const std::filesystem::path& folder);

} // namespace warpstring::search
