// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons that were pinned under a name, to hold later ones against.
#pragma once

#include <QJsonObject>
#include <QString>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/result.h"
#include "study/comparison/comparison.h"

namespace warpstring::gui {

/// Both quantities of one launch on one spec, beside one device's record.
struct BaselineLaunch {
    std::string launch, file, spec, device;
    records::CacheState cache = records::CacheState::Warm;
    struct Values {
        std::optional<double> simulated, measured;
        friend bool operator==(const Values&, const Values&) = default;
    } kernelTime, warpLatency;

    [[nodiscard]] const Values& of(records::Quantity quantity) const {
        return quantity == records::Quantity::KernelTime ? kernelTime : warpLatency;
    }
    friend bool operator==(const BaselineLaunch&, const BaselineLaunch&) = default;
};

class Baseline {
public:
    QString name;
    QString pinnedAt; ///< UTC, "2026-11-21T16:00:00Z"

    Baseline() = default;
    Baseline(QString named, QString at, std::vector<BaselineLaunch> launches,
             std::vector<comparison::ComparisonSummary> summaries);

    [[nodiscard]] const std::vector<BaselineLaunch>& launches() const { return launches_; }
    /// Their families are without their variants.
    [[nodiscard]] const std::vector<comparison::ComparisonSummary>& summaries() const { return summaries_; }
    /// The same launch of the same file name on the same spec, with the same device and caches where there is
    /// one: a kernel that was edited has lost its records, and its simulated time still has a baseline.
    [[nodiscard]] const BaselineLaunch* find(const comparison::ComparedLaunch& launch) const;
    [[nodiscard]] const comparison::ComparisonSummary* find(const comparison::ComparisonSummary& summary) const;
    /// Simulated now over simulated then, minus 1.
    [[nodiscard]] std::optional<double> change(const comparison::ComparedLaunch& launch,
                                               records::Quantity quantity) const {
        return change(launch, find(launch), quantity);
    }
    /// The same where find() was asked before.
    [[nodiscard]] static std::optional<double> change(const comparison::ComparedLaunch& launch,
                                                      const BaselineLaunch* then, records::Quantity quantity);

private:
    std::vector<BaselineLaunch> launches_;
    std::vector<comparison::ComparisonSummary> summaries_;
    std::unordered_map<std::string, std::size_t> exact_, bySpec_;
};

[[nodiscard]] Baseline pinned(const comparison::Comparison& comparison, const QString& name,
                              const QString& pinnedAt);

/// Schema "warpstring.baseline/1", for project files.
[[nodiscard]] QJsonObject toJson(const Baseline& baseline);
/// Fails with baseline.bad-schema.
[[nodiscard]] Result<Baseline> baselineFromJson(const QJsonObject& json);

} // namespace warpstring::gui
