// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/program_run.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace warpstring::process {

bool isProgram(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::filesystem::path> findProgram(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::string_view folders = path == nullptr ? "" : path;
    while (!folders.empty()) {
        const std::string_view folder = folders.substr(0, folders.find(':'));
        folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
        if (folder.empty()) continue;
        auto program = std::filesystem::path(folder) / name;
        if (isProgram(program)) return program;
    }
    return std::nullopt;
}

ProgramRun runProgram(const ChildCommand& command, std::chrono::milliseconds most,
                      const std::atomic<bool>* cancel) {
    ProgramRun run;
    ChildProcess child;
    run.startError = child.start(command);
    if (run.startError != 0) return run;
    const auto end = std::chrono::steady_clock::now() + most;
    auto state = ChildProcess::State::Running;
    while (state == ChildProcess::State::Running && std::chrono::steady_clock::now() < end &&
           (cancel == nullptr || !*cancel))
        state = child.exchange(std::chrono::milliseconds(50));
    if (state == ChildProcess::State::Ended) run.ending = child.awaitEnding();
    run.output = std::move(child.received());
    run.errors = child.errors();
    return run;
}

} // namespace warpstring::process
