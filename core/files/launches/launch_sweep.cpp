// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_sweep.h"

#include <utility>

#include "core/files/launches/launch_reader.h"

namespace warpstring::files {

LaunchSweep::LaunchSweep(std::shared_ptr<const TomlValue> document, std::filesystem::path path)
    : document_(std::move(document)), path_(std::move(path)),
      reader_(std::make_unique<LaunchReader>(*document_, path_, false)) {}

LaunchSweep::LaunchSweep(const LaunchSweep& other) : LaunchSweep(other.document_, other.path_) {
    givenText_ = other.givenText_;
    assumeSource(other.assumedSource_);
    static_cast<void>(reader_->readDocument()); // without faults: the other has none
}
LaunchSweep::LaunchSweep(LaunchSweep&&) noexcept = default;
LaunchSweep& LaunchSweep::operator=(LaunchSweep other) noexcept {
    std::swap(document_, other.document_);
    std::swap(path_, other.path_);
    std::swap(reader_, other.reader_);
    std::swap(givenText_, other.givenText_);
    std::swap(assumedSource_, other.assumedSource_);
    return *this;
}
LaunchSweep::~LaunchSweep() = default;

Result<LaunchSweep> LaunchSweep::parse(std::string_view text, const std::filesystem::path& path) {
    auto document = parseToml(text, path, "launch");
    if (!document) return document.diagnostics();
    LaunchSweep sweep(std::make_shared<const TomlValue>(std::move(*document)), path);
    sweep.givenText_ = std::make_shared<const std::string>(text);
    LaunchReader& reader = *sweep.reader_;
    const bool isLaunchFile = reader.readDocument();
    if (reader.faults().empty()) return sweep;
    // Who mends the file wants to know the faults of its values as well.
    if (isLaunchFile) static_cast<void>(reader.read(0));
    return reader.faults().sorted();
}

Result<LaunchSweep> LaunchSweep::open(const std::filesystem::path& path) {
    const auto text = readTextFile(path, "launch");
    if (!text) return text.diagnostics();
    auto sweep = parse(*text, path);
    if (sweep) sweep->givenText_ = nullptr;
    return sweep;
}

void LaunchSweep::assumeSource(const std::filesystem::path& path) {
    assumedSource_ = path;
    reader_->assumeSource(path);
}

std::uint64_t LaunchSweep::count() const { return reader_->count(); }

Result<Launch> LaunchSweep::at(std::uint64_t index) {
    reader_->faults().clear();
    Launch launch = reader_->read(index);
    if (!reader_->faults().empty()) return reader_->faults().sorted();
    return launch;
}

Result<std::vector<Launch>> LaunchSweep::all() {
    std::vector<Launch> launches;
    launches.reserve(count());
    for (std::uint64_t i = 0; i < count(); ++i) {
        auto launch = at(i);
        if (!launch) return launch.diagnostics();
        launches.push_back(std::move(*launch));
    }
    return launches;
}

std::string LaunchSweep::nameOf(std::uint64_t index) { return reader_->nameOf(index); }

std::vector<std::filesystem::path> LaunchSweep::inputFiles() {
    const Launch launch = reader_->read(0);
    std::vector<std::filesystem::path> files;
    if (!launch.source.empty()) files.push_back(launch.source);
    for (const auto& [name, argument] : launch.arguments)
        if (const BufferArgument* buffer = elementsOf(argument);
            buffer != nullptr && buffer->init == BufferInit::File)
            files.push_back(buffer->file);
    return files;
}

} // namespace warpstring::files
