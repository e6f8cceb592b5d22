// SPDX-License-Identifier: GPL-3.0-or-later
// The evidence that comes with the specs is what records and tables give, and the documents say the same.
#include "study/evidence/collected_evidence.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "study/evidence/evidence_markdown.h"

namespace warpstring::evidence {
namespace {

const std::filesystem::path sourceTree = WARPSTRING_SOURCE_DIR;

/// Simulations may move so far until tools/trust has to be run again.
constexpr double margin = 0.02;

std::vector<HardwareSpec> shippedSpecs() {
    std::vector<HardwareSpec> specs;
    for (const auto& path : files::listHardwareSpecs({sourceTree / "hwspecs"})) {
        auto spec = files::readHardwareSpec(path);
        EXPECT_TRUE(spec) << path;
        if (spec) specs.push_back(std::move(*spec));
    }
    return specs;
}

std::string textOf(const char* file) {
    std::ifstream stream(sourceTree / file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(CollectedEvidence, IsWhatComesWithTheSpecs) {
    const auto now = collectEvidence(shippedSpecs(), sourceTree, 2);
    ASSERT_TRUE(now) << toText(now.diagnostics()[0]);
    const auto then = readEvidence(sourceTree / "hwspecs");
    ASSERT_TRUE(then) << toText(then.diagnostics()[0]);
    for (const std::string& difference : differences(*now, *then, margin))
        ADD_FAILURE() << difference << ": run tools/trust";
}

TEST(CollectedEvidence, IsWhatTheDocumentsSay) {
    const auto list = readEvidence(sourceTree / "hwspecs");
    ASSERT_TRUE(list) << toText(list.diagnostics()[0]);
    const auto specs = shippedSpecs();
    const std::string page = textOf("docs/hardware-specs.md");
    EXPECT_NE(page.find(specTable(specs, *list)), std::string::npos) << "run tools/trust";
    EXPECT_NE(page.find(evidenceTable(*list)), std::string::npos) << "run tools/trust";
    EXPECT_NE(textOf("README.md").find(evidenceSentence(specs, *list)), std::string::npos) << "run tools/trust";
}

} // namespace
} // namespace warpstring::evidence
