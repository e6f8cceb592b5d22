// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>
#include <string>
#include <vector>

namespace warpstring::test {

/// Breaks texts the way people, tools and transfers do: characters lost, doubled or changed, pieces moved
/// within a text or taken from another, numbers made extreme. Stays text.
class Mutator {
public:
    Mutator(std::vector<std::string> samples, std::vector<std::string> words)
        : samples_(std::move(samples)), words_(std::move(words)) {}

    /// A sample with one to four faults.
    [[nodiscard]] std::string mutate(std::mt19937_64& random) const;

private:
    void breakOnce(std::string& text, std::mt19937_64& random) const;

    std::vector<std::string> samples_, words_;
};

} // namespace warpstring::test
