// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/candidate_kernel.h"

#include "core/files/launches/launch_text.h"
#include "core/files/toml/toml_string.h"
#include "generate/search/candidate_texts.h"
#include "study/batch/output_file.h"

namespace warpstring::gui {

namespace {

const generate::Candidate& wayAt(const GenerateOutcome& outcome, const CandidatePlace& place) {
    return *outcome.candidate(place.device, place.candidate);
}

generate::GeneratedFiles filesAt(const GenerateOutcome& outcome, const CandidatePlace& place) {
    return generate::filesOf(wayAt(outcome, place), outcome.reference,
                             outcome.devices[place.device].device.spec->name, outcome.host);
}

std::string launchNameOf(const generate::Candidate& candidate, const std::string& stem, std::size_t kernel) {
    const bool isOnly = candidate.generated.kernels.size() == 1;
    return stem + (isOnly ? "" : "-" + std::to_string(kernel + 1)) + ".toml";
}

} // namespace

std::string sourceOf(const GenerateOutcome& outcome, const CandidatePlace& place) {
    return filesAt(outcome, place).at(wayAt(outcome, place).form.name + ".cl");
}

AnalysisRequest requestOf(const GenerateOutcome& outcome, const CandidatePlace& place, std::size_t kernel,
                          const std::filesystem::path& folder) {
    const generate::Candidate& candidate = wayAt(outcome, place);
    const NamedSpec& device = outcome.devices[place.device].device;
    AnalysisRequest request;
    request.launch = generate::launchOf(candidate.form, candidate.generated, kernel);
    request.launch.source = folder / request.launch.source;
    request.sourceText = sourceOf(outcome, place);
    request.spec = device.spec;
    request.specName = device.name;
    return request;
}

DocumentTexts documentOf(const GenerateOutcome& outcome, const CandidatePlace& place, std::size_t kernel,
                         const std::filesystem::path& folder,
                         const std::function<bool(const std::filesystem::path&)>& isTaken) {
    const generate::Candidate& candidate = wayAt(outcome, place);
    const generate::GeneratedFiles files = filesAt(outcome, place);
    DocumentTexts texts;
    std::string stem = candidate.form.name;
    const auto isFree = [&](const std::filesystem::path& path) {
        std::error_code ignored;
        return !std::filesystem::exists(path, ignored) && !isTaken(path);
    };
    for (int number = 2;; ++number) {
        texts.launchPath = folder / launchNameOf(candidate, stem, kernel);
        texts.sourcePath = folder / (stem + ".cl");
        if (isFree(texts.launchPath) && isFree(texts.sourcePath)) break;
        stem = candidate.form.name + "-" + std::to_string(number);
    }
    files::LaunchText launch(files.at(launchNameOf(candidate, candidate.form.name, kernel)));
    (void)launch.write({"source"}, files::quoteToml(texts.sourcePath.filename().string())); // it has the key
    (void)launch.remove({"reference", "launch"});                                           // it is in no file
    texts.launchText = launch.text();
    texts.sourceText = files.at(candidate.form.name + ".cl");
    texts.launchModified = texts.sourceModified = texts.isWhole = true;
    return texts;
}

Result<std::vector<std::filesystem::path>> saveCandidate(const GenerateOutcome& outcome,
                                                         const CandidatePlace& place,
                                                         const std::filesystem::path& folder) {
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored); // what cannot be written says so below
    std::vector<std::filesystem::path> written;
    for (const auto& [name, text] : filesAt(outcome, place)) {
        const auto path = folder / name;
        if (auto faults = batch::replaceFile(path, text); !faults.empty()) return faults;
        written.push_back(path);
    }
    return written;
}

} // namespace warpstring::gui
