// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch touches: each buffer with the places of each access, and the table of accesses.
#pragma once

#include <array>

#include "app/gui/models/memory/access_table.h"
#include "app/gui/models/memory/memory_loader.h"
#include "app/gui/panes/pane.h"

class QComboBox;
class QLabel;
class QScrollArea;
class QSpinBox;
class QTableView;

namespace warpstring::gui {

class MemoryCanvas;
struct MemoryHit;

class MemoryPane : public Pane {
    Q_OBJECT

public:
    explicit MemoryPane(PaneContext context, QWidget* parent = nullptr);

    [[nodiscard]] QString cliCommand() const override { return commandLine(QStringLiteral("counts")); }
    [[nodiscard]] std::optional<Picture> picture() const override;
    [[nodiscard]] QAbstractItemModel* table() const override;

    /// nullptr until the accesses of the analysis are counted.
    [[nodiscard]] const SharedMemoryMap& map() const { return accesses_->map(); }
    [[nodiscard]] MemoryLoader& loader() { return loader_; }
    void choose(const MemoryChoice& choice);
    /// How much of each buffer is drawn.
    void showPart(MemoryScope part);

Q_SIGNALS:
    void placeWanted(const warpstring::SourceLocation& place);

protected:
    void analysisChanged() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* choiceRow();
    void connectWidgets();
    void load();
    void showMap(const SharedMemoryMap& map, const Diagnostics& diagnostics);
    void showChoice();
    void showHit(const std::optional<MemoryHit>& hit);
    [[nodiscard]] Focus focusOfRow(int row) const;
    void pinRow(int row);
    /// Frames and rows of the accesses whose elements are marked.
    void followSelection();
    [[nodiscard]] std::vector<std::size_t> accessesOf(const Focus& focus) const;

    MemoryLoader loader_;
    MemoryChoice choice_;
    MemoryScope part_ = MemoryScope::Launch;
    AccessTable* accesses_;
    std::array<QSpinBox*, 3> group_{};
    QLabel* groupLabel_ = nullptr;
    QSpinBox* warp_ = nullptr;
    QComboBox* parts_ = nullptr;
    QLabel* note_ = nullptr;
    MemoryCanvas* canvas_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    QTableView* table_ = nullptr;
    bool following_ = false; ///< rows are chosen by what is marked, not by a person
};

} // namespace warpstring::gui
