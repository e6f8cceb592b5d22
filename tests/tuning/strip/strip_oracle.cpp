// SPDX-License-Identifier: GPL-3.0-or-later
// Every check-*.toml of the samples, stripped in three ways and run on an OpenCL device: strips compile, run to
// their end, and execute what they keep as often as the original does, as far as that is known.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/files/launches/launch_sweep.h"
#include "core/files/specs/hardware_spec_file.h"
#include "pdg/frontend/build_pdg.h"
#include "tests/sample_files.h"
#include "tests/tuning/transform/kernel_runner.h"
#include "tuning/strip/kept_counts.h"
#include "tuning/strip/strip.h"

namespace warpstring::strip {
namespace {

namespace fs = std::filesystem;

const fs::path samplesFolder = fs::path(WARPSTRING_SOURCE_DIR) / "samples";

struct Options {
    std::size_t part = 0, parts = 1;
    std::string only;
    bool isVerbose = false;
};

Result<Launch> launchOf(const transform::KernelText& text, std::uint64_t index) {
    auto sweep = files::LaunchSweep::parse(text.launch, text.launchPath);
    if (!sweep) return sweep.diagnostics();
    sweep->assumeSource(text.sourcePath);
    return sweep->at(index);
}

class Oracle {
public:
    Oracle(const Options& options, const HardwareSpec& spec) : options_(options), spec_(spec) {}

    void check(const fs::path& file) {
        const auto text = transform::readKernelText(samplesFolder / file);
        if (!text) return fault(file, "cannot be read: " + text.diagnostics().front().message);
        for (const auto kind : {StripKind::MemoryOnly, StripKind::OnChipOnly})
            checkKind(file, *text, {kind, {}});
        checkKind(file, *text, {StripKind::Accesses, {firstBuffer(*text)}});
    }

    int report() const {
        std::printf(
            "%d strips run, %d refused, %d wrong; of those run %d keep further accesses, %d differ in counts\n",
            run_, refused_, wrong_, notes_, differences_);
        for (const auto& [code, count] : refusedByCode_)
            std::printf("  refused, %s: %d\n", code.c_str(), count);
        return wrong_ == 0 && run_ > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }

private:
    void fault(const fs::path& file, const std::string& what) {
        ++wrong_;
        std::printf("WRONG %s: %s\n", file.c_str(), what.c_str());
    }

    static std::string firstBuffer(const transform::KernelText& text) {
        const auto launch = launchOf(text, 0);
        if (launch)
            for (const auto& [name, argument] : launch->arguments)
                if (elementsOf(argument)) return name;
        return "";
    }

    void checkKind(const fs::path& file, const transform::KernelText& text, const StripChoice& choice) {
        const auto stripped = strip(text, choice);
        const std::string what = file.string() + " " + std::string(name(choice.kind));
        if (!stripped) {
            if (stripped.diagnostics().front().code == "strip.unknown-memory")
                return; // an argument without use
            ++refused_;
            const auto& first = stripped.diagnostics().front();
            ++refusedByCode_[first.code];
            std::printf("refused %s: %s\n", what.c_str(), toText(first).c_str());
            if (first.code == "strip.does-not-compile") fault(what, "does not compile");
            return;
        }
        // One of the launches, each with a kernel of its own.
        const auto& one = (*stripped)[std::hash<std::string>()(what) % stripped->size()];
        for (const auto& note : one.notes) {
            if (options_.isVerbose) std::printf("note %s: %s\n", what.c_str(), note.c_str());
            ++notes_;
        }
        const auto launch = launchOf(one.text, 0);
        if (!launch)
            return fault(what, "its launch file cannot be read: " + toText(launch.diagnostics().front()));
        ++run_;
        const auto output = runner_.run(*launch, one.text);
        if (!output) fault(what, "does not run: " + toText(output.diagnostics().front()));
        const auto original = launchOf(text, one.index.value_or(0));
        if (!original) return;
        const auto before = counted(*original, text, one.kept), after = counted(*launch, one.text, one.kept);
        if (!before || !after) return fault(what, "cannot be counted");
        for (const auto& difference : differences(*before, *after, choice.kind == StripKind::OnChipOnly)) {
            ++differences_;
            if (options_.isVerbose) std::printf("counts %s: %s\n", what.c_str(), difference.c_str());
        }
    }

    Result<KeptCounts> counted(const Launch& launch, const transform::KernelText& text,
                               const std::vector<std::string>& names) const {
        frontend::BuildOptions build;
        build.options = launch.options;
        build.addressBits = spec_.device.addressBits;
        build.images = imagesOf(launch);
        const auto pdg = frontend::buildPdg({text.sourcePath.string(), text.source}, launch.kernel, build);
        if (!pdg) return pdg.diagnostics();
        return keptCounts(*pdg, launch, spec_, names);
    }

    const Options& options_;
    const HardwareSpec& spec_;
    transform::Runner runner_;
    int run_ = 0, refused_ = 0, wrong_ = 0, notes_ = 0, differences_ = 0;
    std::map<std::string, int> refusedByCode_;
};

bool read(const std::vector<std::string>& words, Options& options) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--verbose") {
            options.isVerbose = true;
            continue;
        }
        if (i + 1 == words.size()) return false;
        std::istringstream value(words[i + 1]);
        char slash = 0;
        if (words[i] == "--only")
            options.only = words[i + 1];
        else if (words[i] != "--share" || !(value >> options.part >> slash >> options.parts))
            return false;
        ++i;
    }
    return options.part < options.parts;
}

} // namespace
} // namespace warpstring::strip

int main(int count, char** words) {
    using namespace warpstring;
    strip::Options options;
    if (!strip::read({words + 1, words + count}, options)) {
        std::fprintf(stderr, "usage: strip_oracle [--share K/N] [--only PART-OF-NAME] [--verbose]\n"
                             "  strips share K (from 0) of N of the samples and runs the strips\n");
        return 2;
    }
    const auto spec =
        files::readHardwareSpec(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs" / "nvidia-h200.toml");
    if (!spec) return 1;
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    strip::Oracle oracle(options, *spec);
    std::size_t index = 0;
    for (const bool ofFieldSet : {false, true})
        for (const auto& file : test::sampleLaunchFiles(strip::samplesFolder, ofFieldSet, "check-"))
            if ((options.only.empty() || file.string().find(options.only) != std::string::npos) &&
                index++ % options.parts == options.part)
                oracle.check(file);
    return oracle.report();
}
