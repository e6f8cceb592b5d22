// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch hands to its kernel, as numbers: for host code that computes what the kernel should.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/launch.h"
#include "core/records/buffer_data.h"
#include "core/result.h"

namespace warpstring::records {

/// The scalars, macros and initial buffer contents of one launch. Buffers are never made as a whole: a scalar
/// of any index costs O(1), so a few elements of a huge output can be checked.
class LaunchData {
public:
    /// Keeps the launch. Fails when a buffer's file cannot be read.
    [[nodiscard]] static Result<LaunchData> create(const Launch& launch);

    [[nodiscard]] const Launch& launch() const { return *launch_; }
    [[nodiscard]] bool has(const std::string& parameter) const;
    /// The value of a scalar argument or of a macro -DNAME=VALUE. Throws std::out_of_range for a name that the
    /// launch lacks.
    [[nodiscard]] std::int64_t integer(const std::string& name) const;
    [[nodiscard]] double number(const std::string& name) const;
    /// Scalars of a buffer (a float4 element holds four).
    [[nodiscard]] std::uint64_t scalarCount(const std::string& buffer) const;
    /// Reads one buffer's initial scalars; keep it for loops, it saves the search for the name.
    class Buffer {
    public:
        /// Precondition: index < the buffer's scalarCount().
        double operator[](std::uint64_t index) const {
            return floating_ ? data_->floatAt(index) : static_cast<double>(data_->integerAt(index));
        }

    private:
        friend class LaunchData;
        Buffer(const BufferData& data, bool floating) : data_(&data), floating_(floating) {}
        const BufferData* data_;
        bool floating_;
    };
    [[nodiscard]] Buffer buffer(const std::string& name) const;

private:
    const Launch* launch_ = nullptr;
    std::map<std::string, std::pair<BufferData, bool>> buffers_;
    std::map<std::string, double> macros_;
};

} // namespace warpstring::records
