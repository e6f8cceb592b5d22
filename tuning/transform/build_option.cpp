// SPDX-License-Identifier: GPL-3.0-or-later
// "option -cl-mad-enable": one more for the compiler.
#include "core/files/toml/toml_reader.h"
#include "core/files/toml/toml_string.h"
#include "pdg/frontend/opencl/build_options.h"
#include "tuning/transform/scene.h"

namespace warpstring::transform {

Result<Change> addOption(const Scene& scene, const Rewrite& rewrite) {
    const auto understood = frontend::parseBuildOptions(rewrite.value);
    if (!understood) return understood.diagnostics();
    const auto document = files::parseToml(scene.text.launch, scene.text.launchPath, "launch");
    if (!document) return document.diagnostics();
    const auto* written = document->find("options");
    const std::string before = written ? written->text : "";
    if ((" " + before + " ").find(" " + rewrite.value + " ") != std::string::npos)
        return refusal(scene, "nothing-to-do", "the launch has this option", "");
    Change change;
    change.launch.push_back(
        {{"options"}, files::quoteToml(before.empty() ? rewrite.value : before + " " + rewrite.value)});
    change.isLessExact = true; // what an option allows is not known here
    change.notes.push_back("built with " + rewrite.value + ", which may change results");
    return change;
}

} // namespace warpstring::transform
