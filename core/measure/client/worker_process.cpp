// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/client/worker_process.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/records/measurement_json.h"

namespace warpstring::measure {

namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

Diagnostic failure(std::string code, std::string message, std::string hint) {
    return {std::move(code), Severity::Error, {}, std::move(message), std::move(hint)};
}

/// The clock's last moment for any longer time.
Clock::time_point timeAfter(double seconds) {
    if (!(seconds < 1e9)) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

bool isProgram(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

} // namespace

Result<fs::path> findWorker() {
    const auto missing = [](std::string message, std::string hint) {
        return Diagnostic{"measure.no-worker", Severity::Error, {},
                          std::move(message),  std::move(hint), Origin::Surroundings};
    };
    std::error_code ignored;
    if (const char* given = std::getenv("WARPSTRING_MEASURE"); given != nullptr && *given != 0) {
        if (isProgram(given)) return fs::path(given);
        return missing(std::string("WARPSTRING_MEASURE names \"") + given + "\", which is no program",
                       "let it name the program warpstring-measure");
    }
    const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
    for (const fs::path& candidate :
         {self.parent_path() / "warpstring-measure", fs::path(WARPSTRING_MEASURE_PROGRAM)})
        if (isProgram(candidate)) return candidate;
    return missing("the program warpstring-measure is not beside this one",
                   "it is built where CMake finds OpenCL: install ocl-icd-opencl-dev and opencl-clhpp-headers, "
                   "then configure again");
}

Diagnostics WorkerProcess::start() {
    // A cached program comes without its build log, and with it without its registers, so NVIDIA's cache is
    // off.
    const int error = child_.start({program_, {"--worker"}, {"CUDA_CACHE_DISABLE=1"}});
    if (error == 0) return {};
    return {
        failure("measure.worker-start",
                "the measuring process, " + program_.string() + ", cannot be started: " + std::strerror(error),
                "is it an executable program? are there too many processes or open files?")};
}

Diagnostic WorkerProcess::died() {
    const auto ending = child_.awaitEnding();
    std::string message = "the measuring process " + (ending ? ending->text() : "ended");
    if (!child_.errors().empty()) message += "; it wrote:\n" + child_.errors();
    stop();
    return failure("measure.worker-died", message,
                   "the kernel or the driver ended the process: look for accesses outside buffers");
}

Result<Json> WorkerProcess::ask(const Json& request, double timeLimitSeconds) {
    partial_ = Json();
    if (!child_.isStarted())
        if (Diagnostics faults = start(); !faults.empty()) {
            stop();
            return faults;
        }
    const auto limit = timeAfter(timeLimitSeconds);
    child_.send(request.compact() + '\n');
    for (;;) {
        if (cancelled_ != nullptr && cancelled_->load()) {
            stop();
            return failure("measure.cancelled", "cancelled", "what was measured before is kept");
        }
        // Short, to see a cancellation.
        if (child_.exchange(std::chrono::milliseconds(100)) == process::ChildProcess::State::Ended)
            return died();
        std::string& pending = child_.received();
        for (auto end = pending.find('\n'); end != std::string::npos; end = pending.find('\n')) {
            const auto answer = parseJson(std::string_view(pending).substr(0, end), "answer");
            pending.erase(0, end + 1);
            if (!answer) {
                stop();
                return failure("measure.worker-died",
                               "the measuring process wrote what is no answer: " +
                                   answer.diagnostics().front().message,
                               "is it warpstring-measure, and of this version?");
            }
            if ((*answer)["partial"].boolean()) {
                partial_ = *answer;
                continue;
            }
            Diagnostics refused;
            for (const Json& item : (*answer)["diagnostics"].items())
                refused.push_back(records::diagnosticFromJson(item));
            if (!refused.empty()) return refused;
            return *answer;
        }
        if (Clock::now() > limit) {
            stop();
            const auto seconds = static_cast<long long>(timeLimitSeconds);
            return failure("measure.time-limit",
                           "not done within " +
                               (seconds > 0 ? std::to_string(seconds) : std::to_string(timeLimitSeconds)) +
                               " s",
                           "does the kernel end? --time-limit sets the limit");
        }
    }
}

} // namespace warpstring::measure
