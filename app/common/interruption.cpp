// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/interruption.h"

#include <csignal>

namespace warpstring::cli {

namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not wait for a lock");

extern "C" void noteInterruption(int) {
    interrupted = true;
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

} // namespace

const std::atomic<bool>& catchInterruptions() {
    struct sigaction action{};
    action.sa_handler = noteInterruption;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    return interrupted;
}

} // namespace warpstring::cli
