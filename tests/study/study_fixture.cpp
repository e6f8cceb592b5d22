// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/study/study_fixture.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/files/specs/hardware_spec_file.h"
#include "study/batch/row_text.h"

namespace warpstring {

void StudyTest::SetUp() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(info->test_suite_name()) + "." + info->name();
    std::replace(name.begin(), name.end(), '/', '-'); // of parameters
    folder_ = std::filesystem::path(testing::TempDir()) / name;
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    write("k.cl", "__kernel void k(__global float* a, int n) {\n"
                  "    const int i = get_global_id(0);\n"
                  "    if (i < n - 3) a[i] = (float)i;\n"
                  "}\n");
}

void StudyTest::TearDown() { std::filesystem::remove_all(folder_); }

void StudyTest::write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
}

std::string StudyTest::read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void StudyTest::writeSweep(const std::string& name, int count, const std::string& more) const {
    std::string text =
        "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = [\"n\"]\n"
        "local = [64]\n[args]\nn = 64\na = { buffer = \"float\", count = \"n\" }\n[sweep]\nn = [64";
    for (int i = 2; i <= count; ++i) text += "," + std::to_string(64 * i);
    write(name + ".toml", text + "]\n" + more);
}

batch::BatchPlan StudyTest::plan(const std::vector<std::string>& names, int specs,
                                 batch::BatchSettings settings) const {
    std::vector<files::LaunchSweep> files;
    for (const auto& name : names) {
        auto file = files::LaunchSweep::open(folder_ / (name + ".toml"));
        if (file)
            files.push_back(std::move(*file));
        else
            ADD_FAILURE() << toText(file.diagnostics().front());
    }
    const auto spec =
        files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/geforce-8800-gtx.toml");
    std::vector<HardwareSpec> all(static_cast<std::size_t>(specs), *spec);
    for (std::size_t i = 1; i < all.size(); ++i) all[i].name += "-" + std::to_string(i);
    return {std::move(files), std::move(all), std::move(settings)};
}

void MemorySink::encode(batch::BatchRow row, batch::EncodedRows& into) const {
    batch::jsonLines().append(into.text, row, batch::rowColumns(false));
    into.errors += row.isError() ? 1 : 0;
    ++into.count;
}

Diagnostics MemorySink::write(batch::EncodedRows rows) {
    if (rows.first + rows.count > failAt)
        return {{"output.write", Severity::Error, {}, "the disk is full", "make room"}};
    for (std::uint64_t i = 0; i < rows.count; ++i) indices.push_back(rows.first + i);
    text += rows.text;
    return {};
}

Diagnostics MemorySink::finish(bool isComplete) {
    ++finished;
    complete = isComplete;
    return {};
}

} // namespace warpstring
