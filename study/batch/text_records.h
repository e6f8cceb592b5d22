// SPDX-License-Identifier: GPL-3.0-or-later
// A text of rows taken apart into its records, however large it is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "study/batch/row_text.h"

namespace warpstring::batch {

class TextRecords {
public:
    /// Up to `most` bytes from `offset` on; empty at the end.
    using Read = std::function<Result<std::string>(std::uint64_t offset, std::size_t most)>;

    /// `format` outlives this.
    TextRecords(Read read, const RowFormat& format, std::size_t blockBytes = 1 << 20)
        : read_(std::move(read)), format_(format), blockBytes_(blockBytes) {}

    /// The next record with its line end, valid until the next call. Nothing where no whole one follows.
    [[nodiscard]] Result<std::optional<std::string_view>> next();
    /// After the last record: what stands behind it.
    [[nodiscard]] std::string_view rest() const { return std::string_view(text_).substr(begin_); }

private:
    [[nodiscard]] std::size_t lineEnd();

    Read read_;
    const RowFormat& format_;
    std::size_t blockBytes_;
    std::uint64_t offset_ = 0;
    std::string text_;
    std::size_t begin_ = 0;   ///< of the next record, in the text
    std::size_t scanned_ = 0; ///< no line end is before it
    bool inQuotes_ = false;
};

} // namespace warpstring::batch
