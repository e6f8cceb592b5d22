// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/counters/ptx_entry.h"

#include <cctype>
#include <charconv>
#include <sstream>

namespace warpstring::counters {

namespace {

constexpr std::string_view registerName = "%envreg";

bool isNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

std::uint64_t numberIn(std::string_view text) {
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::string withoutComments(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size() - 1);
            result += '\n';
        } else if (text.substr(at, 2) == "/*") {
            const std::size_t end = text.find("*/", at);
            at = end == std::string_view::npos ? text.size() : end + 1;
            result += ' ';
        } else {
            result += text[at];
        }
    }
    return result;
}

/// ".param .u64 .ptr .shared .align 4 name", ".param .align 16 .b8 name[16]".
PtxParameter parameterOf(const std::string& declaration) {
    PtxParameter parameter;
    std::istringstream words(declaration);
    bool isPointer = false;
    for (std::string word; words >> word;) {
        if (word == ".ptr") isPointer = true;
        if (word == ".shared") parameter.isShared = isPointer;
        if (word == ".align" && words >> word) parameter.alignment = std::max<std::uint64_t>(numberIn(word), 1);
        if (word.size() >= 3 && word[0] == '.' &&
            std::string_view("usbf").find(word[1]) != std::string_view::npos)
            if (const std::uint64_t bits = numberIn(std::string_view(word).substr(2)); bits >= 8)
                parameter.bytes = bits / 8;
    }
    if (const std::size_t bracket = declaration.find('['); bracket != std::string::npos)
        parameter.bytes *= numberIn(std::string_view(declaration).substr(bracket + 1));
    return parameter;
}

/// Where ".entry name" ends; npos without one.
std::size_t endOfEntryName(const std::string& text, std::string_view name) {
    constexpr std::string_view keyword = ".entry";
    for (std::size_t at = text.find(keyword); at != std::string::npos; at = text.find(keyword, at + 1)) {
        const std::size_t start = text.find_first_not_of(" \t\r\n", at + keyword.size());
        if (start == std::string::npos || text.compare(start, name.size(), name) != 0) continue;
        const std::size_t end = start + name.size();
        if (end >= text.size() || !isNamePart(text[end])) return end;
    }
    return std::string::npos;
}

/// Calls `visit(text before, register)` for each %envreg in order; answers what is left behind the last.
template <class Visit>
std::string_view forEachRegister(std::string_view ptx, Visit visit) {
    for (std::size_t at = 0; (at = ptx.find(registerName, at)) != std::string_view::npos;) {
        std::size_t end = at + registerName.size();
        while (end < ptx.size() && std::isdigit(static_cast<unsigned char>(ptx[end]))) ++end;
        if (end == at + registerName.size()) {
            at = end;
            continue;
        }
        visit(ptx.substr(0, at), static_cast<int>(numberIn(ptx.substr(at + registerName.size()))));
        ptx.remove_prefix(end);
        at = 0;
    }
    return ptx;
}

} // namespace

bool isPtx(std::string_view binary) {
    return binary.find(".version") != std::string_view::npos &&
           binary.find(".target") != std::string_view::npos && binary.substr(0, 4) != "\177ELF";
}

std::optional<std::vector<PtxParameter>> entryParameters(std::string_view ptx, std::string_view name) {
    if (!isPtx(ptx)) return std::nullopt;
    const std::string text = withoutComments(ptx);
    std::size_t at = endOfEntryName(text, name);
    if (at == std::string::npos) return std::nullopt;
    std::vector<PtxParameter> parameters;
    at = text.find_first_not_of(" \t\r\n", at);
    if (at == std::string::npos || text[at] != '(') return parameters;
    const std::size_t close = text.find(')', at);
    if (close == std::string::npos) return std::nullopt;
    std::istringstream declarations(text.substr(at + 1, close - at - 1));
    for (std::string declaration; std::getline(declarations, declaration, ',');)
        if (declaration.find(".param") != std::string::npos) parameters.push_back(parameterOf(declaration));
    return parameters;
}

std::set<int> environmentRegisters(std::string_view ptx) {
    std::set<int> registers;
    forEachRegister(ptx, [&](std::string_view, int number) { registers.insert(number); });
    return registers;
}

std::string withoutEnvironment(std::string_view ptx, int dimensions, bool replaceOffsets) {
    std::string result;
    const std::string_view rest = forEachRegister(ptx, [&](std::string_view before, int number) {
        result += before;
        if (number <= 5 && replaceOffsets)
            result += "0";
        else if (number >= 6 && number <= 8)
            result += std::string("%nctaid.") + "xyz"[number - 6];
        else if (number == 9)
            result += std::to_string(dimensions);
        else
            result += std::string(registerName) + std::to_string(number);
    });
    return result.append(rest);
}

std::string withoutTextureMode(std::string_view ptx) {
    std::string result(ptx);
    const std::size_t mode = result.find("texmode_independent");
    if (mode == std::string::npos) return result;
    const std::size_t comma = result.rfind(',', mode);
    const std::size_t start = comma == std::string::npos ? mode : comma;
    return result.erase(start, mode + std::string_view("texmode_independent").size() - start);
}

} // namespace warpstring::counters
