// SPDX-License-Identifier: GPL-3.0-or-later
// The token string, and what is known of the token that is hovered or pinned.
#pragma once

#include "app/gui/models/string/cost_change.h"
#include "app/gui/models/string/string_layout.h"
#include "app/gui/models/string/token_details.h"
#include "app/gui/panes/kernel_finder.h"
#include "app/gui/panes/pane.h"

class QLabel;
class QTableView;

namespace warpstring::gui {

class FindBar;
class StringCanvas;

class StringPane : public Pane {
    Q_OBJECT

public:
    explicit StringPane(PaneContext context, QWidget* parent = nullptr);

    [[nodiscard]] QString cliCommand() const override { return commandLine(QStringLiteral("string")); }
    [[nodiscard]] std::optional<Picture> picture() const override;
    [[nodiscard]] QAbstractItemModel* table() const override;
    [[nodiscard]] StringCanvas& canvas() { return *canvas_; }
    [[nodiscard]] Finder* finder() override;
    /// Scrolls to a token that was found.
    void showHit(const SearchHit& hit);

protected:
    void analysisChanged() override;
    void baselineChanged() override;

private:
    void showModel();
    void showDetails();

    StringCanvas* canvas_;
    QLabel* title_;
    QLabel* model_; ///< whose cycles the tokens have
    QTableView* details_;
    TokenDetailsModel* rows_;
    TokenWidth widths_ = TokenWidth::Label;
    std::optional<CostChange> change_;
    KernelFinder found_;
    FindBar* findBar_;
};

} // namespace warpstring::gui
