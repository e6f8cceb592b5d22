// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/running/verified_ways.h"

#include <algorithm>

#include "core/refusal.h"
#include "generate/code/launch_files.h"
#include "generate/search/lowering.h"

namespace warpstring::generate {

namespace {

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

Result<SmallCandidate> atSmallLengths(const Description& description, const Program& program,
                                      const Candidate& candidate) {
    const Candidate own = withBarriers(candidate);
    const auto ownCode = generateCode(own.form, own.code);
    if (!ownCode) return ownCode.diagnostics();
    const auto free = freeSizes(description.text, description.file, description.sizes);
    for (std::int64_t power = 16; free && power < (1 << 24); power *= 2) {
        GivenSizes sizes = description.sizes;
        GivenSizes told;
        bool isSmaller = false;
        for (const auto& [name, size] : *free) {
            sizes[name] = told[name] = shrunk(size, power);
            isSmaller = isSmaller || sizes[name] < size;
        }
        if (!isSmaller) break;
        const auto small = readPattern(description.text, description.file, sizes);
        if (!small) continue;
        auto alike = loweredAlike(*small, own);
        if (!alike) continue;
        auto code = generateCode(alike->form, alike->code);
        if (!code || !isAlike(*code, *ownCode)) continue;
        auto reference = referenceOf(*small);
        if (!reference) continue;
        alike->generated = *std::move(code);
        return SmallCandidate{*std::move(alike), *std::move(reference), std::move(told)};
    }
    auto reference = referenceOf(program);
    if (!reference) return reference.diagnostics();
    SmallCandidate same{own, *std::move(reference), free ? *free : GivenSizes{}};
    same.candidate.generated = *ownCode;
    return same;
}

Diagnostics verifyWinner(const Description& description, const Program& program, GeneratedRuns& runs,
                         std::vector<Candidate>& candidates, WaysRun& told) {
    while (!candidates.empty()) {
        const auto small = atSmallLengths(description, program, candidates.front());
        if (!small) return small.diagnostics();
        const auto run = runs.run(small->candidate, small->reference, false);
        if (!run) {
            told.unverified = refusalOf(run.diagnostics());
            return {{"generate.unverified",
                     Severity::Warning,
                     {},
                     "nothing was run, the kernels are unverified: " + told.unverified,
                     "'warpstring devices' lists what can run them; --no-verify asks for none"}};
        }
        if (run->status == records::MeasurementStatus::Ok) {
            told.verified = VerifiedWay{run->device, small->sizes, run->relativeError, run->tolerance};
            return {};
        }
        told.dropped.push_back({candidates.front().choices, reasonOf(*run)});
        candidates.erase(candidates.begin());
    }
    return {{"generate.none-verified",
             Severity::Error,
             {},
             "none of the " + std::to_string(told.dropped.size()) +
                 " ways that were run is right: " + told.dropped.front().reason,
             "--no-verify shows them all the same"}};
}

Diagnostics measureWays(const Generated& reference, GeneratedRuns& runs,
                        const std::vector<Candidate>& candidates, std::size_t count, WaysRun& told) {
    const std::size_t most = std::min(count, candidates.size());
    for (std::size_t i = 0; i < most; ++i) {
        auto run = runs.run(candidates[i], reference, true);
        if (!run) return run.diagnostics();
        MeasuredWay way;
        way.device = run->device;
        way.measuredUs = run->status == records::MeasurementStatus::Failed ? 0 : run->timeUs;
        way.isRight = run->status == records::MeasurementStatus::Ok;
        way.fault = way.isRight ? "" : reasonOf(*run);
        told.measured.push_back(std::move(way));
    }
    return {};
}

} // namespace warpstring::generate
