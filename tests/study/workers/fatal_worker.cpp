// SPDX-License-Identifier: GPL-3.0-or-later
// A worker that does on chosen rows what real ones do at their worst: fatal_worker [FAULT ROW [FILE]]...
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <new>
#include <string>
#include <thread>

#include "study/workers/worker.h"

namespace {

std::atomic<bool> cancelled = false;

void commit(const std::string& fault) {
    if (fault == "segfault") {
        std::signal(SIGSEGV, SIG_DFL); // AddressSanitizer would exit instead
        std::raise(SIGSEGV);
    }
    if (fault == "kill") std::raise(SIGKILL);
    if (fault == "memory") std::get_new_handler()();
    if (fault == "sleep") std::this_thread::sleep_for(std::chrono::milliseconds(20));
    while (fault == "hang") std::this_thread::sleep_for(std::chrono::seconds(1));
    if (!fault.starts_with("once:") || std::ifstream(fault.substr(5))) return;
    std::ofstream(fault.substr(5)) << "\n";
    std::raise(SIGKILL);
}

} // namespace

int main(int count, char** words) {
    std::signal(SIGTERM, [](int) { cancelled = true; });
    std::map<std::string, std::string> faults; // by row; "all"
    for (int i = 1; i + 1 < count; i += 2) faults[words[i + 1]] = words[i];
    return warpstring::workers::runWorker(
        {&cancelled, [&](std::uint64_t row) {
             for (const std::string& name : {std::to_string(row), std::string("all")})
                 if (const auto found = faults.find(name); found != faults.end()) commit(found->second);
         }});
}
