// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/tune_space.h"

#include "app/gui/models/unit_text.h"
#include "tuning/search/derived_space.h"
#include "tuning/search/kernel_rewriter.h"
#include "tuning/search/search.h"

namespace warpstring::gui {

namespace {

/// What can be done to a kernel besides what a search tries unasked, as words. Empty where the texts are no
/// kernel.
std::vector<std::string> otherRewrites(const transform::KernelText& text,
                                       const transform::RewriteOptions& options) {
    using transform::RewriteKind;
    std::vector<std::string> words;
    const auto rewrites = transform::applicable(text, options);
    if (!rewrites) return words;
    for (const auto& rewrite : *rewrites)
        if (rewrite.kind == RewriteKind::Const || rewrite.kind == RewriteKind::Native ||
            rewrite.kind == RewriteKind::Option)
            words.push_back(toText(rewrite));
    return words;
}

} // namespace

TuneSpace::TuneSpace(QObject* parent) : QObject(parent) {
    connect(&table_, &SpaceTable::edited, this, [this] {
        isEdited_ = true;
        check();
    });
}

void TuneSpace::setInputs(const std::optional<TuneInputs>& inputs) {
    const bool isSame = inputs && inputs_ && inputs->hasTextsOf(*inputs_) &&
                        inputs->analysis->request.spec == inputs_->analysis->request.spec;
    const bool isOther = !inputs || !inputs_ || inputs->launch.path != inputs_->launch.path;
    inputs_ = inputs;
    if (isSame) return;
    if (isOther) isEdited_ = false;
    if (inputs_ && isEdited_)
        check();
    else
        read();
}

void TuneSpace::readAgain() {
    isEdited_ = false;
    read();
}

/// `isNew`: the form is another one, not the same with its faults.
void TuneSpace::start(Work work, bool isNew) {
    busy_ = true;
    Q_EMIT changed();
    const quint64 revision = ++revision_;
    task_.start([this, revision, isNew, work = std::move(work)](const std::atomic<bool>& cancelled) {
        auto read = std::make_shared<Read>(work(cancelled));
        if (cancelled) return;
        QMetaObject::invokeMethod(
            this,
            [this, revision, isNew, read] {
                if (revision != revision_) return;
                busy_ = false;
                counts_ = read->counts;
                faults_ = std::move(read->faults);
                if (isNew)
                    table_.setForm(std::move(read->form));
                else
                    table_.showFaults(read->form);
                Q_EMIT changed();
            },
            Qt::QueuedConnection);
    });
}

void TuneSpace::read() {
    if (!inputs_) {
        ++revision_;
        task_.cancel();
        busy_ = false;
        counts_.reset();
        faults_.clear();
        table_.setForm({});
        Q_EMIT changed();
        return;
    }
    start([inputs = *inputs_](const std::atomic<bool>& cancelled) { return readOf(inputs, cancelled); }, true);
}

void TuneSpace::check() {
    if (inputs_)
        start([inputs = *inputs_, form = form()](const std::atomic<bool>&) { return checkOf(form, inputs); },
              false);
}

TuneSpace::Read TuneSpace::checkOf(SpaceForm form, const TuneInputs& inputs) {
    CheckedSpace checked = checkForm(form, inputs.launch);
    Read read{std::move(form), std::nullopt, std::move(checked.others)};
    if (checked.space) read.counts = checked.space->count();
    return read;
}

TuneSpace::Read TuneSpace::readOf(const TuneInputs& inputs, const std::atomic<bool>& cancelled) {
    if (auto form = formOfLaunch(inputs.launch)) return checkOf(std::move(*form), inputs);
    const Analysis& analysis = *inputs.analysis;
    const Cancellation cancellation(&cancelled);
    transform::RewriteOptions options;
    options.addressBits = analysis.spec().device.addressBits;
    options.cancellation = &cancellation;
    const auto derived = search::deriveSpace(inputs.launch, *analysis.pdg, analysis.launch(), {analysis.spec()},
                                             search::rewritesToTry(inputs.kernelText(), options));
    SpaceForm form = derivedForm(derived ? &*derived : nullptr, otherRewrites(inputs.kernelText(), options));
    if (form.rows.empty()) return {std::move(form), std::nullopt, derived.diagnostics()};
    return checkOf(std::move(form), inputs);
}

QString originText(search::SpaceOrigin origin) {
    switch (origin) {
    case search::SpaceOrigin::Tune: return QStringLiteral("[tune] of the launch file");
    case search::SpaceOrigin::Sweep: return QStringLiteral("[sweep] of the launch file, which has no [tune]");
    case search::SpaceOrigin::SpaceFile: return QStringLiteral("a space file");
    case search::SpaceOrigin::Derived: break;
    }
    return QStringLiteral("derived from the kernel, for the launch file has no [tune]");
}

QString heldBackText() {
    return QStringLiteral(
               "Rewrites are off: with them there are more than the %1 combinations that are looked at "
               "within %2 s. Turn on those of interest.")
        .arg(numberText(static_cast<double>(mostAtFirst)))
        .arg(static_cast<double>(mostAtFirst) * search::evaluationSeconds, 0, 'f', 0);
}

QString countsText(const search::SpaceCounts& counts) {
    const auto number = [](std::uint64_t count) { return numberText(static_cast<double>(count)); };
    QString text = number(counts.combinations) + (counts.combinations == 1 ? QStringLiteral(" combination")
                                                                           : QStringLiteral(" combinations"));
    if (counts.valid != counts.combinations)
        text += QStringLiteral(", %1%2 of them meet the constraints")
                    .arg(counts.isWhole ? QString() : QStringLiteral("at least "), number(counts.valid));
    return text;
}

} // namespace warpstring::gui
