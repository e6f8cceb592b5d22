// SPDX-License-Identifier: GPL-3.0-or-later
// Runs launches in a process of their own, which is started anew where a driver ended it.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "core/process/child_process.h"
#include "core/process/messages.h"
#include "core/records/resolved_launch.h"
#include "tests/tuning/transform/runner_answer.h"
#include "tuning/transform/transform.h"

namespace warpstring::transform {

class Runner {
public:
    Result<records::BufferContents> run(Launch launch, const KernelText& text) {
        launch.source = text.sourcePath;
        launch.reference.reset();
        records::ResolvedLaunch resolved;
        resolved.launch = std::move(launch);
        resolved.sourceText = text.source;
        if (!child_.isStarted() && child_.start({WARPSTRING_RUNNER, {}, {}}) != 0)
            return fault("oracle.no-runner", "the runner cannot be started");
        child_.send(process::framed(toJson(resolved).compact()));
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
        while (std::chrono::steady_clock::now() < end) {
            const auto state = child_.exchange(std::chrono::seconds(5));
            if (auto answer = process::takeMessage(child_.received())) return readAnswer(std::move(*answer));
            if (state == process::ChildProcess::State::Ended) return ended();
        }
        child_.stop();
        return fault("oracle.time-limit", "it takes more than two minutes");
    }

private:
    static Diagnostic fault(const std::string& code, const std::string& message) {
        return {code, Severity::Error, {}, message, ""};
    }
    Diagnostic ended() {
        const auto ending = child_.awaitEnding();
        const std::string why = ending ? ending->text() : "ended";
        const std::string errors = child_.errors();
        child_.stop();
        return fault("oracle.crash", "the runner " + why + ": " + errors);
    }

    process::ChildProcess child_;
};

} // namespace warpstring::transform
