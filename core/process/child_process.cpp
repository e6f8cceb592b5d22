// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

namespace warpstring::process {

namespace {

constexpr std::size_t keptErrorBytes = 4000;

void closeFile(int& file) {
    if (file >= 0) ::close(file);
    file = -1;
}

/// Two ends, closed on exec and, unless taken, with this.
class Channel {
public:
    Channel() = default;
    ~Channel() {
        for (int& end : ends_) closeFile(end);
    }
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    bool openPipe() { return ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
    bool openSocket() { return ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()) == 0; }
    [[nodiscard]] int end(std::size_t i) const { return ends_[i]; }
    [[nodiscard]] int take(std::size_t i) { return std::exchange(ends_[i], -1); }
    void close(std::size_t i) { closeFile(ends_[i]); }

private:
    std::array<int, 2> ends_{-1, -1};
};

/// What execve takes; the command lives as long.
struct ExecTexts {
    std::string program;
    std::vector<char*> arguments, environment;

    explicit ExecTexts(const ChildCommand& command) : program(command.program.string()) {
        arguments.push_back(program.data());
        for (const std::string& argument : command.arguments)
            arguments.push_back(const_cast<char*>(argument.c_str()));
        arguments.push_back(nullptr);
        for (const std::string& entry : command.environment)
            environment.push_back(const_cast<char*>(entry.c_str()));
        for (char** entry = environ; *entry != nullptr; ++entry)
            if (!isReplaced(*entry, command.environment)) environment.push_back(*entry);
        environment.push_back(nullptr);
    }

private:
    static bool isReplaced(std::string_view entry, const std::vector<std::string>& others) {
        const auto name = entry.substr(0, entry.find('=') + 1);
        for (const std::string& other : others)
            if (std::string_view(other).starts_with(name)) return true;
        return false;
    }
};

/// In the child: only calls that are safe after a fork of a process with threads. Writes the error to `failed`
/// when the program cannot be run.
[[noreturn]] void becomeProgram(const ExecTexts& texts, int in, int out, int err, int failed, pid_t parent) {
    ::setpgid(0, 0); // what it starts dies with it
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127); // died in between
    // A parent without a standard input of its own may have got one of these in its place.
    for (int* file : {&in, &out, &err, &failed}) *file = ::fcntl(*file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    ::execve(texts.program.c_str(), texts.arguments.data(), texts.environment.data());
    const int error = errno;
    ::_exit(::write(failed, &error, sizeof error) < 0 ? 126 : 127);
}

} // namespace

std::string Ending::text() const {
    return signal == 0 ? "exited with " + std::to_string(exit)
                       : std::string("was ended by ") + ::strsignal(signal);
}

int ChildProcess::start(const ChildCommand& command) {
    stop();
    Channel requests; // a socket, because writing to a pipe that nobody reads any more would end this process
    Channel answers;
    Channel errors;
    Channel failed; // closed without a word when the program runs
    if (!requests.openSocket() || !answers.openPipe() || !errors.openPipe() || !failed.openPipe()) return errno;
    const ExecTexts texts(command);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) becomeProgram(texts, requests.end(0), answers.end(1), errors.end(1), failed.end(1), parent);
    if (child < 0) return errno;
    ::setpgid(child, child);
    failed.close(1);
    int error = 0;
    ssize_t count = 0;
    do count = ::read(failed.end(0), &error, sizeof error);
    while (count < 0 && errno == EINTR);
    if (count == sizeof error) {
        ::waitpid(child, nullptr, 0);
        return error;
    }
    input_ = requests.take(1);
    output_ = answers.take(0);
    error_ = errors.take(0);
    ::fcntl(error_, F_SETFL, O_NONBLOCK);
    ::fcntl(input_, F_SETFL, O_NONBLOCK);
    process_ = child;
    return 0;
}

void ChildProcess::send(std::string_view bytes) { unsent_ += bytes; }

ChildProcess::State ChildProcess::exchange(std::chrono::milliseconds most) {
    if (process_ < 0) return State::Ended;
    const auto end = std::chrono::steady_clock::now() + most;
    for (;;) {
        // What it started may keep its pipes open. Before the poll, which shows what it wrote before its end.
        const bool hasEnded = ending().has_value();
        std::array<pollfd, 3> files{pollfd{output_, POLLIN, 0}, pollfd{error_, POLLIN, 0},
                                    pollfd{unsent_.empty() ? -1 : input_, POLLOUT, 0}};
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        ::poll(files.data(), files.size(), std::max(0, static_cast<int>(left.count())));
        if (hasEnded && files[0].revents == 0) return State::Ended;
        if (files[1].revents != 0) {
            readErrors();
            if ((files[1].revents & POLLHUP) != 0 && files[0].revents == 0) return State::Ended;
        }
        if ((files[2].revents & (POLLOUT | POLLERR)) != 0) {
            const ssize_t count = ::send(input_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
            if (count > 0) unsent_.erase(0, static_cast<std::size_t>(count));
            const bool readsNoMore = count < 0 && (errno == EPIPE || errno == ECONNRESET);
            if (readsNoMore && files[0].revents == 0) return State::Ended;
        }
        if (files[0].revents != 0) {
            std::array<char, 65536> buffer{};
            const ssize_t count = ::read(output_, buffer.data(), buffer.size());
            if (count == 0) return State::Ended;
            if (count > 0) received_.append(buffer.data(), static_cast<std::size_t>(count));
            return State::Running;
        }
        if (std::chrono::steady_clock::now() >= end) return State::Running;
    }
}

void ChildProcess::readErrors() {
    // Not to the end: a process that writes without one must not keep exchange() from its time.
    std::array<char, 65536> buffer{};
    for (int i = 0; i < 16; ++i) {
        const ssize_t count = ::read(error_, buffer.data(), buffer.size());
        if (count <= 0) break;
        errors_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    if (errors_.size() > keptErrorBytes) errors_.erase(0, errors_.size() - keptErrorBytes);
}

std::optional<Ending> ChildProcess::ending() const {
    // It is left a zombie until stop(): as long, its ID names its group.
    siginfo_t info{};
    if (process_ < 0 || ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid != process_)
        return std::nullopt;
    if (info.si_code == CLD_EXITED) return Ending{0, info.si_status};
    return Ending{info.si_status, 0};
}

std::optional<Ending> ChildProcess::awaitEnding() {
    std::optional<Ending> known;
    for (int i = 0; i < 100; ++i) {
        readErrors();
        known = ending();
        if (known) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    readErrors();
    return known;
}

void ChildProcess::terminate() const {
    if (process_ >= 0) ::kill(process_, SIGTERM);
}

void ChildProcess::stop() {
    closeFile(input_);
    closeFile(output_);
    closeFile(error_);
    unsent_.clear();
    received_.clear();
    errors_.clear();
    if (process_ < 0) return;
    ::kill(-process_, SIGKILL);
    // A process inside a driver call may not die at once; it is left to the system then.
    for (int i = 0; i < 200 && ::waitpid(process_, nullptr, WNOHANG) == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    process_ = -1;
}

} // namespace warpstring::process
