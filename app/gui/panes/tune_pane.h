// SPDX-License-Identifier: GPL-3.0-or-later
// Which values make the launch fastest: the space as a form, the search, and what it found, to be applied.
#pragma once

#include "app/gui/models/session/session.h"
#include "app/gui/models/tune/exclusion_table.h"
#include "app/gui/models/tune/tune_run.h"
#include "app/gui/models/tune/tune_space.h"
#include "app/gui/models/tune/variant_choice.h"
#include "app/gui/models/tune/variant_table.h"
#include "app/gui/models/tune/variant_times.h"
#include "app/gui/panes/pane.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QSplitter;
class QTabWidget;
class QTableView;
class QToolButton;

namespace warpstring::gui {

class FormTable;
class MeasureBar;
class MessageStrip;
class VariantCanvas;

class TunePane : public Pane {
    Q_OBJECT

public:
    TunePane(Session& session, PaneContext context, QWidget* parent = nullptr);
    ~TunePane() override;

    [[nodiscard]] QString cliCommand() const override;
    /// The one of the two drawings that is seen.
    [[nodiscard]] std::optional<Picture> picture() const override;
    [[nodiscard]] QAbstractItemModel* table() const override;
    /// The space as a file.
    [[nodiscard]] QStringList otherFormats() const override;
    [[nodiscard]] Diagnostics writeOther(const QString& path) override;

    [[nodiscard]] TuneSpace& space() { return space_; }
    [[nodiscard]] TuneRun& run() { return run_; }
    [[nodiscard]] VariantChoice& choice() { return choice_; }
    [[nodiscard]] const SharedTuneOutcome& outcome() const { return outcome_; }
    [[nodiscard]] const VariantTimes& times() const { return times_; }
    [[nodiscard]] MeasureBar& measuring() { return *measure_; }
    /// Variants to look at, and what chance begins with.
    void setBudget(int evaluations, int seed);

public Q_SLOTS:
    /// Begins a search, or ends the one that runs with what it found.
    void startOrCancel();
    /// Writes the chosen variant, else the fastest one, into the editors.
    void apply();
    /// Files of a folder: those of the variant that apply() takes.
    void saveTo(const QString& folder);

Q_SIGNALS:
    /// Texts for the editors of the current document.
    void applyWanted(const std::string& launch, const std::string& source);

protected:
    void analysisChanged() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildWidgets();
    void buildRows();
    void connectWidgets();
    void followTexts();
    void takeOutcome(const SharedTuneOutcome& outcome);
    void forgetOutcome();
    void showState();
    void showSpace();
    void saveDialog();
    void showPlot();
    void showAxes();
    void prepareMeasuring();
    void followTimes();
    [[nodiscard]] QString noticeOfTexts() const;
    [[nodiscard]] std::uint64_t evaluations() const;
    /// The variant that is applied; nothing where none is ranked.
    [[nodiscard]] std::optional<search::VariantId> wanted() const;
    /// The editors have the texts that were searched, or a variant of them.
    [[nodiscard]] bool hasSearchedTexts() const;

    Session& session_;
    TuneSpace space_;
    TuneRun run_;
    VariantChoice choice_;
    VariantTable variants_;
    VariantTimes times_;
    ExclusionTable exclusions_;
    std::optional<TuneInputs> inputs_;
    SharedTuneOutcome outcome_;
    search::RewrittenTexts applied_;
    std::filesystem::path spaceFile_; ///< that has `savedSpace_`
    std::string savedSpace_;
    FormTable* form_ = nullptr;
    QLabel *origin_ = nullptr, *headline_ = nullptr, *coverage_ = nullptr;
    QSpinBox *budget_ = nullptr, *seed_ = nullptr;
    QComboBox* unit_ = nullptr;
    QPushButton *start_ = nullptr, *apply_ = nullptr;
    QToolButton *again_ = nullptr, *save_ = nullptr;
    QProgressBar* progress_ = nullptr;
    MessageStrip *messages_ = nullptr, *notice_ = nullptr;
    QSplitter* down_ = nullptr;
    QTabWidget *views_ = nullptr, *drawings_ = nullptr;
    QComboBox* axis_ = nullptr;
    VariantCanvas *scatter_ = nullptr, *parallel_ = nullptr;
    QSpinBox* top_ = nullptr;
    QToolButton* measureButton_ = nullptr;
    MeasureBar* measure_ = nullptr;
    QTableView *variantsView_ = nullptr, *exclusionsView_ = nullptr;
};

} // namespace warpstring::gui
