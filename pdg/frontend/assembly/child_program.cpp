// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/assembly/child_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

namespace warpstring::frontend {

namespace {

/// What the child has for its three files.
class ChildFiles {
public:
    explicit ChildFiles(const std::string& output) {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output.c_str(),
                                           O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
        ::posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    }
    ~ChildFiles() { ::posix_spawn_file_actions_destroy(&actions_); }
    ChildFiles(const ChildFiles&) = delete;
    ChildFiles& operator=(const ChildFiles&) = delete;

    [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

/// Its status by waitpid(), or nothing where it was ended before its time.
std::optional<int> await(pid_t child, const Cancellation* cancellation) {
    int status = 0;
    while (true) {
        const pid_t ended = ::waitpid(child, &status, WNOHANG);
        if (ended == child) return status;
        if (ended < 0 && errno != EINTR) return std::nullopt;
        if (isStopped(cancellation)) {
            ::kill(child, SIGKILL);
            while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
            }
            return std::nullopt;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

} // namespace

std::optional<ChildOutput> runToItsEnd(const std::filesystem::path& program,
                                       const std::vector<std::string>& arguments,
                                       const std::filesystem::path& folder, const Cancellation* cancellation) {
    const std::string output = (folder / "output.txt").string();
    const ChildFiles files(output);
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (auto& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_t child = 0;
    if (::posix_spawn(&child, words.front().c_str(), files.actions(), nullptr, pointers.data(), environ) != 0)
        return std::nullopt;
    const auto status = await(child, cancellation);
    if (!status) return std::nullopt;
    std::ostringstream text;
    text << std::ifstream(output, std::ios::binary).rdbuf();
    return ChildOutput{WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status), text.str()};
}

} // namespace warpstring::frontend
