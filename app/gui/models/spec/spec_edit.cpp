// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/spec/spec_edit.h"

#include <QSaveFile>
#include <algorithm>

#include "app/common/program_paths.h"
#include "core/files/specs/hardware_spec_file.h"
#include "core/files/toml/toml_reader.h"

namespace warpstring::gui {

using files::SpecDocument;

namespace fs = std::filesystem;

namespace {

constexpr std::size_t mostSteps = 500;
const std::string copySuffix = "-edited";

QString pathText(const fs::path& path) { return QString::fromStdString(path.string()); }

/// The line, from 1, of a change that neither makes nor removes lines; 0 for any other.
int typedLine(const std::string& before, const std::string& after) {
    const auto [a, b] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    auto endA = before.end(), endB = after.end();
    while (endA != a && endB != b && *(endA - 1) == *(endB - 1)) {
        --endA;
        --endB;
    }
    if (std::find(a, endA, '\n') != endA || std::find(b, endB, '\n') != endB) return 0;
    return 1 + static_cast<int>(std::count(before.begin(), a, '\n'));
}

/// "nvidia-h200" of "nvidia-h200-edited" and "nvidia-h200-edited-2".
std::string withoutSuffix(const std::string& name) {
    const std::size_t at = name.rfind(copySuffix);
    if (at == std::string::npos || at == 0) return name;
    const std::string rest = name.substr(at + copySuffix.size());
    const bool numbered =
        rest.size() > 1 && rest.front() == '-' && rest.find_first_not_of("0123456789", 1) == std::string::npos;
    return rest.empty() || numbered ? name.substr(0, at) : name;
}

QString reasonOf(const Diagnostics& faults) {
    const Diagnostic& fault = faults.front();
    return QString::fromStdString(fault.message + (fault.hint.empty() ? "" : ": " + fault.hint));
}

} // namespace

SpecFolders SpecFolders::standard() {
    std::vector<fs::path> others = cli::specFolders({});
    std::erase(others, cli::shippedSpecFolder());
    std::erase(others, cli::userSpecFolder());
    return {{cli::shippedSpecFolder()}, others, cli::userSpecFolder()};
}

SpecEdit::SpecEdit(SpecFolders folders, QObject* parent) : QObject(parent), folders_(std::move(folders)) {}

std::vector<fs::path> SpecEdit::choices() const {
    std::vector<fs::path> all = files::listHardwareSpecs({folders_.own});
    for (const auto* folders : {&folders_.others, &folders_.shipped})
        for (fs::path& path : files::listHardwareSpecs(*folders)) all.push_back(std::move(path));
    return all;
}

Diagnostics SpecEdit::open(const fs::path& path) {
    auto text = files::readTextFile(path, "spec");
    if (!text) return text.diagnostics();
    // What an editor of text would not give back as it was.
    if (QString::fromStdString(*text).toStdString() != *text || text->find('\0') != std::string::npos)
        return {{"spec.not-text",
                 Severity::Error,
                 {path.string(), 0, 0},
                 path.string() + " is not UTF-8 text",
                 "a hardware spec is a TOML file"}};
    path_ = path;
    saved_ = *text;
    steps_ = {{std::move(*text), {}, 0}};
    step_ = 0;
    spec_.reset();
    rejected_.clear();
    notice_.clear();
    saveFailed_ = false;
    overwrite_ = false;
    updateReference();
    show(steps_.front().text);
    return {};
}

Diagnostics SpecEdit::openUnsaved(const fs::path& path, const QString& text) {
    Diagnostics faults = open(path);
    if (faults.empty()) apply(text.toStdString(), QStringLiteral("unsaved work"));
    return faults;
}

QString SpecEdit::name() const { return pathText(path_.stem()); }

bool SpecEdit::isShipped() const {
    return std::any_of(folders_.shipped.begin(), folders_.shipped.end(), [&](const fs::path& folder) {
        std::error_code error;
        return fs::equivalent(path_.parent_path(), folder, error) && !error;
    });
}

void SpecEdit::updateReference() {
    const std::string name = withoutSuffix(path_.stem().string());
    for (const fs::path& folder : folders_.shipped) {
        const fs::path path = folder / (name + ".toml");
        std::error_code error;
        if (!fs::is_regular_file(path, error)) continue;
        const auto text = files::readTextFile(path, "spec");
        if (!text) continue;
        reference_ = SpecDocument::parse(*text, path);
        referenceEntries_ = reference_.entries();
        referenceName_ = QStringLiteral("the shipped %1").arg(QString::fromStdString(name));
        return;
    }
    reference_ = SpecDocument::parse(saved_, path_);
    referenceEntries_ = reference_.entries();
    referenceName_ = QStringLiteral("the saved file");
}

void SpecEdit::show(std::string text) {
    document_ = SpecDocument::parse(std::move(text), path_);
    auto spec = document_.validate();
    diagnostics_ = spec ? Diagnostics{} : spec.diagnostics();
    entries_ = document_.entries();
    differences_ = specDifferences(referenceEntries_, entries_);
    if (spec) spec_ = std::make_shared<const HardwareSpec>(std::move(*spec));
    const bool isNew = diagnostics_.empty();
    Q_EMIT changed();
    if (isNew) Q_EMIT specChanged();
}

void SpecEdit::apply(std::string text, const QString& what, int line) {
    if (text == document_.text()) return;
    notice_.clear();
    saveFailed_ = false;
    overwrite_ = false;
    steps_.resize(step_ + 1);
    if (line != 0 && steps_.back().typedLine == line && step_ > 0)
        steps_.back().text = text;
    else
        steps_.push_back({text, what, line});
    if (steps_.size() > mostSteps) steps_.erase(steps_.begin());
    step_ = steps_.size() - 1;
    show(std::move(text));
}

void SpecEdit::setText(const QString& text) {
    std::string typed = text.toStdString();
    const int line = typedLine(document_.text(), typed);
    if (typed != document_.text()) rejected_.clear();
    apply(std::move(typed), QStringLiteral("typing"), line);
}

bool SpecEdit::finish(const std::string& path, const QString& typed, const SpecDocument& edited,
                      const Diagnostics& faults, const QString& what) {
    if (!faults.empty()) {
        rejected_[path] = {typed, reasonOf(faults)};
        Q_EMIT changed();
        return false;
    }
    const bool wasRejected = rejected_.erase(path) > 0;
    if (edited.text() != document_.text())
        apply(edited.text(), what);
    else if (wasRejected)
        Q_EMIT changed();
    return true;
}

bool SpecEdit::setValue(const std::string& path, const QString& value) {
    SpecDocument edited = document_;
    const Diagnostics faults = edited.set(path, value.toStdString());
    return finish(path, value, edited, faults, QString::fromStdString(path));
}

bool SpecEdit::setProvenance(const std::string& path, const files::SpecProvenanceText& provenance) {
    SpecDocument edited = document_;
    const Diagnostics faults = edited.setProvenance(path, provenance);
    return finish(path, QString::fromStdString(edited.entry(path).value), edited, faults,
                  QStringLiteral("the source of %1").arg(QString::fromStdString(path)));
}

bool SpecEdit::remove(const std::string& path) {
    SpecDocument edited = document_;
    const Diagnostics faults = edited.remove(path);
    return finish(path, {}, edited, faults, QStringLiteral("removing %1").arg(QString::fromStdString(path)));
}

bool SpecEdit::restore(const std::string& path) {
    const files::SpecEntry wanted = reference_.entry(path);
    if (!wanted.present) return document_.entry(path).present ? remove(path) : true;
    SpecDocument edited = document_;
    Diagnostics faults = edited.set(path, wanted.value);
    const bool hasSource = wanted.provenance != files::SpecProvenanceText{};
    if (faults.empty() && hasSource) faults = edited.setProvenance(path, wanted.provenance);
    return finish(path, QString::fromStdString(wanted.value), edited, faults,
                  QStringLiteral("restoring %1").arg(QString::fromStdString(path)));
}

const SpecEdit::Rejected* SpecEdit::rejected(const std::string& path) const {
    const auto found = rejected_.find(path);
    return found == rejected_.end() ? nullptr : &found->second;
}

void SpecEdit::forgetRejected(const std::string& path) {
    if (rejected_.erase(path) > 0) Q_EMIT changed();
}

QString SpecEdit::undoText() const { return canUndo() ? steps_[step_].what : QString(); }

QString SpecEdit::redoText() const { return canRedo() ? steps_[step_ + 1].what : QString(); }

void SpecEdit::undo() {
    if (!canUndo()) return;
    --step_;
    rejected_.clear();
    show(steps_[step_].text);
}

void SpecEdit::redo() {
    if (!canRedo()) return;
    ++step_;
    rejected_.clear();
    show(steps_[step_].text);
}

void SpecEdit::revert() {
    rejected_.clear();
    apply(saved_, QStringLiteral("reverting to the file"));
}

fs::path SpecEdit::copyPath() const {
    const std::string stem = path_.stem().string() + copySuffix;
    std::error_code error;
    fs::path path = folders_.own / (stem + ".toml");
    for (int number = 2; fs::exists(path, error); ++number)
        path = folders_.own / (stem + "-" + std::to_string(number) + ".toml");
    return path;
}

bool SpecEdit::writeFile(const fs::path& path) {
    std::error_code ignored; // the file itself says what is wrong with its folder
    fs::create_directories(path.parent_path(), ignored);
    QSaveFile file(pathText(path));
    const QByteArray bytes = QByteArray::fromStdString(document_.text());
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) return true;
    notice_ = QStringLiteral("Not saved: %1: %2").arg(pathText(path), file.errorString());
    return false;
}

bool SpecEdit::save() {
    if (!isOpen()) return false;
    bool saved = false;
    saveFailed_ = false;
    const QString faults =
        diagnostics_.empty() ? QString() : QStringLiteral(" It has faults, so no program will take it yet.");
    if (isShipped()) {
        const fs::path copy = copyPath();
        SpecDocument renamed = document_;
        // A spec is named after its file.
        if (renamed.entry("name").value == path_.stem().string() &&
            renamed.set("name", copy.stem().string()).empty())
            apply(renamed.text(), QStringLiteral("the copy's name"));
        if ((saved = writeFile(copy))) {
            notice_ = QStringLiteral("Saved as a copy, %1; the shipped %2 is as it was.")
                          .arg(pathText(copy), name()) +
                      faults;
            path_ = copy;
        }
    } else {
        const auto onDisk = files::readTextFile(path_, "spec");
        if (onDisk && *onDisk != saved_ && !overwrite_) {
            overwrite_ = true;
            notice_ = QStringLiteral("Not saved: another program has changed %1. Save again to overwrite it.")
                          .arg(pathText(path_));
        } else if ((saved = writeFile(path_))) {
            notice_ = QStringLiteral("Saved: %1.").arg(pathText(path_)) + faults;
            overwrite_ = false;
        }
    }
    saveFailed_ = !saved;
    if (saved) {
        saved_ = document_.text();
        updateReference();
    }
    show(document_.text());
    if (saved) Q_EMIT fileWritten();
    return saved;
}

} // namespace warpstring::gui
