// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of hardware specs: form and text side by side, what differs, and what that does to the kernel.
#pragma once

#include "app/gui/models/spec/spec_diff_model.h"
#include "app/gui/models/spec/spec_edit.h"
#include "app/gui/models/spec/spec_key_model.h"
#include "app/gui/panes/pane.h"
#include "study/evidence/evidence.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;
class QTreeView;

namespace warpstring::gui {

class SpecFilter;
class SpecTextEditor;

class SpecEditorPane : public Pane {
    Q_OBJECT

public:
    SpecEditorPane(PaneContext context, SpecFolders folders, QWidget* parent = nullptr);
    ~SpecEditorPane() override;

    /// Opens the analysis's spec, unless another one is open with unsaved changes. What was shown before the
    /// first change and what comes with edit().currentSpec() of the same kernel make the effect.
    [[nodiscard]] QString cliCommand() const override;
    /// What was looked at last: the differences, or the keys as filtered.
    [[nodiscard]] QAbstractItemModel* table() const override;

    /// Its specChanged() says when the kernel is to be simulated anew, with currentSpec().
    [[nodiscard]] SpecEdit& edit() { return edit_; }
    /// False, with the reason in place, when the file cannot be read or what is open is unsaved.
    bool openSpec(const std::filesystem::path& path);
    /// The same, as the caller knows it: the kernel without and with the changes; nullptr while there is none.
    void setEffect(SharedAnalysis before, SharedAnalysis after);

protected:
    void analysisChanged() override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeToolbar();
    [[nodiscard]] QWidget* makeForm();
    [[nodiscard]] QWidget* makeDifferences();
    void refresh();
    void refreshChooser();
    void applyTheme();
    void showNotice(const QString& text, bool isFault);
    void chooseSpec(int row);
    void goToKey(const QModelIndex& source);
    void followLine(int line);
    void restoreCurrent();
    void removeCurrent();
    [[nodiscard]] std::string currentPath() const;
    [[nodiscard]] QAction* matching(const QKeyEvent* event) const;

    SpecEdit edit_;
    SpecKeyModel keys_;
    SpecDiffModel differences_;
    SharedAnalysis before_, after_;
    evidence::EvidenceList evidence_; ///< that comes with the specs; empty where it cannot be read
    QString refusal_;                 ///< why the last thing that was asked for did not happen

    QComboBox *chooser_ = nullptr, *show_ = nullptr;
    QLineEdit* search_ = nullptr;
    QAction *open_ = nullptr, *save_ = nullptr, *undo_ = nullptr, *redo_ = nullptr, *revert_ = nullptr,
            *restore_ = nullptr, *remove_ = nullptr;
    QLabel *trust_ = nullptr, *notice_ = nullptr, *faults_ = nullptr, *effect_ = nullptr,
           *differencesTitle_ = nullptr;
    QTreeView* tree_ = nullptr;
    SpecFilter* filter_ = nullptr;
    SpecTextEditor* text_ = nullptr;
    QTableView* differencesView_ = nullptr;
    bool following_ = false; ///< form and text are being brought to one place
    bool exportsDifferences_ = false;
};

} // namespace warpstring::gui
