// SPDX-License-Identifier: GPL-3.0-or-later
// Text that may be broken into lines, as a person would where it does not fit.
#pragma once

#include <string>
#include <vector>

namespace warpstring::generate {

/// A text, a place for a new line (else a space), parts one after another, parts that are broken all or not at
/// all, parts whose lines are indented.
struct Layout {
    enum class Kind { Text, Line, Row, Group, Indented };

    Kind kind = Kind::Text;
    std::string text;
    std::vector<Layout> parts;
};

namespace layout {
[[nodiscard]] Layout text(std::string text);
[[nodiscard]] Layout line();
[[nodiscard]] Layout row(std::vector<Layout> parts);
[[nodiscard]] Layout group(std::vector<Layout> parts);
[[nodiscard]] Layout indented(std::vector<Layout> parts);
} // namespace layout

/// On one line.
[[nodiscard]] std::string flat(const Layout& layout);
/// On lines of up to `width` characters where that can be; the first begins at `indentation`, as do the others.
[[nodiscard]] std::string broken(const Layout& layout, std::size_t width, std::size_t indentation);

} // namespace warpstring::generate
