// SPDX-License-Identifier: GPL-3.0-or-later
// Measurement records on disk: a folder with a file each, or one JSON Lines file to which records are appended.
// Either can be merged with another by copying files together or joining them end to end.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/records/measurement.h"
#include "core/records/sequence_measurement.h"

namespace warpstring::records {

/// What makes two records records of the same thing: work, device, cache state.
[[nodiscard]] std::string recordKey(const std::string& fingerprint, const std::string& device,
                                    CacheState cache);

/// Takes records one by one; each is safe on disk when add() returns.
class RecordStore {
public:
    /// A path ending in .jsonl is a file, any other a folder; either is made when absent. A line that was cut
    /// short when an earlier run was killed is removed. Fails with record.write or record.syntax.
    [[nodiscard]] static Result<RecordStore> open(const std::filesystem::path& path);

    /// Whether there is a record that was timed; failed ones may be tried again.
    [[nodiscard]] bool holds(const std::string& key) const { return timed_.contains(key); }
    [[nodiscard]] Diagnostics add(const Measurement& measurement);
    [[nodiscard]] Diagnostics add(const SequenceMeasurement& measurement);

private:
    struct Entry;
    Diagnostics write(const Entry& entry);

    std::filesystem::path path_;
    bool lines_ = false;
    std::set<std::string> timed_;
};

/// All records of a .json or .jsonl file, or of all such files of a folder and the folders in it, in the order
/// of their paths, each launch once on a device (lastOfEach()). Other JSON files of a folder are passed over,
/// and so are records of sequences.
[[nodiscard]] Result<std::vector<Measurement>> readRecords(const std::filesystem::path& path);
/// The records of sequences there, likewise; those of launches are passed over.
[[nodiscard]] Result<std::vector<SequenceMeasurement>> readSequenceRecords(const std::filesystem::path& path);

/// When a launch was measured several times on a device, the last record that was timed counts.
[[nodiscard]] std::vector<Measurement> lastOfEach(std::vector<Measurement> records);
[[nodiscard]] std::vector<SequenceMeasurement> lastOfEach(std::vector<SequenceMeasurement> records);

} // namespace warpstring::records
