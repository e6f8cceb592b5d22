// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern file to the typed form.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/result.h"
#include "generate/form/expr.h"

namespace warpstring::generate {

/// What a caller sets in the place of a file's sizes, by name.
using GivenSizes = std::map<std::string, std::int64_t>;

/// `text` is the content of a file that places call `file`. Its last definition is the program. Errors:
/// pattern.syntax, pattern.type, pattern.unknown-name, pattern.size, pattern.function (what Clang says of a
/// function in OpenCL C); each says where, and what was expected.
[[nodiscard]] Result<Program> readPattern(std::string_view text, const std::string& file,
                                          const GivenSizes& sizes = {});

/// The sizes that hang on no other one, which a caller can set as it likes, with their values; `sizes` come
/// before the file's. Errors: pattern.syntax, pattern.size.
[[nodiscard]] Result<GivenSizes> freeSizes(std::string_view text, const std::string& file,
                                           const GivenSizes& sizes = {});

} // namespace warpstring::generate
