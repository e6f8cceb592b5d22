// SPDX-License-Identifier: GPL-3.0-or-later
// What a file held when something was made of it, in 16 characters.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "core/result.h"

namespace warpstring::batch {

/// FNV-1a over 64 bits: it tells an edit, it withstands no forger.
class ContentHashes {
public:
    [[nodiscard]] static std::string ofText(std::string_view text);
    /// Each file is read once. Fails with batch.unreadable-input.
    [[nodiscard]] Result<std::string> of(const std::filesystem::path& path);

private:
    std::map<std::string, std::string> known_;
};

} // namespace warpstring::batch
