// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/sequence_output.h"

#include <utility>

#include "core/measure/worker/sequence_run.h"

namespace warpstring::measure {

Result<LaunchOutput> runSequence(const records::ResolvedSequence& sequence, std::size_t deviceIndex) {
    auto runner = SequenceRunner::create(sequence, deviceIndex);
    if (!runner) return runner.diagnostics();
    if (const auto times = runner->run(); !times) return times.diagnostics();
    LaunchOutput output;
    output.buildLog = runner->buildLog();
    for (const std::string& name : runner->sharedNames()) {
        auto contents = runner->read(name);
        if (!contents) return contents.diagnostics();
        output.buffers[name] = std::move(*contents);
    }
    return output;
}

} // namespace warpstring::measure
