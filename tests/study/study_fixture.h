// SPDX-License-Identifier: GPL-3.0-or-later
// A folder with a small kernel and a sweep over it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "study/batch/batch.h"
#include "study/batch/batch_plan.h"

namespace warpstring {

class StudyTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    void write(const std::string& name, const std::string& text) const;
    [[nodiscard]] std::string read(const std::string& name) const;

    /// Writes name.toml: kernel "k" for n = 64, 128, ..., `count` of them.
    void writeSweep(const std::string& name, int count, const std::string& more = "") const;
    /// A plan over such files and the spec of the GeForce 8800 GTX, `specs` times.
    [[nodiscard]] batch::BatchPlan plan(const std::vector<std::string>& names, int specs = 1,
                                        batch::BatchSettings settings = {}) const;

    std::filesystem::path folder_;
};

/// Keeps what it is given.
class MemorySink : public batch::RowSink {
public:
    void encode(batch::BatchRow row, batch::EncodedRows& into) const override;
    Diagnostics write(batch::EncodedRows rows) override;
    Diagnostics finish(bool complete) override;

    std::string text;
    std::vector<std::uint64_t> indices;
    std::uint64_t failAt = ~std::uint64_t{0}; ///< row whose writing fails
    int finished = 0;
    bool complete = false;
};

} // namespace warpstring
