// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/terminal.h"

#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace warpstring::cli {

bool wantsColour(int fileDescriptor) {
    if (const char* off = std::getenv("NO_COLOR"); off != nullptr && *off != 0) return false;
    if (const char* terminal = std::getenv("TERM"); terminal == nullptr || std::string_view(terminal) == "dumb")
        return false;
    return isatty(fileDescriptor) == 1;
}

std::string paint(std::string_view text, Colour colour, bool enabled) {
    if (!enabled || colour == Colour::None) return std::string(text);
    const char* code = "0";
    switch (colour) {
    case Colour::None: break;
    case Colour::Bold: code = "1"; break;
    case Colour::Dim: code = "2"; break;
    case Colour::Red: code = "31"; break;
    case Colour::Green: code = "32"; break;
    case Colour::Yellow: code = "33"; break;
    case Colour::Blue: code = "34"; break;
    case Colour::Magenta: code = "35"; break;
    case Colour::Cyan: code = "36"; break;
    }
    return std::string("\033[") + code + "m" + std::string(text) + "\033[0m";
}

int terminalWidth() {
    winsize size{};
    if (isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 100;
}

int displayWidth(std::string_view text) {
    int columns = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0) == 0x80) continue; // a continuation byte
        if (byte == 0xCC ||
            (byte == 0xCD && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xB0))
            continue; // U+0300..U+036F
        ++columns;
    }
    return columns;
}

std::string padded(std::string_view text, int columns, bool right) {
    const int missing = columns - displayWidth(text);
    const std::string blanks(missing > 0 ? static_cast<std::size_t>(missing) : 0, ' ');
    return right ? blanks + std::string(text) : std::string(text) + blanks;
}

} // namespace warpstring::cli
