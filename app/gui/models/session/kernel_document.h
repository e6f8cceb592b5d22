// SPDX-License-Identifier: GPL-3.0-or-later
// The two texts that a person edits: a launch file, and the kernel source that it names.
#pragma once

#include <QObject>
#include <filesystem>
#include <optional>
#include <string>

#include "core/files/launches/launch_sweep.h"
#include "core/launch.h"

namespace warpstring::gui {

/// Both texts with their files, as they were kept of a document.
struct DocumentTexts {
    std::filesystem::path launchPath, sourcePath;
    std::string launchText, sourceText;
    bool launchModified = false, sourceModified = false;
    bool isWhole = false; ///< nothing in the launch is a guess, whether or not it is in a file
};

/// Texts are kept whatever is wrong with them.
class KernelDocument : public QObject {
    Q_OBJECT

public:
    explicit KernelDocument(QObject* parent = nullptr) : QObject(parent) {}

    /// A launch file (.toml), or a kernel source (any other name): then with the first launch file beside it
    /// that uses it, else with the skeleton of a launch, which waits for its draft. Diagnostics tell what is
    /// missing; with errors in the launch file its text is open all the same. Only what cannot be read leaves
    /// the document closed.
    Diagnostics open(const std::filesystem::path& path);
    /// Opens edits that were kept, whether or not their files are still there.
    void restore(DocumentTexts texts);
    [[nodiscard]] bool isOpen() const { return !launchPath_.empty(); }

    [[nodiscard]] const std::filesystem::path& launchPath() const { return launchPath_; }
    [[nodiscard]] const std::filesystem::path& sourcePath() const { return sourcePath_; }
    [[nodiscard]] const std::string& launchText() const { return launchText_; }
    [[nodiscard]] const std::string& sourceText() const { return sourceText_; }
    void setLaunchText(std::string text);
    void setSourceText(std::string text);

    [[nodiscard]] bool launchModified() const { return launchText_ != savedLaunch_; }
    [[nodiscard]] bool sourceModified() const { return sourceText_ != savedSource_; }
    [[nodiscard]] bool modified() const { return launchModified() || sourceModified(); }
    /// The launch was drafted, or waits for that, and is in no file yet.
    [[nodiscard]] bool drafted() const { return drafted_; }
    /// The same, and a person is to look at what was guessed.
    [[nodiscard]] bool guessed() const { return drafted_ && !isWhole_; }
    /// The text of a launch that is to be filled (fillLaunch()); nothing where none waits for that. It takes a
    /// compilation, which is not for this thread.
    [[nodiscard]] const std::optional<std::string>& textToFill() const { return toFill_; }
    /// Wants what is missing, or was guessed, to be drafted anew.
    void wantDraft();
    /// The same of another kernel of the source.
    void wantKernel(const std::string& kernel);
    /// What textToFill() became. Changes what is not modified into something that is not, either.
    void takeDraft(std::string text);
    /// It could not be drafted: of another kernel, only the name is taken. A later text is tried again.
    void refuseDraft();
    /// Whether a file has another content than when it was read or written here.
    [[nodiscard]] bool changedOnDisk() const;

    /// Writes what is modified.
    Diagnostics save();
    /// Gives up the edits.
    Diagnostics revert();

    /// Launches of the file's sweep; 0 where its text is faulty.
    [[nodiscard]] std::uint64_t launchCount() const { return sweep_ ? sweep_->count() : 0; }
    [[nodiscard]] QString launchName(std::uint64_t index);
    [[nodiscard]] std::uint64_t launchIndex() const { return index_; }
    void setLaunchIndex(std::uint64_t index);
    /// The chosen launch of the text as it is, or its faults. Its source is the one that is open; naming one
    /// that cannot be read, or another one while this one has edits, is a fault.
    [[nodiscard]] Result<Launch> launch() { return launch(index_); }
    /// The same of another one of the sweep.
    [[nodiscard]] Result<Launch> launch(std::uint64_t index);

Q_SIGNALS:
    /// Either text, or the choice among the launches.
    void changed();
    /// Whether it is modified, or where it is saved.
    void savedStateChanged();
    /// The source was read from another file: its text is another one.
    void sourceReplaced();
    /// The launch was read or drafted anew: its text is another one.
    void launchReplaced();
    /// A draft filled the launch's text: it is the same one, edited.
    void launchFilled();

private:
    void parseLaunch();
    /// A launch of the sweep, with the whole path of the source that it names.
    [[nodiscard]] Result<Launch> namedLaunch(std::uint64_t index);
    /// Reads the source that the launch names, unless it is the one that is open.
    Diagnostics followSource();
    void noteSavedState(bool before);

    std::filesystem::path launchPath_, sourcePath_;
    std::string launchText_, sourceText_, savedLaunch_, savedSource_;
    bool drafted_ = false, isWhole_ = false;
    std::optional<std::string> toFill_;
    std::optional<files::LaunchSweep> sweep_;
    Diagnostics faults_; ///< of the launch file
    std::uint64_t index_ = 0;
};

} // namespace warpstring::gui
