// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/start_page.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

namespace {

constexpr int pathRole = Qt::UserRole, specRole = Qt::UserRole + 1;

QTreeWidget* newTree(const QStringList& columns, const QString& name) {
    auto* tree = new QTreeWidget;
    tree->setHeaderLabels(columns);
    tree->setAlternatingRowColors(true);
    tree->setUniformRowHeights(true);
    tree->setAccessibleName(name);
    return tree;
}

QWidget* titled(const QString& title, QWidget* below) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 8, 0, 0);
    auto* label = new QLabel(title);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    label->setBuddy(below);
    column->addWidget(label);
    column->addWidget(below, 1);
    return box;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), samples_(newTree({QStringLiteral("sample"), QStringLiteral("kernel"),
                                         QStringLiteral("launches"), QStringLiteral("what it shows")},
                                        QStringLiteral("Samples"))),
      recent_(newTree({QStringLiteral("file"), QStringLiteral("device"), QStringLiteral("opened"),
                       QStringLiteral("last error"), QStringLiteral("folder")},
                      QStringLiteral("Recent files"))) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 18, 24, 18);
    auto* title = new QLabel(QStringLiteral("Warpstring"));
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 2);
    font.setBold(true);
    title->setFont(font);
    column->addWidget(title);
    auto* lead = new QLabel(QStringLiteral(
        "Where the cycles of an OpenCL kernel go, and how long it takes on a GPU that need not be here.\n"
        "Open a kernel (.cl), a launch file (.toml), a pattern (.pattern), parallel loops (.c) or a project, "
        "or drop one here."));
    lead->setWordWrap(true);
    column->addWidget(lead);
    auto* open = new QPushButton(QStringLiteral("&Open..."));
    open->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    column->addWidget(open);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(titled(QStringLiteral("&Recent"), recent_));
    splitter->addWidget(titled(QStringLiteral("&Samples"), samples_));
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 5);
    column->addWidget(splitter, 1);
    connect(open, &QPushButton::clicked, this, &StartPage::dialogWanted);
    for (QTreeWidget* tree : {samples_, recent_})
        connect(tree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
            const QString path = item->data(0, pathRole).toString();
            if (!path.isEmpty()) Q_EMIT openWanted(path, item->data(0, specRole).toString());
        });
    setFocusProxy(samples_);
}

bool StartPage::hasSamples() const { return samples_->topLevelItemCount() > 0; }

void StartPage::showSamples(const std::vector<Sample>& samples) {
    samples_->clear();
    QTreeWidgetItem* folder = nullptr;
    for (const Sample& sample : samples) {
        if (folder == nullptr || folder->text(0) != sample.folder) {
            folder = new QTreeWidgetItem(samples_, {sample.folder});
            folder->setFirstColumnSpanned(true);
            folder->setExpanded(true);
        }
        auto* item = new QTreeWidgetItem(
            folder, {sample.name, sample.isPattern() ? QStringLiteral("pattern") : sample.kernel,
                     sample.isPattern() ? QString() : QString::number(sample.launches), sample.description});
        item->setData(0, pathRole, QString::fromStdString(sample.file.string()));
        item->setToolTip(3, sample.description);
    }
    for (int column = 0; column < 3; ++column) samples_->resizeColumnToContents(column);
}

void StartPage::showRecent(const std::vector<RecentFile>& files) {
    recent_->clear();
    for (const RecentFile& file : files) {
        const QFileInfo info(file.path);
        auto* item = new QTreeWidgetItem(
            recent_, {info.fileName(), file.spec,
                      QLocale::c().toString(file.opened.toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm")),
                      file.lastError ? percentText(*file.lastError) : QString(), info.path()});
        item->setData(0, pathRole, file.path);
        item->setData(0, specRole, file.spec);
        item->setToolTip(0, file.path);
        if (!info.exists()) {
            item->setDisabled(true);
            item->setToolTip(0, QStringLiteral("%1 is not there any more").arg(file.path));
        }
    }
    for (int column = 0; column < 4; ++column) recent_->resizeColumnToContents(column);
    recent_->parentWidget()->setVisible(!files.empty());
}

} // namespace warpstring::gui
