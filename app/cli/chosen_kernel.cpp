// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chosen_kernel.h"

#include "app/common/chosen_launches.h"
#include "study/batch/graph_cache.h"

namespace warpstring::cli {

Result<transform::KernelText> chosenKernel(const LaunchOptions& options, const HardwareSpec& spec,
                                           const Cancellation& cancellation) {
    batch::GraphCache graphs;
    drafting::DraftOptions draft;
    draft.buildOptions = options.options;
    draft.cancellation = &cancellation;
    const auto chosen = chosenLaunches(options.launch, *options.choice, spec, graphs, draft);
    if (!chosen) return chosen.diagnostics();
    const auto file = launchFileOf(*chosen);
    if (!file) return file.diagnostics();
    const auto& path = file->launches.front().source;
    const auto source = frontend::readKernelSource(path.string());
    if (!source) return source.diagnostics();
    return transform::KernelText{source->text, chosen->text, path, chosen->path};
}

} // namespace warpstring::cli
