// SPDX-License-Identifier: GPL-3.0-or-later
// What is open and what is known of it: documents, the device, and the analysis of the one being edited.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "app/gui/models/session/analysis_runner.h"
#include "app/gui/models/session/kernel_document.h"
#include "app/gui/models/session/source_facts.h"

namespace warpstring::gui {

/// Analyses follow edits after a pause; the last good one stays until there is a better one.
class Session : public QObject {
    Q_OBJECT

public:
    /// Faulty: there is no new analysis, or one of a kernel that has errors.
    enum class State { Empty, Computing, Good, Faulty };

    explicit Session(QObject* parent = nullptr);

    /// Opens a file and makes it the current document; one that is open already is shown as it is.
    Diagnostics open(const std::filesystem::path& path);
    /// Opens edits that were kept, in place of the document of the same launch where that is open.
    void restore(const DocumentTexts& texts);
    void close(std::size_t index);
    [[nodiscard]] std::size_t documents() const { return documents_.size(); }
    [[nodiscard]] KernelDocument& document(std::size_t index) { return *documents_[index]; }
    /// The document that is worked on; nullptr when none is open.
    [[nodiscard]] KernelDocument* current();
    [[nodiscard]] std::size_t currentIndex() const { return current_; }
    void setCurrent(std::size_t index);

    /// Names as the CLI takes them: of shipped specs, or files. Faults leave the device as it is.
    Diagnostics setSpec(const std::string& nameOrPath);
    /// A spec that is being edited, in place of the chosen one; nullptr: the chosen one again.
    void setEditedSpec(std::shared_ptr<const HardwareSpec> spec);
    [[nodiscard]] const std::string& specName() const { return specName_; }
    [[nodiscard]] std::shared_ptr<const HardwareSpec> spec() const { return edited_ ? edited_ : spec_; }
    /// nullptr: the chosen one is used as it is saved.
    [[nodiscard]] const std::shared_ptr<const HardwareSpec>& editedSpec() const { return edited_; }

    [[nodiscard]] bool sourceShape() const { return sourceShape_; }
    void setSourceShape(bool on);
    [[nodiscard]] ModelChoice model() const { return model_; }
    void setModel(ModelChoice model);

    [[nodiscard]] State state() const { return state_; }
    /// The last one of the current document that there was, errors of its kernel included; nullptr: none yet.
    [[nodiscard]] const SharedAnalysis& analysis() const { return analysis_; }
    /// What is to be said of the texts as they are: why there is no new analysis, else the warnings and notes
    /// of it.
    [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
    [[nodiscard]] double milliseconds() const { return milliseconds_; }
    /// Of the current document's source.
    [[nodiscard]] const SourceFacts& facts() const { return finder_.facts(); }
    /// Begins at once what waits for the pause to end.
    void analyseNow();

    /// The pause after the last edit, milliseconds.
    static constexpr int debounceMs = 120;

Q_SIGNALS:
    void documentsChanged();
    void currentChanged();
    void specChanged();
    void analysisChanged();
    void diagnosticsChanged();
    void stateChanged();
    void factsChanged();
    /// The launch of the current document could not be drafted.
    void draftRefused(const warpstring::Diagnostics& diagnostics);

private:
    void add(std::unique_ptr<KernelDocument> document);
    void take(const AnalysisOutcome& outcome);
    void takeDraft(quint64 revision, const LaunchToFill& before, const std::string& after);
    void findFacts();
    void setState(State state);
    void forget();

    std::vector<std::unique_ptr<KernelDocument>> documents_;
    std::size_t current_ = 0;
    std::string specName_;
    std::shared_ptr<const HardwareSpec> spec_, edited_;
    bool sourceShape_ = false;
    ModelChoice model_ = ModelChoice::BySpec;
    State state_ = State::Empty;
    SharedAnalysis analysis_;
    Diagnostics diagnostics_;
    double milliseconds_ = 0;
    quint64 submitted_ = 0;
    bool takesDraft_ = false; ///< the document's launch is being filled, and analysed already
    QTimer pause_;
    SourceFactsFinder finder_;
    AnalysisRunner runner_;
};

} // namespace warpstring::gui
