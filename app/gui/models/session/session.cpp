// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/session.h"

#include <algorithm>

#include "app/common/program_paths.h"
#include "app/gui/models/session/launch_files.h"

namespace warpstring::gui {

namespace {

/// What helps is an option for the command line, and a field of the form here.
Diagnostics withHintsOfForm(Diagnostics faults) {
    for (Diagnostic& fault : faults) {
        if (fault.code == "frontend.missing-headers")
            fault.hint = "add the folder that has it to the include folders, on the launch's tab";
        if (fault.code == "frontend.missing-macros") fault.hint = "add them to the macros, on the launch's tab";
    }
    return faults;
}

} // namespace

Session::Session(QObject* parent) : QObject(parent) {
    pause_.setSingleShot(true);
    pause_.setInterval(debounceMs);
    connect(&pause_, &QTimer::timeout, this, &Session::analyseNow);
    connect(&runner_, &AnalysisRunner::filled, this, &Session::takeDraft);
    connect(&runner_, &AnalysisRunner::finished, this, &Session::take);
    connect(&finder_, &SourceFactsFinder::found, this, &Session::factsChanged);
}

KernelDocument* Session::current() {
    return current_ < documents_.size() ? documents_[current_].get() : nullptr;
}

Diagnostics Session::open(const std::filesystem::path& path) {
    auto document = std::make_unique<KernelDocument>();
    auto found = document->open(path);
    if (!document->isOpen()) return found;
    const auto same = std::find_if(documents_.begin(), documents_.end(), [&](const auto& other) {
        return other->launchPath() == document->launchPath();
    });
    if (same != documents_.end()) {
        setCurrent(static_cast<std::size_t>(same - documents_.begin()));
        return {};
    }
    add(std::move(document));
    // What the analysis finds comes later; what opening found stands until then.
    if (!found.empty()) {
        diagnostics_ = found;
        Q_EMIT diagnosticsChanged();
    }
    return found;
}

void Session::add(std::unique_ptr<KernelDocument> document) {
    connect(document.get(), &KernelDocument::changed, this, [this, raw = document.get()] {
        if (raw == current() && !takesDraft_) pause_.start();
    });
    connect(document.get(), &KernelDocument::savedStateChanged, this, &Session::documentsChanged);
    documents_.push_back(std::move(document));
    current_ = documents_.size() - 1;
    forget();
    Q_EMIT documentsChanged();
    Q_EMIT currentChanged();
    analyseNow();
}

void Session::restore(const DocumentTexts& texts) {
    for (std::size_t i = 0; i < documents_.size(); ++i)
        if (documents_[i]->launchPath() == texts.launchPath) {
            setCurrent(i);
            documents_[i]->restore(texts);
            analyseNow();
            return;
        }
    auto document = std::make_unique<KernelDocument>();
    document->restore(texts);
    add(std::move(document));
}

void Session::close(std::size_t index) {
    if (index >= documents_.size()) return;
    documents_.erase(documents_.begin() + static_cast<std::ptrdiff_t>(index));
    if (current_ > index || current_ >= documents_.size()) current_ = current_ > 0 ? current_ - 1 : 0;
    forget();
    Q_EMIT documentsChanged();
    Q_EMIT currentChanged();
    analyseNow();
}

void Session::setCurrent(std::size_t index) {
    if (index >= documents_.size() || index == current_) return;
    current_ = index;
    forget();
    Q_EMIT currentChanged();
    analyseNow();
}

/// Another document's analysis is neither shown for this one nor computed to its end.
void Session::forget() {
    runner_.cancel();
    finder_.clear();
    analysis_.reset();
    diagnostics_.clear();
    submitted_ = 0;
    setState(State::Empty);
    Q_EMIT analysisChanged();
    Q_EMIT diagnosticsChanged();
}

Diagnostics Session::setSpec(const std::string& nameOrPath) {
    auto loaded = cli::loadSpec(nameOrPath, cli::specFolders({}));
    if (!loaded) return loaded.diagnostics();
    specName_ = nameOrPath;
    spec_ = std::make_shared<const HardwareSpec>(std::move(*loaded));
    edited_.reset();
    Q_EMIT specChanged();
    analyseNow();
    return {};
}

void Session::setEditedSpec(std::shared_ptr<const HardwareSpec> spec) {
    if (spec == edited_) return;
    edited_ = std::move(spec);
    pause_.start();
}

void Session::setSourceShape(bool on) {
    if (on == sourceShape_) return;
    sourceShape_ = on;
    analyseNow();
}

void Session::setModel(ModelChoice model) {
    if (model == model_) return;
    model_ = model;
    analyseNow();
}

void Session::setState(State state) {
    if (state == state_) return;
    state_ = state;
    Q_EMIT stateChanged();
}

void Session::analyseNow() {
    pause_.stop();
    KernelDocument* document = current();
    if (document == nullptr || !spec()) return;
    AnalysisRequest request;
    // As the document holds it; the launch may name one that is not there.
    request.sourceText = document->sourceText();
    request.spec = spec();
    request.specName = specName_;
    request.sourceShape = sourceShape_;
    request.model = model_;
    if (document->textToFill()) {
        request.launch.source = document->sourcePath();
        submitted_ = runner_.submit(std::move(request), {*document->textToFill(), document->launchPath()});
        setState(State::Computing);
        return;
    }
    auto launch = document->launch();
    if (!launch) {
        submitted_ = 0;
        diagnostics_ = launch.diagnostics();
        setState(State::Faulty);
        Q_EMIT diagnosticsChanged();
        findFacts();
        return;
    }
    request.launch = std::move(*launch);
    request.launchText = document->launchText();
    submitted_ = runner_.submit(std::move(request));
    setState(State::Computing);
}

/// After an analysis rather than beside it: a person waits for that.
void Session::findFacts() {
    if (const KernelDocument* document = current(); document != nullptr && !document->sourcePath().empty())
        finder_.follow(document->sourcePath(), document->sourceText(), document->launchText());
}

void Session::takeDraft(quint64 revision, const LaunchToFill& before, const std::string& after) {
    KernelDocument* document = current();
    // A text that was edited meanwhile is analysed anew.
    if (revision != submitted_ || document == nullptr || document->textToFill() != before.text) return;
    takesDraft_ = true;
    document->takeDraft(after);
    takesDraft_ = false;
    findFacts();
}

void Session::take(const AnalysisOutcome& outcome) {
    if (outcome.revision != submitted_) return;
    KernelDocument* document = current();
    const bool isRefused = outcome.unfilled && document != nullptr;
    if (isRefused) {
        if (document->textToFill() != outcome.unfilled->text) return; // edited meanwhile
        document->refuseDraft();
    }
    milliseconds_ = outcome.milliseconds;
    diagnostics_ = isRefused ? withHintsOfForm(outcome.diagnostics) : outcome.diagnostics;
    if (document != nullptr && document->guessed() && !isRefused)
        diagnostics_.push_back(draftedNote(document->launchPath()));
    if (outcome.analysis) {
        analysis_ = outcome.analysis;
        Q_EMIT analysisChanged();
    }
    setState(outcome.analysis && !outcome.analysis->faulty() ? State::Good : State::Faulty);
    Q_EMIT diagnosticsChanged();
    if (isRefused) Q_EMIT draftRefused(diagnostics_);
    findFacts();
}

} // namespace warpstring::gui
