// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/launch_draft.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/files/launches/launch_scope.h"
#include "core/files/launches/launch_sweep.h"
#include "core/files/launches/size_expression.h"
#include "core/files/toml/toml_reader.h"
#include "core/files/toml/toml_string.h"
#include "pdg/evaluation/evaluation.h"
#include "study/drafting/buffer_guesses.h"
#include "study/drafting/draft_text.h"
#include "study/drafting/expr_value.h"
#include "study/drafting/group_guess.h"
#include "study/drafting/missing_names.h"
#include "study/drafting/only_kernel.h"
#include "study/drafting/size_guesses.h"

namespace warpstring::drafting {

namespace {

constexpr std::uint32_t noScalar = std::numeric_limits<std::uint32_t>::max();
/// Of buffers of which nobody knows yet how far they are reached.
constexpr std::uint64_t ampleBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t ampleLocalBytes = std::uint64_t{1} << 20;
/// Lane evaluations that a guess may cost; beyond it accesses are bounded, and guessed as data decides them.
constexpr double budgetOfGuess = 1 << 24;
constexpr double budgetOfGroup = 1 << 22; ///< of each group that is tried, or looked at
constexpr int mostShrinkage = 6;
/// Compilations in which names that nothing defines are looked for.
constexpr int mostRounds = 6;

/// Whole numbers by name, as far as they are known.
using Numbers = std::map<std::string, std::int64_t>;

/// What TOML of an option says: a number or an expression of known ones.
std::optional<std::int64_t> numberOf(const std::string& toml, const Numbers& numbers) {
    const auto parsed = files::parseToml("x = " + toml + "\n", "", "option");
    if (!parsed) return std::nullopt;
    const files::TomlValue* value = parsed->find("x");
    if (value == nullptr) return std::nullopt;
    if (value->kind == files::TomlValue::Kind::Integer) return value->integer;
    if (value->kind != files::TomlValue::Kind::Text) return std::nullopt;
    const auto expression = files::SizeExpression::parse(value->text);
    if (!expression) return std::nullopt;
    std::vector<std::int64_t> values;
    for (const auto& name : expression->names()) {
        const auto found = numbers.find(name);
        if (found == numbers.end()) return std::nullopt;
        values.push_back(found->second);
    }
    const auto result = expression->evaluate(values);
    return result ? std::optional(*result) : std::nullopt;
}

/// The numbers of a table or list in what TOML of an option says, by their paths: "n", "v[2]"; by their
/// places in a list: "0".
Numbers membersOf(const std::string& toml, const std::string& key, const Numbers& numbers) {
    Numbers members;
    const auto parsed = files::parseToml("x = " + toml + "\n", "", "option");
    const files::TomlValue* table = parsed ? parsed->find("x") : nullptr;
    const files::TomlValue* content = table != nullptr ? table->find(key) : nullptr;
    if (content == nullptr) return members;
    const auto note = [&](const std::string& path, const files::TomlValue& value) {
        using Kind = files::TomlValue::Kind;
        if (value.kind == Kind::Integer)
            members[path] = value.integer;
        else if (value.kind == Kind::Text)
            if (const auto number = numberOf(files::quoteToml(value.text), numbers)) members[path] = *number;
    };
    for (std::size_t i = 0; i < content->items.size(); ++i) note(std::to_string(i), content->items[i]);
    for (const auto& entry : content->entries) note(entry.key, entry.value);
    return members;
}

std::vector<std::uint64_t> sizesOf(const std::vector<std::string>& toml, const Numbers& numbers) {
    std::vector<std::uint64_t> sizes;
    for (const auto& text : toml) {
        const auto number = numberOf(text, numbers);
        if (!number || *number < 1) return {};
        sizes.push_back(static_cast<std::uint64_t>(*number));
    }
    return sizes;
}

/// What a launch file of the choice says before its kernel is known.
DraftParts beginningOf(const frontend::KernelSource& source, const LaunchChoice& choice,
                       const DraftOptions& options) {
    DraftParts parts;
    for (const auto& folder : choice.includes)
        parts.options += (parts.options.empty() ? "-I " : " -I ") + folder;
    for (const auto& macro : choice.macros) parts.macros.push_back({macro.name, macro.toml, "", ""});
    const std::filesystem::path path(source.name);
    parts.source = (options.sourceName == SourceName::File ? path.filename() : path).string();
    return parts;
}

/// A launch with the source and the build options as a launch file says them: their graph is that of the draft.
Result<Launch> launchToBuild(DraftParts parts, const frontend::KernelSource& source,
                             const DraftOptions& options) {
    if (parts.kernel.empty()) parts.kernel = "k";
    parts.sizes = {{"global", "[1]", "", ""}, {"local", "[1]", "", ""}};
    auto launches = launchesOf({"", toText(parts), {}}, source.name);
    if (!launches) return launches.diagnostics();
    Launch launch = std::move(launches->launches.front());
    if (!options.buildOptions.empty()) launch.options += " " + options.buildOptions;
    return launch;
}

Result<std::vector<std::string>> kernelsWith(const DraftParts& parts, const frontend::KernelSource& source,
                                             const DraftOptions& options) {
    const auto launch = launchToBuild(parts, source, options);
    if (!launch) return launch.diagnostics();
    auto kernels = listKernels(source, {launch->options, 64, options.sourceShape, options.cancellation});
    if (kernels && kernels->empty())
        return Diagnostic{"frontend.no-kernel",
                          Severity::Error,
                          {source.name, 1, 0},
                          "the source holds no kernel",
                          "a kernel is a function marked __kernel"};
    return kernels;
}

Result<batch::GraphCache::Graph> graphOfKernel(const DraftParts& parts, const frontend::KernelSource& source,
                                               const HardwareSpec& spec, batch::GraphCache& graphs,
                                               const DraftOptions& options) {
    const auto launch = launchToBuild(parts, source, options);
    if (!launch) return launch.diagnostics();
    const int addressBits = spec.device.addressBits, subGroup = spec.execution.warpSize;
    auto graph = options.isEdited ? graphs.graphFor(*launch, source.text, addressBits, options.sourceShape,
                                                    options.cancellation, subGroup)
                                  : graphs.graphFor(*launch, addressBits, options.sourceShape,
                                                    options.cancellation, subGroup);
    if (!*graph) return graph->diagnostics();
    return graph;
}

Result<batch::GraphCache::Graph> graphWith(DraftParts& parts, const frontend::KernelSource& source,
                                           const HardwareSpec& spec, batch::GraphCache& graphs,
                                           const DraftOptions& options) {
    if (const auto only = parts.kernel.empty() ? onlyKernelIn(source.text) : std::nullopt) {
        DraftParts likely = parts;
        likely.kernel = *only;
        if (auto graph = graphOfKernel(likely, source, spec, graphs, options)) {
            parts = std::move(likely);
            return graph;
        }
    }
    if (parts.kernel.empty()) {
        const auto kernels = kernelsWith(parts, source, options);
        if (!kernels) return kernels.diagnostics();
        std::string list;
        for (const auto& kernel : *kernels) list += (list.empty() ? "" : ", ") + kernel;
        if (kernels->size() > 1)
            return Diagnostic{"frontend.several-kernels",
                              Severity::Error,
                              {source.name, 1, 0},
                              "the source holds " + std::to_string(kernels->size()) + " kernels: " + list,
                              "choose one: --kernel " + kernels->front()};
        parts.kernel = kernels->front();
    }
    return graphOfKernel(parts, source, spec, graphs, options);
}

DraftEntry filled(const std::string& name, const std::string& toml) {
    return {name, toml, "the source uses it, nothing defines it", "-D " + name + "=..."};
}

/// What `build` makes of the parts, with names that nothing defines filled in where that is asked for. Where
/// this does not help, what was wrong before.
template <class Build>
auto withFilledMacros(DraftParts& parts, const std::string& source, const DraftOptions& options, Build build) {
    auto built = build();
    if (built || !options.fillsMacros) return built;
    const DraftParts before = parts;
    auto retried = built;
    // Clang tells the next names once these are there.
    for (int round = 0; !retried && round < mostRounds; ++round) {
        const MissingNames missing = missingNamesOf(retried.diagnostics(), source);
        if (missing.values.empty() && missing.types.empty()) break;
        for (const auto& name : missing.types) parts.macros.push_back(filled(name, "\"float\""));
        // What a declaration of a missing type declares is missing only because of that.
        if (missing.types.empty())
            for (const auto& name : missing.values) parts.macros.push_back(filled(name, "16"));
        retried = build();
    }
    if (retried || missingNamesOf(built.diagnostics(), source).isEmpty()) return retried;
    parts = before;
    return built;
}

constexpr const char* versionOption = "-cl-std=";

std::size_t errorsIn(const Diagnostics& faults) {
    return static_cast<std::size_t>(std::count_if(faults.begin(), faults.end(), [](const Diagnostic& fault) {
        return fault.severity == Severity::Error;
    }));
}

/// What `build` makes of the parts, read as OpenCL C 3.0 where nobody says which version it is and 1.2 does not
/// do: names of the later version are no missing macros. Where neither does, what was wrong in the version with
/// fewer faults.
template <class Build>
auto inItsVersion(DraftParts& parts, const std::string& text, const DraftOptions& options, Build build) {
    DraftOptions unfilled = options;
    unfilled.fillsMacros = false;
    auto built = withFilledMacros(parts, text, unfilled, build);
    const bool isSaid = (parts.options + " " + options.buildOptions).find(versionOption) != std::string::npos;
    const auto isOfCompiler = [](const Diagnostic& fault) { return fault.code == "frontend.compile"; };
    if (!built && !isSaid &&
        std::any_of(built.diagnostics().begin(), built.diagnostics().end(), isOfCompiler)) {
        const DraftParts before = parts;
        parts.options += (parts.options.empty() ? "" : " ") + std::string(versionOption) + "CL3.0";
        parts.optionsGuess = "it does not compile as OpenCL C 1.2";
        auto later = withFilledMacros(parts, text, unfilled, build);
        if (later || errorsIn(later.diagnostics()) < errorsIn(built.diagnostics()))
            built = later;
        else
            parts = before;
    }
    if (built || !options.fillsMacros) return built;
    return withFilledMacros(parts, text, options, build);
}

class Drafter {
public:
    Drafter(const frontend::KernelSource& source, const LaunchChoice& choice, const HardwareSpec& spec,
            const Pdg& pdg, DraftParts parts, const DraftOptions& options)
        : source_(source), choice_(choice), spec_(spec), pdg_(pdg), uses_(scalarUsesOf(pdg)), options_(options),
          parts_(std::move(parts)) {
        for (const auto& macro : parts_.macros)
            if (const auto number = numberOf(macro.toml, {})) macros_[macro.key] = *number;
    }

    Result<LaunchDraft> run() {
        for (shrinkage_ = 0;; ++shrinkage_) {
            guessNumbers();
            writeSizes();
            std::vector<std::optional<BufferGuess>> buffers(pdg_.arguments.size());
            parts_.arguments = argumentsWith(buffers);
            if (!needsBuffers()) break;
            auto evaluation = evaluateParts();
            if (!evaluation) return ofWholeSource(evaluation.diagnostics(), source_.name);
            if (shrinkage_ < mostShrinkage && isTooLarge(pdg_, *evaluation)) continue;
            buffers = guessBuffers(pdg_, sizes_.range, *evaluation);
            parts_.arguments = argumentsWith(buffers);
            // Data that is there now leads elsewhere than zeros did.
            for (int round = 0; readsIndices(buffers) && round < mostRounds; ++round) {
                evaluation = evaluateParts();
                if (!evaluation || !mendGuesses(pdg_, *evaluation, buffers)) break;
                parts_.arguments = argumentsWith(buffers);
            }
            break;
        }
        return LaunchDraft{pdg_.kernel, toText(parts_), guessesOf(parts_)};
    }

    static Diagnostics ofWholeSource(Diagnostics faults, const std::string& source) {
        for (auto& fault : faults)
            if (fault.place.file == source || fault.place.file.empty()) fault.place = {source, 0, 0};
        return faults;
    }

private:
    [[nodiscard]] const NamedValue* said(const std::string& argument) const {
        const auto found = std::find_if(choice_.arguments.begin(), choice_.arguments.end(),
                                        [&](const NamedValue& value) { return value.name == argument; });
        return found == choice_.arguments.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool needsBuffers() const {
        return std::any_of(pdg_.arguments.begin(), pdg_.arguments.end(), [&](const KernelArgument& argument) {
            return argument.kind != KernelArgument::Kind::Scalar && said(argument.name) == nullptr;
        });
    }

    /// Whether a buffer has numbers that decide where accesses go, or whole ones that anything may hang on.
    [[nodiscard]] bool readsIndices(const std::vector<std::optional<BufferGuess>>& buffers) const {
        if (std::any_of(pdg_.accesses.begin(), pdg_.accesses.end(), [&](const MemoryAccess& access) {
                return access.objectIsArgument && access.object != none && access.offset &&
                       isLedByData(pdg_, access);
            }))
            return true;
        for (std::size_t i = 0; i < buffers.size(); ++i)
            if (buffers[i] && !buffers[i]->contents.empty() && !isFloating(pdg_.arguments[i].element.scalar))
                return true;
        return false;
    }

    /// Of the launch as it is written so far.
    [[nodiscard]] Result<evaluation::Evaluation> evaluateParts() const {
        const auto launches = launchesOf({pdg_.kernel, toText(parts_), {}}, source_.name);
        if (!launches) return launches.diagnostics();
        auto evaluation =
            evaluation::evaluate(pdg_, launches->launches.front(), spec_, settings(budgetOfGuess));
        if (evaluation && !evaluation->drawn.empty()) joinCorners(launches->launches.front(), *evaluation);
        return evaluation;
    }

    /// Sizes and scalars. Twice, for what was said may name what is guessed.
    void guessNumbers() {
        numbers_ = macros_;
        for (int round = 0; round < 2; ++round) {
            KnownSizes known;
            known.shrinkage = shrinkage_;
            known.scalars.resize(slotCount(pdg_));
            for (std::size_t again = 0; again <= choice_.arguments.size(); ++again)
                for (std::size_t i = 0; i < pdg_.arguments.size(); ++i)
                    if (const auto* value = said(pdg_.arguments[i].name);
                        value != nullptr && !known.scalars[i]) {
                        known.scalars[i] = numberOf(value->toml, numbers_);
                        if (known.scalars[i]) numbers_[pdg_.arguments[i].name] = *known.scalars[i];
                    }
            learnFromImagesAndStructs(known.scalars);
            known.global = sizesOf(choice_.global, numbers_);
            known.local = sizesOf(choice_.local, numbers_);
            const int dimensions = !known.global.empty()  ? static_cast<int>(known.global.size())
                                   : !known.local.empty() ? static_cast<int>(known.local.size())
                                                          : dimensionsOf(pdg_, uses_);
            group_ = {known.local, ""};
            if (known.local.empty())
                group_ =
                    guessGroup(pdg_, uses_, spec_, dimensions,
                               [&](const std::vector<std::uint64_t>& sizes) { return fillOf(known, sizes); });
            if (!known.global.empty() && known.local.empty()) fitGroup(known.global);
            sizes_ = guessSizes(pdg_, uses_, spec_, known, group_.sizes);
            for (std::size_t i = 0; i < pdg_.arguments.size(); ++i)
                if (const auto& guess = sizes_.guessed[i]; guess && said(pdg_.arguments[i].name) == nullptr)
                    numbers_[pdg_.arguments[i].name] = guess->value;
        }
    }

    /// What was said of images and structs, as far as it is numbers. Members that were not named are zero.
    void learnFromImagesAndStructs(WholeNumbers& known) const {
        for (std::size_t i = 0; i < pdg_.arguments.size(); ++i) {
            const KernelArgument& argument = pdg_.arguments[i];
            const NamedValue* value = said(argument.name);
            if (value == nullptr) continue;
            if (argument.kind == KernelArgument::Kind::Image) {
                const auto sizes = membersOf(value->toml, "image", numbers_);
                for (unsigned d = 0; d < 3; ++d)
                    if (const auto size = sizes.find(std::to_string(d)); size != sizes.end())
                        known[slotOfImage(pdg_, i, d)] = size->second;
            }
            if (argument.kind != KernelArgument::Kind::Struct) continue;
            const auto members = membersOf(value->toml, "struct", numbers_);
            for (std::size_t f = 0; f < pdg_.fields.size(); ++f) {
                if (pdg_.fields[f].argument != i) continue;
                const auto member = members.find(memberPath(pdg_.fields[f]));
                known[slotOfField(pdg_, f)] = member == members.end() ? 0 : member->second;
            }
        }
    }

    /// "n" of the field "p.n".
    [[nodiscard]] std::string memberPath(const ArgumentField& field) const {
        const std::string& of = pdg_.arguments[field.argument].name;
        const bool isNamed = field.name.size() > of.size() + 1 && field.name.starts_with(of + ".");
        return isNamed ? field.name.substr(of.size() + 1) : "";
    }

    /// Halves guessed sizes until they divide the global ones.
    void fitGroup(const std::vector<std::uint64_t>& global) {
        if (!pdg_.requiredGroupSize.empty()) return;
        for (std::size_t d = 0; d < group_.sizes.size() && d < global.size(); ++d)
            while (group_.sizes[d] > 1 && global[d] % group_.sizes[d] != 0) {
                group_.sizes[d] /= 2;
                group_.reason = "divides the global size";
            }
    }

    /// LocalFill of the kernel.
    std::optional<double> fillOf(const KnownSizes& known, const std::vector<std::uint64_t>& local) {
        KnownSizes near = known;
        if (near.global.empty())
            for (const auto size : local) near.global.push_back(2 * size);
        for (std::size_t d = 0; d < local.size() && d < near.global.size(); ++d)
            if (near.global[d] % local[d] != 0) return std::nullopt;
        sizes_ = guessSizes(pdg_, uses_, spec_, near, local);
        DraftParts trial = parts_;
        trial.sizes = plainSizes();
        trial.arguments = argumentsWith(std::vector<std::optional<BufferGuess>>(pdg_.arguments.size()));
        const auto launches = launchesOf({pdg_.kernel, toText(trial), {}}, source_.name);
        if (!launches) return std::nullopt;
        const auto evaluation =
            evaluation::evaluate(pdg_, launches->launches.front(), spec_, settings(budgetOfGroup));
        if (!evaluation) return std::nullopt;
        double reached = 0, bytes = 0;
        for (std::uint32_t i = 0; i < pdg_.arrays.size(); ++i) {
            const auto& array = pdg_.arrays[i];
            if (array.space != MemorySpace::Shared) continue;
            std::uint64_t most = 0;
            bool isKnown = true;
            for (const auto& access : pdg_.accesses) {
                if (access.objectIsArgument || access.object != i) continue;
                const auto& found = evaluation->accesses[access.id];
                isKnown = isKnown && !isLedByData(pdg_, access);
                if (!found.reach) continue;
                if (found.reach->least < 0 || static_cast<std::uint64_t>(found.reach->most) > array.bytes)
                    return std::nullopt;
                most = std::max(most, static_cast<std::uint64_t>(found.reach->most));
            }
            if (!isKnown) continue;
            reached += static_cast<double>(most);
            bytes += static_cast<double>(array.bytes);
        }
        return bytes > 0 ? reached / bytes : 1;
    }

    [[nodiscard]] evaluation::EvaluationOptions settings(double budget) const {
        evaluation::EvaluationOptions settings;
        settings.budget = budget;
        settings.cancellation = options_.cancellation;
        return settings;
    }

    /// Groups that were drawn need not reach the ends: those at the corners of the launch do.
    void joinCorners(const Launch& launch, evaluation::Evaluation& evaluation) const {
        std::set<std::uint64_t> corners;
        const NDRange& range = launch.range;
        for (unsigned corner = 0; corner < 8; ++corner) {
            const auto at = [&](int d) { return (corner >> d & 1U) != 0 ? range.groups(d) - 1 : 0; };
            corners.insert(at(0) + range.groups(0) * (at(1) + range.groups(1) * at(2)));
        }
        for (const auto group : corners) {
            const auto found = evaluateGroup(pdg_, launch, spec_, group, settings(budgetOfGroup));
            if (!found) continue;
            for (std::size_t i = 0; i < evaluation.accesses.size(); ++i) {
                auto& reach = evaluation.accesses[i].reach;
                auto own = found->accesses[i].reach;
                if (!own && !found->regions[pdg_.statements[pdg_.accesses[i].statement].region].isDead())
                    own = placesOfCorner(pdg_.accesses[i], *found, group);
                if (own)
                    reach = reach ? evaluation::Extent{std::min(reach->least, own->least),
                                                       std::max(reach->most, own->most)}
                                  : *own;
            }
        }
    }

    /// Iterations of the only loop that an expression hangs on; 1 of none, nothing of several or unknown ones.
    [[nodiscard]] std::optional<std::int64_t> iterationsFor(ExprId id,
                                                            const evaluation::Evaluation& found) const {
        constexpr double most = 1 << 30;
        std::optional<std::int64_t> iterations;
        for (const Loop& loop : pdg_.loops) {
            if ((pdg_.exprs.dependence(id) & loopDependence(loop.id)) == 0) continue;
            const double trips = found.loops[loop.id].trips.upper;
            if (iterations || trips > most) return std::nullopt;
            iterations = std::max<std::int64_t>(1, std::llround(trips));
        }
        return iterations.value_or(1);
    }

    /// Where the first and the last work-item of a group go, if IDs and a loop's counter alone decide.
    [[nodiscard]] std::optional<evaluation::Extent>
    placesOfCorner(const MemoryAccess& access, const evaluation::Evaluation& found, std::uint64_t group) const {
        if (isLedByData(pdg_, access)) return std::nullopt;
        const auto iterations = iterationsFor(access.offset, found);
        if (!iterations) return std::nullopt;
        const NDRange& range = found.launch.range;
        WorkItem item;
        item.range = range;
        item.scalars = sizes_.scalars;
        for (unsigned d = 0; d < 3; ++d) {
            item.group[d] = static_cast<std::int64_t>(group % range.groups(static_cast<int>(d)));
            group /= range.groups(static_cast<int>(d));
        }
        const auto first = ExprValue(pdg_, item).of(access.offset);
        for (unsigned d = 0; d < 3; ++d) item.local[d] = static_cast<std::int64_t>(range.local[d]) - 1;
        item.counter = *iterations - 1;
        const auto last = ExprValue(pdg_, item).of(access.offset);
        if (!first || !last) return std::nullopt;
        return evaluation::Extent{std::min(*first, *last), std::max(*first, *last) + access.bytes};
    }

    [[nodiscard]] std::vector<DraftEntry> plainSizes() const {
        std::vector<std::string> global, local;
        for (int d = 0; d < sizes_.range.dimensions; ++d) {
            global.push_back(std::to_string(sizes_.range.global[static_cast<std::size_t>(d)]));
            local.push_back(std::to_string(sizes_.range.local[static_cast<std::size_t>(d)]));
        }
        return {{"global", listToml(global), "", ""}, {"local", listToml(local), "", ""}};
    }

    void writeSizes() {
        std::vector<std::string> global, local;
        std::string reason;
        for (int d = 0; d < sizes_.range.dimensions; ++d) {
            const auto at = static_cast<std::size_t>(d);
            const std::string size = std::to_string(sizes_.range.local[at]);
            local.push_back(size);
            const auto scalar = sizes_.covered[at];
            std::string whole = std::to_string(sizes_.range.global[at]);
            if (scalar != noScalar) {
                whole = "\"ceil_div(";
                whole += pdg_.arguments[scalar].name;
                whole += ", ";
                whole += size;
                whole += ") * ";
                whole += size;
                whole += '"';
            }
            global.push_back(std::move(whole));
            if (reason.find(sizes_.globalReason[at]) != std::string::npos) continue;
            if (!reason.empty()) reason += "; ";
            reason += sizes_.globalReason[at];
        }
        const bool isGlobalSaid = !choice_.global.empty(), isLocalSaid = !choice_.local.empty();
        parts_.sizes = {{"global", listToml(isGlobalSaid ? choice_.global : global), isGlobalSaid ? "" : reason,
                         "--global"},
                        {"local", listToml(isLocalSaid ? choice_.local : local),
                         isLocalSaid ? "" : group_.reason, "--local"}};
    }

    [[nodiscard]] std::vector<DraftEntry>
    argumentsWith(const std::vector<std::optional<BufferGuess>>& buffers) const {
        std::vector<DraftEntry> entries;
        NamedNumbers names;
        for (const KernelArgument& argument : pdg_.arguments)
            if (const auto found = numbers_.find(argument.name); found != numbers_.end())
                names.emplace_back(found->first, found->second);
        for (std::size_t i = 0; i < pdg_.arguments.size(); ++i) {
            const KernelArgument& argument = pdg_.arguments[i];
            if (const auto* value = said(argument.name))
                entries.push_back({argument.name, value->toml, "", ""});
            else
                entries.push_back(entryOf(argument, i, buffers[i], names));
        }
        // What the kernel does not have is for the launch's checks to tell.
        for (const auto& value : choice_.arguments)
            if (std::none_of(pdg_.arguments.begin(), pdg_.arguments.end(),
                             [&](const KernelArgument& argument) { return argument.name == value.name; }))
                entries.push_back({value.name, value.toml, "", ""});
        return entries;
    }

    [[nodiscard]] DraftEntry entryOf(const KernelArgument& argument, std::size_t index,
                                     const std::optional<BufferGuess>& buffer,
                                     const NamedNumbers& names) const {
        switch (argument.kind) {
        case KernelArgument::Kind::Scalar: {
            const std::string option = "--arg " + argument.name + "=...";
            if (const auto& guess = sizes_.guessed[index])
                return {argument.name, std::to_string(guess->value), guess->reason, option};
            return {argument.name, "1.0", "nothing says how large it is", option};
        }
        case KernelArgument::Kind::Shared:
            return {argument.name,
                    "{ local = " + std::to_string(buffer ? buffer->count : ampleLocalBytes) + " }",
                    buffer ? buffer->reason : "ample", "--local-memory " + argument.name + "=..."};
        case KernelArgument::Kind::Image: return imageEntry(argument, index);
        case KernelArgument::Kind::Sampler:
            return {argument.name, "{ sampler = { addressing = \"clamp_to_edge\", filter = \"nearest\" } }",
                    "the cheapest one", "--sampler " + argument.name + "=..."};
        case KernelArgument::Kind::Struct: return structEntry(argument, index);
        default: break;
        }
        const bool isOfStructs = argument.layout.bytes > 0;
        const std::string type = isOfStructs ? "struct" : name(argument.element);
        const std::uint64_t element =
            isOfStructs ? argument.layout.bytes : static_cast<std::uint64_t>(bytes(argument.element));
        std::string toml = "{ buffer = \"" + type + "\", ";
        if (isOfStructs) toml += "bytes = " + std::to_string(element) + ", ";
        toml += "count = ";
        toml += buffer ? productToml(buffer->count, names) : std::to_string(ampleBytes / element);
        if (buffer) toml += buffer->contents + ", access = \"" + buffer->access + "\"";
        return {argument.name, toml + " }", buffer ? buffer->reason : "ample",
                "--buffer " + argument.name + "=" + type +
                    (isOfStructs ? "(" + std::to_string(element) + "):..." : ":...")};
    }

    [[nodiscard]] DraftEntry imageEntry(const KernelArgument& argument, std::size_t index) const {
        std::vector<std::string> sizes;
        std::string reason;
        for (int d = 0; d < dimensions(argument.shape); ++d) {
            const auto& guess = sizes_.guessed[slotOfImage(pdg_, index, static_cast<unsigned>(d))];
            sizes.push_back(std::to_string(guess ? guess->value : 1));
            if (guess && reason.find(guess->reason) == std::string::npos)
                reason += (reason.empty() ? "" : "; ") + guess->reason;
        }
        const char* format = argument.element.scalar == ScalarType::Int    ? "SIGNED_INT32"
                             : argument.element.scalar == ScalarType::UInt ? "UNSIGNED_INT8"
                             : argument.element.scalar == ScalarType::Half ? "HALF_FLOAT"
                                                                           : "UNORM_INT8";
        const char* access = argument.readOnly                 ? "read"
                             : argument.access == "write_only" ? "write"
                                                               : "read-write";
        return {argument.name,
                "{ image = " + listToml(sizes) + ", order = \"RGBA\", format = \"" + format +
                    "\", access = \"" + access + "\" }",
                reason + "; the usual format of what the kernel calls", "--image " + argument.name + "=..."};
    }

    /// With the members that anything hangs on, and all others where they are few.
    [[nodiscard]] DraftEntry structEntry(const KernelArgument& argument, std::size_t index) const {
        constexpr std::size_t mostMembers = 16;
        std::string members, reason;
        std::vector<std::string> told;
        const auto write = [&](const std::string& path, const std::string& toml) {
            members += members.empty() ? " " : ", ";
            members += (files::isIdentifier(path) ? path : files::quoteToml(path)) + " = " + toml;
        };
        for (std::size_t f = 0; f < pdg_.fields.size(); ++f) {
            const std::string path = memberPath(pdg_.fields[f]);
            if (pdg_.fields[f].argument != index || path.empty()) continue;
            const auto& guess = sizes_.guessed[slotOfField(pdg_, f)];
            write(path, guess ? std::to_string(guess->value) : "1.0");
            told.push_back(path);
            const std::string why = guess ? guess->reason : "nothing says how large it is";
            if (reason.find(why) == std::string::npos) reason += (reason.empty() ? "" : "; ") + why;
        }
        if (argument.layout.members.size() <= mostMembers)
            for (const auto& member : argument.layout.members)
                if (std::none_of(told.begin(), told.end(), [&](const std::string& path) {
                        return path == member.path || path.starts_with(member.path + "[");
                    }))
                    write(member.path, isFloating(member.type.scalar) ? "1.0" : "1");
        return {argument.name, "{ struct = {" + members + " } }",
                reason.empty() ? "no address and no condition hangs on it" : reason,
                "--struct " + argument.name + "=..."};
    }

    const frontend::KernelSource& source_;
    const LaunchChoice& choice_;
    const HardwareSpec& spec_;
    const Pdg& pdg_;
    ScalarUses uses_;
    const DraftOptions& options_;
    DraftParts parts_;
    Numbers macros_, numbers_;
    GroupGuess group_;
    SizeGuesses sizes_;
    int shrinkage_ = 0;
};

} // namespace

bool isKernelSource(const std::filesystem::path& path) {
    const std::string ending = path.extension().string();
    return ending == ".cl" || ending == ".ocl" || ending == ".opencl";
}

Result<files::LaunchFile> launchesOf(const LaunchDraft& draft, const std::filesystem::path& source) {
    auto sweep = files::LaunchSweep::parse(draft.text, source);
    if (!sweep) return Drafter::ofWholeSource(sweep.diagnostics(), source.string());
    sweep->assumeSource(source);
    auto launches = sweep->all();
    if (!launches) return Drafter::ofWholeSource(launches.diagnostics(), source.string());
    return files::LaunchFile{std::move(*launches)};
}

Result<std::vector<std::string>> kernelsOf(const frontend::KernelSource& source, const LaunchChoice& choice,
                                           const DraftOptions& options) {
    DraftParts parts = beginningOf(source, choice, options);
    auto kernels =
        inItsVersion(parts, source.text, options, [&] { return kernelsWith(parts, source, options); });
    if (!kernels) return byCause(kernels.diagnostics(), source.text);
    return kernels;
}

Result<LaunchDraft> draftLaunch(const frontend::KernelSource& source, const LaunchChoice& choice,
                                const HardwareSpec& spec, batch::GraphCache& graphs,
                                const DraftOptions& options) {
    DraftParts parts = beginningOf(source, choice, options);
    parts.kernel = choice.kernel;
    const auto graph = inItsVersion(parts, source.text, options,
                                    [&] { return graphWith(parts, source, spec, graphs, options); });
    if (!graph) return byCause(graph.diagnostics(), source.text);
    return Drafter(source, choice, spec, ***graph, std::move(parts), options).run();
}

} // namespace warpstring::drafting
