// SPDX-License-Identifier: GPL-3.0-or-later
// Counts beside the enumeration of every work-item: counts_check (FILE|RANDOM[@SEED[+FROM]])..., where RANDOM
// is a number of affine kernels grown at random, of which those before FROM are left out. Prints what differs
// and how much was compared, and for files the time that counting took. The launches of files are looked at in
// their own sizes, where those are small enough, and in three others of each name.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <random>
#include <string>

#include "core/files/launches/launch_file.h"
#include "core/files/launches/launch_variants.h"
#include "pdg/frontend/build_pdg.h"
#include "study/batch/graph_cache.h"
#include "tests/pdg/evaluation/kernel_printer.h"
#include "tests/pdg/evaluation/lane_interpreter.h"
#include "tests/symbolic/counts/enumeration.h"

namespace {

using namespace warpstring;

constexpr std::int64_t mostExecutions = 12'000;

struct Checked {
    int launches = 0, formulas = 0, accesses = 0, exactBuffers = 0, bufferFormulas = 0, buffers = 0;
    int compared = 0, otherSizes = 0, transactions = 0, different = 0;
    double slowestMs = 0;
    std::string slowest;

    void add(const Checked& other) {
        launches += other.launches, formulas += other.formulas, accesses += other.accesses;
        exactBuffers += other.exactBuffers, bufferFormulas += other.bufferFormulas, buffers += other.buffers;
        compared += other.compared, otherSizes += other.otherSizes, transactions += other.transactions;
        different += other.different;
        if (other.slowestMs > slowestMs) slowestMs = other.slowestMs, slowest = other.slowest;
    }
    void tell(const std::string& what) const {
        std::printf("%s: %d launches, %d of %d accesses and %d of %d buffers by formula, %d footprints exact, "
                    "%d enumerated, "
                    "%d at other sizes, %d transactions there, %d different; slowest %.2f ms (%s)\n",
                    what.c_str(), launches, formulas, accesses, bufferFormulas, buffers, exactBuffers, compared,
                    otherSizes, transactions, different, slowestMs, slowest.c_str());
    }
};

symbolic::NameValues valuesOf(const symbolic::LaunchCounts& counts) {
    symbolic::NameValues values;
    for (const auto& symbol : counts.symbols.symbols) values[symbol.name] = symbol.value;
    return values;
}

void compare(const Pdg& pdg, const Launch& launch, const symbolic::LaunchCounts& counts,
             const symbolic::NameValues& values, bool isOfLaunch, const std::string& name, Checked& checked) {
    const auto binding = evaluation::bindLaunch(pdg, launch);
    if (!binding) return;
    const auto truth = oracle::enumerate(pdg, *binding, mostExecutions);
    if (!truth) return;
    ++(isOfLaunch ? checked.compared : checked.otherSizes);
    const std::string wrong = oracle::differences(pdg, counts, *truth, values, isOfLaunch);
    if (wrong.empty()) return;
    ++checked.different;
    std::cout << name << (isOfLaunch ? "" : " at other sizes");
    for (const auto& [symbol, value] : values) std::cout << ' ' << symbol << '=' << value;
    std::cout << ":\n" << wrong;
}

/// Transactions by formula beside those that the evaluation of a launch at other values tells.
void compareTransactions(const Pdg& pdg, const Launch& launch, const symbolic::LaunchCounts& counts,
                         const symbolic::NameValues& values, const std::string& name, Checked& checked) {
    symbolic::CountOptions numbers;
    numbers.open.emplace();
    const auto other = countLaunch(pdg, launch, oracle::sectorDevice(), numbers);
    if (!other) return;
    for (std::size_t i = 0; i < counts.accesses.size(); ++i) {
        const auto& formula = counts.accesses[i].transactions.formula;
        const auto& truth = other->accesses[i].transactions.value;
        if (!formula || !truth) continue;
        ++checked.transactions;
        const auto value = formula->evaluate(values);
        if (value == truth) continue;
        ++checked.different;
        std::cout << name << " at other sizes, transactions of access " << i << ": " << formula->text() << " = "
                  << value.value_or(-1) << " instead of " << *truth << "\n";
    }
}

std::optional<symbolic::LaunchCounts> counted(const Pdg& pdg, const Launch& launch,
                                              const symbolic::CountOptions& options, Checked& checked) {
    const auto begin = std::chrono::steady_clock::now();
    auto counts = countLaunch(pdg, launch, oracle::sectorDevice(), options);
    const double ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (!counts) return std::nullopt;
    ++checked.launches;
    if (ms > checked.slowestMs) checked.slowestMs = ms, checked.slowest = launch.name;
    for (const auto& access : counts->accesses)
        ++checked.accesses, checked.formulas += access.executions.formula.has_value();
    for (const auto& buffer : counts->buffers)
        ++checked.buffers, checked.exactBuffers += buffer.isFootprintExact,
            checked.bufferFormulas += buffer.footprint.formula.has_value();
    return std::move(*counts);
}

void checkFile(const std::string& file, Checked& all) {
    Checked checked;
    const auto text = files::readTextFile(file, "launch");
    const auto launches = text ? files::parseLaunchFile(*text, file, false) : text.diagnostics();
    if (!launches) return;
    batch::GraphCache graphs;
    for (const Launch& launch : launches->launches) {
        const auto graph = graphs.graphFor(launch, 64, false, nullptr, 32);
        const auto definitions = files::parseLaunchDefinitions(*text, file, launch.swept);
        if (!*graph || !definitions) continue;
        symbolic::CountOptions options;
        options.definitions = *definitions;
        const auto counts = counted(**graph, launch, options, checked);
        if (!counts) continue;
        const auto values = valuesOf(*counts);
        compare(**graph, launch, *counts, values, true, launch.name, checked);
        if (counts->symbols.symbols.empty()) continue;
        for (const std::int64_t times : {1, 2, 5}) {
            std::vector<files::NamedValues> names;
            symbolic::NameValues others;
            for (const auto& symbol : counts->symbols.symbols) {
                files::TomlValue value;
                value.kind = files::TomlValue::Kind::Integer;
                value.integer = symbol.multiple * times + (symbol.multiple == 1 ? 12 * times - 5 : 0);
                others[symbol.name] = value.integer;
                names.push_back({symbol.name, {}, {value}});
            }
            for (const auto& swept : launch.swept) {
                if (others.contains(swept.name)) continue;
                names.clear(); // sizes that a sweep ties to others
                break;
            }
            auto variants = files::LaunchVariants::parse(*text, file, names);
            if (names.empty() || !variants) continue;
            const auto other = variants->at(std::vector<std::size_t>(names.size()));
            if (!other || other->range.local != launch.range.local) continue; // formulas keep the groups
            compare(**graph, *other, *counts, others, false, launch.name, checked);
            compareTransactions(**graph, *other, *counts, others, launch.name, checked);
        }
    }
    checked.tell(file);
    all.add(checked);
}

std::string launchText(const Launch& launch) {
    std::string text = "// groups of";
    for (const auto size : launch.range.local) text += " " + std::to_string(size);
    text += ", work-items";
    for (const auto size : launch.range.global) text += " " + std::to_string(size);
    for (const auto& [name, argument] : launch.arguments)
        if (const auto* scalar = std::get_if<ScalarArgument>(&argument))
            if (const auto* value = std::get_if<std::int64_t>(&scalar->value))
                text += ", " + name + " = " + std::to_string(*value);
    return text + "\n";
}

void checkRandom(std::uint64_t count, std::uint64_t seed, std::uint64_t from, Checked& all) {
    std::mt19937_64 random(seed);
    for (std::uint64_t made = 0; made < count;) {
        oracle::RandomKernel kernel = oracle::randomKernel(oracle::KernelForm::Affine, random);
        const auto truth = oracle::interpret(kernel);
        if (!truth.valid) continue;
        if (++made < from) continue;
        for (std::size_t i = 0; i < truth.counts.size(); ++i)
            kernel.arrays[i].count = std::max(kernel.arrays[i].count, truth.counts[i]);
        oracle::print(kernel);
        const auto pdg = frontend::buildPdg({"k.cl", kernel.text}, "k", {});
        if (!pdg) continue;
        const int before = all.different;
        for (const bool isOpen : {false, true}) {
            symbolic::CountOptions options;
            if (!isOpen) options.open.emplace();
            if (const auto counts = counted(*pdg, kernel.launch(), options, all))
                compare(*pdg, kernel.launch(), *counts, valuesOf(*counts), true,
                        "random " + std::to_string(made), all);
        }
        if (all.different != before) std::cout << launchText(kernel.launch()) << kernel.text << "\n";
    }
}

} // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 1 << 12);
    Checked all;
    for (int i = 1; i < argc; ++i) {
        const std::string subject = argv[i];
        if (subject.find_first_not_of("0123456789@+") != std::string::npos) {
            checkFile(subject, all);
            continue;
        }
        const auto at = subject.find('@'), plus = subject.find('+');
        const auto number = [&](std::size_t before, std::uint64_t otherwise) {
            return before == std::string::npos ? otherwise : std::stoull(subject.substr(before + 1));
        };
        Checked checked;
        checkRandom(std::stoull(subject), number(at, 1), number(plus, 1), checked);
        checked.tell(subject + " random kernels");
        all.add(checked);
    }
    all.tell("all");
    return all.different == 0 ? 0 : 1;
}
