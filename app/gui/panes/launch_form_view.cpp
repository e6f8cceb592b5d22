// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/launch_form_view.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/models/qt_text.h"
#include "app/gui/panes/form_field.h"
#include "app/gui/panes/form_table.h"
#include "app/gui/panes/size_fields.h"

namespace warpstring::gui {

namespace {

constexpr int mostIncludesShown = 4;

QToolButton* makeButton(const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

} // namespace

LaunchFormView::LaunchFormView(LaunchFormModel& model, Display& display, QWidget* parent)
    : QScrollArea(parent), model_(model), display_(display) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(QStringLiteral("Launch form"));
    auto* whole = new QWidget;
    auto* column = new QVBoxLayout(whole);
    notice_ = new QLabel;
    notice_->setWordWrap(true);
    notice_->setTextFormat(Qt::PlainText);
    notice_->setAccessibleName(QStringLiteral("What is wrong with the form"));
    column->addWidget(notice_);
    content_ = new QWidget;
    auto* inner = new QVBoxLayout(content_);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->addWidget(makeHead());

    makeTables();
    rowNote_ = new QLabel;
    rowNote_->setWordWrap(true);
    rowNote_->setTextFormat(Qt::PlainText);
    rowNote_->setAccessibleName(QStringLiteral("Note of the argument"));
    connect(arguments_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &LaunchFormView::sayOfRow);
    draft_ = new QPushButton(QStringLiteral("&Guess Again"));
    draft_->setToolTip(QStringLiteral("Drafts what is missing or was guessed from what is said by now"));
    connect(draft_, &QPushButton::clicked, this, &LaunchFormView::draftWanted);
    auto* removeMacro = makeButton(QStringLiteral("Remove"), QStringLiteral("Remove the macro"));
    auto* removeArgument = makeButton(QStringLiteral("Remove"), QStringLiteral("Remove the argument"));
    connect(removeMacro, &QToolButton::clicked, this,
            [this] { model_.removeMacro(macros_->currentIndex().row()); });
    connect(removeArgument, &QToolButton::clicked, this,
            [this] { model_.removeArgument(arguments_->currentIndex().row()); });
    inner->addWidget(makeCaption(QStringLiteral("Macros"), {removeMacro}));
    inner->addWidget(macros_);
    inner->addWidget(makeCaption(QStringLiteral("Arguments"), {draft_, removeArgument}));
    inner->addWidget(arguments_);
    inner->addWidget(rowNote_);
    column->addWidget(content_);
    column->addStretch(1);
    setWidget(whole);

    connect(&model_, &LaunchFormModel::changed, this, &LaunchFormView::refresh);
    connect(&model_, &LaunchFormModel::edited, this, [this] { say({}); });
    connect(&model_, &LaunchFormModel::refused, this, &LaunchFormView::say);
    connect(&display_, &Display::changed, this, &LaunchFormView::refresh);
    refresh();
}

QWidget* LaunchFormView::makeHead() {
    auto* head = new QWidget;
    auto* rows = new QFormLayout(head);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    kernel_ = new QComboBox;
    kernel_->setAccessibleName(QStringLiteral("Kernel"));
    connect(kernel_, &QComboBox::activated, this, [this](int index) {
        const QString chosen = kernel_->itemText(index);
        if (chosen != toQString(model_.form().kernel)) Q_EMIT kernelChosen(chosen);
    });
    global_ = new SizeFields(QStringLiteral("Global size"), display_);
    local_ = new SizeFields(QStringLiteral("Local size"), display_);
    connect(global_, &SizeFields::entered, this,
            [this](std::size_t d, const QString& value) { model_.enterSize("global", d, value); });
    connect(local_, &SizeFields::entered, this,
            [this](std::size_t d, const QString& value) { model_.enterSize("local", d, value); });
    options_ = makeFormField(QStringLiteral("Build options"), head);
    options_->setPlaceholderText(QStringLiteral("-cl-mad-enable"));
    connect(options_, &QLineEdit::editingFinished, this, [this] {
        if (!options_->isModified()) return;
        options_->setModified(false);
        model_.enterOptions(options_->text());
    });
    rows->addRow(QStringLiteral("&Kernel"), kernel_);
    rows->addRow(QStringLiteral("Global size"), global_);
    rows->addRow(QStringLiteral("Local size"), local_);
    rows->addRow(QStringLiteral("Build options"), options_);
    rows->addRow(QStringLiteral("Include folders"), makeIncludes());
    return head;
}

QWidget* LaunchFormView::makeIncludes() {
    auto* whole = new QWidget;
    auto* row = new QHBoxLayout(whole);
    row->setContentsMargins(0, 0, 0, 0);
    includes_ = new QListWidget;
    includes_->setAccessibleName(QStringLiteral("Include folders"));
    auto* add = makeButton(QStringLiteral("Add..."), QStringLiteral("Add an include folder"));
    removeInclude_ = makeButton(QStringLiteral("Remove"), QStringLiteral("Remove the include folder"));
    connect(add, &QToolButton::clicked, this, &LaunchFormView::chooseInclude);
    connect(removeInclude_, &QToolButton::clicked, this, [this] {
        if (const int at = includes_->currentRow(); at >= 0) model_.removeInclude(static_cast<std::size_t>(at));
    });
    row->addWidget(includes_, 1);
    row->addWidget(add, 0, Qt::AlignTop);
    row->addWidget(removeInclude_, 0, Qt::AlignTop);
    row->addStretch(0);
    return whole;
}

QWidget* LaunchFormView::makeCaption(const QString& text, std::initializer_list<QWidget*> buttons) {
    auto* whole = new QWidget;
    auto* row = new QHBoxLayout(whole);
    row->setContentsMargins(0, 6, 0, 0);
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    row->addWidget(label);
    row->addStretch(1);
    for (QWidget* button : buttons) row->addWidget(button);
    return whole;
}

void LaunchFormView::makeTables() {
    macros_ = new FormTable(model_.macros(), display_, MacroTable::Note);
    macros_->setAccessibleName(QStringLiteral("Macros"));
    connect(macros_, &FormTable::removeWanted, &model_, &LaunchFormModel::removeMacro);
    arguments_ = new FormTable(model_.arguments(), display_, ArgumentTable::Note);
    arguments_->setAccessibleName(QStringLiteral("Arguments"));
    connect(arguments_, &FormTable::removeWanted, &model_, &LaunchFormModel::removeArgument);
}

void LaunchFormView::chooseInclude() {
    auto* dialog = new QFileDialog(this, QStringLiteral("Include folder"), folder_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, &model_, &LaunchFormModel::addInclude);
    dialog->open();
}

/// Of the chosen argument; what is wrong with another one before that nothing is wrong.
void LaunchFormView::sayOfRow() {
    const ArgumentTable& table = model_.arguments();
    const int chosen = arguments_->currentIndex().row();
    const int faulty = table.firstFault();
    const bool isChosen =
        chosen >= 0 && chosen < table.rowCount() && (faulty < 0 || !table.row(chosen).fault.empty());
    const int row = isChosen ? chosen : faulty;
    const QString note = table.noteOf(row);
    rowNote_->setText(note);
    rowNote_->setVisible(!note.isEmpty());
    QPalette palette = rowNote_->palette();
    palette.setColor(QPalette::WindowText, row >= 0 && !table.row(row).fault.empty() ? display_.theme().error
                                                                                     : display_.theme().muted);
    rowNote_->setPalette(palette);
}

QString LaunchFormView::notice() const { return notice_->text(); }

void LaunchFormView::say(const QString& notice) {
    refusal_ = notice;
    const QString unreadable = toQString(model_.form().unreadable);
    const QString text =
        unreadable.isEmpty() ? refusal_ : QStringLiteral("The text is no launch file yet: ") + unreadable;
    notice_->setText(text);
    notice_->setVisible(!text.isEmpty());
    QPalette palette = notice_->palette();
    palette.setColor(QPalette::WindowText, display_.theme().error);
    notice_->setPalette(palette);
}

void LaunchFormView::refresh() {
    const LaunchForm& form = model_.form();
    const bool isReadable = form.unreadable.empty();
    content_->setEnabled(isReadable);
    say(refusal_);
    if (!isReadable) return;
    QStringList kernels;
    for (const auto& each : model_.kernels()) kernels += toQString(each);
    QStringList listed;
    for (int i = 0; i < kernel_->count(); ++i) listed += kernel_->itemText(i);
    if (listed != kernels) {
        kernel_->clear();
        kernel_->addItems(kernels);
    }
    kernel_->setCurrentIndex(static_cast<int>(kernels.indexOf(toQString(form.kernel))));
    kernel_->setEnabled(!kernels.isEmpty());
    global_->showSizes(form.global);
    local_->showSizes(form.local);
    showInField(*options_, toQString(form.options));
    markField(*options_, display_.theme(), false, false);
    includes_->clear();
    for (const auto& folder : form.includes) includes_->addItem(toQString(folder));
    const int lines = std::min(static_cast<int>(form.includes.size()), mostIncludesShown);
    includes_->setFixedHeight(lines * (includes_->fontMetrics().height() + 4) + 2 * includes_->frameWidth());
    includes_->setVisible(lines > 0);
    removeInclude_->setVisible(lines > 0);
    draft_->setText(form.isIncomplete() ? QStringLiteral("&Guess What Is Missing")
                                        : QStringLiteral("&Guess Again"));
    for (FormTable* table : {arguments_, macros_}) table->fit();
    sayOfRow();
}

} // namespace warpstring::gui
