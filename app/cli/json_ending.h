// SPDX-License-Identifier: GPL-3.0-or-later
// What a program prints that asked for JSON and got none: why, as JSON.
#pragma once

#include <memory>
#include <streambuf>

#include "core/diagnostic.h"

namespace warpstring::cli {

/// Lives as long as the program's work. With --json among the words, a program that ends with another code than
/// 0 and has written nothing to standard output writes one object there:
/// {"schema": "warpstring.diagnostics/1", "exit_code": 3, "diagnostics": [...]} (docs/json.md).
class JsonEnding {
public:
    JsonEnding(int argc, char** argv);
    ~JsonEnding();
    JsonEnding(const JsonEnding&) = delete;
    JsonEnding& operator=(const JsonEnding&) = delete;

    /// To be called last; `told` is what the person was told of. Hands the code on.
    [[nodiscard]] int end(int exitCode, const Diagnostics& told) const;

private:
    class Watched;
    std::unique_ptr<Watched> watched_; ///< standard output; null where nobody asked for JSON
};

} // namespace warpstring::cli
