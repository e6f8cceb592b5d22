// SPDX-License-Identifier: GPL-3.0-or-later
// What a batch and its worker processes tell each other: first the order, which is answered by whether it can
// be kept, then shares, each answered by its rows in one message or several.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/register_request.h"
#include "core/result.h"
#include "study/batch/batch_plan.h"
#include "study/batch/ordered_delivery.h"
#include "study/workers/row_bytes.h"

namespace warpstring::workers {

/// At most so many rows come in one message: those that are lost with a worker.
inline constexpr std::uint64_t mostRowsOfMessage = 16;

/// A file as it was when the plan was made.
struct PlannedFile {
    std::string path;
    std::uint64_t bytes = 0;
    std::int64_t changed = 0; ///< ticks of the file system's clock

    friend bool operator==(const PlannedFile&, const PlannedFile&) = default;
};

struct PlannedSpec {
    PlannedFile file;
    std::string name;
};

struct PlannedLaunches {
    PlannedFile file;
    std::optional<std::string> text; ///< in place of the file's
};

/// All that a worker needs to make the same plan.
struct WorkOrder {
    std::vector<PlannedLaunches> launches;
    std::vector<PlannedSpec> specs;
    batch::BatchSettings settings;
    std::optional<double> timeLimitSeconds; ///< of a row
    std::optional<batch::PlanPart> part;
};

/// What `plan` was read from, as it is now.
[[nodiscard]] WorkOrder orderOf(const batch::BatchPlan& plan, std::optional<double> timeLimitSeconds);
/// The plan of an order. Fails with batch.plan-changed where a file is another one by now.
[[nodiscard]] Result<batch::BatchPlan> planOf(const WorkOrder& order);

/// Consecutive rows of a share.
struct RowsMessage {
    std::uint64_t first = 0;
    std::vector<batch::BatchRow> rows;
};

template <class Archive, Either<PlannedFile> Value>
void fields(Archive& archive, Value& value) {
    auto& [path, bytes, changed] = value;
    archive(path, bytes, changed);
}

template <class Archive, Either<PlannedLaunches> Value>
void fields(Archive& archive, Value& value) {
    auto& [file, text] = value;
    archive(file, text);
}

template <class Archive, Either<PlannedSpec> Value>
void fields(Archive& archive, Value& value) {
    auto& [file, name] = value;
    archive(file, name);
}

template <class Archive, Either<RegisterRequest> Value>
void fields(Archive& archive, Value& value) {
    auto& [kind, count] = value;
    archive(kind, count);
}

template <class Archive, Either<batch::BatchSettings> Value>
void fields(Archive& archive, Value& value) {
    auto& [threshold, sourceShape, model, withStrings, options, registers] = value;
    archive(threshold, sourceShape, model, withStrings, options, registers);
}

template <class Archive, Either<batch::RowRange> Value>
void fields(Archive& archive, Value& value) {
    auto& [first, end] = value;
    archive(first, end);
}

template <class Archive, Either<batch::PlanPart> Value>
void fields(Archive& archive, Value& value) {
    auto& [number, total, rows] = value;
    archive(number, total, rows);
}

template <class Archive, Either<WorkOrder> Value>
void fields(Archive& archive, Value& value) {
    auto& [launches, specs, settings, timeLimit, part] = value;
    archive(launches, specs, settings, timeLimit, part);
}

template <class Archive, Either<RowsMessage> Value>
void fields(Archive& archive, Value& value) {
    auto& [first, rows] = value;
    archive(first, rows);
}

template <class Value>
[[nodiscard]] std::string bytesOf(const Value& value) {
    std::string bytes;
    ByteWriter write(bytes);
    write(value);
    return bytes;
}

/// Nothing where the bytes are not those of such a value.
template <class Value>
[[nodiscard]] std::optional<Value> fromBytes(std::string_view bytes) {
    Value value;
    ByteReader read(bytes);
    read(value);
    if (!read.isWhole() || !read.isAtEnd()) return std::nullopt;
    return value;
}

} // namespace warpstring::workers
