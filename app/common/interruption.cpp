// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/interruption.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "app/common/exit_code.h"

namespace warpstring::cli {

namespace {

std::atomic<bool> interrupted = false;
std::atomic<unsigned> secondsLeft = 5;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<unsigned>::is_always_lock_free,
              "a signal handler may not wait for a lock");

extern "C" void noteInterruption(int) {
    interrupted = true;
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    ::alarm(secondsLeft);
}

extern "C" void endAnyway(int) {
    constexpr std::string_view text = "\nwarpstring: interrupted, but a stage does not end: given up\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(exitInterrupted);
}

} // namespace

const std::atomic<bool>& catchInterruptions(unsigned mostSeconds) {
    secondsLeft = mostSeconds;
    struct sigaction action{};
    action.sa_handler = noteInterruption;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGALRM, endAnyway);
    return interrupted;
}

} // namespace warpstring::cli
