// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/threads_loader.h"

namespace warpstring::gui {

ThreadsLoader::ThreadsLoader(QObject* parent) : QObject(parent) { pool_.setMaxThreadCount(1); }

ThreadsLoader::~ThreadsLoader() {
    pool_.clear();
    pool_.waitForDone();
}

void ThreadsLoader::cancel() {
    pool_.clear();
    ++revision_;
}

void ThreadsLoader::load(SharedAnalysis analysis, bool asWritten) {
    cancel();
    const quint64 revision = revision_;
    pool_.start([this, analysis = std::move(analysis), asWritten, revision] {
        auto graph = threadsGraph(analysis, asWritten, graphs_);
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
