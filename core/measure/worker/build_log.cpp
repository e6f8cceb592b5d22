// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/build_log.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace warpstring::measure {

namespace {

bool isError(std::string_view line) {
    return line.starts_with("error: ") || line.find(": error") != std::string_view::npos ||
           line.find(": fatal error") != std::string_view::npos;
}

/// Takes ":<number>" off the start of `text`; 0 when it does not start so.
int takeNumber(std::string_view& text) {
    if (!text.starts_with(':')) return 0;
    int number = 0;
    const auto parsed = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    if (parsed.ec != std::errc{}) return 0;
    text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
    return number;
}

/// The whole number right before `words`: 8 of "Used 8 registers, 1024 bytes smem".
std::optional<std::uint64_t> numberBefore(std::string_view line, std::string_view words) {
    const auto at = line.find(words);
    if (at == std::string_view::npos || at == 0) return std::nullopt;
    std::size_t start = at;
    while (start > 0 && line[start - 1] >= '0' && line[start - 1] <= '9') --start;
    std::uint64_t number = 0;
    const auto parsed = std::from_chars(line.data() + start, line.data() + at, number);
    if (start == at || parsed.ec != std::errc{}) return std::nullopt;
    return number;
}

/// The name that stands behind `words` in `line`; empty where they do not stand there.
std::string_view nameBehind(std::string_view words, std::string_view line) {
    const auto at = line.find(words);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = line.substr(at + words.size());
    const auto isNamePart = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    return {rest.begin(), std::find_if_not(rest.begin(), rest.end(), isNamePart)};
}

/// The kernel that the lines from this one on speak of; empty when it names none.
std::string_view kernelNamedBy(std::string_view line) {
    const auto entry = nameBehind("ompiling entry function '", line);
    return entry.empty() ? nameBehind("unction properties for ", line) : entry;
}

/// The kernel that a remark of one line is about; empty when it is about none.
std::string_view kernelRemarkedOn(std::string_view line) {
    return line.find(" is a kernel, ") == std::string_view::npos ? std::string_view{}
                                                                 : nameBehind("Warning: Function ", line);
}

/// Takes the first line off `text`, with its end.
std::string_view takeLine(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    return line;
}

} // namespace

void readBuildFacts(std::string_view log, const std::string& kernel, records::BuildFacts& facts) {
    bool ofKernel = false;
    while (!log.empty()) {
        const std::string_view line = takeLine(log);
        if (const auto named = kernelNamedBy(line); !named.empty()) ofKernel = named == kernel;
        if (!ofKernel) continue;
        const auto take = [&](std::optional<std::uint64_t>& fact, std::string_view words) {
            if (const auto number = numberBefore(line, words)) fact = number;
        };
        take(facts.registers, " registers");
        take(facts.spillStoreBytes, " bytes spill stores");
        take(facts.spillLoadBytes, " bytes spill loads");
        take(facts.privateBytes, " bytes stack frame");
        take(facts.localBytes, " bytes smem");
    }
    // It is silent about local memory when there is none.
    if (facts.registers && !facts.localBytes) facts.localBytes = 0;
}

std::string logOfKernel(std::string_view log, const std::string& kernel) {
    std::string kept;
    bool ofOther = false;
    while (!log.empty()) {
        const std::string_view fromLine = log;
        const std::string_view line = takeLine(log);
        if (const auto named = kernelNamedBy(line); !named.empty()) ofOther = named != kernel;
        const auto remarked = kernelRemarkedOn(line);
        if (!ofOther && (remarked.empty() || remarked == kernel)) {
            kept.append(fromLine.substr(0, fromLine.size() - log.size()));
        }
    }
    return kept;
}

SourceLocation firstErrorPlace(std::string_view log, const std::filesystem::path& source) {
    while (!log.empty()) {
        const std::string_view line = takeLine(log);
        if (!isError(line)) continue;
        for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
            std::string_view rest = line.substr(at);
            const int lineNumber = takeNumber(rest);
            const int column = takeNumber(rest);
            if (lineNumber > 0 && column > 0 && rest.starts_with(": "))
                return {source.string(), lineNumber, column};
        }
    }
    return {source.string(), 0, 0};
}

} // namespace warpstring::measure
