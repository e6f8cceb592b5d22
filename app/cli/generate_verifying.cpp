// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/generate_verifying.h"

#include <algorithm>

#include "app/common/print_diagnostics.h"
#include "generate/code/launch_files.h"
#include "generate/search/lowering.h"

namespace warpstring::cli {

namespace {

using generate::Candidate;
using generate::Generated;

/// A warp that is in lock step on a GPU is none on a CPU.
Candidate withBarriers(Candidate candidate) {
    candidate.code.lockStep = 1;
    return candidate;
}

/// As many kernels, and several groups wherever there were several.
bool isAlike(const Generated& small, const Generated& large) {
    if (small.kernels.size() != large.kernels.size()) return false;
    for (std::size_t k = 0; k < small.kernels.size(); ++k) {
        for (std::size_t d = 0; d < 3; ++d) {
            const bool hadSeveral = large.kernels[k].global[d] > large.kernels[k].local[d];
            if (hadSeveral && small.kernels[k].global[d] <= small.kernels[k].local[d]) return false;
        }
    }
    return true;
}

/// At most twice the power of two, whose remainder it keeps.
std::int64_t shrunk(std::int64_t size, std::int64_t power) {
    return size > 2 * power ? power + size % power : size;
}

std::string reasonOf(const GeneratedRun& run) {
    const std::string reason = refusalOf(run.diagnostics);
    return reason.empty() ? "it does not run" : reason;
}

} // namespace

Result<SmallCandidate> atSmallLengths(const PatternText& pattern, const generate::Program& program,
                                      const Candidate& candidate) {
    const Candidate own = withBarriers(candidate);
    const auto ownCode = generateCode(own.form, own.code);
    if (!ownCode) return ownCode.diagnostics();
    const auto free = generate::freeSizes(pattern.text, pattern.file, pattern.sizes);
    for (std::int64_t power = 16; free && power < (1 << 24); power *= 2) {
        generate::GivenSizes sizes = pattern.sizes;
        generate::GivenSizes told;
        bool isSmaller = false;
        for (const auto& [name, size] : *free) {
            sizes[name] = told[name] = shrunk(size, power);
            isSmaller = isSmaller || sizes[name] < size;
        }
        if (!isSmaller) break;
        const auto small = generate::readPattern(pattern.text, pattern.file, sizes);
        if (!small) continue;
        auto alike = loweredAlike(*small, own);
        if (!alike) continue;
        auto code = generateCode(alike->form, alike->code);
        if (!code || !isAlike(*code, *ownCode)) continue;
        auto reference = generate::referenceOf(*small);
        if (!reference) continue;
        alike->generated = *std::move(code);
        return SmallCandidate{*std::move(alike), *std::move(reference), std::move(told)};
    }
    auto reference = generate::referenceOf(program);
    if (!reference) return reference.diagnostics();
    SmallCandidate same{own, *std::move(reference), free ? *free : generate::GivenSizes{}};
    same.candidate.generated = *ownCode;
    return same;
}

Diagnostics verifyWinner(const PatternText& pattern, const generate::Program& program, GeneratedRuns& runs,
                         GeneratedAnswer& answer) {
    std::vector<Candidate>& candidates = answer.result.candidates;
    while (!candidates.empty()) {
        const auto small = atSmallLengths(pattern, program, candidates.front());
        if (!small) return small.diagnostics();
        const auto run = runs.run(small->candidate, small->reference, false);
        if (!run) {
            answer.unverified = refusalOf(run.diagnostics());
            return {{"generate.unverified",
                     Severity::Warning,
                     {},
                     "nothing was run, the kernels are unverified: " + answer.unverified,
                     "'warpstring devices' lists what can run them; --no-verify asks for none"}};
        }
        if (run->status == records::MeasurementStatus::Ok) {
            answer.verified = VerifiedWay{run->device, small->sizes, run->relativeError, run->tolerance};
            return {};
        }
        answer.dropped.push_back({candidates.front().choices, reasonOf(*run)});
        candidates.erase(candidates.begin());
    }
    return {{"generate.none-verified",
             Severity::Error,
             {},
             "none of the " + std::to_string(answer.dropped.size()) +
                 " ways that were run is right: " + answer.dropped.front().reason,
             "--no-verify shows them all the same"}};
}

Diagnostics measureWays(const Generated& reference, GeneratedRuns& runs, std::size_t count,
                        GeneratedAnswer& answer) {
    const std::size_t most = std::min(count, answer.result.candidates.size());
    for (std::size_t i = 0; i < most; ++i) {
        auto run = runs.run(answer.result.candidates[i], reference, true);
        if (!run) return run.diagnostics();
        MeasuredWay way;
        way.device = run->device;
        way.measuredUs = run->status == records::MeasurementStatus::Failed ? 0 : run->timeUs;
        way.isRight = run->status == records::MeasurementStatus::Ok;
        way.fault = way.isRight ? "" : reasonOf(*run);
        answer.measured.push_back(std::move(way));
    }
    return {};
}

} // namespace warpstring::cli
