// SPDX-License-Identifier: GPL-3.0-or-later
// Every check-*.toml of the samples, each rewrite that could be asked for and pairs of them, run on an OpenCL
// device before and after: outputs must be equal bit for bit, or within the reference's tolerance where a
// rewrite says that it changes the order of sums or is less exact.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "core/files/launches/launch_file.h"
#include "core/records/verification.h"
#include "samples/references/references.h"
#include "tests/sample_files.h"
#include "tests/tuning/transform/kernel_runner.h"
#include "tuning/transform/transform.h"

namespace warpstring::transform {
namespace {

namespace fs = std::filesystem;

const fs::path samplesFolder = fs::path(WARPSTRING_SOURCE_DIR) / "samples";
/// Kernels written for rewrites that few samples allow.
const fs::path kernelsFolder = fs::path(WARPSTRING_SOURCE_DIR) / "tests" / "tuning" / "transform" / "kernels";

struct Options {
    std::uint64_t part = 0, parts = 1, seed = 1;
    int pairs = 8; ///< of each file
    bool isVerbose = false;
    std::string only;          ///< part of a file's name
    std::string with;          ///< a rewrite's word that a combination must have
    std::vector<Rewrite> then; ///< done after each combination
};

/// splitmix64: the same numbers on every machine.
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

std::string wordsOf(const std::vector<Rewrite>& rewrites) {
    std::string text;
    for (const auto& rewrite : rewrites) text += (text.empty() ? "" : ", ") + toText(rewrite);
    return text;
}

/// What the first hands over, the second does too; it may have an argument more.
bool haveEqualWork(const Launch& a, const Launch& b) {
    for (const auto& [name, argument] : a.arguments) {
        const auto other = b.arguments.find(name);
        if (other == b.arguments.end()) return false;
        const auto* scalar = std::get_if<ScalarArgument>(&argument);
        const auto* same = std::get_if<ScalarArgument>(&other->second);
        if (scalar && (!same || scalar->value != same->value)) return false;
        const auto* buffer = std::get_if<BufferArgument>(&argument);
        const auto* like = std::get_if<BufferArgument>(&other->second);
        if (buffer && (!like || buffer->count != like->count || buffer->seed != like->seed)) return false;
    }
    return true;
}

class Oracle {
public:
    explicit Oracle(const Options& options) : options_(options) {}

    void check(const fs::path& file) {
        const auto text = readKernelText(samplesFolder / file);
        if (!text) return fault(file, {}, "cannot be read: " + text.diagnostics().front().message);
        RewriteOptions how;
        const auto singles = candidates(*text, how);
        if (!singles) return fault(file, {}, "has no candidates: " + toText(singles.diagnostics().front()));
        std::vector<std::vector<Rewrite>> combinations;
        for (const auto& one : *singles) combinations.push_back({one});
        addStagings(*text, *singles, combinations);
        const std::uint64_t base = mixed(options_.seed ^ std::hash<std::string>()(file.string()));
        for (int i = 0; i < options_.pairs && singles->size() > 1; ++i) {
            const std::uint64_t choice = mixed(base + static_cast<std::uint64_t>(i));
            combinations.push_back(
                {(*singles)[choice % singles->size()], (*singles)[mixed(choice) % singles->size()]});
        }
        before_.clear();
        for (std::size_t i = 0; i < combinations.size(); ++i)
            if (mixed(base ^ mixed(i)) % options_.parts == options_.part && isAskedFor(combinations[i])) {
                combinations[i].insert(combinations[i].end(), options_.then.begin(), options_.then.end());
                checkOne(file, *text, combinations[i], mixed(base + i));
            }
    }

    /// How the program ends.
    int report() const {
        std::printf(
            "%d combinations: %d done and run, %d refused; of those run %d equal bit for bit, %d within the "
            "reference's tolerance, %d not judged, %d wrong\n",
            run_ + refused_, run_, refused_, equal_, tolerated_, unjudged_, wrong_);
        std::printf("done, by kind:\n");
        for (const auto& [kind, count] : doneByKind_) std::printf("  %-12s %5d\n", kind.c_str(), count);
        std::printf("refused, by code:\n");
        for (const auto& [code, count] : refusedByCode_) std::printf("  %-36s %5d\n", code.c_str(), count);
        return wrong_ == 0 && run_ > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }

private:
    /// Two buffers in one loop: the second joins the tiles of the first.
    static void addStagings(const KernelText& text, const std::vector<Rewrite>& singles,
                            std::vector<std::vector<Rewrite>>& combinations) {
        std::vector<Rewrite> done;
        for (const auto& one : singles)
            if (one.kind == RewriteKind::Stage && rewrite(text, std::span(&one, 1))) done.push_back(one);
        for (const auto& one : done)
            for (const auto& other : done)
                if (other.value == one.value && other.target != one.target)
                    combinations.push_back({one, other});
    }

    void fault(const fs::path& file, const std::vector<Rewrite>& rewrites, const std::string& what) {
        ++wrong_;
        std::printf("WRONG %s [%s]: %s\n", file.c_str(), wordsOf(rewrites).c_str(), what.c_str());
        std::fflush(stdout);
    }

    bool isAskedFor(const std::vector<Rewrite>& rewrites) const {
        return options_.with.empty() || std::any_of(rewrites.begin(), rewrites.end(), [&](const Rewrite& one) {
                   return traits(one.kind).word == options_.with;
               });
    }

    void checkOne(const fs::path& file, const KernelText& text, const std::vector<Rewrite>& rewrites,
                  std::uint64_t choice) {
        const auto rewritten = rewrite(text, rewrites);
        if (!rewritten) {
            ++refused_;
            const auto& first = rewritten.diagnostics().front();
            ++refusedByCode_[first.code];
            // The kernel is one that compiled: what a rewrite makes of it must do so, or be refused before.
            if (first.code == "transform.does-not-compile") fault(file, rewrites, first.message);
            if (options_.isVerbose)
                std::printf("refused %s [%s]: %s\n", file.c_str(), wordsOf(rewrites).c_str(),
                            toText(first).c_str());
            return;
        }
        ++run_;
        for (const auto& one : rewrites) ++doneByKind_[std::string(traits(one.kind).word)];
        const auto was = files::parseLaunchFile(text.launch, text.launchPath);
        const auto is = files::parseLaunchFile(rewritten->text.launch, text.launchPath);
        if (!was || !is) return fault(file, rewrites, "its launch file cannot be read");
        const Launch& after = is->launches[choice % is->launches.size()];
        // Of the launches with the same work that with the same macros first.
        const Launch* partner = nullptr;
        for (const auto& launch : was->launches)
            if (haveEqualWork(launch, after) && (!partner || launch.name == after.name)) partner = &launch;
        if (!partner) return fault(file, rewrites, "no launch before has the work of " + after.name);
        compare(file, rewrites, text, *partner, *rewritten, after);
    }

    void compare(const fs::path& file, const std::vector<Rewrite>& rewrites, const KernelText& text,
                 const Launch& partner, const Rewritten& rewritten, const Launch& after) {
        const auto now = runner_.run(after, rewritten.text);
        if (!now) {
            const auto& first = now.diagnostics().front();
            // The device's limits, not the kernel's meaning.
            if (first.code == "measure.group-size-refused" || first.code == "measure.local-memory-refused") {
                ++unjudged_;
                return;
            }
            return fault(file, rewrites, after.name + " does not run: " + toText(first));
        }
        auto& then = before_[partner.name];
        if (!then) then = std::make_unique<Result<records::BufferContents>>(runner_.run(partner, text));
        if (!*then)
            return fault(file, rewrites,
                         partner.name + " does not run: " + toText(then->diagnostics().front()));
        if (**then == *now) {
            ++equal_;
            return;
        }
        // Sums by atomic operations come out in any order, of one kernel as of two.
        const bool mayDiffer = rewritten.reordersSums || rewritten.isLessExact || partner.name != after.name ||
                               text.source.find("atom") != std::string::npos;
        if (!mayDiffer) return fault(file, rewrites, after.name + ": " + differenceOf(**then, *now));
        // Where another launch is the reference, what this one computed before has its tolerance as well.
        const bool isOfLaunch = after.reference && after.reference->launch;
        const auto verified =
            records::verify(after, *now, samples::sampleReferences(), isOfLaunch ? &**then : nullptr);
        if (!verified || !verified->requested()) {
            ++unjudged_;
            return;
        }
        if (verified->passed()) {
            ++tolerated_;
            return;
        }
        fault(file, rewrites, after.name + ": " + toText(wrongOutputs(after, *verified).front()));
    }

    static std::string differenceOf(const records::BufferContents& before,
                                    const records::BufferContents& after) {
        for (const auto& [name, bytes] : before) {
            const auto other = after.find(name);
            if (other == after.end() || other->second.size() != bytes.size())
                return "\"" + name + "\" has another size";
            const auto at =
                std::mismatch(bytes.begin(), bytes.end(), other->second.begin()).first - bytes.begin();
            if (at != static_cast<std::ptrdiff_t>(bytes.size()))
                return "\"" + name + "\" differs from byte " + std::to_string(at);
        }
        return "it has other buffers";
    }

    const Options& options_;
    Runner runner_;
    std::map<std::string, std::unique_ptr<Result<records::BufferContents>>> before_; ///< of the file, by launch
    int run_ = 0, refused_ = 0, equal_ = 0, tolerated_ = 0, unjudged_ = 0, wrong_ = 0;
    std::map<std::string, int> doneByKind_, refusedByCode_;
};

/// False where a word is not understood.
bool read(const std::vector<std::string>& words, Options& options) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--verbose") {
            options.isVerbose = true;
            continue;
        }
        if (++i == words.size()) return false;
        std::istringstream value(words[i]);
        char slash = 0;
        if (word == "--share" && value >> options.part >> slash >> options.parts &&
            options.part < options.parts)
            continue;
        if (word == "--seed" && value >> options.seed) continue;
        if (word == "--pairs" && value >> options.pairs) continue;
        if (word == "--then") {
            const auto rewrite = parseRewrite(words[i]);
            if (!rewrite) return false;
            options.then.push_back(*rewrite);
            continue;
        }
        if (word == "--with" && value >> options.with) continue;
        if (word != "--only" || !(value >> options.only)) return false;
    }
    return true;
}

} // namespace
} // namespace warpstring::transform

int main(int count, char** words) {
    using namespace warpstring;
    transform::Options options;
    if (!transform::read({words + 1, words + count}, options)) {
        std::fprintf(
            stderr,
            "usage: transform_oracle [--share K/N] [--seed S] [--pairs P] [--only PART-OF-NAME] [--with WORD] "
            "[--then REWRITE] [--verbose]\n"
            "  checks share K (from 0) of N of all combinations; P pairs of rewrites for each file,\n"
            "  of these only such as have the rewrite WORD; with REWRITE after each\n");
        return 2;
    }
    std::printf("seed %llu, share %llu/%llu\n", static_cast<unsigned long long>(options.seed),
                static_cast<unsigned long long>(options.part), static_cast<unsigned long long>(options.parts));
    transform::Oracle oracle(options);
    for (const bool ofFieldSet : {false, true})
        for (const auto& file : test::sampleLaunchFiles(transform::samplesFolder, ofFieldSet, "check-"))
            if (options.only.empty() || file.string().find(options.only) != std::string::npos)
                oracle.check(file);
    for (const auto& file : test::sampleLaunchFiles(transform::kernelsFolder, false, "check-"))
        if (options.only.empty() || file.string().find(options.only) != std::string::npos)
            oracle.check(transform::kernelsFolder / file);
    return oracle.report();
}
