// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/analysis_baseline.h"

namespace warpstring::gui {

AnalysisBaseline::AnalysisBaseline(Session& session, QObject* parent) : QObject(parent), session_(session) {
    connect(&session_, &Session::analysisChanged, this, &AnalysisBaseline::take);
    connect(&session_, &Session::documentsChanged, this, &AnalysisBaseline::forgetClosed);
}

std::optional<AnalysisBaseline::Key> AnalysisBaseline::key() const {
    KernelDocument* document = session_.current();
    if (document == nullptr) return std::nullopt;
    return Key{document->launchPath().string(), document->launchIndex()};
}

const AnalysisBaseline::Baselines* AnalysisBaseline::current() const {
    const auto at = key();
    const auto found = at ? baselines_.find(*at) : baselines_.end();
    return found != baselines_.end() ? &found->second : nullptr;
}

SharedAnalysis AnalysisBaseline::then() const {
    const Baselines* baselines = current();
    if (baselines == nullptr || baselines->valid() == session_.analysis()) return nullptr;
    return baselines->valid();
}

bool AnalysisBaseline::isPinned() const {
    const Baselines* baselines = current();
    return baselines != nullptr && baselines->pinned;
}

void AnalysisBaseline::take() {
    const SharedAnalysis& analysis = session_.analysis();
    const auto at = key();
    if (!at || !analysis || analysis->faulty()) return;
    Baselines& baselines = baselines_[*at];
    if (!baselines.opened) baselines.opened = analysis;
}

void AnalysisBaseline::pin() {
    const SharedAnalysis& analysis = session_.analysis();
    const auto at = key();
    if (!at || !analysis || analysis->faulty()) return;
    baselines_[*at].pinned = analysis;
    Q_EMIT changed();
}

void AnalysisBaseline::reset() {
    const auto at = key();
    if (!at || !isPinned()) return;
    baselines_[*at].pinned.reset();
    Q_EMIT changed();
}

/// What is opened once more begins anew.
void AnalysisBaseline::forgetClosed() {
    std::erase_if(baselines_, [this](const auto& entry) {
        for (std::size_t i = 0; i < session_.documents(); ++i)
            if (session_.document(i).launchPath().string() == entry.first.first) return false;
        return true;
    });
}

} // namespace warpstring::gui
