// SPDX-License-Identifier: GPL-3.0-or-later
// The widgets of the generate page: the description on the left, what was found on the right.
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/derivation_view.h"
#include "app/gui/panes/find_bar.h"
#include "app/gui/panes/form_table.h"
#include "app/gui/panes/generate_pane.h"
#include "app/gui/panes/message_strip.h"
#include "app/gui/panes/small_widgets.h"
#include "app/gui/panes/spec_button.h"
#include "app/gui/panes/string_pane.h"
#include "app/gui/panes/summary_pane.h"
#include "app/gui/panes/tone_delegate.h"
#include "app/gui/panes/variant_canvas.h"

namespace warpstring::gui {

namespace {

QTableView* styledTable(const QString& name, QAbstractItemModel& model, Display& display) {
    auto* view = new QTableView;
    view->setAccessibleName(name);
    view->setModel(&model);
    styleTable(*view, display);
    return view;
}

/// A column of widgets without a frame around them.
QVBoxLayout* columnIn(QWidget* box, int spacing) {
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(spacing);
    return column;
}

} // namespace

void GeneratePane::buildWidgets() {
    editor_ = new CodeEditor(CodeLanguage::Pattern);
    editor_->setTheme(theme());
    editor_->setAccessibleName(QStringLiteral("Pattern"));
    editor_->setWrapMode(QsciScintilla::WrapWord); // a definition is one long line more often than not
    found_.emplace(*editor_);
    findBar_ = new FindBar(*found_);
    sizesView_ = new FormTable(sizes_, display(), SizeTable::Note);
    sizesView_->setAccessibleName(QStringLiteral("Sizes"));
    rulesView_ = new QTableView;
    rulesView_->setModel(&rules_);
    rulesView_->setAccessibleName(QStringLiteral("Rules that may be taken"));
    rulesView_->setSelectionBehavior(QAbstractItemView::SelectRows);
    rulesView_->setSelectionMode(QAbstractItemView::SingleSelection);
    rulesView_->setShowGrid(false);
    rulesView_->setWordWrap(false);
    rulesView_->setTabKeyNavigation(false);
    rulesView_->verticalHeader()->hide();
    rulesView_->verticalHeader()->setDefaultSectionSize(rulesView_->fontMetrics().height() + 6);
    rulesView_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    rulesView_->horizontalHeader()->setHighlightSections(false);
    rulesView_->resizeColumnToContents(RuleTable::Name);
    rulesView_->setColumnWidth(RuleTable::Says, 360);
    rulesView_->horizontalHeader()->setStretchLastSection(true);
    specs_ = new SpecButton;
    specs_->setToolTip(QStringLiteral("The devices to find the fastest way for; several are held against each "
                                      "other"));
    budget_ = numberBox(QStringLiteral("Budget"),
                        QStringLiteral("Ways that are simulated at most, on each device"), 1, 1'000'000, 2000);
    seed_ = numberBox(QStringLiteral("Seed"),
                      QStringLiteral("What the tree search begins with, where there are more ways than that"),
                      0, 999'999, 1);
    method_ = new QComboBox;
    method_->setAccessibleName(QStringLiteral("How ways are searched"));
    method_->setToolTip(
        QStringLiteral("Stage by stage, or by Monte Carlo tree search over all stages; auto: the "
                       "first where it is within the budget"));
    for (const auto method : {generate::Method::Auto, generate::Method::Enumeration, generate::Method::Tree})
        method_->addItem(QString::fromUtf8(name(method)));
    verifies_ = new QCheckBox(QStringLiteral("veri&fy"));
    verifies_->setToolTip(
        QStringLiteral("Run the winner beside the reference before it is shown; ways that are "
                       "wrong are dropped"));
    verifies_->setChecked(true);
    measured_ =
        numberBox(QStringLiteral("Ways that are measured"),
                  QStringLiteral("So many of the fastest are run, simulated beside measured"), 0, 1000, 0);
    runsOn_ = new QLineEdit;
    runsOn_->setAccessibleName(QStringLiteral("OpenCL device that runs ways"));
    runsOn_->setPlaceholderText(QStringLiteral("first GPU"));
    runsOn_->setToolTip(QStringLiteral("An index of 'warpstring devices' or a part of a name; empty: the first "
                                       "GPU, else the first device"));
    runsOn_->setFixedWidth(90);
    stateButton_ =
        wordButton(QStringLiteral("State\u2026"),
                   QStringLiteral("A file that keeps what was found, for the same search to go on from"));
    wide_ = new QCheckBox(QStringLiteral("&wide"));
    wide_->setToolTip(
        QStringLiteral("All combinations of numbers and powers of two around them, not only the usual ones"));
    start_ = new QPushButton;
    open_ = new QPushButton(QStringLiteral("Open as &Document"));
    open_->setToolTip(QStringLiteral("The chosen way's kernel in the editors; nothing is written before it is "
                                     "saved"));
    save_ =
        wordButton(QStringLiteral("Sa&ve\u2026"),
                   QStringLiteral("Write kernels, launch files and reference, as warpstring generate -o does"));
    picture_ = wordButton(QStringLiteral("Picture\u2026"),
                          QStringLiteral("Write the winner's derivation and the ways as a picture"));
    progress_ = new QProgressBar;
    progress_->setAccessibleName(QStringLiteral("Ways looked at"));
    progress_->setFormat(QStringLiteral("%v of %m"));
    progress_->setMaximumWidth(140);
    told_ = new QLabel;
    told_->setAccessibleName(QStringLiteral("The fastest by now"));
    hint_ = new QLabel;
    hint_->setAccessibleName(QStringLiteral("What the description says"));
    hint_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // What they say must not make the window wide.
    for (QLabel* each : {told_, hint_}) each->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    messages_ = new MessageStrip(display());
    notice_ = new MessageStrip(display());
}

void GeneratePane::buildFoundWidgets() {
    headline_ = sentence(QStringLiteral("What the way takes"));
    QFont bold = headline_->font();
    bold.setBold(true);
    headline_->setFont(bold);
    kernels_ = sentence(QStringLiteral("What binds its kernels"));
    ways_ = sentence(QStringLiteral("What was looked at"));
    runs_ = sentence(QStringLiteral("What running ways told"));
    candidatesView_ = styledTable(QStringLiteral("Ways, the fastest first"), candidates_, display());
    candidatesView_->setMouseTracking(true); // for what is pointed at
    candidatesView_->viewport()->installEventFilter(this);
    portabilityView_ = styledTable(QStringLiteral("Winners elsewhere"), portability_, display());
    portabilityView_->setSortingEnabled(false);
    scatter_ = new VariantCanvas(display(), choice_, VariantView::Scatter);
    scatter_->setAccessibleName(QStringLiteral("Times over rules or a number"));
    parallel_ = new VariantCanvas(display(), choice_, VariantView::Parallel);
    parallel_->setAccessibleName(QStringLiteral("All numbers and times"));
    axis_ = new QComboBox;
    axis_->setAccessibleName(QStringLiteral("What times are drawn over"));
    devices_ = new QComboBox;
    devices_->setAccessibleName(QStringLiteral("Device that is shown"));
    kernelBox_ = new QComboBox;
    kernelBox_->setAccessibleName(QStringLiteral("Kernel of the way"));
    kernelBox_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    tree_ = new DerivationView(derivation_, display());
    source_ = new CodeEditor(CodeLanguage::OpenCl);
    source_->setTheme(theme());
    source_->setReadOnly(true);
    source_->setAccessibleName(QStringLiteral("Generated source"));
    const PaneContext inside{kernelSelection_, display(), nullptr};
    string_ = new StringPane(inside);
    summary_ = new SummaryPane(inside);
}

QWidget* GeneratePane::describing() {
    auto* text = new QWidget;
    auto* textColumn = columnIn(text, 0);
    textColumn->addWidget(editor_, 1);
    textColumn->addWidget(findBar_);
    auto* sizes = new QWidget;
    auto* sizesColumn = columnIn(sizes, 0);
    sizesColumn->addWidget(sizesView_);
    sizesColumn->addStretch(1);
    below_ = new QTabWidget;
    below_->setDocumentMode(true);
    below_->addTab(sizes, QStringLiteral("Sizes"));
    below_->addTab(rulesView_, QStringLiteral("Rules"));
    auto* left = new QSplitter(Qt::Vertical);
    left->setChildrenCollapsible(false);
    left->addWidget(text);
    left->addWidget(below_);
    left->setStretchFactor(0, 3);
    left->setStretchFactor(1, 1);
    left->setSizes({480, 200});
    return left;
}

QWidget* GeneratePane::found() {
    drawings_ = new QTabWidget;
    drawings_->setDocumentMode(true);
    drawings_->addTab(scatter_, QStringLiteral("Ways"));
    drawings_->addTab(parallel_, QStringLiteral("Numbers"));
    auto* corner = new QWidget;
    auto* cornerRow = new QHBoxLayout(corner);
    cornerRow->setContentsMargins(0, 0, 0, 2);
    cornerRow->addWidget(new QLabel(QStringLiteral("Time over")));
    cornerRow->addWidget(axis_);
    cornerRow->addWidget(devices_);
    drawings_->setCornerWidget(corner);
    auto* beside = new QSplitter(Qt::Horizontal);
    beside->setChildrenCollapsible(false);
    beside->addWidget(drawings_);
    beside->addWidget(candidatesView_);
    beside->setStretchFactor(0, 5);
    beside->setStretchFactor(1, 4);
    beside->setSizes({520, 390});
    views_ = new QTabWidget;
    views_->setDocumentMode(true);
    views_->addTab(tree_, QStringLiteral("Derivation"));
    views_->addTab(source_, QStringLiteral("Kernel"));
    views_->addTab(string_, QStringLiteral("String"));
    views_->addTab(summary_, QStringLiteral("Summary"));
    views_->addTab(portabilityView_, QStringLiteral("Devices"));
    auto* viewsCorner = new QWidget;
    auto* viewsRow = new QHBoxLayout(viewsCorner);
    viewsRow->setContentsMargins(0, 0, 0, 2);
    viewsRow->addWidget(kernelBox_);
    viewsRow->addWidget(picture_);
    views_->setCornerWidget(viewsCorner);
    down_ = new QSplitter(Qt::Vertical);
    down_->setChildrenCollapsible(false);
    down_->addWidget(beside);
    down_->addWidget(views_);
    down_->setStretchFactor(0, 2);
    down_->setStretchFactor(1, 3);
    down_->setSizes({280, 320});
    foundBox_ = new QWidget;
    auto* column = columnIn(foundBox_, 2);
    column->addWidget(headline_);
    column->addWidget(kernels_);
    column->addWidget(ways_);
    column->addWidget(runs_);
    column->addWidget(down_, 1);
    empty_ = new QLabel(QStringLiteral("Generate finds the fastest kernels for what the description computes:\n"
                                       "rules derive ways to run it, and each is simulated on the device."));
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    auto* right = new QWidget;
    auto* rightColumn = columnIn(right, 0);
    rightColumn->addWidget(foundBox_, 1);
    rightColumn->addWidget(empty_, 1);
    return right;
}

QLayout* GeneratePane::settingsRow() {
    auto* row = new QHBoxLayout;
    const auto word = [row](const char* text) { row->addWidget(new QLabel(QString::fromLatin1(text))); };
    word("Search");
    row->addWidget(method_);
    word("up to");
    row->addWidget(budget_);
    word("ways, seed");
    row->addWidget(seed_);
    row->addWidget(wide_);
    row->addWidget(stateButton_);
    row->addStretch(1);
    return row;
}

void GeneratePane::buildRows() {
    auto* what = new QHBoxLayout;
    what->addWidget(specs_);
    what->addWidget(start_);
    what->addWidget(verifies_);
    what->addWidget(new QLabel(QStringLiteral("measure top")));
    what->addWidget(measured_);
    what->addWidget(new QLabel(QStringLiteral("on")));
    what->addWidget(runsOn_);
    what->addWidget(progress_);
    what->addWidget(told_, 1);
    what->addWidget(hint_, 1);
    what->addWidget(open_);
    what->addWidget(save_);
    auto* across = new QSplitter(Qt::Horizontal);
    across->setChildrenCollapsible(false);
    across->addWidget(describing());
    across->addWidget(found());
    across->setStretchFactor(0, 2);
    across->setStretchFactor(1, 5);
    across->setSizes({350, 920});
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(4, 4, 4, 4);
    rows->setSpacing(4);
    rows->addLayout(what);
    rows->addLayout(settingsRow());
    rows->addWidget(messages_);
    rows->addWidget(notice_);
    rows->addWidget(across, 1);
    setFocusProxy(editor_);
}

} // namespace warpstring::gui
