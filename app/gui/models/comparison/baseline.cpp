// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison/baseline.h"
#include "app/gui/models/qt_text.h"

#include <QJsonArray>

namespace warpstring::gui {

using comparison::ComparisonSummary;
using records::Accuracy;
using records::CacheState;
using records::FamilyRanking;

namespace {

constexpr auto schema = "warpstring.baseline/1";

/// Folders move; names of launch files stay.
std::string specKey(const std::string& launch, const std::string& file, const std::string& spec) {
    const auto slash = file.find_last_of('/');
    return launch + '\n' + (slash == std::string::npos ? file : file.substr(slash + 1)) + '\n' + spec;
}

std::string exactKey(const std::string& bySpec, const std::string& device, CacheState cache) {
    return bySpec + '\n' + device + '\n' + std::string(name(cache));
}

QJsonValue value(const std::optional<double>& number) {
    return number ? QJsonValue(*number) : QJsonValue(QJsonValue::Null);
}

std::optional<double> jsonNumber(const QJsonValue& json) {
    if (!json.isDouble()) return std::nullopt;
    return json.toDouble();
}

QJsonObject valuesToJson(const BaselineLaunch::Values& values) {
    return {{QStringLiteral("simulated"), value(values.simulated)},
            {QStringLiteral("measured"), value(values.measured)}};
}

BaselineLaunch::Values valuesFromJson(const QJsonValue& json) {
    const QJsonObject object = json.toObject();
    return {jsonNumber(object[QStringLiteral("simulated")]), jsonNumber(object[QStringLiteral("measured")])};
}

CacheState cacheFromJson(const QJsonValue& json) {
    return json.toString() == QString::fromUtf8(name(CacheState::Cold).data()) ? CacheState::Cold
                                                                               : CacheState::Warm;
}

QJsonArray familiesToJson(const std::vector<FamilyRanking>& families) {
    QJsonArray all;
    for (const FamilyRanking& family : families)
        all.append(QJsonObject{{QStringLiteral("family"), toQString(family.family)},
                               {QStringLiteral("pairs"), qint64(family.pairs)},
                               {QStringLiteral("concordant"), qint64(family.concordant)},
                               {QStringLiteral("discordant"), qint64(family.discordant)},
                               {QStringLiteral("best_picked"), family.bestPicked}});
    return all;
}

std::vector<FamilyRanking> familiesFromJson(const QJsonArray& json) {
    std::vector<FamilyRanking> families;
    for (const QJsonValue item : json) {
        const QJsonObject object = item.toObject();
        FamilyRanking& family = families.emplace_back();
        family.family = object[QStringLiteral("family")].toString().toStdString();
        family.pairs = std::size_t(object[QStringLiteral("pairs")].toInteger());
        family.concordant = std::size_t(object[QStringLiteral("concordant")].toInteger());
        family.discordant = std::size_t(object[QStringLiteral("discordant")].toInteger());
        family.bestPicked = object[QStringLiteral("best_picked")].toBool();
    }
    return families;
}

QString cacheText(CacheState cache) {
    return QString::fromUtf8(name(cache).data(), qsizetype(name(cache).size()));
}

/// The numbers of an accuracy by their names in the file.
struct CountField {
    const char* key;
    std::size_t Accuracy::* member;
};
constexpr CountField counts[] = {{"count", &Accuracy::count},        {"within_10", &Accuracy::within10},
                                 {"within_20", &Accuracy::within20}, {"within_2x", &Accuracy::within2x},
                                 {"over", &Accuracy::over},          {"under", &Accuracy::under}};
struct ErrorField {
    const char* key;
    double Accuracy::* member;
};
constexpr ErrorField errors[] = {{"mape", &Accuracy::mape},
                                 {"median_error", &Accuracy::medianError},
                                 {"p90_error", &Accuracy::p90Error},
                                 {"geometric_mean_error", &Accuracy::geometricMeanError}};

} // namespace

Baseline::Baseline(QString named, QString at, std::vector<BaselineLaunch> launches,
                   std::vector<ComparisonSummary> summaries)
    : name(std::move(named)), pinnedAt(std::move(at)), launches_(std::move(launches)),
      summaries_(std::move(summaries)) {
    for (std::size_t i = 0; i < launches_.size(); ++i) {
        const BaselineLaunch& launch = launches_[i];
        const std::string key = specKey(launch.launch, launch.file, launch.spec);
        exact_.emplace(exactKey(key, launch.device, launch.cache), i);
        bySpec_.emplace(key, i);
    }
}

const BaselineLaunch* Baseline::find(const comparison::ComparedLaunch& launch) const {
    const std::string key = specKey(launch.launch, launch.file, launch.spec);
    if (const auto found = exact_.find(exactKey(key, launch.device, launch.cache)); found != exact_.end())
        return &launches_[found->second];
    const auto found = bySpec_.find(key);
    return found == bySpec_.end() ? nullptr : &launches_[found->second];
}

const ComparisonSummary* Baseline::find(const ComparisonSummary& summary) const {
    for (const ComparisonSummary& then : summaries_)
        if (then.spec == summary.spec && then.device == summary.device && then.cache == summary.cache &&
            then.quantity == summary.quantity)
            return &then;
    return nullptr;
}

std::optional<double> Baseline::change(const comparison::ComparedLaunch& launch, const BaselineLaunch* then,
                                       records::Quantity quantity) {
    const auto& now = launch.of(quantity).simulated;
    if (!now || then == nullptr) return std::nullopt;
    const auto& before = then->of(quantity).simulated;
    if (!before || !(*before > 0)) return std::nullopt;
    return *now / *before - 1;
}

Baseline pinned(const comparison::Comparison& comparison, const QString& name, const QString& pinnedAt) {
    std::vector<BaselineLaunch> launches;
    launches.reserve(comparison.launches.size());
    for (const comparison::ComparedLaunch& launch : comparison.launches)
        launches.push_back({launch.launch,
                            launch.file,
                            launch.spec,
                            launch.device,
                            launch.cache,
                            {launch.kernelTime.simulated, launch.kernelTime.measured},
                            {launch.warpLatency.simulated, launch.warpLatency.measured}});
    std::vector<ComparisonSummary> summaries = comparison.summaries;
    for (ComparisonSummary& summary : summaries)
        for (FamilyRanking& family : summary.families) family.variants.clear();
    return {name, pinnedAt, std::move(launches), std::move(summaries)};
}

QJsonObject toJson(const Baseline& baseline) {
    QJsonArray launches, summaries;
    for (const BaselineLaunch& launch : baseline.launches())
        launches.append(QJsonObject{{QStringLiteral("launch"), toQString(launch.launch)},
                                    {QStringLiteral("file"), toQString(launch.file)},
                                    {QStringLiteral("spec"), toQString(launch.spec)},
                                    {QStringLiteral("device"), toQString(launch.device)},
                                    {QStringLiteral("cache"), cacheText(launch.cache)},
                                    {QStringLiteral("kernel_us"), valuesToJson(launch.kernelTime)},
                                    {QStringLiteral("warp_cycles"), valuesToJson(launch.warpLatency)}});
    for (const ComparisonSummary& summary : baseline.summaries()) {
        QJsonObject object{{QStringLiteral("spec"), toQString(summary.spec)},
                           {QStringLiteral("device"), toQString(summary.device)},
                           {QStringLiteral("cache"), cacheText(summary.cache)},
                           {QStringLiteral("quantity"), summary.quantity == records::Quantity::KernelTime
                                                            ? QStringLiteral("kernel_us")
                                                            : QStringLiteral("warp_cycles")},
                           {QStringLiteral("apart"), qint64(summary.excluded)},
                           {QStringLiteral("families"), familiesToJson(summary.families)}};
        for (const auto& field : counts)
            object.insert(QLatin1String(field.key), qint64(summary.accuracy.*field.member));
        for (const auto& field : errors)
            object.insert(QLatin1String(field.key), summary.accuracy.*field.member);
        summaries.append(object);
    }
    return {{QStringLiteral("schema"), QLatin1String(schema)},
            {QStringLiteral("name"), baseline.name},
            {QStringLiteral("pinned_at"), baseline.pinnedAt},
            {QStringLiteral("launches"), launches},
            {QStringLiteral("summaries"), summaries}};
}

Result<Baseline> baselineFromJson(const QJsonObject& json) {
    const auto is = [&](const QJsonObject& object, const char* key) {
        return object[QLatin1String(key)].toString().toStdString();
    };
    if (is(json, "schema") != schema)
        return Diagnostic{"baseline.bad-schema",
                          Severity::Error,
                          {},
                          "a pinned baseline has the schema \"" + is(json, "schema") + "\", not \"" + schema +
                              "\"",
                          "was it written by a later version?"};
    std::vector<BaselineLaunch> launches;
    for (const QJsonValue item : json[QStringLiteral("launches")].toArray()) {
        const QJsonObject object = item.toObject();
        launches.push_back({is(object, "launch"), is(object, "file"), is(object, "spec"), is(object, "device"),
                            cacheFromJson(object[QStringLiteral("cache")]),
                            valuesFromJson(object[QStringLiteral("kernel_us")]),
                            valuesFromJson(object[QStringLiteral("warp_cycles")])});
    }
    std::vector<ComparisonSummary> summaries;
    for (const QJsonValue item : json[QStringLiteral("summaries")].toArray()) {
        const QJsonObject object = item.toObject();
        ComparisonSummary summary;
        summary.spec = is(object, "spec");
        summary.device = is(object, "device");
        summary.cache = cacheFromJson(object[QStringLiteral("cache")]);
        summary.quantity = is(object, "quantity") == "warp_cycles" ? records::Quantity::WarpLatency
                                                                   : records::Quantity::KernelTime;
        summary.excluded = std::size_t(object[QStringLiteral("apart")].toInteger());
        summary.families = familiesFromJson(object[QStringLiteral("families")].toArray());
        for (const auto& field : counts)
            summary.accuracy.*field.member = std::size_t(object[QLatin1String(field.key)].toInteger());
        for (const auto& field : errors)
            summary.accuracy.*field.member = object[QLatin1String(field.key)].toDouble();
        summaries.push_back(std::move(summary));
    }
    return Baseline(json[QStringLiteral("name")].toString(), json[QStringLiteral("pinned_at")].toString(),
                    std::move(launches), std::move(summaries));
}

} // namespace warpstring::gui
