// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern file to the typed form.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

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

struct PatternSize {
    std::string name;
    std::int64_t value = 0;
};

/// The sizes of a pattern file in its order, whatever is wrong with what follows them. Errors: pattern.syntax,
/// pattern.type, pattern.unknown-name and pattern.size.
[[nodiscard]] Result<std::vector<PatternSize>> readSizes(std::string_view text, const std::string& file,
                                                         const GivenSizes& sizes = {});

/// The sizes that hang on no other one, which a caller can set as it likes, with their values; `sizes` come
/// before the file's. Errors: pattern.syntax, pattern.size.
[[nodiscard]] Result<GivenSizes> freeSizes(std::string_view text, const std::string& file,
                                           const GivenSizes& sizes = {});

} // namespace warpstring::generate
