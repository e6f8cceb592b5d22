// SPDX-License-Identifier: GPL-3.0-or-later
// The editing of one hardware spec: form and text of the same document, with undo over both.
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/files/specs/spec_difference.h"
#include "core/files/specs/spec_document.h"

namespace warpstring::gui {

/// Where specs come from and go to.
struct SpecFolders {
    std::vector<std::filesystem::path> shipped; ///< read-only
    std::vector<std::filesystem::path> others;  ///< where specs are looked up besides
    std::filesystem::path own;                  ///< gets the copies of shipped specs; made when needed

    /// The folders that come with the programs, $WARPSTRING_SPECS, and the person's own.
    [[nodiscard]] static SpecFolders standard();
};

class SpecEdit : public QObject {
    Q_OBJECT

public:
    explicit SpecEdit(SpecFolders folders, QObject* parent = nullptr);

    /// Specs to choose from: own ones first, shipped ones last.
    [[nodiscard]] std::vector<std::filesystem::path> choices() const;

    /// Reads a file; a failure leaves what was open. What is unsaved of the spec before is lost: ask
    /// modified().
    [[nodiscard]] Diagnostics open(const std::filesystem::path& path);
    /// The same with a text that was not saved, as after a crash.
    [[nodiscard]] Diagnostics openUnsaved(const std::filesystem::path& path, const QString& text);

    [[nodiscard]] bool isOpen() const { return !path_.empty(); }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] QString name() const; ///< of the file, without its extension
    [[nodiscard]] bool isShipped() const;
    [[nodiscard]] bool modified() const { return document_.text() != saved_; }
    [[nodiscard]] const files::SpecDocument& document() const { return document_; }
    /// The entries of document().
    [[nodiscard]] const std::vector<files::SpecEntry>& entries() const { return entries_; }
    [[nodiscard]] QString text() const { return QString::fromStdString(document_.text()); }

    /// Every fault of the text as it stands; empty when it is valid.
    [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
    /// The last valid state; nullptr until there was one.
    [[nodiscard]] std::shared_ptr<const HardwareSpec> currentSpec() const { return spec_; }

    /// What differences are counted from: the shipped spec of this name ("-edited" aside), else the file.
    [[nodiscard]] const files::SpecDocument& reference() const { return reference_; }
    [[nodiscard]] QString referenceName() const { return referenceName_; }
    [[nodiscard]] const std::vector<files::SpecDifference>& differences() const { return differences_; }

    /// What the text became in an editor. Successive typing in one line is undone in one step.
    void setText(const QString& text);
    /// False when the text does not let it be written; then rejected() keeps what was typed.
    bool setValue(const std::string& path, const QString& value);
    bool setProvenance(const std::string& path, const files::SpecProvenanceText& provenance);
    bool remove(const std::string& path);
    /// Puts a key back to what the reference says of it.
    bool restore(const std::string& path);

    /// A typed value that could not be written, with the reason.
    struct Rejected {
        QString value, reason;
    };
    [[nodiscard]] const Rejected* rejected(const std::string& path) const;
    /// All of them, by their paths.
    [[nodiscard]] const std::map<std::string, Rejected>& rejected() const { return rejected_; }
    void forgetRejected(const std::string& path);

    [[nodiscard]] bool canUndo() const { return step_ > 0; }
    [[nodiscard]] bool canRedo() const { return step_ + 1 < steps_.size(); }
    [[nodiscard]] QString undoText() const; ///< "execution.clock_mhz", "typing"
    [[nodiscard]] QString redoText() const;
    void undo();
    void redo();
    /// Goes back to the text of the file; this can be undone.
    void revert();

    /// Writes the file as a whole or not at all. A shipped spec is left alone: the first save makes a copy
    /// NAME-edited in the own folder and goes on with that. A file that another program has changed is only
    /// overwritten when saved a second time. What happened is in notice().
    bool save();
    [[nodiscard]] QString notice() const { return notice_; }
    /// The last save failed: notice() says why.
    [[nodiscard]] bool saveFailed() const { return saveFailed_; }

Q_SIGNALS:
    /// The text, or anything else that is told here, is another.
    void changed();
    /// currentSpec() is another.
    void specChanged();
    /// path() has the text, which may have faults.
    void fileWritten();

private:
    struct Step {
        std::string text;
        QString what;      ///< that led to it
        int typedLine = 0; ///< 0: not typed
    };

    void apply(std::string text, const QString& what, int typedLine = 0);
    bool finish(const std::string& path, const QString& typed, const files::SpecDocument& edited,
                const Diagnostics& faults, const QString& what);
    void show(std::string text);
    void updateReference();
    [[nodiscard]] std::filesystem::path copyPath() const;
    bool writeFile(const std::filesystem::path& path);

    SpecFolders folders_;
    std::filesystem::path path_;
    files::SpecDocument document_, reference_;
    std::vector<files::SpecEntry> entries_ = document_.entries(), referenceEntries_;
    QString referenceName_, notice_;
    std::string saved_;
    bool saveFailed_ = false;
    bool overwrite_ = false; ///< the next save goes over what another program wrote
    Diagnostics diagnostics_;
    std::shared_ptr<const HardwareSpec> spec_;
    std::vector<files::SpecDifference> differences_;
    std::map<std::string, Rejected> rejected_;
    std::vector<Step> steps_;
    std::size_t step_ = 0;
};

} // namespace warpstring::gui
