// SPDX-License-Identifier: GPL-3.0-or-later
// A file that results are appended to, held by one process at a time. Nothing is buffered here: what is written
// survives the end of the process, however sudden.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace warpstring::batch {

enum class OutputMode {
    Create,  ///< there must be no such file
    Replace, ///< what is there is lost
    Resume   ///< what is there is kept
};

class OutputFile {
public:
    /// Codes: batch.output-exists, batch.output-busy (another process writes it), batch.output-unusable.
    [[nodiscard]] static Result<OutputFile> open(const std::filesystem::path& path, OutputMode mode);
    [[nodiscard]] static OutputFile standardOutput();

    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&& other) noexcept;
    ~OutputFile();

    /// Empty when all of it is written, else output.write.
    [[nodiscard]] Diagnostics write(std::string_view text);
    /// Overwrites bytes that are there.
    [[nodiscard]] Diagnostics writeAt(std::uint64_t offset, std::string_view text);
    [[nodiscard]] Diagnostics truncate(std::uint64_t bytes);
    /// Up to `most` bytes from `offset` on; empty at the end of the file.
    [[nodiscard]] Result<std::string> read(std::uint64_t offset, std::size_t most) const;

private:
    OutputFile(int descriptor, bool owned, std::string name)
        : descriptor_(descriptor), owned_(owned), name_(std::move(name)) {}
    Diagnostic writeFault(int error) const;

    int descriptor_ = -1;
    bool owned_ = false;
    std::string name_;
};

/// Replaces a small file in one step: whoever reads it sees the old text or the new one.
[[nodiscard]] Diagnostics replaceFile(const std::filesystem::path& path, std::string_view text);

} // namespace warpstring::batch
