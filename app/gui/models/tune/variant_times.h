// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured of a search's fastest variants, from the window.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <map>
#include <memory>

#include "app/gui/models/tune/tune_run.h"
#include "core/records/measurement.h"
#include "core/records/resolved_launch.h"
#include "tuning/search/regret.h"

namespace warpstring::gui {

class VariantTimes : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// What was measured of another search is forgotten.
    void setOutcome(SharedTuneOutcome outcome);

    using Maker = std::function<Result<std::vector<records::ResolvedLaunch>>()>;
    /// Makes the start and the fastest `top` variants, ready to be measured: outputs are held against those of
    /// the start. To be called by any thread. Null where nothing is ranked.
    [[nodiscard]] Maker maker(std::size_t top);
    /// A record of one of the launches that a maker made; others are passed over.
    void take(const records::Measurement& record);

    /// Measured and right, us.
    [[nodiscard]] const std::map<search::VariantId, double>& all() const { return timesUs_; }
    [[nodiscard]] std::optional<double> startUs() const { return startUs_; }
    /// Of the variants that were measured.
    [[nodiscard]] std::optional<search::Regret> regret() const;
    /// In a sentence or two, with the regret and the outputs that are wrong; empty before anything was
    /// measured.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void changed();

private:
    struct Launches; ///< by fingerprint; shared with the thread that makes them

    SharedTuneOutcome outcome_;
    std::shared_ptr<Launches> launches_;
    std::map<search::VariantId, double> timesUs_;
    std::map<search::VariantId, records::MeasurementStatus> bad_; ///< what did not come out right
    std::optional<double> startUs_;
    std::string device_;
};

} // namespace warpstring::gui
