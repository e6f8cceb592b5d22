// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/variant_times.h"

#include <QTemporaryDir>
#include <algorithm>
#include <mutex>
#include <set>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/unit_text.h"
#include "core/text/duration_text.h"
#include "study/comparison/own_device.h"
#include "tuning/search/measured_variants.h"

namespace warpstring::gui {

using records::MeasurementStatus;

namespace {

constexpr double usOfNs = 1e-3;

} // namespace

struct VariantTimes::Launches {
    struct Of {
        std::vector<search::VariantId> variants;
        bool isStart = false;
    };
    std::mutex mutex;
    std::map<std::string, Of> byFingerprint;
};

void VariantTimes::setOutcome(SharedTuneOutcome outcome) {
    outcome_ = std::move(outcome);
    launches_ = std::make_shared<Launches>();
    timesUs_.clear();
    bad_.clear();
    startUs_.reset();
    device_.clear();
    Q_EMIT changed();
}

VariantTimes::Maker VariantTimes::maker(std::size_t top) {
    if (!outcome_ || !outcome_->texts || outcome_->answer.top.empty()) return nullptr;
    return [outcome = outcome_, known = launches_, top]() -> Result<std::vector<records::ResolvedLaunch>> {
        const QTemporaryDir folder;
        if (!folder.isValid()) return unwritable("folder of variants", folder.path().toStdString());
        search::DeviceAnswer answer = outcome->answer;
        answer.top.resize(std::min(top, answer.top.size()));
        auto made = search::measurable(*outcome->texts, answer, folder.path().toStdString());
        if (!made) return made;
        // The start may be one of them.
        std::vector<records::ResolvedLaunch> launches;
        const std::lock_guard lock(known->mutex);
        std::set<std::string> seen;
        for (std::size_t i = 0; i < made->size(); ++i) {
            const std::string print = fingerprint((*made)[i]);
            auto& of = known->byFingerprint[print];
            if (i == 0)
                of.isStart = true;
            else if (const auto id = answer.top[i - 1].id;
                     std::find(of.variants.begin(), of.variants.end(), id) == of.variants.end())
                of.variants.push_back(id);
            if (seen.insert(print).second) launches.push_back(std::move((*made)[i]));
        }
        return launches;
    };
}

void VariantTimes::take(const records::Measurement& record) {
    if (!launches_) return;
    Launches::Of of;
    {
        const std::lock_guard lock(launches_->mutex);
        const auto found = launches_->byFingerprint.find(record.fingerprint);
        if (found == launches_->byFingerprint.end()) return;
        of = found->second;
    }
    device_ = record.device.name;
    const double time = record.kernel.statistics.median * usOfNs;
    const bool isRight = record.status == MeasurementStatus::Ok && time > 0;
    if (of.isStart) startUs_ = isRight ? std::optional(time) : std::nullopt;
    for (const search::VariantId id : of.variants) {
        timesUs_.erase(id);
        bad_.erase(id);
        if (isRight)
            timesUs_[id] = time;
        else
            bad_[id] = record.status;
    }
    Q_EMIT changed();
}

std::optional<search::Regret> VariantTimes::regret() const {
    std::vector<search::MeasuredVariant> variants;
    double rank = 0;
    if (outcome_)
        for (const search::TopVariant& top : outcome_->answer.top) {
            // Equal predictions stay in the order of the table.
            const double predicted = top.timeUs * (1 + 1e-12 * rank++);
            if (const auto time = timesUs_.find(top.id); time != timesUs_.end())
                variants.push_back({top.name, predicted, time->second});
        }
    return search::regretOf(variants);
}

QString VariantTimes::text() const {
    if (timesUs_.empty() && bad_.empty() && !startUs_) return {};
    const auto number = [](std::size_t count) { return numberText(static_cast<double>(count)); };
    const bool isOwn = comparison::isOwnDevice(outcome_->device()->spec, device_);
    QString text = QStringLiteral("Measured on %1%2: %3 of the fastest variants")
                       .arg(toQString(device_),
                            isOwn ? QString() : QStringLiteral(", another device than was searched for"),
                            number(timesUs_.size()));
    if (startUs_) text += QStringLiteral("; as it stands %1").arg(toQString(durationText(*startUs_)));
    text += QLatin1Char('.');
    if (const auto of = regret())
        text += QStringLiteral(" The model's choice takes %1, the fastest of them (%2) %3: regret %4.")
                    .arg(toQString(durationText(of->pick.measured)), toQString(of->best.name),
                         toQString(durationText(of->best.measured)), percentText(of->ofPick));
    const auto count = [&](MeasurementStatus status) {
        return static_cast<std::size_t>(
            std::count_if(bad_.begin(), bad_.end(), [&](const auto& each) { return each.second == status; }));
    };
    const std::size_t wrong = count(MeasurementStatus::WrongOutput);
    if (wrong > 0) text += QStringLiteral(" The outputs of %1 differ from the start's.").arg(number(wrong));
    if (bad_.size() > wrong) text += QStringLiteral(" %1 failed.").arg(number(bad_.size() - wrong));
    return text;
}

} // namespace warpstring::gui
