// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/spec_editor_pane.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QTableView>
#include <QToolBar>
#include <QTreeView>
#include <QVBoxLayout>

#include "app/common/program_paths.h"
#include "app/gui/models/qt_text.h"
#include "app/gui/models/shell_words.h"
#include "app/gui/models/spec/spec_effect.h"
#include "app/gui/models/spec/spec_filter.h"
#include "app/gui/models/spec/spec_trust.h"
#include "app/gui/panes/spec_text_editor.h"
#include "app/gui/panes/spec_value_delegate.h"

namespace warpstring::gui {

namespace fs = std::filesystem;

namespace {

QLabel* makeLine(const QString& name) {
    auto* label = new QLabel;
    label->setAccessibleName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                   Qt::LinksAccessibleByKeyboard);
    label->setVisible(false);
    return label;
}

void setColour(QWidget* widget, const QColor& colour) {
    QPalette palette = widget->palette();
    palette.setColor(QPalette::WindowText, colour);
    widget->setPalette(palette);
}

} // namespace

SpecEditorPane::SpecEditorPane(PaneContext context, SpecFolders folders, QWidget* parent)
    : Pane(QStringLiteral("Hardware spec"), context, parent), edit_(std::move(folders)), keys_(edit_),
      differences_(edit_) {
    if (auto list = evidence::readEvidence(cli::shippedSpecFolder())) evidence_ = std::move(*list);
    trust_ = makeLine(QStringLiteral("What the spec has been held against"));
    notice_ = makeLine(QStringLiteral("What happened"));
    faults_ = makeLine(QStringLiteral("Faults of the spec"));
    effect_ = makeLine(QStringLiteral("Effect on the kernel"));
    text_ = new SpecTextEditor;

    auto* sides = new QSplitter(Qt::Horizontal);
    sides->addWidget(makeForm());
    sides->addWidget(text_);
    sides->setStretchFactor(0, 3);
    sides->setStretchFactor(1, 2);
    sides->setChildrenCollapsible(false);
    auto* all = new QSplitter(Qt::Vertical);
    all->addWidget(sides);
    all->addWidget(makeDifferences());
    all->setStretchFactor(0, 4);
    all->setStretchFactor(1, 1);
    all->setSizes({800, 170});

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(4);
    layout->addWidget(makeToolbar());
    for (QLabel* line : {trust_, notice_, faults_, effect_}) layout->addWidget(line);
    layout->addWidget(all, 1);

    connect(&edit_, &SpecEdit::changed, this, &SpecEditorPane::refresh);
    connect(text_, &SpecTextEditor::typed, &edit_, &SpecEdit::setText);
    connect(text_, &SpecTextEditor::lineChanged, this, [this](int line) {
        if (text_->hasFocus()) followLine(line); // else it moved because the form did
    });
    connect(faults_, &QLabel::linkActivated, this, [this](const QString& line) {
        text_->goToLine(line.toInt());
        followLine(line.toInt());
        text_->setFocus();
    });
    connect(&display(), &Display::changed, this, &SpecEditorPane::applyTheme);
    text_->installEventFilter(this);
    tree_->installEventFilter(this);
    differencesView_->installEventFilter(this);
    refreshChooser();
    applyTheme();
    refresh();
}

SpecEditorPane::~SpecEditorPane() { disconnect(&display(), nullptr, this, nullptr); }

QWidget* SpecEditorPane::makeToolbar() {
    auto* bar = new QToolBar;
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    chooser_ = new QComboBox;
    chooser_->setAccessibleName(QStringLiteral("Hardware spec to edit"));
    chooser_->setMinimumContentsLength(24);
    bar->addWidget(chooser_);
    connect(chooser_, &QComboBox::activated, this, &SpecEditorPane::chooseSpec);
    const auto add = [&](const QString& text, const QKeySequence& shortcut, auto slot) {
        auto* action = new QAction(text, this);
        // Only told here: keyPressEvent() takes it where the pane has the focus, since the window knows the
        // same shortcuts for the source.
        action->setData(shortcut);
        action->setToolTip(
            shortcut.isEmpty() ? text : text + " (" + shortcut.toString(QKeySequence::NativeText) + ")");
        connect(action, &QAction::triggered, this, slot);
        bar->addAction(action);
        return action;
    };
    open_ = add(QStringLiteral("Open\u2026"), {}, [this] {
        const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("Open a hardware spec"), {},
                                                          QStringLiteral("Hardware specs (*.toml)"));
        if (!path.isEmpty()) openSpec(path.toStdString());
    });
    save_ = add(QStringLiteral("Save"), QKeySequence::Save, [this] {
        refusal_.clear();
        edit_.save();
        refreshChooser();
    });
    bar->addSeparator();
    undo_ = add(QStringLiteral("Undo"), QKeySequence::Undo, [this] { edit_.undo(); });
    redo_ = add(QStringLiteral("Redo"), QKeySequence::Redo, [this] { edit_.redo(); });
    revert_ = add(QStringLiteral("Revert"), {}, [this] { edit_.revert(); });
    revert_->setToolTip(QStringLiteral("Back to the file as it was saved; can be undone"));
    return bar;
}

QWidget* SpecEditorPane::makeForm() {
    auto* form = new QWidget;
    auto* layout = new QVBoxLayout(form);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    search_ = new QLineEdit;
    search_->setPlaceholderText(QStringLiteral("Find keys, values, sources"));
    search_->setAccessibleName(QStringLiteral("Find keys"));
    search_->setClearButtonEnabled(true);
    show_ = new QComboBox;
    show_->setAccessibleName(QStringLiteral("Which keys to show"));
    show_->addItems({QStringLiteral("All keys"), QStringLiteral("Present"), QStringLiteral("Changed"),
                     QStringLiteral("Faulty"), QStringLiteral("Estimated")});
    auto* line = new QHBoxLayout;
    line->addWidget(search_, 1);
    line->addWidget(show_);
    layout->addLayout(line);

    filter_ = new SpecFilter(this);
    filter_->setSourceModel(&keys_);
    tree_ = new QTreeView;
    tree_->setAccessibleName(QStringLiteral("Keys of the hardware spec"));
    tree_->setModel(filter_);
    tree_->setItemDelegate(new SpecValueDelegate(display(), tree_));
    tree_->setUniformRowHeights(true);
    tree_->setAlternatingRowColors(true);
    tree_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
    tree_->setTabKeyNavigation(false);
    tree_->setAllColumnsShowFocus(false);
    tree_->setSelectionBehavior(QAbstractItemView::SelectItems);
    tree_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    tree_->header()->setStretchLastSection(true);
    layout->addWidget(tree_, 1);

    restore_ = new QAction(QStringLiteral("Restore from the reference"), this);
    remove_ = new QAction(QStringLiteral("Remove"), this);
    remove_->setData(QKeySequence(QKeySequence::Delete));
    connect(restore_, &QAction::triggered, this, &SpecEditorPane::restoreCurrent);
    connect(remove_, &QAction::triggered, this, &SpecEditorPane::removeCurrent);
    tree_->addActions({restore_, remove_});
    tree_->setContextMenuPolicy(Qt::ActionsContextMenu);

    connect(search_, &QLineEdit::textChanged, this, [this](const QString& words) {
        filter_->search(words);
        if (!words.isEmpty()) tree_->expandAll();
    });
    connect(show_, &QComboBox::currentIndexChanged, this, [this](int row) {
        filter_->show(static_cast<SpecFilter::Show>(row));
        if (row > 1) tree_->expandToDepth(0);
    });
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { goToKey(filter_->mapToSource(current)); });
    return form;
}

QWidget* SpecEditorPane::makeDifferences() {
    auto* below = new QWidget;
    auto* layout = new QVBoxLayout(below);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    differencesTitle_ = new QLabel;
    differencesTitle_->setWordWrap(true);
    layout->addWidget(differencesTitle_);
    differencesView_ = new QTableView;
    differencesView_->setAccessibleName(QStringLiteral("Differences"));
    differencesView_->setModel(&differences_);
    differencesView_->setSelectionBehavior(QAbstractItemView::SelectRows);
    differencesView_->setAlternatingRowColors(true);
    differencesView_->setTabKeyNavigation(false);
    differencesView_->setWordWrap(false);
    differencesView_->verticalHeader()->hide();
    differencesView_->verticalHeader()->setMinimumSectionSize(1);
    differencesView_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
    differencesView_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    differencesView_->horizontalHeader()->setStretchLastSection(true);
    layout->addWidget(differencesView_, 1);
    connect(differencesView_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                const QString path = current.data(SpecDiffModel::PathRole).toString();
                const QModelIndex key = keys_.indexOf(path.toStdString());
                if (key.isValid())
                    tree_->setCurrentIndex(filter_->mapFromSource(key.siblingAtColumn(SpecKeyModel::Value)));
            });
    return below;
}

void SpecEditorPane::refreshChooser() {
    const std::vector<fs::path> choices = edit_.choices();
    chooser_->clear();
    bool isListed = false;
    for (const fs::path& path : choices) {
        std::error_code error;
        const bool isOpen = edit_.isOpen() && fs::equivalent(path, edit_.path(), error) && !error;
        chooser_->addItem(toQString(path.stem().string()), toQString(path.string()));
        chooser_->setItemData(chooser_->count() - 1, toQString(path.string()), Qt::ToolTipRole);
        if (isOpen) chooser_->setCurrentIndex(chooser_->count() - 1);
        isListed = isListed || isOpen;
    }
    if (isListed) return;
    if (edit_.isOpen()) {
        chooser_->insertItem(0, edit_.name(), toQString(edit_.path().string()));
        chooser_->setCurrentIndex(0);
    } else {
        chooser_->setCurrentIndex(-1);
        chooser_->setPlaceholderText(QStringLiteral("Choose a hardware spec"));
    }
}

void SpecEditorPane::chooseSpec(int row) {
    const QString path = chooser_->itemData(row).toString();
    if (path.toStdString() == edit_.path().string()) return;
    openSpec(path.toStdString());
    refreshChooser();
}

bool SpecEditorPane::openSpec(const fs::path& path) {
    if (edit_.modified()) {
        refusal_ = QStringLiteral("%1 has unsaved changes: save or revert them before opening %2.")
                       .arg(edit_.name(), toQString(path.stem().string()));
        refresh();
        return false;
    }
    const Diagnostics faults = edit_.open(path);
    refusal_ = faults.empty() ? QString() : toQString(faults.front().message + ": " + faults.front().hint);
    if (faults.empty()) {
        before_.reset();
        after_.reset();
        tree_->expandToDepth(0);
        tree_->collapse(filter_->mapFromSource(keys_.indexOf("instructions.move").parent()));
        for (int column = 0; column < SpecKeyModel::Note; ++column) tree_->resizeColumnToContents(column);
        tree_->setColumnWidth(SpecKeyModel::Value, std::min(tree_->columnWidth(SpecKeyModel::Value), 190));
        tree_->setColumnWidth(SpecKeyModel::Range, std::min(tree_->columnWidth(SpecKeyModel::Range), 130));
    }
    refreshChooser();
    refresh();
    return faults.empty();
}

void SpecEditorPane::analysisChanged() {
    if (!analysis() || analysis()->spec().file.empty()) return;
    const fs::path& path = analysis()->spec().file;
    std::error_code error;
    const bool isOpen = edit_.isOpen() && (path == edit_.path() || fs::equivalent(path, edit_.path(), error));
    if (!isOpen && !edit_.modified()) openSpec(path);
    if (!edit_.modified()) {
        before_ = analysis();
        setEffect(before_, nullptr);
    } else if (analysis()->request.spec == edit_.currentSpec() && before_ &&
               before_->request.sourceText == analysis()->request.sourceText &&
               before_->launch().name == analysis()->launch().name) {
        setEffect(before_, analysis());
    }
}

void SpecEditorPane::setEffect(SharedAnalysis before, SharedAnalysis after) {
    before_ = std::move(before);
    after_ = std::move(after);
    const QString text =
        edit_.differences().empty() ? QString() : specEffectText(before_, after_, display().unit());
    effect_->setText(text);
    effect_->setVisible(!text.isEmpty());
}

QString SpecEditorPane::cliCommand() const {
    if (!edit_.isOpen()) return {};
    const std::string spec = edit_.isShipped() ? edit_.path().stem().string() : edit_.path().string();
    const bool isOther = edit_.reference().path() != edit_.path(); // else there is nothing but the file
    if (isOther && !edit_.differences().empty())
        return QStringLiteral("warpstring spec diff ") +
               toQString(shellWord(edit_.reference().path().stem().string()) + " " + shellWord(spec));
    return QStringLiteral("warpstring spec show ") + toQString(shellWord(spec));
}

QAbstractItemModel* SpecEditorPane::table() const {
    if (exportsDifferences_) return differencesView_->model();
    return filter_;
}

void SpecEditorPane::refresh() {
    const bool isOpen = edit_.isOpen();
    text_->showText(edit_.text());
    text_->setReadOnly(!isOpen);
    text_->showFaults(edit_.diagnostics());
    const QString trust = specTrustText(edit_, evidence_);
    trust_->setText(trust);
    trust_->setVisible(!trust.isEmpty());
    save_->setEnabled(isOpen && edit_.modified());
    revert_->setEnabled(edit_.modified());
    undo_->setEnabled(edit_.canUndo());
    redo_->setEnabled(edit_.canRedo());
    save_->setText(edit_.modified() ? QStringLiteral("Save*") : QStringLiteral("Save"));
    undo_->setToolTip(QStringLiteral("Undo %1").arg(edit_.undoText()));
    redo_->setToolTip(QStringLiteral("Redo %1").arg(edit_.redoText()));

    if (!refusal_.isEmpty() && !edit_.modified()) refusal_.clear();
    QString notice = refusal_.isEmpty() ? edit_.notice() : refusal_;
    const bool isFault = !refusal_.isEmpty() || edit_.saveFailed();
    if (!isOpen)
        notice =
            QStringLiteral("Choose a hardware spec above, or open a kernel: its device's spec opens with it.");
    else if (notice.isEmpty() && edit_.isShipped() && edit_.modified())
        notice = QStringLiteral(
                     "%1 comes with Warpstring and stays as it is: saving makes a copy, %1-edited, in your own "
                     "folder of specs.")
                     .arg(edit_.name());
    showNotice(notice, isFault);

    const Diagnostics& faults = isOpen ? edit_.diagnostics() : Diagnostics{};
    QString text;
    if (!faults.empty()) {
        const Diagnostic& first = faults.front();
        text =
            QStringLiteral("<a href=\"%1\" style=\"color:%2\">Line %1</a>: %3")
                .arg(first.place.line)
                .arg(theme().error.name())
                .arg(toQString(first.message + (first.hint.empty() ? "" : ": " + first.hint)).toHtmlEscaped());
        if (faults.size() > 1) text += QStringLiteral(" (and %1 more)").arg(faults.size() - 1);
        text += QStringLiteral(". The last valid state is in use.");
    }
    if (isOpen)
        for (const auto& [path, rejected] : edit_.rejected())
            text += (text.isEmpty() ? QString() : QStringLiteral("<br>")) +
                    QStringLiteral("%1 is not set to \"%2\": %3")
                        .arg(toQString(path), rejected.value.toHtmlEscaped(), rejected.reason.toHtmlEscaped());
    faults_->setText(text);
    faults_->setVisible(!text.isEmpty());

    const auto count = edit_.differences().size();
    differencesTitle_->setText(
        !isOpen      ? QString()
        : count == 0 ? QStringLiteral("No difference from %1").arg(edit_.referenceName())
        : count == 1 ? QStringLiteral("1 difference from %1").arg(edit_.referenceName())
                     : QStringLiteral("%1 differences from %2").arg(count).arg(edit_.referenceName()));
    differencesView_->setVisible(count > 0);
    // Without differences their title is all there is.
    QWidget& below = *differencesView_->parentWidget();
    below.setMaximumHeight(count > 0 ? QWIDGETSIZE_MAX : below.layout()->sizeHint().height());
    for (int column = 0; column < SpecDiffModel::Columns - 1 && count > 0; ++column) {
        differencesView_->resizeColumnToContents(column);
        differencesView_->setColumnWidth(column, std::min(differencesView_->columnWidth(column), 260));
    }
    if (count == 0) effect_->hide();
}

void SpecEditorPane::showNotice(const QString& text, bool isFault) {
    notice_->setText(text);
    notice_->setVisible(!text.isEmpty());
    setColour(notice_, isFault ? theme().error : theme().muted);
}

void SpecEditorPane::applyTheme() {
    text_->setTheme(theme());
    setColour(faults_, theme().error);
    setColour(trust_, theme().muted);
    setColour(effect_, theme().accent);
    setColour(differencesTitle_, theme().muted);
    tree_->viewport()->update();
    setEffect(before_, after_);
    refresh();
}

void SpecEditorPane::goToKey(const QModelIndex& source) {
    const int line = source.data(SpecKeyModel::LineRole).toInt();
    restore_->setEnabled(source.isValid());
    remove_->setEnabled(source.data(SpecKeyModel::PresentRole).toBool());
    if (following_ || line == 0) return;
    following_ = true;
    text_->goToLine(line);
    following_ = false;
}

void SpecEditorPane::followLine(int line) {
    const QModelIndex key = keys_.indexAtLine(line);
    if (following_ || !key.isValid()) return;
    if (tree_->currentIndex().data(SpecKeyModel::LineRole).toInt() == line) return; // maybe a part of a cost
    const QModelIndex shown = filter_->mapFromSource(key.siblingAtColumn(SpecKeyModel::Value));
    if (!shown.isValid()) return; // filtered out
    following_ = true;
    tree_->setCurrentIndex(shown);
    tree_->scrollTo(shown.siblingAtColumn(SpecKeyModel::Key), QAbstractItemView::PositionAtCenter);
    following_ = false;
}

std::string SpecEditorPane::currentPath() const {
    return tree_->currentIndex().data(SpecKeyModel::PathRole).toString().toStdString();
}

void SpecEditorPane::restoreCurrent() { edit_.restore(currentPath()); }

void SpecEditorPane::removeCurrent() {
    if (tree_->currentIndex().data(SpecKeyModel::PresentRole).toBool()) edit_.remove(currentPath());
}

QAction* SpecEditorPane::matching(const QKeyEvent* event) const {
    const QKeySequence pressed(event->keyCombination());
    const auto is = [&](QKeySequence::StandardKey key) {
        return QKeySequence::keyBindings(key).contains(pressed);
    };
    if (is(QKeySequence::Save)) return save_;
    if (is(QKeySequence::Undo)) return undo_;
    if (is(QKeySequence::Redo)) return redo_;
    return nullptr;
}

bool SpecEditorPane::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && matching(static_cast<QKeyEvent*>(event)) != nullptr) {
        event->accept(); // comes as a key press then, not as the window's shortcut
        return true;
    }
    return Pane::event(event);
}

void SpecEditorPane::keyPressEvent(QKeyEvent* event) {
    if (QAction* action = matching(event))
        action->trigger();
    else
        Pane::keyPressEvent(event);
}

bool SpecEditorPane::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn && (watched == tree_ || watched == differencesView_))
        exportsDifferences_ = watched == differencesView_;
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (watched == text_ && matching(key) != nullptr) { // QScintilla would write the control character
            matching(key)->trigger();
            return true;
        }
        if (watched == tree_ && key->key() == Qt::Key_Delete && key->modifiers() == Qt::NoModifier) {
            removeCurrent();
            return true;
        }
    }
    return Pane::eventFilter(watched, event);
}

} // namespace warpstring::gui
