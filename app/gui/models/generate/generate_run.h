// SPDX-License-Identifier: GPL-3.0-or-later
// The search off the GUI's thread: what `warpstring generate` does, of a pattern as it is edited.
#pragma once

#include <QObject>
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/gui/models/stoppable_run.h"
#include "generate/running/verified_ways.h"

namespace warpstring::gui {

/// A device by the name that the command takes.
struct NamedSpec {
    std::string name;
    std::shared_ptr<const HardwareSpec> spec;
};

/// What a person sets.
struct GenerateSettings {
    generate::Allowed allowed;
    std::size_t budget = 2000; ///< ways that are simulated at most, on each device
    std::uint64_t seed = 1;    ///< of the tree search, where the ways are more than the budget
    generate::Extent extent = generate::Extent::Listed;
    generate::Method method = generate::Method::Auto;
    bool verifies = false;       ///< the winner is run beside the reference before it is told
    std::size_t measured = 0;    ///< of the fastest ways so many are run
    std::string device;          ///< that runs them: as measure's -d; empty: the first GPU, else the first one
    std::filesystem::path state; ///< where it goes on from, and keeps what it found; empty: nowhere
};

struct GenerateRequest : GenerateSettings {
    generate::Description description; ///< of `program`
    std::shared_ptr<const generate::Program> program;
    std::vector<NamedSpec> specs;
    unsigned jobs = 0; ///< threads; 0: one less than there are cores
};

/// What was found on one device.
struct DeviceCandidates {
    NamedSpec device;
    generate::GenerateResult result; ///< at least one candidate
    generate::WaysRun told;          ///< by running them
};

/// Shared, and kept as long as somebody shows it.
struct GenerateOutcome {
    GenerateRequest request;
    generate::Generated reference;
    std::string host;                         ///< the reference in C; empty where there is none
    std::vector<DeviceCandidates> devices;    ///< in the order of the request; those with candidates
    std::vector<std::vector<double>> timesUs; ///< of the winner of a row's device on a column's; 0: refused
    bool isComplete = false;                  ///< it was not cancelled
    Diagnostics faults;                       ///< why a device is missing

    [[nodiscard]] const generate::Candidate* candidate(std::size_t device, std::size_t index) const {
        if (device >= devices.size() || index >= devices[device].result.candidates.size()) return nullptr;
        return &devices[device].result.candidates[index];
    }
};
using SharedGenerateOutcome = std::shared_ptr<const GenerateOutcome>;

class GenerateRun : public StoppableRun {
    Q_OBJECT

public:
    explicit GenerateRun(QObject* parent = nullptr) : StoppableRun(parent) {}

    /// What runs is dropped.
    void start(GenerateRequest request);

Q_SIGNALS:
    /// Ways of so many that have been looked at on a device, and the fastest time of them, us; infinite: none.
    void progressed(const QString& device, quint64 done, quint64 total, double bestUs);
    /// Ways of a device are being run.
    void runningWays(const QString& device);
    void finished(const warpstring::gui::SharedGenerateOutcome& outcome);
};

} // namespace warpstring::gui
