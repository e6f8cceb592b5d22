// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/record_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "core/records/measurement_json.h"
#include "core/text/text_format.h"

namespace warpstring::records {

namespace {

namespace fs = std::filesystem;

Diagnostic writeFailure(const fs::path& path, int error) {
    return {"record.write",
            Severity::Error,
            {path.string(), 0, 0},
            std::string("cannot be written: ") + std::strerror(error),
            "check the folder's rights and the room on the disk"};
}

/// Letters, digits and a few harmless marks; others become "_".
std::string asFileName(std::string text) {
    std::replace_if(
        text.begin(), text.end(),
        [](unsigned char c) { return !std::isalnum(c) && std::strchr("-_.,=+", c) == nullptr; }, '_');
    return text.substr(0, 150);
}

std::string shortDevice(const std::string& device) { return lowered(asFileName(device)).substr(0, 40); }

/// Of either kind of record.
template <class Record>
std::string keyOf(const Record& record) {
    return recordKey(record.fingerprint, record.device.name, record.settings.cache);
}

/// Writes all of `text` and waits until the disk has it; an errno, or 0.
int writeThrough(const fs::path& path, int flags, const std::string& text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
    if (file < 0) return errno;
    int error = 0;
    for (std::size_t done = 0; done < text.size() && error == 0;) {
        const ssize_t written = ::write(file, text.data() + done, text.size() - done);
        if (written >= 0)
            done += static_cast<std::size_t>(written);
        else if (errno != EINTR)
            error = errno;
    }
    if (error == 0 && ::fsync(file) != 0 && errno != EINVAL && errno != EROFS) error = errno;
    if (::close(file) != 0 && error == 0) error = errno;
    return error;
}

/// Ends a file of lines at its last complete one.
Diagnostics cutTornLine(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return {};
    std::ostringstream text;
    text << in.rdbuf();
    const std::string contents = text.str();
    const auto end = contents.rfind('\n');
    const std::size_t whole = end == std::string::npos ? 0 : end + 1;
    if (whole == contents.size()) return {};
    std::error_code error;
    fs::resize_file(path, whole, error);
    if (error) return {writeFailure(path, error.value())};
    return {};
}

struct StoredRecords {
    std::vector<Measurement> launches;
    std::vector<SequenceMeasurement> sequences;
};

Diagnostics addRecord(const std::string& text, const SourceLocation& place, StoredRecords& records) {
    const auto json = parseJson(text, place.file);
    if (json && isSequenceMeasurement(*json)) {
        records.sequences.push_back(sequenceMeasurementFromJson(*json));
        return {};
    }
    if (json) {
        auto record = measurementFromJson(*json, place);
        if (!record) return record.diagnostics();
        records.launches.push_back(std::move(*record));
        return {};
    }
    Diagnostic fault = json.diagnostics().front();
    if (place.line > 0) fault.place.line = place.line;
    fault.code = "record.syntax";
    return {fault};
}

Diagnostics readFile(const fs::path& path, StoredRecords& records) {
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return {Diagnostic{"record.read",
                           Severity::Error,
                           {path.string(), 0, 0},
                           "cannot be read",
                           "give a record file or a folder of records"}};
    if (path.extension() != ".jsonl") {
        std::ostringstream text;
        text << in.rdbuf();
        return addRecord(text.str(), {path.string(), 0, 0}, records);
    }
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty() || in.eof()) continue; // a last line without an end was cut short
        if (Diagnostics faults = addRecord(line, {path.string(), number, 0}, records); !faults.empty())
            return faults;
    }
    return {};
}

Result<StoredRecords> readAll(const fs::path& path) {
    std::vector<fs::path> files;
    std::error_code error;
    const bool folder = fs::is_directory(path, error);
    if (folder) {
        for (const auto& entry : fs::recursive_directory_iterator(path, error))
            if (entry.path().extension() == ".json" || entry.path().extension() == ".jsonl")
                files.push_back(entry.path());
        std::sort(files.begin(), files.end());
    } else {
        files.push_back(path);
    }
    StoredRecords all;
    for (const fs::path& file : files) {
        Diagnostics faults = readFile(file, all);
        const bool other = folder && !faults.empty() && faults.front().code == "record.wrong-schema";
        if (!faults.empty() && !other) return faults;
    }
    return all;
}

template <class Record>
std::vector<Record> lastOfEachKey(std::vector<Record> all) {
    std::map<std::string, std::size_t> last;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto [entry, isNew] = last.try_emplace(keyOf(all[i]), i);
        // A failure does not undo what was measured before.
        if (!isNew && (all[i].status != MeasurementStatus::Failed ||
                       all[entry->second].status == MeasurementStatus::Failed))
            entry->second = i;
    }
    std::vector<Record> records;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (last.at(keyOf(all[i])) == i) records.push_back(std::move(all[i]));
    return records;
}

} // namespace

std::string recordKey(const std::string& fingerprint, const std::string& device, CacheState cache) {
    return fingerprint + "/" + device + "/" + std::string(name(cache));
}

Result<RecordStore> RecordStore::open(const fs::path& path) {
    RecordStore store;
    store.path_ = path;
    store.lines_ = path.extension() == ".jsonl";
    std::error_code error;
    if (!store.lines_) {
        fs::create_directories(path, error);
        if (error) return writeFailure(path, error.value());
    } else {
        if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
        // Reading what is there already would not end for some devices.
        if (fs::exists(path, error) && !fs::is_regular_file(path, error))
            return Diagnostic{"record.write",
                              Severity::Error,
                              {path.string(), 0, 0},
                              "is no regular file",
                              "name a file, or a folder without .jsonl at its end"};
        if (Diagnostics faults = cutTornLine(path); !faults.empty()) return faults;
        if (const int failed = writeThrough(path, O_APPEND, ""); failed != 0) return writeFailure(path, failed);
    }
    const auto records = readAll(path);
    if (!records) return records.diagnostics();
    const auto noteTimed = [&](const auto& record) {
        if (record.status != MeasurementStatus::Failed) store.timed_.insert(keyOf(record));
    };
    std::for_each(records->launches.begin(), records->launches.end(), noteTimed);
    std::for_each(records->sequences.begin(), records->sequences.end(), noteTimed);
    return store;
}

/// What is written of a record of either kind.
struct RecordStore::Entry {
    Json json;
    std::string name, fingerprint, device, key;
    CacheState cache = CacheState::Warm;
    MeasurementStatus status = MeasurementStatus::Failed;
};

Diagnostics RecordStore::add(const Measurement& measurement) {
    return write({toJson(measurement), measurement.launch.name, measurement.fingerprint,
                  measurement.device.name, keyOf(measurement), measurement.settings.cache, measurement.status});
}

Diagnostics RecordStore::add(const SequenceMeasurement& measurement) {
    return write({toJson(measurement), measurement.name, measurement.fingerprint, measurement.device.name,
                  keyOf(measurement), measurement.settings.cache, measurement.status});
}

Diagnostics RecordStore::write(const Entry& entry) {
    fs::path written = path_;
    int error = 0;
    if (lines_) {
        error = writeThrough(path_, O_APPEND, entry.json.compact() + '\n');
    } else {
        std::string file = asFileName(entry.name) + "." + entry.fingerprint.substr(0, 8);
        if (!entry.device.empty()) file += "." + shortDevice(entry.device);
        if (entry.cache == CacheState::Cold) file += ".cold";
        written = path_ / (file + ".json");
        const fs::path unfinished = path_ / (file + ".tmp");
        error = writeThrough(unfinished, O_TRUNC, entry.json.pretty());
        if (error == 0 && ::rename(unfinished.c_str(), written.c_str()) != 0) error = errno;
    }
    if (error != 0) return {writeFailure(written, error)};
    if (entry.status != MeasurementStatus::Failed) timed_.insert(entry.key);
    return {};
}

Result<std::vector<Measurement>> readRecords(const fs::path& path) {
    auto all = readAll(path);
    if (!all) return all.diagnostics();
    return lastOfEach(std::move(all->launches));
}

Result<std::vector<SequenceMeasurement>> readSequenceRecords(const fs::path& path) {
    auto all = readAll(path);
    if (!all) return all.diagnostics();
    return lastOfEach(std::move(all->sequences));
}

std::vector<Measurement> lastOfEach(std::vector<Measurement> all) { return lastOfEachKey(std::move(all)); }

std::vector<SequenceMeasurement> lastOfEach(std::vector<SequenceMeasurement> all) {
    return lastOfEachKey(std::move(all));
}

} // namespace warpstring::records
