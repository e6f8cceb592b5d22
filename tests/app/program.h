// SPDX-License-Identifier: GPL-3.0-or-later
// The real executable as a child process, and a folder for its files.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpstring::test {

inline constexpr int killed = -1; ///< exit code of a run that a signal or the time limit ended

struct Outcome {
    int exit = killed;
    std::string ended; ///< how, when `exit` is `killed`
    std::string out, err;
    double seconds = 0;

    [[nodiscard]] std::size_t errors() const;   ///< lines of stderr that begin a diagnostic of severity error
    [[nodiscard]] std::size_t warnings() const; ///< the same for warnings
    [[nodiscard]] bool says(const std::string& text) const { return err.find(text) != std::string::npos; }
    [[nodiscard]] bool prints(const std::string& text) const { return out.find(text) != std::string::npos; }
};

/// How often `text` holds `piece`.
[[nodiscard]] std::size_t count(const std::string& text, const std::string& piece);

/// The bytes of a file; empty where there is none.
[[nodiscard]] std::string contents(const std::filesystem::path& path);

/// A run of any program. stdin is empty, stdout and stderr are files; `out` is another place for stdout, which
/// then is not returned.
struct Invocation {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::filesystem::path folder = ".";
    std::filesystem::path out{};
    std::vector<std::string> environment{}; ///< "NAME=value", added to this process's
    std::chrono::seconds timeLimit{60};
    int signal = 0;               ///< sent once `when` says so, unless the program has ended by then; 0: none
    std::function<bool()> when{}; ///< asked again and again while the program runs
};

[[nodiscard]] Outcome runAny(const Invocation& invocation);

/// Runs `warpstring arguments` in `folder`, for a minute at most.
[[nodiscard]] Outcome run(const std::vector<std::string>& arguments, const std::filesystem::path& folder = ".",
                          const std::filesystem::path& out = {});

/// The same, sending a signal once `when` says so; a program that has ended by then is not disturbed.
[[nodiscard]] Outcome runAndSignal(const std::vector<std::string>& arguments,
                                   const std::filesystem::path& folder, int signal,
                                   const std::function<bool()>& when);

/// A folder that goes away with the test.
class Workspace {
public:
    Workspace();
    ~Workspace();
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    const std::filesystem::path& folder() const { return folder_; }
    void write(const std::string& name, const std::string& text) const;
    /// Writes k.cl and k.toml, a launch of its kernel `k` over 1024 work-items in groups of 64.
    void writeLaunch(const std::string& kernel, const std::string& arguments,
                     const std::string& more = "") const;
    [[nodiscard]] Outcome run(const std::vector<std::string>& arguments) const {
        return test::run(arguments, folder_);
    }

private:
    std::filesystem::path folder_;
};

} // namespace warpstring::test
