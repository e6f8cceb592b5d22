// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/launch_records.h"

#include <algorithm>

#include "core/records/resolved_launch.h"
#include "study/comparison/own_device.h"

namespace warpstring::gui {

std::vector<const records::Measurement*> recordsOfLaunch(const Analysis& analysis,
                                                         const std::vector<records::Measurement>& records) {
    std::vector<const records::Measurement*> found;
    if (records.empty()) return found;
    const std::string print = records::fingerprint({analysis.launch(), analysis.request.sourceText, nullptr});
    for (const records::Measurement& record : records)
        if (record.fingerprint == print && record.status == records::MeasurementStatus::Ok &&
            comparison::isOwnDevice(analysis.spec(), record.device.name))
            found.push_back(&record);
    std::stable_partition(found.begin(), found.end(), [](const records::Measurement* record) {
        return record->settings.cache == records::CacheState::Warm;
    });
    return found;
}

} // namespace warpstring::gui
