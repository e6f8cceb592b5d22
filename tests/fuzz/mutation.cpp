// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutation.h"

#include <cctype>

namespace warpstring::test {

namespace {

std::size_t below(std::size_t end, std::mt19937_64& random) { return end == 0 ? 0 : random() % end; }

/// Half of the changes are small: a character or a few.
std::size_t length(std::size_t longest, std::mt19937_64& random) {
    const std::size_t most = random() % 2 == 0 ? 4 : 200;
    return std::min(longest, 1 + below(most, random));
}

void changeNumber(std::string& text, std::mt19937_64& random) {
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (std::isdigit(static_cast<unsigned char>(text[i])) != 0 &&
            (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0))
            starts.push_back(i);
    if (starts.empty()) return;
    const std::size_t at = starts[below(starts.size(), random)];
    std::size_t end = at;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    const char* extremes[] = {
        "0", "1", "-1", "3", "31", "1023", "65536", "2147483648", "9223372036854775807", "1e308", "0.5"};
    text.replace(at, end - at, extremes[below(std::size(extremes), random)]);
}

} // namespace

std::string Mutator::mutate(std::mt19937_64& random) const {
    std::string text = samples_[below(samples_.size(), random)];
    for (std::size_t faults = 1 + below(4, random); faults > 0; --faults) breakOnce(text, random);
    return text;
}

void Mutator::breakOnce(std::string& text, std::mt19937_64& random) const {
    const std::size_t at = below(text.size(), random);
    const std::size_t size = length(text.size() - at, random);
    switch (random() % 8) {
    case 0: text.erase(at, size); break;
    case 1: text.insert(at, text.substr(at, size)); break;
    case 2:
        if (!text.empty()) text[at] = static_cast<char>(' ' + below('~' - ' ' + 1, random));
        break;
    case 3: text.insert(below(text.size(), random), text.substr(at, size)); break;
    case 4: {
        const std::string& other = samples_[below(samples_.size(), random)];
        const std::size_t from = below(other.size(), random);
        text.replace(at, size, other.substr(from, length(other.size() - from, random)));
        break;
    }
    case 5: text.insert(at, " " + words_[below(words_.size(), random)] + " "); break;
    case 6: text.resize(at); break;
    default: changeNumber(text, random);
    }
}

} // namespace warpstring::test
