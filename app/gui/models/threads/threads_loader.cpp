// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/threads/threads_loader.h"

namespace warpstring::gui {

void ThreadsLoader::cancel() {
    ++revision_;
    task_.cancel();
}

void ThreadsLoader::load(SharedAnalysis analysis, bool asWritten) {
    const quint64 revision = ++revision_;
    task_.start(
        [this, analysis = std::move(analysis), asWritten, revision](const std::atomic<bool>& cancelled) {
            if (cancelled) return;
            const Cancellation cancellation(&cancelled);
            auto graph = threadsGraph(analysis, asWritten, graphs_, &cancellation);
            if (cancellation.reason() != StopReason::None) return;
            QMetaObject::invokeMethod(
                this,
                [this, graph = std::move(graph), revision] {
                    if (revision != revision_) return;
                    Q_EMIT loaded(graph ? *graph : nullptr, graph ? Diagnostics{} : graph.diagnostics());
                },
                Qt::QueuedConnection);
        });
}

} // namespace warpstring::gui
