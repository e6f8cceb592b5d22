// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/diff/kernel_diff.h"

#include <algorithm>
#include <utility>

#include "app/common/program_paths.h"
#include "app/gui/models/qt_text.h"

namespace warpstring::gui {

KernelDiff::KernelDiff(Session& session, const AnalysisBaseline& baseline, QObject* parent)
    : QObject(parent), session_(session), baseline_(baseline) {
    of(DiffSide::Left).choice.of = DiffChoice::Of::Baseline;
    for (Side& side : sides_)
        connect(&side.runner, &AnalysisRunner::finished, this,
                [this, &side](const AnalysisOutcome& outcome) { take(side, outcome); });
    const auto follow = [this] { refresh(); };
    for (const auto signal : {&Session::analysisChanged, &Session::documentsChanged, &Session::stateChanged})
        connect(&session_, signal, this, follow);
    connect(&session_, &Session::specChanged, this, [this] {
        specs_.clear(); // one of them may have been saved
        refresh();
    });
    connect(&baseline_, &AnalysisBaseline::changed, this, follow);
    refresh();
}

void KernelDiff::choose(DiffSide side, DiffChoice choice) {
    of(side).choice = std::move(choice);
    of(side).key.reset(); // a file is read anew
    Q_EMIT choicesChanged();
    refresh();
}

void KernelDiff::swap() {
    std::swap(of(DiffSide::Left).choice, of(DiffSide::Right).choice);
    Q_EMIT choicesChanged();
    refresh();
}

bool KernelDiff::busy() const {
    return std::any_of(sides_.begin(), sides_.end(), [](const Side& side) { return side.busy; });
}

bool KernelDiff::complete() const {
    return std::all_of(sides_.begin(), sides_.end(),
                       [](const Side& side) { return side.analysis && !side.analysis->faulty(); });
}

void KernelDiff::setSeen(bool seen) {
    seen_ = seen;
    if (seen_ && std::exchange(stale_, false)) refresh();
}

QString KernelDiff::title(DiffSide which) const {
    const Side& side = of(which);
    const SharedAnalysis& shown = side.analysis ? side.analysis : session_.analysis();
    QString name;
    if (side.choice.of == DiffChoice::Of::File)
        name = toQString(side.choice.file.stem().string());
    else if (shown)
        name = toQString(shown->launch().file.stem().string());
    if (side.choice.of == DiffChoice::Of::Baseline)
        name += baseline_.isPinned() ? QStringLiteral(" as pinned") : QStringLiteral(" at opening");
    const QString device = !side.choice.spec.empty() ? toQString(side.choice.spec)
                           : side.analysis           ? toQString(side.analysis->request.specName)
                                                     : toQString(session_.specName());
    return QStringLiteral("%1 on %2").arg(name, device.section(QLatin1Char('/'), -1));
}

void KernelDiff::refresh() {
    if (!seen_) {
        stale_ = true;
        return;
    }
    for (Side& side : sides_) refresh(side);
    Q_EMIT changed();
}

void KernelDiff::refresh(Side& side) {
    if (side.choice.of == DiffChoice::Of::File) {
        refreshFile(side);
        return;
    }
    SharedAnalysis base = session_.analysis();
    if (side.choice.of == DiffChoice::Of::Baseline)
        if (SharedAnalysis then = baseline_.then()) base = std::move(then);
    if (!base) {
        side.key.reset();
        show(side, nullptr);
        return;
    }
    if (side.choice.spec.empty() || side.choice.spec == base->request.specName) {
        side.key.reset();
        show(side, std::move(base));
        return;
    }
    auto spec = specOf(side.choice.spec);
    if (!spec) {
        side.key.reset();
        show(side, nullptr, spec.diagnostics());
        return;
    }
    Key key;
    key.base = base;
    key.spec = *spec;
    if (side.key == key) return;
    AnalysisRequest request = base->request;
    request.spec = *spec;
    request.specName = side.choice.spec;
    side.key = std::move(key);
    side.busy = true;
    side.submitted = side.runner.submit(std::move(request));
}

void KernelDiff::refreshFile(Side& side) {
    auto spec = side.choice.spec.empty() ? Result(session_.spec()) : specOf(side.choice.spec);
    KernelDocument read;
    KernelDocument* document = openDocument(side.choice.file);
    const bool isOpen = document != nullptr;
    Diagnostics faults = spec ? Diagnostics{} : spec.diagnostics();
    if (!isOpen) {
        document = &read;
        if (const auto found = read.open(side.choice.file); !read.isOpen())
            faults.insert(faults.end(), found.begin(), found.end());
    }
    if (!faults.empty() || !*spec) {
        side.key.reset();
        show(side, nullptr, std::move(faults));
        return;
    }
    Key key;
    key.file = side.choice.file.string();
    key.launchText = document->launchText();
    key.sourceText = sourceTextOf(*document);
    key.launch = side.choice.launch;
    key.spec = *spec;
    key.sourceShape = session_.sourceShape();
    key.model = session_.model();
    if (side.key == key) return;
    AnalysisRequest request;
    request.sourceText = key.sourceText;
    request.spec = *spec;
    request.specName = side.choice.spec.empty() ? session_.specName() : side.choice.spec;
    request.sourceShape = key.sourceShape;
    request.model = key.model;
    if (document->textToFill()) {
        request.launch.source = document->sourcePath();
        side.submitted =
            side.runner.submit(std::move(request), {*document->textToFill(), document->launchPath()});
    } else {
        auto launch = document->launch(side.choice.launch);
        if (!launch) {
            side.key = std::move(key);
            show(side, nullptr, launch.diagnostics());
            return;
        }
        request.launch = std::move(*launch);
        side.submitted = side.runner.submit(std::move(request));
    }
    side.key = std::move(key);
    side.busy = true;
}

void KernelDiff::take(Side& side, const AnalysisOutcome& outcome) {
    if (outcome.revision != side.submitted || !side.key) return;
    show(side, outcome.analysis, outcome.analysis ? Diagnostics{} : outcome.diagnostics);
    Q_EMIT changed();
}

void KernelDiff::show(Side& side, SharedAnalysis analysis, Diagnostics faults) {
    side.analysis = std::move(analysis);
    side.faults = std::move(faults);
    if (side.analysis && side.analysis->faulty()) side.faults = side.analysis->simulation.diagnostics;
    side.busy = false;
    side.submitted = 0;
}

KernelDocument* KernelDiff::openDocument(const std::filesystem::path& file) {
    for (std::size_t i = 0; i < session_.documents(); ++i) {
        KernelDocument& document = session_.document(i);
        if (document.launchPath() == file || document.sourcePath() == file) return &document;
    }
    return nullptr;
}

/// Another document may have the source open, and edited.
std::string KernelDiff::sourceTextOf(const KernelDocument& document) {
    for (std::size_t i = 0; i < session_.documents() && !document.sourceModified(); ++i)
        if (const KernelDocument& other = session_.document(i);
            other.sourcePath() == document.sourcePath() && other.sourceModified())
            return other.sourceText();
    return document.sourceText();
}

Result<std::shared_ptr<const HardwareSpec>> KernelDiff::specOf(const std::string& name) {
    if (name == session_.specName() && session_.spec()) return session_.spec();
    if (const auto known = specs_.find(name); known != specs_.end()) return known->second;
    auto loaded = cli::loadSpec(name, cli::specFolders({}));
    if (!loaded) return loaded.diagnostics();
    return specs_[name] = std::make_shared<const HardwareSpec>(std::move(*loaded));
}

} // namespace warpstring::gui
