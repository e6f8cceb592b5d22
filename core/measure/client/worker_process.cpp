// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/client/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "core/measurement_json.h"

namespace warpstring {

namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr std::size_t keptErrorBytes = 4000;

Diagnostic failure(std::string code, std::string message, std::string hint) {
    return {std::move(code), Severity::Error, {}, std::move(message), std::move(hint)};
}

void closeFile(int& file) {
    if (file >= 0) ::close(file);
    file = -1;
}

/// Both ends, closed on exec.
bool makePipe(std::array<int, 2>& ends) { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }

/// In the child: only calls that are safe after a fork of a process with threads.
[[noreturn]] void becomeWorker(const char* program, int in, int out, int err, pid_t parent) {
    ::setpgid(0, 0); // compilers that a driver starts die with it
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127); // died in between
    ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    // A cached program comes without its build log, and with it without its registers.
    ::setenv("CUDA_CACHE_DISABLE", "1", 1);
    ::execl(program, program, "--worker", nullptr);
    ::_exit(127);
}

} // namespace

Result<fs::path> findWorker() {
    std::error_code ignored;
    if (const char* given = std::getenv("WARPSTRING_MEASURE"); given != nullptr && *given != 0) {
        if (fs::exists(given, ignored)) return fs::path(given);
        return failure("measure.no-worker",
                       std::string("WARPSTRING_MEASURE names \"") + given + "\", which is not there",
                       "let it name the program warpstring-measure");
    }
    const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
    for (const fs::path& candidate :
         {self.parent_path() / "warpstring-measure", fs::path(WARPSTRING_MEASURE_PROGRAM)})
        if (fs::exists(candidate, ignored)) return candidate;
    return failure("measure.no-worker", "the program warpstring-measure is not beside this one",
                   "it is built where CMake finds OpenCL: install ocl-icd-opencl-dev and opencl-clhpp-headers, "
                   "then configure again");
}

Diagnostics WorkerProcess::start() {
    std::array<int, 2> requests{};
    std::array<int, 2> answers{};
    std::array<int, 2> errors{};
    const auto refused = [] {
        return Diagnostics{
            failure("measure.worker-start",
                    std::string("the measuring process cannot be started: ") + std::strerror(errno),
                    "too many processes or open files?")};
    };
    // A socket, because writing to a pipe that nobody reads any more would end this process.
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, requests.data()) != 0 || !makePipe(answers) ||
        !makePipe(errors))
        return refused();
    const std::string program = program_.string();
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) becomeWorker(program.c_str(), requests[0], answers[1], errors[1], parent);
    closeFile(requests[0]);
    closeFile(answers[1]);
    closeFile(errors[1]);
    requests_ = requests[1];
    answers_ = answers[0];
    errors_ = errors[0];
    pending_.clear();
    lastErrors_.clear();
    if (child < 0) return refused();
    ::setpgid(child, child);
    ::fcntl(errors_, F_SETFL, O_NONBLOCK);
    ::fcntl(requests_, F_SETFL, O_NONBLOCK);
    process_ = child;
    return {};
}

void WorkerProcess::stop() {
    closeFile(requests_);
    closeFile(answers_);
    closeFile(errors_);
    if (process_ < 0) return;
    ::kill(-process_, SIGKILL);
    // A process inside a driver call may not die at once; it is left to the system then.
    for (int i = 0; i < 200 && ::waitpid(process_, nullptr, WNOHANG) == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    process_ = -1;
}

void WorkerProcess::readErrors() {
    std::array<char, 4096> buffer{};
    for (ssize_t count = 0; (count = ::read(errors_, buffer.data(), buffer.size())) > 0;)
        lastErrors_.append(buffer.data(), static_cast<std::size_t>(count));
    if (lastErrors_.size() > keptErrorBytes) lastErrors_.erase(0, lastErrors_.size() - keptErrorBytes);
}

Diagnostic WorkerProcess::died() {
    readErrors();
    std::string how = "ended";
    int status = 0;
    for (int i = 0; i < 100; ++i) { // its output closes a moment before it can be waited for
        if (::waitpid(process_, &status, WNOHANG) == process_) {
            process_ = -1;
            if (WIFSIGNALED(status)) how = std::string("was ended by ") + ::strsignal(WTERMSIG(status));
            if (WIFEXITED(status)) how = "exited with " + std::to_string(WEXITSTATUS(status));
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::string message = "the measuring process " + how;
    if (!lastErrors_.empty()) message += "; it wrote:\n" + lastErrors_;
    stop();
    return failure("measure.worker-died", message,
                   "the kernel or the driver ended the process: look for accesses outside buffers");
}

Result<Json> WorkerProcess::ask(const Json& request, double timeLimitSeconds) {
    partial_ = Json();
    if (process_ < 0)
        if (Diagnostics faults = start(); !faults.empty()) {
            stop();
            return faults;
        }
    const auto limit = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(timeLimitSeconds));
    const std::string text = request.compact() + '\n';
    std::size_t sent = 0;
    for (;;) {
        std::array<pollfd, 3> files{pollfd{answers_, POLLIN, 0}, pollfd{errors_, POLLIN, 0},
                                    pollfd{sent < text.size() ? requests_ : -1, POLLOUT, 0}};
        ::poll(files.data(), files.size(), 100); // short, to see a cancellation
        if (files[1].revents != 0) {
            readErrors();
            if ((files[1].revents & POLLHUP) != 0 && files[0].revents == 0) return died();
        }
        if ((files[2].revents & (POLLOUT | POLLERR)) != 0) {
            const ssize_t count = ::send(requests_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
            if (count > 0) sent += static_cast<std::size_t>(count);
            if (count < 0 && (errno == EPIPE || errno == ECONNRESET)) return died();
        }
        if (files[0].revents != 0) {
            std::array<char, 65536> buffer{};
            const ssize_t count = ::read(answers_, buffer.data(), buffer.size());
            if (count == 0) return died();
            if (count > 0) pending_.append(buffer.data(), static_cast<std::size_t>(count));
        }
        for (auto end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n')) {
            const auto answer = parseJson(std::string_view(pending_).substr(0, end), "answer");
            pending_.erase(0, end + 1);
            if (!answer) return answer.diagnostics();
            if ((*answer)["partial"].boolean()) {
                partial_ = *answer;
                continue;
            }
            Diagnostics refused;
            for (const Json& item : (*answer)["diagnostics"].items())
                refused.push_back(diagnosticFromJson(item));
            if (!refused.empty()) return refused;
            return *answer;
        }
        if (cancelled_ != nullptr && cancelled_->load()) {
            stop();
            return failure("measure.cancelled", "cancelled", "what was measured before is kept");
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

} // namespace warpstring
