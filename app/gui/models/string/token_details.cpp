// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/token_details.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/string/source_marks.h"
#include "pdg/export/labels.h"
#include "stringmodel/line_costs.h"
#include "stringmodel/string/notation.h"

namespace warpstring::gui {

using token_string::TokenKind;

namespace {

class Details {
public:
    Details(const Analysis& analysis, const std::vector<TokenIndex>& copies, TimeUnit unit)
        : analysis_(analysis), spec_(analysis.spec()), pdg_(*analysis.pdg),
          flat_(analysis.tokens[copies.front()]), token_(*flat_.token), copies_(copies), unit_(unit) {}

    std::vector<TokenDetail> rows() {
        if (analysis_.simulation.model() == token_string::CostModel::Timeline)
            timed();
        else
            closedForm();
        return std::move(rows_);
    }

private:
    void closedForm() {
        switch (token_.kind) {
        case TokenKind::Compute: compute(); break;
        case TokenKind::Load:
        case TokenKind::Store: global(); break;
        case TokenKind::SharedLoad:
        case TokenKind::SharedStore: shared(); break;
        case TokenKind::Barrier: barrier(); break;
        case TokenKind::Wait: wait(); break;
        }
        executions();
        if (token_.kind != TokenKind::Wait) overTheWalk();
    }

    /// What the timeline found of the operations of the token's statements.
    void timed() {
        cost(QStringLiteral("of the mean warp in the timeline, per execution of what is around"));
        if (token_.isStart)
            add(QStringLiteral("start of a warp"), numberText(token_.count) + QStringLiteral(" instructions"),
                specEntry("execution.warp_start_cycles"));
        if (token_.kind == TokenKind::Wait) add(QStringLiteral("waits for"), toQString(token_.waitsFor));
        if (token_.kind == TokenKind::Compute && !token_.isStart)
            add(QStringLiteral("instructions"), numberText(token_.count),
                copies_.size() > 1 ? QStringLiteral("of the statements of a copy")
                                   : QStringLiteral("of the statements"));
        if (token_.kind == TokenKind::Load || token_.kind == TokenKind::Store) {
            access();
            requests();
        }
        if (token_.kind == TokenKind::SharedLoad || token_.kind == TokenKind::SharedStore) {
            access();
            conflicts();
        }
        weight();
        executions();
        overTheWalk();
        reasons();
    }

    void add(const QString& name, const QString& value, const QString& origin = {}) {
        rows_.push_back({name, value, origin});
    }
    QString time(double cycles) const { return timeText(cycles, spec_.execution.clockMhz, unit_); }

    const token_string::Token& copy(TokenIndex index) const { return *analysis_.tokens[index].token; }

    template <class Of>
    double sum(Of of) const {
        double all = 0;
        for (const TokenIndex index : copies_) all += of(index);
        return all;
    }
    double sum(double token_string::Token::* figure) const {
        return sum([&](TokenIndex index) { return copy(index).*figure; });
    }

    /// "4", or of copies that differ "2 to 4".
    template <class Of, class Text>
    QString range(Of of, Text text) const {
        auto least = of(copy(copies_.front())), most = least;
        for (const TokenIndex index : copies_) {
            least = std::min(least, of(copy(index)));
            most = std::max(most, of(copy(index)));
        }
        const QString from = text(least), to = text(most);
        return from == to ? from : QStringLiteral("%1 to %2").arg(from, to);
    }
    QString range(double token_string::Token::* figure) const {
        return range([figure](const token_string::Token& token) { return token.*figure; }, numberText);
    }

    /// "spec: global_memory.latency, microbenchmark (note)"
    QString specEntry(const std::string& key) const {
        QString origin = QStringLiteral("spec: ") + toQString(key);
        const auto found = spec_.provenance.find(key);
        if (found == spec_.provenance.end()) return origin;
        origin += QStringLiteral(", ") + toQString(std::string(name(found->second.kind)));
        if (!found->second.source.empty()) origin += QLatin1Char(' ') + toQString(found->second.source);
        if (!found->second.note.empty())
            origin += QStringLiteral(" (") + toQString(found->second.note) + QLatin1Char(')');
        return origin;
    }

    void cost(const QString& equation) {
        add(QStringLiteral("cycles n"), time(sum(&token_string::Token::cycles)), equation);
        if (copies_.size() < 2) return;
        const auto cycles = [](const token_string::Token& token) { return token.cycles; };
        add(QStringLiteral("copies"), numberText(static_cast<double>(copies_.size())),
            QStringLiteral("%1 copies, from %2").arg(copies_.size()).arg(range(cycles, [this](double each) {
                return time(each);
            })));
        if (token_.memory > 0) add(QStringLiteral("numbers k"), numbers());
    }

    QString numbers() const {
        constexpr std::size_t most = 8;
        QStringList each;
        for (std::size_t i = 0; i < copies_.size(); ++i)
            if (copies_.size() <= most || i + 4 < most || i + 1 == copies_.size())
                each += QString::number(copy(copies_[i]).memory);
            else if (i + 4 == most)
                each += QStringLiteral("\u2026");
        return each.join(QStringLiteral(", "));
    }

    void weight() {
        add(QStringLiteral("weight cc"), range(&token_string::Token::weight),
            QStringLiteral("executions by a warp per execution of what is around, by symbolic evaluation"));
    }

    void compute() {
        cost(QStringLiteral("n = issue cycles x exposure cr x weight cc"));
        add(QStringLiteral("issue cycles"), numberText(sum(&token_string::Token::plainCycles)),
            QStringLiteral("sum over the %1 instructions below")
                .arg(numberText(sum(&token_string::Token::count))));
        add(QStringLiteral("exposure cr"), range(&token_string::Token::exposure),
            QStringLiteral("max(1, pipeline latency / (issue x active warps x parallelism of instructions)), "
                           "averaged over steps"));
        weight();
        if (token_.exposure > 1.0005) {
            add(QStringLiteral("pipeline latency"), time(spec_.execution.pipelineLatency),
                specEntry("execution.pipeline_latency"));
        }
        std::map<std::string, int> classes;
        for (const TokenIndex index : copies_) {
            for (const StatementId id : copy(index).statements) {
                const Statement& statement = pdg_.statements[id];
                if (statement.kind == StatementKind::Compute)
                    classes[std::string(name(statement.operation))] += statement.count;
                else
                    classes["move"] += 1; // a constant load counts as one
            }
            // Branches are counted, too, and are no statements.
            if (const int branches = otherInstructions(copy(index)); branches > 0)
                classes[std::string(name(OperationClass::Branch))] += branches;
        }
        for (const auto& [operation, count] : classes) {
            const auto parsed = parseOperationClass(operation);
            const InstructionCost* found = parsed ? spec_.findCost(*parsed) : nullptr;
            const bool isOwn = parsed && spec_.instructions.contains(*parsed);
            const QString each =
                found == nullptr
                    ? QStringLiteral("no cost known: one plain instruction")
                    : QStringLiteral("%1 cycles each; ").arg(numberText(found->cycles)) +
                          specEntry("instructions." +
                                    (isOwn ? operation : std::string(name(generalClass(*parsed)))));
            add(QStringLiteral("  %1 x %2").arg(count).arg(toQString(operation)),
                found == nullptr ? QStringLiteral("?") : time(found->cycles * count), each);
        }
    }

    /// Branches of the token: the instructions that none of its statements makes.
    int otherInstructions(const token_string::Token& token) const {
        const auto instructions = [this](OperationClass operation) {
            const InstructionCost* known = spec_.findCost(operation);
            return known == nullptr ? 1.0 : known->instructions;
        };
        double others = token.count;
        for (const StatementId id : token.statements) {
            const Statement& statement = pdg_.statements[id];
            if (statement.kind == StatementKind::Compute)
                others -= instructions(statement.operation) * statement.count;
            else
                others -= instructions(OperationClass::Move);
        }
        return static_cast<int>(std::lround(others / instructions(OperationClass::Branch)));
    }

    void access() {
        if (token_.access.index() >= pdg_.accesses.size()) return;
        add(QStringLiteral("access"), toQString(pdg_export::label::access(pdg_, pdg_.accesses[token_.access])));
    }

    void global() {
        const token_string::MemoryCost& memory = analysis_.simulation.memory;
        cost(QStringLiteral("n = max(issue, (CYC_mem - CYC_compute) / NUM_mem) x cc   (equation 1): %1")
                 .arg(memory.bandwidthBound ? QStringLiteral("bandwidth decides")
                                            : QStringLiteral("issue decides")));
        access();
        add(QStringLiteral("issue"), time(spec_.globalMemory.issueCycles),
            specEntry("global_memory.issue_cycles"));
        add(QStringLiteral("CYC_mem"), time(memory.memoryCycles),
            QStringLiteral("%1 bytes of a warp's walk at %2 bytes a cycle; ")
                    .arg(numberText(memory.bytes), numberText(spec_.bytesPerCyclePerMultiprocessor())) +
                specEntry("global_memory.bandwidth_gb_s"));
        add(QStringLiteral("CYC_compute"), time(memory.computeCycles),
            QStringLiteral("all tokens but M of a warp's walk"));
        add(QStringLiteral("NUM_mem"), numberText(memory.memoryOperations),
            QStringLiteral("M tokens that a warp executes"));
        requests();
        weight();
    }

    void requests() {
        add(QStringLiteral("transactions"), range(&token_string::Token::transactions),
            QStringLiteral("of a warp per execution, by the device's rule of coalescing; ") +
                specEntry("global_memory.coalescing"));
        add(QStringLiteral("bytes moved"), range(&token_string::Token::bytes),
            QStringLiteral("of a warp per execution"));
        certainty();
    }

    void shared() {
        cost(QStringLiteral("n = accesses of lanes served together x conflict ways x cycles each, averaged "
                            "over warps and steps"));
        access();
        conflicts();
        add(QStringLiteral("cycles each"), numberText(spec_.sharedMemory.cyclesPerAccess),
            QStringLiteral("%1 lanes at a time; ").arg(spec_.sharedMemory.lanesPerAccess) +
                specEntry("shared_memory.cycles_per_access"));
        add(QStringLiteral("cycles per execution"), range(&token_string::Token::plainCycles),
            QStringLiteral("cs: conflicts included"));
        weight();
    }

    void conflicts() {
        add(QStringLiteral("worst conflict"),
            range([](const token_string::Token& token) { return token.conflictWays; },
                  [](int ways) {
                      return ways > 1 ? QStringLiteral("%1-way").arg(ways) : QStringLiteral("none");
                  }),
            QStringLiteral("%1 banks; ").arg(spec_.sharedMemory.banks) + specEntry("shared_memory.banks"));
        certainty();
    }

    void certainty() {
        if (token_.access.index() >= analysis_.simulation.evaluation.accesses.size()) return;
        QStringList ways, reasons; // each once: copies may differ
        for (const TokenIndex index : copies_) {
            const auto& evaluation = analysis_.simulation.evaluation.accesses[copy(index).access];
            ways += toQString(std::string(name(evaluation.certainty))) +
                    (evaluation.certainty == evaluation::Certainty::Exact ? QStringLiteral(" evaluation: exact")
                                                                          : QString());
            reasons += toQString(evaluation.reason);
        }
        ways.removeDuplicates();
        reasons.removeDuplicates();
        add(QStringLiteral("known by"), ways.join(QStringLiteral("; ")), reasons.join(QStringLiteral("; ")));
    }

    void barrier() {
        cost(QStringLiteral("n = issue of a barrier x weight cc"));
        add(QStringLiteral("issue"), time(token_.plainCycles), specEntry("execution.barrier_cycles"));
        weight();
    }

    void wait() {
        const auto exposed = [](const token_string::Token& token) {
            return token.weight > 0 ? token.cycles / token.weight : 0;
        };
        const double latency = spec_.globalMemory.latency;
        if (copies_.size() > 1) cost(QStringLiteral("n = exposed x cc"));
        add(QStringLiteral("exposed"), range(exposed, [this](double each) { return time(each); }),
            QStringLiteral("max(0, MemDone[k] - Clock - (N_warps - 1) x NBC_avg), per execution   (Table 1)"));
        add(QStringLiteral("waits for"), toQString(token_.waitsFor));
        add(QStringLiteral("latency"), time(latency), specEntry("global_memory.latency"));
        add(QStringLiteral("hidden"),
            range([&](const auto& token) { return latency > 0 ? 1 - exposed(token) / latency : 1; },
                  percentText),
            QStringLiteral("by the warp's own instructions since the load and by other warps"));
        add(QStringLiteral("N_warps"), numberText(analysis_.simulation.residentWarps),
            QStringLiteral("resident; limited by ") + toQString(analysis_.simulation.occupancy.limiter));
        add(QStringLiteral("NBC_avg"), numberText(analysis_.simulation.nonBlockingCycles),
            QStringLiteral("non-blocking cycles of a warp between blocking tokens"));
        weight();
    }

    void executions() {
        const double times =
            sum([this](TokenIndex index) { return analysis_.tokens[index].iterations() * copy(index).weight; });
        QStringList loops;
        for (const token_string::Repeat* repeat : flat_.around)
            loops += QStringLiteral("x%1 (line %2)").arg(numberText(repeat->count)).arg(repeat->place.at.line);
        add(QStringLiteral("executions"), numberText(times),
            loops.isEmpty() ? QStringLiteral("by a warp")
                            : QStringLiteral("by a warp, in ") + loops.join(QStringLiteral(" in ")));
    }

    void overTheWalk() {
        const double cycles =
            sum([this](TokenIndex index) { return analysis_.tokens[index].iterations() * copy(index).cycles; });
        const double all = analysis_.simulation.warpLatencyCycles();
        add(QStringLiteral("over the walk"), time(cycles),
            percentText(all > 0 ? cycles / all : 0) + QStringLiteral(" of the warp latency"));
    }

    /// Over the walk: issuing, and waiting by what for.
    void reasons() {
        timeline::StallCycles stalls{};
        for (std::size_t s = 0; s < timeline::stallCount; ++s)
            stalls[s] = sum([&](TokenIndex index) { return analysis_.simulation.tokenStalls[index][s]; });
        const double all = std::accumulate(stalls.begin(), stalls.end(), 0.0);
        for (std::size_t s = 0; s < timeline::stallCount; ++s)
            if (stalls[s] > 0)
                add(QStringLiteral("  ") + QString::fromLatin1(name(static_cast<timeline::Stall>(s))),
                    time(stalls[s]), percentText(stalls[s] / all));
    }

    const Analysis& analysis_;
    const HardwareSpec& spec_;
    const Pdg& pdg_;
    const FlatToken& flat_;
    const token_string::Token& token_;
    const std::vector<TokenIndex>& copies_; ///< the token and those that are folded into it
    TimeUnit unit_;
    std::vector<TokenDetail> rows_;
};

bool areThere(const Analysis& analysis, const std::vector<TokenIndex>& tokens) {
    return !tokens.empty() && std::all_of(tokens.begin(), tokens.end(),
                                          [&](TokenIndex token) { return token < analysis.tokens.size(); });
}

/// Tokens of two strings are not the same ones: what tokens of the kind cost on the line is.
std::optional<TokenDetail> detailOfChange(const Analysis& analysis, const token_string::Token& token,
                                          TimeUnit unit, const CostChange& change) {
    const int line = token.place.at.line;
    const LineCost* before = change.before(line);
    if (before == nullptr) return std::nullopt;
    const auto kind = static_cast<std::size_t>(token.kind);
    const LineCosts costs = lineCosts(analysis.simulation, *analysis.pdg);
    const auto now = costs.lines.find(line);
    const FigureChange cycles{before->byKind[kind], now != costs.lines.end() ? now->second.byKind[kind] : 0};
    if (!cycles.fraction() || isUnchanged(cycles.fraction())) return std::nullopt;
    const double clock = analysis.spec().execution.clockMhz;
    return TokenDetail{
        QStringLiteral("change"), changeText(cycles),
        QStringLiteral("all %1 of line %2: %3 \u2192 %4")
            .arg(tokenLetter(token.kind))
            .arg(line)
            .arg(timeText(cycles.then, change.clockMhzThen, unit), timeText(cycles.now, clock, unit))};
}

} // namespace

std::vector<TokenDetail> tokenDetails(const Analysis& analysis, const std::vector<TokenIndex>& copies,
                                      TimeUnit unit, const CostChange* change) {
    if (!areThere(analysis, copies)) return {};
    auto rows = Details(analysis, copies, unit).rows();
    if (change != nullptr)
        if (auto row = detailOfChange(analysis, *analysis.tokens[copies.front()].token, unit, *change))
            rows.insert(rows.begin() + std::min<std::ptrdiff_t>(1, std::ssize(rows)), std::move(*row));
    return rows;
}

QString tokenTitle(const Analysis& analysis, const std::vector<TokenIndex>& copies) {
    if (!areThere(analysis, copies)) return {};
    std::vector<const token_string::Token*> tokens;
    tokens.reserve(copies.size());
    for (const TokenIndex index : copies) tokens.push_back(analysis.tokens[index].token);
    const token_string::Token& token = *tokens.front();
    QString title = toQString(toText(tokens, {false, true, analysis.simulation.model()})) +
                    QStringLiteral(": ") + tokenMeaning(token.kind);
    if (token.place.at.line > 0) title += QStringLiteral(", line %1").arg(token.place.at.line);
    if (copies.size() > 1) title += QStringLiteral(", %1 copies").arg(copies.size());
    return title;
}

void TokenDetailsModel::setRows(std::vector<TokenDetail> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int TokenDetailsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TokenDetailsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TokenDetailsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const TokenDetail& row = rows_[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case Name: return row.name;
    case Value: return row.value;
    case Origin: return row.origin;
    default: return {};
    }
}

QVariant TokenDetailsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Name: return QStringLiteral("quantity");
    case Value: return QStringLiteral("value");
    case Origin: return QStringLiteral("how it came about");
    default: return {};
    }
}

} // namespace warpstring::gui
