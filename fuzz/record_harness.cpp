// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "core/records/measurement_json.h"
#include "core/records/record_store.h"
#include "fuzz/diagnostics_promise.h"

namespace warpstring::fuzz {

namespace {

namespace fs = std::filesystem;

/// A file of this process, overwritten by each text.
const fs::path& recordFile() {
    static const fs::path path =
        fs::temp_directory_path() / ("warpstring-fuzz-" + std::to_string(::getpid()) + ".jsonl");
    return path;
}

struct RemovedAtTheEnd {
    ~RemovedAtTheEnd() {
        std::error_code ignored;
        fs::remove(recordFile(), ignored);
    }
};

records::Measurement timedRecord() {
    records::Measurement record;
    record.status = records::MeasurementStatus::Ok;
    record.fingerprint = "a fingerprint that no other record has";
    record.device.name = "made up";
    return record;
}

} // namespace

void readRecordText(std::string_view text) {
    const auto json = parseJson(text, "fuzz/record.json");
    if (!json) return expectReasons(json.diagnostics());
    const auto record = records::measurementFromJson(*json);
    if (!record) return expectReasons(record.diagnostics());
    const std::string written = toJson(*record).compact();
    const auto jsonAgain = parseJson(written, "fuzz/written.json");
    if (!jsonAgain) fail("a record that is written is JSON", toText(jsonAgain.diagnostics().front()));
    const auto again = records::measurementFromJson(*jsonAgain);
    if (!again) fail("a record that is written is read", toText(again.diagnostics().front()));
    if (const std::string twice = toJson(*again).compact(); twice != written)
        fail("a record is written as it was read", written + "\n" + twice);
}

void openRecordStore(std::string_view text) {
    static const RemovedAtTheEnd removed;
    std::ofstream(recordFile(), std::ios::binary) << text;
    auto store = records::RecordStore::open(recordFile());
    if (!store) return expectReasons(store.diagnostics());
    const records::Measurement added = timedRecord();
    const std::string key = recordKey(added.fingerprint, added.device.name, added.settings.cache);
    if (store->holds(key)) return; // the text is what an earlier round has written
    if (const auto faults = store->add(added); !faults.empty())
        fail("a store that opens takes a record", toText(faults.front()));
    const auto again = records::RecordStore::open(recordFile());
    if (!again) fail("a store that took a record opens again", toText(again.diagnostics().front()));
    if (!again->holds(key)) fail("a store keeps what was added", key);
}

} // namespace warpstring::fuzz
