// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/memory/memory_loader.h"

namespace warpstring::gui {

void MemoryLoader::cancel() {
    ++revision_;
    running_ = false;
    task_.cancel();
}

void MemoryLoader::load(SharedAnalysis analysis, const MemoryChoice& choice) {
    const quint64 revision = ++revision_;
    running_ = true;
    task_.start([this, revision, analysis = std::move(analysis), choice](const std::atomic<bool>& cancelled) {
        if (cancelled) return;
        const Cancellation cancellation(&cancelled);
        Diagnostics faults;
        if (counted_ != analysis) {
            auto counts = countsOf(*analysis, &cancellation);
            if (cancellation.reason() != StopReason::None || cancelled) return;
            counted_ = analysis;
            counts_ = counts ? std::move(*counts) : nullptr;
            if (!counts) faults = counts.diagnostics();
        }
        const SharedMemoryMap map = counts_ ? memoryMap(analysis, counts_, choice) : nullptr;
        if (cancelled) return;
        QMetaObject::invokeMethod(
            this,
            [this, revision, map, faults = std::move(faults)] {
                if (revision != revision_) return;
                running_ = false;
                Q_EMIT loaded(map, faults);
            },
            Qt::QueuedConnection);
    });
}

} // namespace warpstring::gui
