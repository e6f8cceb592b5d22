// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/workers/worker_messages.h"

#include <filesystem>

#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::workers {

namespace {

PlannedFile asItIs(const std::filesystem::path& path) {
    PlannedFile file;
    file.path = path.string();
    std::error_code ignored;
    if (const auto bytes = std::filesystem::file_size(path, ignored); !ignored) file.bytes = bytes;
    if (const auto changed = std::filesystem::last_write_time(path, ignored); !ignored)
        file.changed = changed.time_since_epoch().count();
    return file;
}

/// Reads a file that is to be what it was.
template <class Value, class Reader>
void read(const PlannedFile& file, Reader reader, std::vector<Value>& into, Diagnostics& faults) {
    if (asItIs(file.path) != file) {
        faults.push_back({"batch.plan-changed",
                          Severity::Error,
                          {file.path, 0, 0},
                          "the file was changed while the batch ran",
                          "undo the change and resume, or start again with --force or another output file"});
        return;
    }
    auto value = reader(file.path);
    if (value)
        into.push_back(std::move(*value));
    else
        faults.insert(faults.end(), value.diagnostics().begin(), value.diagnostics().end());
}

} // namespace

WorkOrder orderOf(const batch::BatchPlan& plan, std::optional<double> timeLimitSeconds) {
    WorkOrder order;
    for (const files::LaunchSweep& file : plan.files()) {
        PlannedLaunches& launches = order.launches.emplace_back(PlannedLaunches{asItIs(file.path()), {}});
        if (const std::string* text = file.givenText()) launches.text = *text;
    }
    for (const HardwareSpec& spec : plan.specs()) order.specs.push_back({asItIs(spec.file), spec.name});
    order.settings = plan.settings();
    order.timeLimitSeconds = timeLimitSeconds;
    order.part = plan.part();
    return order;
}

Result<batch::BatchPlan> planOf(const WorkOrder& order) {
    Diagnostics faults;
    std::vector<files::LaunchSweep> launches;
    for (const PlannedLaunches& planned : order.launches)
        read(
            planned.file,
            [&](const std::filesystem::path& path) {
                return planned.text ? files::LaunchSweep::parse(*planned.text, path)
                                    : files::LaunchSweep::open(path);
            },
            launches, faults);
    std::vector<HardwareSpec> specs;
    for (const PlannedSpec& spec : order.specs) read(spec.file, files::readHardwareSpec, specs, faults);
    if (!faults.empty()) return faults;
    for (std::size_t i = 0; i < specs.size(); ++i) specs[i].name = order.specs[i].name;
    batch::BatchPlan plan(std::move(launches), std::move(specs), order.settings);
    if (order.part) plan.restrictTo(*order.part);
    return plan;
}

} // namespace warpstring::workers
