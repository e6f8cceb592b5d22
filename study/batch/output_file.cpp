// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/output_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace warpstring::batch {

namespace {

Diagnostic fileFault(const char* code, const std::string& file, std::string message, std::string hint) {
    return {code, Severity::Error, {file, 0, 0}, std::move(message), std::move(hint)};
}

/// The error number, or 0 when all is written.
int writeAll(std::string_view text, const auto& writeSome) {
    while (!text.empty()) {
        const ssize_t written = writeSome(text);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return written < 0 ? errno : ENOSPC;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

} // namespace

Result<OutputFile> OutputFile::open(const std::filesystem::path& path, OutputMode mode) {
    const std::string name = path.string();
    const int descriptor =
        ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | (mode == OutputMode::Create ? O_EXCL : 0), 0666);
    if (descriptor < 0 && errno == EEXIST)
        return fileFault("batch.output-exists", name, "there is already a file " + name,
                         "--resume goes on with it, --force replaces it");
    if (descriptor < 0)
        return fileFault("batch.output-unusable", name,
                         "cannot write to " + name + ": " + std::string(std::strerror(errno)),
                         "give the path of a file in a folder that can be written to");
    OutputFile file(descriptor, true, name);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return fileFault("batch.output-busy", name, "another process is writing " + name,
                         "wait for it to end, or write to another file");
    // Only now: until the lock is held another batch may be writing.
    if (mode == OutputMode::Replace && ftruncate(descriptor, 0) != 0 && errno != EINVAL)
        return file.writeFault(errno);
    if (mode != OutputMode::Replace) static_cast<void>(lseek(descriptor, 0, SEEK_END));
    return file;
}

OutputFile OutputFile::standardOutput() { return {STDOUT_FILENO, false, "standard output"}; }

OutputFile::OutputFile(OutputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), owned_(std::exchange(other.owned_, false)),
      name_(std::move(other.name_)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(owned_, other.owned_);
    std::swap(name_, other.name_);
    return *this;
}

OutputFile::~OutputFile() {
    if (owned_) close(descriptor_);
}

Diagnostic OutputFile::writeFault(int error) const {
    Diagnostic written =
        fileFault("output.write", name_, "cannot write the results: " + std::string(std::strerror(error)),
                  "make room, then run the same command with --resume");
    written.origin = Origin::Surroundings;
    return written;
}

Diagnostics OutputFile::write(std::string_view text) {
    const int error =
        writeAll(text, [&](std::string_view rest) { return ::write(descriptor_, rest.data(), rest.size()); });
    if (error != 0) return {writeFault(error)};
    return {};
}

Diagnostics OutputFile::writeAt(std::uint64_t offset, std::string_view text) {
    const int error = writeAll(text, [&](std::string_view rest) {
        return pwrite(descriptor_, rest.data(), rest.size(),
                      static_cast<off_t>(offset + (text.size() - rest.size())));
    });
    if (error != 0) return {writeFault(error)};
    return {};
}

Diagnostics OutputFile::truncate(std::uint64_t bytes) {
    if (ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) return {writeFault(errno)};
    static_cast<void>(lseek(descriptor_, 0, SEEK_END));
    return {};
}

Result<std::string> OutputFile::read(std::uint64_t offset, std::size_t most) const {
    std::string text(most, '\0');
    ssize_t got = 0;
    do {
        got = pread(descriptor_, text.data(), most, static_cast<off_t>(offset));
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return fileFault("batch.output-unusable", name_,
                         "cannot read " + name_ + ": " + std::string(std::strerror(errno)),
                         "--resume needs the rows that are there");
    text.resize(static_cast<std::size_t>(got));
    return text;
}

Diagnostics replaceFile(const std::filesystem::path& path, std::string_view text) {
    const std::filesystem::path fresh = path.string() + ".new";
    {
        auto file = OutputFile::open(fresh, OutputMode::Replace);
        if (!file) return file.diagnostics();
        if (auto faults = file->write(text); !faults.empty()) return faults;
    }
    std::error_code error;
    std::filesystem::rename(fresh, path, error);
    if (error)
        return {fileFault("batch.output-unusable", path.string(),
                          "cannot write " + path.string() + ": " + error.message(),
                          "give the path of a file in a folder that can be written to")};
    return {};
}

} // namespace warpstring::batch
