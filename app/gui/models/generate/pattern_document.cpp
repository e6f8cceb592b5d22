// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/pattern_document.h"

#include "app/gui/models/text_file.h"

namespace warpstring::gui {

bool isPatternFile(const std::filesystem::path& path) {
    return path.extension() == ".pattern" || generate::isNestFile(path.string());
}

PatternDocument::PatternDocument(QObject* parent) : QObject(parent) {
    pause_.setSingleShot(true);
    pause_.setInterval(debounceMs);
    connect(&pause_, &QTimer::timeout, this, &PatternDocument::readNow);
    connect(&reader_, &PatternReader::finished, this,
            [this](const std::shared_ptr<const PatternReading>& reading) {
                reading_ = reading;
                if (!busy()) Q_EMIT read();
            });
}

Diagnostics PatternDocument::open(const std::filesystem::path& path) {
    std::error_code ignored;
    const auto whole = std::filesystem::absolute(path, ignored).lexically_normal();
    auto text = readText(whole);
    if (!text) return text.diagnostics();
    saved_ = *text;
    take(whole, *std::move(text));
    return {};
}

void PatternDocument::restore(const std::filesystem::path& path, const std::string& text) {
    const auto file = readText(path);
    saved_ = file ? *file : std::string();
    take(path, text);
}

void PatternDocument::take(const std::filesystem::path& path, std::string text) {
    path_ = path;
    text_ = std::move(text);
    readNow();
    Q_EMIT replaced();
    Q_EMIT savedStateChanged();
    Q_EMIT changed();
}

void PatternDocument::setText(std::string text) {
    if (text == text_) return;
    const bool before = modified();
    text_ = std::move(text);
    pause_.start();
    if (before != modified()) Q_EMIT savedStateChanged();
    Q_EMIT changed();
}

bool PatternDocument::changedOnDisk() const {
    const auto text = readText(path_);
    return text.ok() && *text != saved_;
}

Diagnostics PatternDocument::save() {
    const auto faults = writeText(path_, text_);
    if (faults.empty()) saved_ = text_;
    Q_EMIT savedStateChanged();
    return faults;
}

Diagnostics PatternDocument::revert() { return open(path_); }

void PatternDocument::setSize(const std::string& name, std::optional<std::int64_t> value) {
    if (value)
        given_[name] = *value;
    else
        given_.erase(name);
    readNow();
    Q_EMIT changed();
}

generate::GivenSizes PatternDocument::knownSizes() const {
    generate::GivenSizes sizes;
    for (const generate::PatternSize& size : reading_->written)
        if (const auto found = given_.find(size.name); found != given_.end()) sizes.insert(*found);
    return sizes;
}

std::shared_ptr<const generate::Program> PatternDocument::program() const {
    return busy() ? nullptr : reading_->program;
}

void PatternDocument::readNow() {
    pause_.stop();
    reader_.start(text_, path_.string(), given_);
}

} // namespace warpstring::gui
