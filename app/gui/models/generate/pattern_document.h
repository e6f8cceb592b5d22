// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern file, or a C function with parallel loops, as it is edited: its text, the sizes that a person set,
// and what the text says.
#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <optional>
#include <string>

#include "app/gui/models/generate/pattern_reader.h"

namespace warpstring::gui {

/// Whether a file is one by its name, or a C function with parallel loops, which is generated from alike.
[[nodiscard]] bool isPatternFile(const std::filesystem::path& path);

/// Texts are kept whatever is wrong with them. They are read after a pause, and after a size was set at once.
class PatternDocument : public QObject {
    Q_OBJECT

public:
    explicit PatternDocument(QObject* parent = nullptr);

    /// What cannot be read leaves the document closed.
    Diagnostics open(const std::filesystem::path& path);
    /// Opens edits that were kept, whether or not their file is still there.
    void restore(const std::filesystem::path& path, const std::string& text);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] const std::string& text() const { return text_; }
    void setText(std::string text);
    [[nodiscard]] bool modified() const { return text_ != saved_; }
    /// Whether the file has another content than when it was read or written here.
    [[nodiscard]] bool changedOnDisk() const;
    Diagnostics save();
    /// Gives up the edits.
    Diagnostics revert();

    [[nodiscard]] const generate::GivenSizes& givenSizes() const { return given_; }
    /// Without those that the text, as it was read last, has not any more.
    [[nodiscard]] generate::GivenSizes knownSizes() const;
    /// Nothing: as the file has it.
    void setSize(const std::string& name, std::optional<std::int64_t> value);

    /// The text as it is has not been read yet.
    [[nodiscard]] bool busy() const { return pause_.isActive() || reader_.busy(); }
    /// Of the text that was read last.
    [[nodiscard]] const PatternReading& reading() const { return *reading_; }
    /// Of the text as it is; nullptr where it has faults or has not been read yet.
    [[nodiscard]] std::shared_ptr<const generate::Program> program() const;

    /// The pause after the last edit, milliseconds.
    static constexpr int debounceMs = 120;

Q_SIGNALS:
    /// Another text, or another size: it is being read.
    void changed();
    void savedStateChanged();
    /// The text was read from the file: it is another one.
    void replaced();
    /// reading() is of the text as it is.
    void read();

private:
    void readNow();
    void take(const std::filesystem::path& path, std::string text);

    std::filesystem::path path_;
    std::string text_, saved_;
    generate::GivenSizes given_;
    std::shared_ptr<const PatternReading> reading_ = std::make_shared<const PatternReading>();
    QTimer pause_;
    PatternReader reader_;
};

} // namespace warpstring::gui
