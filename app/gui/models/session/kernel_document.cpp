// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/kernel_document.h"

#include <algorithm>
#include <sstream>

#include "app/gui/models/launch/launch_fill.h"
#include "app/gui/models/session/launch_files.h"
#include "app/gui/models/text_file.h"
#include "core/files/launches/launch_text.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::gui {

namespace {

/// Absolute, so that it means the same wherever the program is started.
std::filesystem::path wholePath(const std::filesystem::path& path) {
    std::error_code ignored;
    const auto whole = std::filesystem::absolute(path, ignored);
    return whole.empty() ? path : whole.lexically_normal();
}

/// The line that gives a key of the file's top level, 0 where none does.
int lineOfKey(const std::string& text, const std::string& key) {
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        const auto first = line.find_first_not_of(" \t");
        if (first == std::string::npos || line.compare(first, key.size(), key) != 0) continue;
        const auto next = line.find_first_not_of(" \t", first + key.size());
        if (next != std::string::npos && line[next] == '=') return number;
    }
    return 0;
}

} // namespace

Diagnostics KernelDocument::open(const std::filesystem::path& given) {
    const auto path = wholePath(given);
    auto text = readText(path);
    if (!text) return text.diagnostics();
    Diagnostics found;
    launchPath_ = path;
    sourcePath_.clear();
    sourceText_ = savedSource_ = {};
    drafted_ = isWhole_ = false;
    toFill_.reset();
    index_ = 0;
    if (path.extension() == ".toml") {
        launchText_ = savedLaunch_ = std::move(*text);
    } else {
        sourcePath_ = path;
        sourceText_ = savedSource_ = std::move(*text);
        const auto files = launchFilesOf(path);
        if (files.empty()) {
            launchPath_ = std::filesystem::path(path).replace_extension(".toml");
            drafted_ = true;
            launchText_ = savedLaunch_ = launchSkeleton(path);
            toFill_ = launchText_;
        } else {
            launchPath_ = files.front();
            auto launch = readText(launchPath_);
            if (!launch) return launch.diagnostics();
            launchText_ = savedLaunch_ = std::move(*launch);
        }
    }
    parseLaunch();
    const auto missing = followSource();
    found.insert(found.end(), missing.begin(), missing.end());
    Q_EMIT sourceReplaced();
    Q_EMIT launchReplaced();
    Q_EMIT savedStateChanged();
    Q_EMIT changed();
    return found;
}

void KernelDocument::restore(DocumentTexts texts) {
    const auto take = [](const std::filesystem::path& path, std::string& kept, bool modified, std::string& text,
                         std::string& saved) {
        const auto file = readText(path);
        saved = file ? *file : std::string();
        text = modified || !file ? std::move(kept) : saved;
    };
    launchPath_ = std::move(texts.launchPath);
    sourcePath_ = std::move(texts.sourcePath);
    take(launchPath_, texts.launchText, texts.launchModified, launchText_, savedLaunch_);
    take(sourcePath_, texts.sourceText, texts.sourceModified, sourceText_, savedSource_);
    std::error_code ignored;
    drafted_ = !std::filesystem::exists(launchPath_, ignored);
    isWhole_ = texts.isWhole;
    toFill_.reset();
    if (drafted_ && isSkeleton(launchText_)) toFill_ = launchText_;
    parseLaunch();
    Q_EMIT sourceReplaced();
    Q_EMIT launchReplaced();
    Q_EMIT savedStateChanged();
    Q_EMIT changed();
}

void KernelDocument::wantDraft() {
    toFill_ = launchText_;
    Q_EMIT changed();
}

void KernelDocument::wantKernel(const std::string& kernel) {
    files::LaunchText text(launchText_);
    if (!text.write({"kernel"}, files::quoteToml(kernel))) return;
    toFill_ = text.text();
    Q_EMIT changed();
}

void KernelDocument::takeDraft(std::string text) {
    const bool before = modified();
    const bool isFresh = drafted_ && isSkeleton(launchText_) && !launchModified();
    toFill_.reset();
    launchText_ = std::move(text);
    if (isFresh) savedLaunch_ = launchText_;
    parseLaunch();
    if (isFresh)
        Q_EMIT launchReplaced();
    else
        Q_EMIT launchFilled();
    noteSavedState(before);
    Q_EMIT changed();
}

void KernelDocument::refuseDraft() {
    if (!toFill_ || *toFill_ == launchText_) return;
    const bool before = modified();
    launchText_ = *toFill_;
    parseLaunch();
    Q_EMIT launchFilled();
    noteSavedState(before);
}

void KernelDocument::parseLaunch() {
    faults_.clear();
    auto sweep = files::LaunchSweep::parse(launchText_, launchPath_);
    if (sweep) {
        sweep_ = std::move(*sweep);
        if (!sourcePath_.empty()) sweep_->assumeSource(sourcePath_); // its text is here
        index_ = std::min(index_, sweep_->count() - 1);
    } else {
        sweep_.reset();
        faults_ = sweep.diagnostics();
    }
}

Diagnostics KernelDocument::followSource() {
    const auto launch = namedLaunch(index_);
    if (!launch || launch->source == sourcePath_ || sourceModified()) return {};
    auto text = readText(launch->source);
    if (!text) return text.diagnostics();
    sourcePath_ = launch->source;
    sourceText_ = savedSource_ = std::move(*text);
    Q_EMIT sourceReplaced();
    return {};
}

void KernelDocument::noteSavedState(bool before) {
    if (before != modified()) Q_EMIT savedStateChanged();
}

void KernelDocument::setLaunchText(std::string text) {
    if (text == launchText_) return;
    const bool before = modified();
    launchText_ = std::move(text);
    if (drafted_ && launchText_.empty())
        toFill_ = launchSkeleton(sourcePath_);
    else if (drafted_ && isSkeleton(launchText_))
        toFill_ = launchText_;
    else
        toFill_.reset();
    parseLaunch();
    (void)followSource(); // a source that is not there is a fault of the launch, when it is analysed
    noteSavedState(before);
    Q_EMIT changed();
}

void KernelDocument::setSourceText(std::string text) {
    if (text == sourceText_) return;
    const bool before = modified();
    sourceText_ = std::move(text);
    noteSavedState(before);
    Q_EMIT changed();
}

bool KernelDocument::changedOnDisk() const {
    const auto differs = [](const std::filesystem::path& path, const std::string& saved) {
        const auto text = readText(path);
        return text.ok() && *text != saved;
    };
    return (!drafted_ && differs(launchPath_, savedLaunch_)) ||
           (!sourcePath_.empty() && differs(sourcePath_, savedSource_));
}

Diagnostics KernelDocument::save() {
    Diagnostics faults;
    const auto before = sourcePath_;
    const bool faulty = !namedLaunch(index_).ok();
    if (sourceModified()) {
        faults = writeText(sourcePath_, sourceText_);
        if (faults.empty()) savedSource_ = sourceText_;
    }
    if (launchModified() || (drafted_ && !isSkeleton(launchText_))) {
        const auto launchFaults = writeText(launchPath_, launchText_);
        faults.insert(faults.end(), launchFaults.begin(), launchFaults.end());
        if (launchFaults.empty()) {
            savedLaunch_ = launchText_;
            drafted_ = false;
        }
    }
    // The launch may name a source that is there only now, or another one, which waited for the edits to be
    // safe.
    if (faulty) parseLaunch();
    (void)followSource();
    Q_EMIT savedStateChanged();
    if (faulty || sourcePath_ != before) Q_EMIT changed();
    return faults;
}

Diagnostics KernelDocument::revert() {
    const auto index = index_;
    auto faults = open(drafted_ ? sourcePath_ : launchPath_);
    setLaunchIndex(index);
    return faults;
}

QString KernelDocument::launchName(std::uint64_t index) {
    return sweep_ && index < sweep_->count() ? QString::fromStdString(sweep_->nameOf(index)) : QString();
}

void KernelDocument::setLaunchIndex(std::uint64_t index) {
    if (!sweep_ || index >= sweep_->count() || index == index_) return;
    index_ = index;
    Q_EMIT changed();
}

Result<Launch> KernelDocument::namedLaunch(std::uint64_t index) {
    if (!sweep_)
        return faults_.empty()
                   ? Diagnostics{{"launch.none", Severity::Error, {}, "no launch is open", "open one"}}
                   : faults_;
    auto launch = sweep_->at(index);
    if (launch) launch->source = wholePath(launch->source);
    return launch;
}

Result<Launch> KernelDocument::launch(std::uint64_t index) {
    (void)followSource(); // it may be there by now
    auto launch = namedLaunch(index);
    if (!launch || launch->source == sourcePath_) return launch;
    if (auto text = readText(launch->source); !text) return text.diagnostics();
    return Diagnostic{"launch.source-edited",
                      Severity::Error,
                      {launchPath_.string(), lineOfKey(launchText_, "source"), 0},
                      "the launch names " + launch->source.filename().string() + ", and " +
                          sourcePath_.filename().string() + " has edits that are not saved",
                      "save them, then the other source is opened"};
}

} // namespace warpstring::gui
