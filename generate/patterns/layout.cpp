// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/layout.h"

#include <utility>

namespace warpstring::generate {

namespace {

using LayoutKind = Layout::Kind;

constexpr std::size_t indentationStep = 4;

/// Lines that are filled from left to right.
class Page {
public:
    Page(std::size_t width, std::size_t indentation) : width_(width), column_(indentation) {}

    /// `behind` are the characters that follow on the same line whatever is done here.
    void put(const Layout& layout, std::size_t indentation, bool isFlat, std::size_t behind) {
        switch (layout.kind) {
        case LayoutKind::Text: append(layout.text); return;
        case LayoutKind::Line:
            if (isFlat) return append(" ");
            text_ += "\n" + std::string(indentation, ' ');
            column_ = indentation;
            return;
        case LayoutKind::Row: break;
        case LayoutKind::Group: isFlat = isFlat || column_ + flat(layout).size() + behind <= width_; break;
        case LayoutKind::Indented: indentation += indentationStep; break;
        }
        for (std::size_t i = 0; i < layout.parts.size(); ++i)
            put(layout.parts[i], indentation, isFlat, tail(layout, i + 1, behind, isFlat));
    }
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    void append(const std::string& text) {
        text_ += text;
        column_ += text.size();
    }
    /// What stands behind the parts before `next` up to the next new line.
    static std::size_t tail(const Layout& layout, std::size_t next, std::size_t behind, bool isFlat) {
        std::size_t size = 0;
        for (; next < layout.parts.size(); ++next) {
            if (layout.parts[next].kind == LayoutKind::Line && !isFlat) return size;
            if (layout.parts[next].kind != LayoutKind::Text) return size + 1;
            size += layout.parts[next].text.size();
        }
        return size + behind;
    }

    std::string text_;
    std::size_t width_;
    std::size_t column_;
};

} // namespace

namespace layout {
Layout text(std::string text) { return {LayoutKind::Text, std::move(text), {}}; }
Layout line() { return {LayoutKind::Line, {}, {}}; }
Layout row(std::vector<Layout> parts) { return {LayoutKind::Row, {}, std::move(parts)}; }
Layout group(std::vector<Layout> parts) { return {LayoutKind::Group, {}, std::move(parts)}; }
Layout indented(std::vector<Layout> parts) { return {LayoutKind::Indented, {}, std::move(parts)}; }
} // namespace layout

std::string flat(const Layout& layout) {
    if (layout.kind == LayoutKind::Text) return layout.text;
    if (layout.kind == LayoutKind::Line) return " ";
    std::string text;
    for (const Layout& part : layout.parts) text += flat(part);
    return text;
}

std::string broken(const Layout& layout, std::size_t width, std::size_t indentation) {
    Page page(width, indentation);
    page.put(layout, indentation, false, 0);
    return page.take();
}

} // namespace warpstring::generate
