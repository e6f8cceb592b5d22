// SPDX-License-Identifier: GPL-3.0-or-later
// Another process, asked and answering over pipes, whose death is noticed and told.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstring::process {

struct ChildCommand {
    std::filesystem::path program;
    std::vector<std::string> arguments{};
    std::vector<std::string> environment{}; ///< "NAME=value", in the place of this process's
};

/// How a process ended.
struct Ending {
    int signal = 0; ///< 0: by itself, with `exit`
    int exit = 0;

    /// "exited with 3", "was ended by Segmentation fault"
    [[nodiscard]] std::string text() const;
};

/// Runs a program in a group of its own, so that Ctrl-C does not reach it and what it starts ends with it. It
/// has pipes in the place of its standard input, output and error. Not for several threads at once; on Linux it
/// dies with the *thread* that started it.
class ChildProcess {
public:
    enum class State { Running, Ended };

    ChildProcess() = default;
    ~ChildProcess() { stop(); }
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Starts it, after stopping the one before. 0, or the errno of what failed.
    [[nodiscard]] int start(const ChildCommand& command);
    /// Started, and not stopped since; it may have ended all the same.
    [[nodiscard]] bool isStarted() const { return process_ >= 0; }
    /// Puts bytes behind those that wait to be sent; exchange() sends them.
    void send(std::string_view bytes);
    /// Sends and receives until something was received, the process ended or the time is over. Ended is said
    /// once all that the process wrote was received.
    [[nodiscard]] State exchange(std::chrono::milliseconds most);
    /// What it wrote to standard output and nobody took yet: for the caller to take from the front.
    [[nodiscard]] std::string& received() { return received_; }
    /// The end of what it wrote to standard error.
    [[nodiscard]] const std::string& errors() const { return errors_; }
    /// Without waiting for it; nothing while it runs.
    [[nodiscard]] std::optional<Ending> ending() const;
    /// Waits up to a second for an end that exchange() has told of: output closes a moment before.
    [[nodiscard]] std::optional<Ending> awaitEnding();
    /// Asks it to end (SIGTERM).
    void terminate() const;
    /// Ends it and all that it started (SIGKILL). Waits at most two seconds for one that the system does not
    /// let die.
    void stop();

private:
    void readErrors();

    int process_ = -1;
    int input_ = -1, output_ = -1, error_ = -1; ///< our ends
    std::string unsent_;
    std::string received_;
    std::string errors_;
};

} // namespace warpstring::process
