// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of patterns: opened, saved and closed beside the kernels, whose documents they hand on.
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <algorithm>

#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/generate_pane.h"
#include "app/gui/panes/source_pane.h"
#include "app/gui/window/main_window.h"

namespace warpstring::gui {

namespace {

constexpr QSize leastPage(320, 200);

} // namespace

GeneratePane* MainWindow::pattern() const { return pattern_ ? patterns_[*pattern_] : nullptr; }

GeneratePane* MainWindow::patternOf(const std::filesystem::path& path) const {
    for (GeneratePane* page : patterns_)
        if (page->document().path() == path) return page;
    return nullptr;
}

std::filesystem::path MainWindow::shownPath() const {
    if (const GeneratePane* page = pattern()) return page->document().path();
    const KernelDocument* document = session_->current();
    return document != nullptr ? document->launchPath() : std::filesystem::path();
}

/// A page that has no document yet.
GeneratePane& MainWindow::addPattern() {
    auto* page = new GeneratePane(*session_, PaneContext{selection_, display_, baseline_});
    connect(page, &Pane::message, this, [this](const QString& text) { statusBar()->showMessage(text, 8000); });
    connect(page, &GeneratePane::openWanted, this, &MainWindow::openGenerated);
    connect(&page->document(), &PatternDocument::savedStateChanged, this, [this, page] {
        if (std::ranges::find(patterns_, page) != patterns_.end()) showDocuments();
        messages_->review();
    });
    connect(&page->document(), &PatternDocument::changed, &autosaveTimer_, qOverload<>(&QTimer::start));
    page->setMinimumSize(leastPage); // a page behind a kernel must not make its window wide
    centre_->addWidget(page);
    return *page;
}

bool MainWindow::openPattern(const QString& path) {
    std::error_code ignored;
    const auto whole = std::filesystem::absolute(path.toStdString(), ignored).lexically_normal();
    GeneratePane* page = patternOf(whole);
    if (page == nullptr) {
        page = &addPattern();
        if (const auto faults = page->document().open(whole); !faults.empty()) {
            delete page;
            messages_->say(faults, whileShown());
            return false;
        }
        patterns_.push_back(page);
    }
    showPattern(static_cast<std::size_t>(std::ranges::find(patterns_, page) - patterns_.begin()));
    recent_.add({QString::fromStdString(whole.string()), QString::fromStdString(session_->specName()),
                 QDateTime::currentDateTimeUtc(), std::nullopt});
    listRecent();
    return true;
}

void MainWindow::restorePattern(const UnsavedWork& work) {
    GeneratePane* page = patternOf(work.textPath);
    if (page == nullptr) patterns_.push_back(page = &addPattern());
    page->document().restore(work.textPath, work.text);
    showPattern(static_cast<std::size_t>(std::ranges::find(patterns_, page) - patterns_.begin()));
    if (autosave_.keepText(work.textPath, work.text).empty()) autosave_.discard(work);
}

void MainWindow::showPattern(std::size_t index) {
    pattern_ = index;
    showDocuments();
    messages_->review();
    patterns_[index]->setFocus();
}

void MainWindow::savePattern(GeneratePane& page) {
    const auto faults = page.document().save();
    const auto path = page.document().path();
    if (faults.empty()) {
        autosave_.forget(path);
        statusBar()->showMessage(QStringLiteral("Saved"), 4000);
        return;
    }
    messages_->say(faults, [this, path] {
        GeneratePane* faulty = patternOf(path);
        return faulty != nullptr && faulty->document().modified();
    });
}

void MainWindow::closePattern(GeneratePane& page) {
    const auto path = page.document().path();
    const auto close = [this, path] {
        GeneratePane* closed = patternOf(path);
        if (closed == nullptr) return;
        autosave_.forget(path);
        const auto at = static_cast<std::size_t>(std::ranges::find(patterns_, closed) - patterns_.begin());
        patterns_.erase(patterns_.begin() + static_cast<std::ptrdiff_t>(at));
        // The page that is shown stays so; where it is this one, the next is.
        if (pattern_ && *pattern_ >= at) {
            if (*pattern_ > at || *pattern_ >= patterns_.size())
                pattern_ = *pattern_ > 0 ? std::optional(*pattern_ - 1) : std::nullopt;
            if (patterns_.empty()) pattern_.reset();
        }
        showDocuments();
        messages_->review();
        centre_->removeWidget(closed);
        closed->hide();
        closed->deleteLater();
    };
    if (!page.document().modified()) {
        close();
        return;
    }
    offerToSave(
        path,
        [this, path] {
            GeneratePane* saved = patternOf(path);
            return saved != nullptr ? saved->document().save() : Diagnostics{};
        },
        close,
        [this, path] {
            GeneratePane* edited = patternOf(path);
            return edited != nullptr && edited->document().modified();
        });
}

/// A kernel of a way that was found: edits of files that are not there yet.
void MainWindow::openGenerated(const DocumentTexts& texts, const QString& spec) {
    if (spec.toStdString() != session_->specName()) setSpec(spec);
    pattern_.reset();
    session_->restore(texts);
    autosaveTimer_.start();
    source_->setFocus();
}

} // namespace warpstring::gui
