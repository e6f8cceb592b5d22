// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/rewrite_run.h"

namespace warpstring::gui {

namespace {

Result<transform::Rewritten> rewritten(const TuneInputs& inputs, const std::string& words,
                                       const transform::RewriteOptions& options) {
    const auto rewrite = transform::parseRewrite(words);
    if (!rewrite) return rewrite.diagnostics();
    return transform::rewrite(inputs.kernelText(), {&*rewrite, 1}, options);
}

} // namespace

RewriteRun::RewriteRun(QObject* parent) : QObject(parent) {}

void RewriteRun::start(const TuneInputs& inputs, const QString& words) {
    const quint64 revision = ++revision_;
    task_.start([this, revision, inputs, words](const std::atomic<bool>& cancelled) {
        const Cancellation cancellation(&cancelled);
        transform::RewriteOptions options;
        options.addressBits = inputs.analysis->spec().device.addressBits;
        options.cancellation = &cancellation;
        auto outcome = std::make_shared<const RewriteOutcome>(
            RewriteOutcome{inputs, words, rewritten(inputs, words.toStdString(), options)});
        QMetaObject::invokeMethod(
            this,
            [this, revision, outcome] {
                if (revision == revision_) Q_EMIT finished(outcome);
            },
            Qt::QueuedConnection);
    });
}

} // namespace warpstring::gui
