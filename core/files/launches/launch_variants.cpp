// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_variants.h"

#include <algorithm>
#include <utility>

#include "core/files/launches/launch_axes.h"
#include "core/files/launches/launch_reader.h"

namespace warpstring::files {

struct LaunchVariants::Shared {
    TomlValue document;
    std::filesystem::path path;
    std::vector<NamedValues> names;
};

LaunchVariants::LaunchVariants(std::shared_ptr<const Shared> shared)
    : shared_(std::move(shared)),
      varied_(std::make_unique<LaunchReader>(shared_->document, shared_->path, false)),
      plain_(std::make_unique<LaunchReader>(shared_->document, shared_->path, false)) {
    std::vector<LaunchAxis> axes;
    for (const NamedValues& named : shared_->names)
        axes.push_back({named.name, &named.values, isMacro(shared_->document, named.name)});
    varied_->vary(std::move(axes));
    plain_->vary({});
}

LaunchVariants::LaunchVariants(const LaunchVariants& other) : LaunchVariants(other.shared_) {}
LaunchVariants::LaunchVariants(LaunchVariants&&) noexcept = default;
LaunchVariants& LaunchVariants::operator=(LaunchVariants other) noexcept {
    std::swap(shared_, other.shared_);
    std::swap(varied_, other.varied_);
    std::swap(plain_, other.plain_);
    return *this;
}
LaunchVariants::~LaunchVariants() = default;

Result<LaunchVariants> LaunchVariants::parse(std::string_view text, const std::filesystem::path& path,
                                             std::vector<NamedValues> names) {
    auto document = parseToml(text, path, "launch");
    if (!document) return document.diagnostics();
    LaunchReader reader(*document, path, false);
    static_cast<void>(reader.readDocument());
    const std::vector<std::string> known = variableNames(*document);
    for (const NamedValues& named : names)
        if (std::find(known.begin(), known.end(), named.name) == known.end())
            reader.faults().add(
                {1, 1}, "unknown-tune", "\"" + named.name + "\" is no scalar argument, macro, constant or size",
                suggestion(named.name, known, "define it in [args], [macros] or [constants] first"));
    if (!reader.faults().empty()) return reader.faults().sorted();
    return LaunchVariants(std::make_shared<const Shared>(Shared{std::move(*document), path, std::move(names)}));
}

Result<Launch> LaunchVariants::read(LaunchReader& reader, const std::vector<std::size_t>& choice) {
    reader.faults().clear();
    Launch launch = reader.readChoice(choice);
    if (!reader.faults().empty()) return reader.faults().sorted();
    return launch;
}

Result<Launch> LaunchVariants::at(const std::vector<std::size_t>& choice) { return read(*varied_, choice); }
Result<Launch> LaunchVariants::start() { return read(*plain_, {}); }

const std::vector<NamedValues>& LaunchVariants::names() const { return shared_->names; }

} // namespace warpstring::files
