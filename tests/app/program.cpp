// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace warpstring::test {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

fs::path freshFolder() {
    static std::atomic<int> number = 0;
    const auto folder = fs::temp_directory_path() /
                        ("warpstring-app-tests-" + std::to_string(getpid()) + "-" + std::to_string(number++));
    fs::create_directories(folder);
    return folder;
}

void redirect(const fs::path& path, int flags, int descriptor) {
    const int file = open(path.c_str(), flags, 0600);
    if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
    close(file);
}

[[noreturn]] void becomeProgram(const Invocation& invocation, const fs::path& out, const fs::path& err) {
    std::vector<char*> words{const_cast<char*>(invocation.program.c_str())};
    for (const auto& argument : invocation.arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    redirect("/dev/null", O_RDONLY, 0);
    redirect(out, O_WRONLY | O_CREAT | O_TRUNC, 1);
    redirect(err, O_WRONLY | O_CREAT | O_TRUNC, 2);
    if (chdir(invocation.folder.c_str()) != 0) _exit(126);
    for (const char* variable : {"WARPSTRING_SPECS", "CLICOLOR_FORCE", "FORCE_COLOR"}) unsetenv(variable);
    setenv("WARPSTRING_SPEC", "geforce-8800-gtx", 1); // rather than what GPU the machine happens to have
    setenv("XDG_DATA_HOME", (invocation.folder / "share").c_str(),
           1); // where a person's own specs are looked for
    for (const auto& variable : invocation.environment) putenv(const_cast<char*>(variable.c_str()));
    execv(invocation.program.c_str(), words.data());
    _exit(126);
}

/// The status of waitpid, and whether the time limit ended the child.
std::pair<int, bool> await(pid_t child, const Invocation& invocation) {
    const auto start = Clock::now();
    bool signalled = invocation.signal == 0;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (!signalled && invocation.when()) {
            kill(child, invocation.signal);
            signalled = true;
        }
        if (Clock::now() - start > invocation.timeLimit) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return {status, true};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return {status, false};
}

std::size_t countLines(const std::string& text, const std::string& piece) {
    std::size_t lines = 0;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(piece) || line.find(": " + piece) != std::string::npos) ++lines;
    return lines;
}

} // namespace

std::string contents(const fs::path& path) {
    std::ostringstream text;
    std::ifstream file(path, std::ios::binary);
    if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
    return text.str();
}

std::size_t count(const std::string& text, const std::string& piece) {
    std::size_t times = 0;
    for (auto at = text.find(piece); at != std::string::npos; at = text.find(piece, at + piece.size())) ++times;
    return times;
}

std::size_t Outcome::errors() const { return countLines(err, "error: "); }
std::size_t Outcome::warnings() const { return countLines(err, "warning: "); }

Outcome runAny(const Invocation& invocation) {
    const auto captured = freshFolder();
    const auto start = Clock::now();
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start a process");
    if (child == 0)
        becomeProgram(invocation, invocation.out.empty() ? captured / "out" : invocation.out, captured / "err");
    const auto [status, late] = await(child, invocation);
    Outcome outcome;
    outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (WIFEXITED(status))
        outcome.exit = WEXITSTATUS(status);
    else
        outcome.ended = late ? "time limit" : "signal " + std::to_string(WTERMSIG(status));
    outcome.out = contents(captured / "out");
    outcome.err = contents(captured / "err");
    fs::remove_all(captured);
    return outcome;
}

Outcome run(const std::vector<std::string>& arguments, const fs::path& folder, const fs::path& out) {
    Invocation invocation{WARPSTRING_PROGRAM, arguments, folder};
    invocation.out = out;
    return runAny(invocation);
}

Outcome runAndSignal(const std::vector<std::string>& arguments, const fs::path& folder, int signal,
                     const std::function<bool()>& when) {
    Invocation invocation{WARPSTRING_PROGRAM, arguments, folder};
    invocation.signal = signal;
    invocation.when = when;
    return runAny(invocation);
}

Workspace::Workspace() : folder_(freshFolder()) {}

Workspace::~Workspace() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void Workspace::write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
}

void Workspace::writeLaunch(const std::string& kernel, const std::string& arguments,
                            const std::string& more) const {
    write("k.cl", kernel);
    write("k.toml",
          "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = [1024]\nlocal = [64]\n"
          "[args]\n" +
              arguments + more);
}

} // namespace warpstring::test
