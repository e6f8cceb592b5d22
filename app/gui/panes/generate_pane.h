// SPDX-License-Identifier: GPL-3.0-or-later
// From a pattern to its fastest kernel: the description, the search, and every way that it found.
#pragma once

#include "app/gui/models/generate/candidate_kernel.h"
#include "app/gui/models/generate/candidate_table.h"
#include "app/gui/models/generate/derivation_model.h"
#include "app/gui/models/generate/generate_run.h"
#include "app/gui/models/generate/pattern_document.h"
#include "app/gui/models/generate/portability_table.h"
#include "app/gui/models/generate/rule_table.h"
#include "app/gui/models/generate/size_table.h"
#include "app/gui/models/session/analysis_runner.h"
#include "app/gui/models/session/session.h"
#include "app/gui/models/tune/variant_choice.h"
#include "app/gui/panes/editor_finder.h"
#include "app/gui/panes/pane.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLayout;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QSplitter;
class QTabWidget;
class QTableView;
class QToolButton;

namespace warpstring::gui {

class CodeEditor;
class DerivationView;
class FindBar;
class FormTable;
class MessageStrip;
class SpecButton;
class StringPane;
class SummaryPane;
class VariantCanvas;

/// A page of the window: it holds all that is known of one pattern file. What it shows of a kernel is analysed
/// here and is no document's.
class GeneratePane : public Pane {
    Q_OBJECT

public:
    GeneratePane(Session& session, PaneContext context, QWidget* parent = nullptr);
    ~GeneratePane() override;

    [[nodiscard]] QString cliCommand() const override;
    /// The one of the two drawings that is seen.
    [[nodiscard]] std::optional<Picture> picture() const override;
    [[nodiscard]] QAbstractItemModel* table() const override;
    [[nodiscard]] Finder* finder() override;

    [[nodiscard]] PatternDocument& document() { return document_; }
    [[nodiscard]] const PatternDocument& document() const { return document_; }
    [[nodiscard]] CodeEditor& editor() { return *editor_; }
    [[nodiscard]] FindBar& findBar() { return *findBar_; }
    [[nodiscard]] GenerateRun& run() { return run_; }
    [[nodiscard]] VariantChoice& choice() { return choice_; }
    [[nodiscard]] RuleTable& rules() { return rules_; }
    [[nodiscard]] SizeTable& sizes() { return sizes_; }
    [[nodiscard]] DerivationModel& derivation() { return derivation_; }
    [[nodiscard]] const SharedGenerateOutcome& outcome() const { return outcome_; }
    /// Of the chosen way's kernel; nullptr until it is known.
    [[nodiscard]] const SharedAnalysis& kernelAnalysis() const { return kernelAnalysis_; }
    [[nodiscard]] StringPane& string() { return *string_; }
    void setSpecs(const std::vector<std::string>& names);
    void setBudget(int ways);
    void setMethod(generate::Method method);
    /// Whether the winner is run beside the reference, and how many of the fastest ways are measured.
    void setRuns(bool verifies, int measured);
    /// Where searches go on from; empty: nowhere.
    void setState(const QString& file);

public Q_SLOTS:
    /// Begins a search, or ends the one that runs with what it found.
    void startOrCancel();
    /// Hands out the chosen way's kernel as a document.
    void openChosen();
    /// Files of a folder: all of the chosen way.
    void saveTo(const QString& folder);
    /// The winner's derivation and the ways beside it, as SVG or for Graphviz.
    void savePictureTo(const QString& file);

Q_SIGNALS:
    /// Texts of a kernel that no file has, and the device that it was derived for.
    void openWanted(const warpstring::gui::DocumentTexts& texts, const QString& spec);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // generate_pane_layout.cpp
    void buildWidgets();
    void buildFoundWidgets();
    void buildRows();
    [[nodiscard]] QLayout* settingsRow();
    [[nodiscard]] QWidget* describing();
    [[nodiscard]] QWidget* found();

    // generate_pane.cpp
    void connectWidgets();
    void connectFound();
    void takeText();
    void showReading();
    void takeOutcome(const SharedGenerateOutcome& outcome);
    void forgetOutcome();
    void showDevice(int device);
    void showChosen();
    void analyseChosen();
    void takeAnalysis(const AnalysisOutcome& outcome);
    void showKernelAnalysis(const SharedAnalysis& analysis);
    void showState();
    void saveDialog();
    void pictureDialog();
    void stateDialog();
    [[nodiscard]] QString noticeOfText() const;
    [[nodiscard]] GenerateSettings settings() const;
    [[nodiscard]] Result<std::vector<NamedSpec>> chosenSpecs() const;
    /// The chosen way, else the fastest one; nothing where none was found.
    [[nodiscard]] std::optional<CandidatePlace> wanted() const;
    [[nodiscard]] std::size_t kernel() const;

    Session& session_;
    PatternDocument document_;
    GenerateRun run_;
    VariantChoice choice_;
    SizeTable sizes_{document_};
    RuleTable rules_;
    CandidateTable candidates_;
    DerivationModel derivation_;
    PortabilityTable portability_;
    Selection kernelSelection_; ///< of the panes within this one
    SharedGenerateOutcome outcome_;
    SharedAnalysis kernelAnalysis_;
    std::size_t device_ = 0;                                ///< that is shown
    std::pair<std::string, generate::GivenSizes> searched_; ///< text and sizes of what runs or was found
    GenerateSettings searchedSettings_;
    bool taking_ = false;               ///< the text comes from the document, not from a person
    std::vector<std::string> followed_; ///< specs that came from the session

    CodeEditor* editor_ = nullptr;
    std::optional<EditorFinder> found_;
    FindBar* findBar_ = nullptr;
    FormTable* sizesView_ = nullptr;
    QTableView* rulesView_ = nullptr;
    QTabWidget* below_ = nullptr;
    SpecButton* specs_ = nullptr;
    QComboBox* method_ = nullptr;
    QSpinBox *budget_ = nullptr, *seed_ = nullptr, *measured_ = nullptr;
    QCheckBox *wide_ = nullptr, *verifies_ = nullptr;
    QLineEdit* runsOn_ = nullptr;
    QString state_;
    QPushButton *start_ = nullptr, *open_ = nullptr;
    QToolButton *save_ = nullptr, *picture_ = nullptr, *stateButton_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel *told_ = nullptr, *headline_ = nullptr, *kernels_ = nullptr, *ways_ = nullptr, *runs_ = nullptr,
           *hint_ = nullptr, *empty_ = nullptr;
    MessageStrip *messages_ = nullptr, *notice_ = nullptr;
    QSplitter* down_ = nullptr;
    QWidget* foundBox_ = nullptr;
    QTabWidget *drawings_ = nullptr, *views_ = nullptr;
    QComboBox *axis_ = nullptr, *devices_ = nullptr, *kernelBox_ = nullptr;
    VariantCanvas *scatter_ = nullptr, *parallel_ = nullptr;
    QTableView *candidatesView_ = nullptr, *portabilityView_ = nullptr;
    DerivationView* tree_ = nullptr;
    CodeEditor* source_ = nullptr;
    StringPane* string_ = nullptr;
    SummaryPane* summary_ = nullptr;
    AnalysisRunner analyses_; ///< last: its end comes first
};

} // namespace warpstring::gui
