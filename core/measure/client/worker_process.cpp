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
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/records/measurement_json.h"

namespace warpstring::measure {

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

/// This process's environment, for execve. A cached program comes without its build log, and with it without
/// its registers, so NVIDIA's cache is off.
std::vector<char*> workerEnvironment() {
    static char noCache[] = "CUDA_CACHE_DISABLE=1";
    std::vector<char*> environment{noCache};
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (!std::string_view(*entry).starts_with("CUDA_CACHE_DISABLE=")) environment.push_back(*entry);
    environment.push_back(nullptr);
    return environment;
}

/// In the child: only calls that are safe after a fork of a process with threads. Writes the error to `failed`
/// when the program cannot be run.
[[noreturn]] void becomeWorker(const char* program, char* const* environment, int in, int out, int err,
                               int failed, pid_t parent) {
    ::setpgid(0, 0); // compilers that a driver starts die with it
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127); // died in between
    // A parent without a standard input of its own may have got one of these in its place.
    for (int* file : {&in, &out, &err, &failed}) *file = ::fcntl(*file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    const std::array<const char*, 3> arguments{program, "--worker", nullptr};
    ::execve(program, const_cast<char* const*>(arguments.data()), environment);
    const int error = errno;
    ::_exit(::write(failed, &error, sizeof error) < 0 ? 126 : 127);
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
    const std::string program = program_.string();
    const auto refused = [&](int error) {
        return Diagnostics{
            failure("measure.worker-start",
                    "the measuring process, " + program + ", cannot be started: " + std::strerror(error),
                    "is it an executable program? are there too many processes or open files?")};
    };
    Channel requests; // a socket, because writing to a pipe that nobody reads any more would end this process
    Channel answers;
    Channel errors;
    Channel failed; // closed without a word when the program runs
    if (!requests.openSocket() || !answers.openPipe() || !errors.openPipe() || !failed.openPipe())
        return refused(errno);
    const std::vector<char*> environment = workerEnvironment();
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0)
        becomeWorker(program.c_str(), environment.data(), requests.end(0), answers.end(1), errors.end(1),
                     failed.end(1), parent);
    if (child < 0) return refused(errno);
    ::setpgid(child, child);
    failed.close(1);
    int error = 0;
    ssize_t count = 0;
    do count = ::read(failed.end(0), &error, sizeof error);
    while (count < 0 && errno == EINTR);
    if (count == sizeof error) {
        ::waitpid(child, nullptr, 0);
        return refused(error);
    }
    requests_ = requests.take(1);
    answers_ = answers.take(0);
    errors_ = errors.take(0);
    pending_.clear();
    lastErrors_.clear();
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
    // Not to the end: a worker that writes without one must not keep ask() from its time limit.
    std::array<char, 65536> buffer{};
    for (int i = 0; i < 16; ++i) {
        const ssize_t count = ::read(errors_, buffer.data(), buffer.size());
        if (count <= 0) break;
        lastErrors_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    if (lastErrors_.size() > keptErrorBytes) lastErrors_.erase(0, lastErrors_.size() - keptErrorBytes);
}

std::string WorkerProcess::ending() const {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid != process_)
        return {};
    return info.si_code == CLD_EXITED ? "exited with " + std::to_string(info.si_status)
                                      : std::string("was ended by ") + ::strsignal(info.si_status);
}

Diagnostic WorkerProcess::died() {
    std::string how = "ended";
    for (int i = 0; i < 100; ++i) { // its output closes a moment before it can be waited for
        readErrors();
        if (const std::string known = ending(); !known.empty()) {
            how = known;
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    readErrors();
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
    const auto limit = timeAfter(timeLimitSeconds);
    const std::string text = request.compact() + '\n';
    std::size_t sent = 0;
    for (;;) {
        // What it started may keep its pipes open. Before the poll, which shows what it wrote before its end.
        const bool hasEnded = !ending().empty();
        std::array<pollfd, 3> files{pollfd{answers_, POLLIN, 0}, pollfd{errors_, POLLIN, 0},
                                    pollfd{sent < text.size() ? requests_ : -1, POLLOUT, 0}};
        ::poll(files.data(), files.size(), 100); // short, to see a cancellation
        if (hasEnded && files[0].revents == 0) return died();
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

} // namespace warpstring::measure
