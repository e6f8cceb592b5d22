// SPDX-License-Identifier: GPL-3.0-or-later
// All variants of a space as rows of a file, which may be computed in parts: "warpstring.tune-row/1", described
// in docs/json.md. docs/tune.md says what is simulated of a variant that is far from the best.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "study/batch/row_lines.h"
#include "tuning/search/search.h"

namespace warpstring::search {

/// Variants that a search looks at before the best closed form is asked which of them go on. The answer hangs
/// on it as on no number of threads.
inline constexpr std::size_t searchChunk = 256;

/// What the rows of a search hang on besides its space.
struct VariantRowInputs {
    std::vector<batch::PlannedFile> files;                     ///< launch, kernel, space, data
    std::vector<std::pair<std::string, std::string>> settings; ///< batch::RowPlan
};

/// Whether what the launch file states is one of the valid combinations: then a variant must come near its
/// closed form too, whatever else is looked at.
[[nodiscard]] bool startIsIn(const SearchSpace& space);

/// Each valid combination on each device, the device varying fastest. Fails with tune.not-exhaustive where
/// there are more of them than `evaluations`: then variants are looked at one after another, by what the last
/// ones gave; and with batch.unreadable-input.
[[nodiscard]] Result<batch::RowPlan> rowPlanOf(const SearchSpace& space, const std::vector<HardwareSpec>& specs,
                                               std::uint64_t evaluations, VariantRowInputs inputs);

/// A row hangs on the variants of its block, 64 in the order of the space, and on those that all are compared
/// with: the start and a sample of the first chunk.
class VariantRowMaker : public batch::RowMaker {
public:
    /// `cancel` may be null.
    VariantRowMaker(VariantTextCache& texts, batch::GraphCache& graphs, std::vector<HardwareSpec> specs,
                    const EvaluationSettings& settings, int jobs, const std::atomic<bool>* cancel);

    [[nodiscard]] std::string beginning(std::uint64_t index) const override;
    [[nodiscard]] std::uint64_t unitEnd(std::uint64_t index) const override;
    [[nodiscard]] std::optional<batch::EncodedRows> make(std::size_t thread, batch::RowRange rows) override;

private:
    struct Row;
    /// By device the best closed form of those that all are compared with; nothing when told to stop.
    [[nodiscard]] std::optional<std::vector<double>> yardsticks(VariantEvaluator& evaluator);
    /// False: told to stop.
    bool makeOn(std::size_t device, double leastClosed, VariantEvaluator& evaluator,
                std::vector<Row>& rows) const;

    VariantTextCache& texts_;
    std::vector<HardwareSpec> specs_;
    EvaluationSettings settings_;
    const std::atomic<bool>* cancel_;
    std::mutex mutex_;
    std::optional<std::vector<double>> yardsticks_;             ///< once they are known
    std::vector<VariantId> ids_;                                ///< of the valid combinations, in order
    std::vector<std::unique_ptr<VariantEvaluator>> evaluators_; ///< a thread
};

/// The rows of a whole file.
class VariantRows {
public:
    /// Fails with batch.other-rows.
    [[nodiscard]] static Result<VariantRows> read(const std::filesystem::path& path, const batch::RowPlan& plan,
                                                  std::size_t devices);

    /// `place`: of a variant among the valid ones.
    [[nodiscard]] const std::string& signatureOf(std::uint64_t place) const;
    /// Up to the closed form, without a simulation.
    [[nodiscard]] FirstLook lookAt(std::uint64_t place, std::size_t device) const;
    [[nodiscard]] const VariantFigures& figuresAt(std::uint64_t place, std::size_t device) const;

private:
    struct Row {
        KnownVariant known;
        std::string signature;
    };
    std::size_t devices_ = 1;
    std::vector<Row> rows_;
};

/// What search() gives where it goes through all of the space, from rows that were computed before.
[[nodiscard]] SearchResult searchRows(const VariantRows& rows, VariantTextCache& texts,
                                      batch::GraphCache& graphs, const std::vector<HardwareSpec>& specs,
                                      const SearchOptions& options);

} // namespace warpstring::search
