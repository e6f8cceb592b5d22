// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/computing.h"

#include <csignal>

namespace warpstring::python {

namespace {

struct sigaction handlerBefore;
thread_local int depth = 0; ///< of computations: a callback may start another one
thread_local std::atomic<bool> askedOfThread = false;
std::atomic<bool>* askedOfMain = nullptr;

void onInterrupt(int signal, siginfo_t* info, void* context) {
    if (askedOfMain != nullptr) askedOfMain->store(true);
    if ((handlerBefore.sa_flags & SA_SIGINFO) != 0)
        handlerBefore.sa_sigaction(signal, info, context);
    else if (handlerBefore.sa_handler != SIG_IGN && handlerBefore.sa_handler != SIG_DFL)
        handlerBefore.sa_handler(signal);
}

/// Found once, when the module is imported: what runs Python's code may let other threads run.
unsigned long mainThread = 0;

bool isMainThread() { return PyThread_get_thread_ident() == mainThread; }

} // namespace

std::atomic<bool>& Interruptible::asked() { return askedOfThread; }

void Interruptible::findMainThread() {
    mainThread =
        pybind11::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
}

Interruptible::Interruptible() {
    if (depth++ > 0) return;
    askedOfThread = false;
    if (!isMainThread()) return;
    askedOfMain = &askedOfThread;
    struct sigaction current{};
    sigaction(SIGINT, nullptr, &current);
    // Where Python does not listen, nobody else is to.
    const bool isHeard = (current.sa_flags & SA_SIGINFO) != 0 ||
                         (current.sa_handler != SIG_DFL && current.sa_handler != SIG_IGN);
    if (!isHeard) return;
    handlerBefore = current;
    struct sigaction own{};
    own.sa_sigaction = onInterrupt;
    own.sa_flags = SA_SIGINFO | SA_RESTART;
    isInstalled_ = sigaction(SIGINT, &own, nullptr) == 0;
}

Interruptible::~Interruptible() {
    --depth;
    if (isInstalled_) sigaction(SIGINT, &handlerBefore, nullptr);
}

void Interruptible::check() {
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
}

Diagnostics interrupted() {
    const std::atomic<bool> asked = true;
    const Cancellation token(&asked);
    static_cast<void>(token.isStopped());
    return {token.refusal()};
}

void Progress::tell(std::uint64_t done, std::uint64_t total) {
    constexpr std::chrono::milliseconds between{50};
    const auto now = Clock::now();
    if (done < total && last_ && now - *last_ < between) return;
    last_ = now;
    const pybind11::gil_scoped_acquire locked;
    if (raised_) return;
    try {
        callback_(done, total);
    } catch (...) {
        raised_ = std::current_exception();
        asked_.store(true);
    }
}

} // namespace warpstring::python
