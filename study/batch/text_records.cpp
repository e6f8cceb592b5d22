// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/text_records.h"

#include <algorithm>

namespace warpstring::batch {

Result<std::optional<std::string_view>> TextRecords::next() {
    for (;;) {
        if (const std::size_t end = lineEnd(); end != std::string::npos) {
            const std::string_view record = std::string_view(text_).substr(begin_, end - begin_);
            begin_ = scanned_ = end;
            return std::optional(record);
        }
        text_.erase(0, begin_);
        scanned_ -= begin_;
        begin_ = 0;
        const auto block = read_(offset_, blockBytes_);
        if (!block) return block.diagnostics();
        if (block->empty()) return std::optional<std::string_view>();
        offset_ += block->size();
        text_ += *block;
    }
}

/// The place after the next line end that closes a record.
std::size_t TextRecords::lineEnd() {
    for (; scanned_ < text_.size(); ++scanned_) {
        if (!format_.quotedLineEnds) {
            scanned_ = std::min(text_.find('\n', scanned_), text_.size());
            if (scanned_ == text_.size()) break;
        }
        const char c = text_[scanned_];
        if (c == '"') inQuotes_ = !inQuotes_;
        if (c == '\n' && !(format_.quotedLineEnds && inQuotes_)) {
            inQuotes_ = false;
            return scanned_ + 1;
        }
    }
    return std::string::npos;
}

} // namespace warpstring::batch
