// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads count in one place without a lock: a race on purpose.
#include <thread>

namespace {

int counter = 0;

void count() {
    for (int i = 0; i < 100000; ++i) ++counter;
}

} // namespace

int main() {
    std::thread other(count);
    count();
    other.join();
    return counter == 0 ? 1 : 0;
}
