// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that are not saved: saved, given up, kept, offered after the program's end, and held against the files
// on disk.
#include <QDockWidget>
#include <QFileInfo>
#include <QStatusBar>
#include <algorithm>

#include "app/gui/panes/generate_pane.h"
#include "app/gui/panes/source_pane.h"
#include "app/gui/panes/spec_editor_pane.h"
#include "app/gui/window/main_window.h"

namespace warpstring::gui {

void MainWindow::saveCurrent() {
    if (GeneratePane* page = pattern()) {
        savePattern(*page);
        return;
    }
    KernelDocument* document = session_->current();
    if (document == nullptr) return;
    const auto faults = document->save();
    if (faults.empty()) {
        autosave_.forget(document->launchPath());
        statusBar()->showMessage(QStringLiteral("Saved"), 4000);
    } else {
        messages_->say(faults, whileModified(document->launchPath()));
    }
}

void MainWindow::revertCurrent() {
    GeneratePane* page = pattern();
    KernelDocument* document = session_->current();
    if (page == nullptr && document == nullptr) return;
    messages_->say(page != nullptr ? page->document().revert() : document->revert(), whileShown());
    if (page != nullptr ? !page->document().modified() : !document->modified()) autosave_.forget(shownPath());
}

void MainWindow::closeDocument(int index) {
    const auto at = static_cast<std::size_t>(index);
    if (at >= session_->documents()) {
        closePattern(*patterns_[at - session_->documents()]);
        return;
    }
    KernelDocument& document = session_->document(at);
    const auto path = document.launchPath();
    const auto find = [this, path]() -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < session_->documents(); ++i)
            if (session_->document(i).launchPath() == path) return i;
        return std::nullopt;
    };
    const auto close = [this, path, find] {
        const auto found = find();
        if (!found) return;
        autosave_.forget(path);
        session_->close(*found);
    };
    if (document.modified())
        offerToSave(
            path,
            [this, find] {
                const auto found = find();
                return found ? session_->document(*found).save() : Diagnostics{};
            },
            close, whileModified(path));
    else
        close();
}

void MainWindow::offerToSave(const std::filesystem::path& path, const std::function<Diagnostics()>& save,
                             const std::function<void()>& close, const MessageBar::Holds& holds) {
    messages_->say(Severity::Warning,
                   QStringLiteral("%1 has edits that are not saved.")
                       .arg(QString::fromStdString(path.filename().string())),
                   {{QStringLiteral("&Save and Close"),
                     [this, save, close, holds] {
                         const auto faults = save();
                         if (faults.empty())
                             close();
                         else
                             messages_->say(faults, holds);
                     }},
                    {QStringLiteral("&Discard Edits"), close}},
                   holds);
}

void MainWindow::keepEdits() {
    Diagnostics faults;
    const auto take = [&](const Diagnostics& more) { faults.insert(faults.end(), more.begin(), more.end()); };
    for (std::size_t i = 0; i < session_->documents(); ++i) take(autosave_.keep(session_->document(i)));
    for (GeneratePane* page : patterns_) {
        const PatternDocument& document = page->document();
        take(document.modified() ? autosave_.keepText(document.path(), document.text())
                                 : autosave_.forget(document.path()));
    }
    if (const SpecEdit& spec = specEditor_->edit(); spec.isOpen())
        take(spec.modified() ? autosave_.keepText(spec.path(), spec.text().toStdString())
                             : autosave_.forget(spec.path()));
    keeps_ = faults.empty();
    messages_->review();
    if (!keeps_) messages_->say(faults, [this] { return !keeps_; });
}

void MainWindow::offerUnsavedWork() {
    const auto left = autosave_.left();
    if (left.empty()) return;
    const UnsavedWork& work = left.front();
    const auto& path = work.isText ? work.textPath : work.launchPath;
    const QString text =
        QStringLiteral("Unsaved edits of %1 from %2 were kept.%3")
            .arg(QString::fromStdString(path.filename().string()),
                 work.when.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")),
                 left.size() > 1 ? QStringLiteral(" %1 more files wait.").arg(left.size() - 1) : QString());
    messages_->say(Severity::Note, text,
                   {{QStringLiteral("&Restore"),
                     [this, work] {
                         restoreWork(work);
                         offerUnsavedWork();
                     }},
                    {QStringLiteral("&Discard"),
                     [this, work] {
                         autosave_.discard(work);
                         offerUnsavedWork();
                     }}},
                   [file = work.file] { return QFileInfo::exists(file); });
}

void MainWindow::restoreWork(const UnsavedWork& work) {
    if (work.isText && isPatternFile(work.textPath)) {
        restorePattern(work);
        return;
    }
    if (work.isText) {
        const auto faults = specEditor_->edit().openUnsaved(work.textPath, QString::fromStdString(work.text));
        if (!faults.empty()) messages_->say(faults);
        if (!hasErrors(faults) && autosave_.keepText(work.textPath, work.text).empty()) autosave_.discard(work);
        if (QDockWidget* dock = docks_.dockOf(specEditor_); dock != nullptr && docks_.shown()) dock->raise();
        return;
    }
    pattern_.reset();
    session_->restore(work);
    showDocuments();
    if (autosave_.keep(*session_->current()).empty()) autosave_.discard(work);
    source_->setFocus();
}

/// Another program may have written the files that are open: said once for each time that it did.
void MainWindow::offerFilesOnDisk() {
    if (GeneratePane* page = pattern()) {
        PatternDocument& document = page->document();
        offerOnDisk(document.path(), {document.path()}, document.changedOnDisk(), document.modified(),
                    [&document] { return document.revert(); });
    } else if (KernelDocument* document = session_->current()) {
        offerOnDisk(document->launchPath(), {document->launchPath(), document->sourcePath()},
                    document->changedOnDisk(), document->modified(),
                    [this] { return session_->current()->revert(); });
    } else {
        changeOffered_ = {};
    }
}

void MainWindow::offerOnDisk(const std::filesystem::path& path, const std::vector<std::filesystem::path>& files,
                             bool isChanged, bool isModified, const std::function<Diagnostics()>& readAgain) {
    if (!isChanged) {
        changeOffered_ = {};
        return;
    }
    QDateTime change;
    for (const std::filesystem::path& file : files)
        change = std::max(change, QFileInfo(QString::fromStdString(file.string())).lastModified());
    if (change == changeOffered_) return;
    changeOffered_ = change;
    const QString name = QString::fromStdString(path.stem().string());
    messages_->say(
        Severity::Warning,
        isModified
            ? QStringLiteral("The files of %1 were changed by another program. Reading them again gives up "
                             "the edits here.")
                  .arg(name)
            : QStringLiteral("The files of %1 were changed by another program.").arg(name),
        {{QStringLiteral("&Read Again"),
          [this, path, readAgain] {
              if (shownPath() != path) return;
              messages_->say(readAgain(), whileShown());
              autosaveTimer_.start();
          }}},
        [this, path] {
            if (shownPath() != path) return false;
            return pattern() != nullptr ? pattern()->document().changedOnDisk()
                                        : session_->current()->changedOnDisk();
        });
}

} // namespace warpstring::gui
