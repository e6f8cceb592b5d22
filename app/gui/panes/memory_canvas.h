// SPDX-License-Identifier: GPL-3.0-or-later
// The memory map on the screen, with the mouse and the keyboard on it.
#pragma once

#include <QWidget>
#include <optional>

#include "app/gui/drawing/display.h"
#include "app/gui/drawing/memory_picture.h"

namespace warpstring::gui {

class MemoryCanvas : public QWidget {
    Q_OBJECT

public:
    explicit MemoryCanvas(const Display& display, QWidget* parent = nullptr);

    /// nullptr: nothing is drawn.
    void show(SharedMemoryMap map, MemoryScope shown);
    /// Accesses, by their index among the counts, whose panels are framed.
    void mark(std::vector<std::size_t> hovered, std::vector<std::size_t> pinned);
    [[nodiscard]] const MemoryLayout& layoutShown() const { return layout_; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// What the mouse is on; nothing where it is on no panel.
    void hovered(const std::optional<warpstring::gui::MemoryHit>& hit);
    void clicked(const warpstring::gui::MemoryHit& hit);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void layOut();

    const Display& display_;
    SharedMemoryMap map_;
    MemoryScope shown_ = MemoryScope::Launch;
    MemoryLayout layout_;
    std::vector<std::size_t> hovered_, pinned_;
};

} // namespace warpstring::gui
