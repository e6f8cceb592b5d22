// SPDX-License-Identifier: GPL-3.0-or-later
// A program of this machine, run to its end.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "core/process/child_process.h"

namespace warpstring::process {

/// Whether a file is there that may be executed.
[[nodiscard]] bool isProgram(const std::filesystem::path& path);

/// Where a program lies in the folders of $PATH; nothing where it does not.
[[nodiscard]] std::optional<std::filesystem::path> findProgram(const std::string& name);

struct ProgramRun {
    int startError = 0;           ///< the errno of a start that failed
    std::optional<Ending> ending; ///< none: it was ended, because the time was over or by `cancel`
    std::string output;
    std::string errors; ///< the end of what it wrote to standard error

    [[nodiscard]] bool isGood() const { return ending && ending->signal == 0 && ending->exit == 0; }
};

/// `cancel` may be null; once it is set the program is ended.
[[nodiscard]] ProgramRun runProgram(const ChildCommand& command, std::chrono::milliseconds most,
                                    const std::atomic<bool>* cancel = nullptr);

} // namespace warpstring::process
