// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/measure/process.h"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace warpstring::test {

namespace {

using Clock = std::chrono::steady_clock;

/// Whether `condition` comes true within some seconds.
template <class Condition>
bool comesTrue(Condition condition) {
    for (const auto end = Clock::now() + std::chrono::seconds(15); Clock::now() < end;) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

/// The letter of /proc/<process>/stat; 'X' when there is no such process.
char stateOf(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    if (!std::getline(file, text)) return 'X';
    const auto end = text.rfind(')');
    return end != std::string::npos && end + 2 < text.size() ? text[end + 2] : 'X';
}

} // namespace

pid_t pidIn(const std::filesystem::path& file) {
    pid_t process = 0;
    static_cast<void>(comesTrue([&] { return static_cast<bool>(std::ifstream(file) >> process); }));
    return process;
}

bool isGone(pid_t process) {
    return process > 0 && comesTrue([&] { return stateOf(process) == 'X' || stateOf(process) == 'Z'; });
}

} // namespace warpstring::test
