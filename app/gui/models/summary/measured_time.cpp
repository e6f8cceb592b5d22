// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/measured_time.h"

#include "app/gui/models/timeline/launch_records.h"

namespace warpstring::gui {

std::optional<MeasuredTime> measuredTimeOf(const Analysis& analysis,
                                           const std::vector<records::Measurement>& records) {
    for (const records::Measurement* record : recordsOfLaunch(analysis, records)) {
        const double us = record->kernel.statistics.median * 1e-3;
        if (us <= 0) continue;
        return MeasuredTime{
            us, analysis.simulation.kernelTimeUs() / us - 1, QString::fromStdString(record->device.name),
            QString::fromStdString(record->takenAt), record->settings.cache == records::CacheState::Cold};
    }
    return std::nullopt;
}

} // namespace warpstring::gui
