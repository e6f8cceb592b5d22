// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/rewrite_run.h"

#include "app/gui/models/tune/kernel_rewriter.h"

namespace warpstring::gui {

RewriteRun::RewriteRun(QObject* parent) : QObject(parent) {}

void RewriteRun::start(const TuneInputs& inputs, const QString& words) {
    const quint64 revision = ++revision_;
    task_.start([this, revision, inputs, words](const std::atomic<bool>& cancelled) {
        const Cancellation cancellation(&cancelled);
        transform::RewriteOptions options;
        options.addressBits = inputs.analysis->spec().device.addressBits;
        options.cancellation = &cancellation;
        auto outcome = std::make_shared<const RewriteOutcome>(
            RewriteOutcome{inputs, words, rewriteByWords(inputs.kernelText(), {words.toStdString()}, options)});
        QMetaObject::invokeMethod(
            this,
            [this, revision, outcome] {
                if (revision == revision_) Q_EMIT finished(outcome);
            },
            Qt::QueuedConnection);
    });
}

} // namespace warpstring::gui
