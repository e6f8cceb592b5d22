// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/cluster/job_folder.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "study/batch/output_file.h"

namespace warpstring::cluster {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* jobSchema = "warpstring.slurm-job/1";

Diagnostic damagedFolder(const fs::path& file) {
    return {"slurm.damaged-folder",
            Severity::Error,
            {file.string(), 0, 0},
            file.string() + " does not say what was submitted",
            "start again with --force; shards that are whole can be joined by 'warpstring merge'"};
}

} // namespace

JobFolder::JobFolder(const fs::path& output)
    : path_(fs::absolute(output).string() + ".slurm"), extension_(output.extension().string()) {}

fs::path JobFolder::shard(std::uint64_t number) const {
    return shards() / (std::to_string(number) + extension_);
}

fs::path JobFolder::log(const std::string& job, std::uint64_t task) const {
    return path_ / "logs" / (job + "_" + std::to_string(task) + ".log");
}

bool JobFolder::exists() const {
    std::error_code ignored;
    return fs::exists(path_ / "job.json", ignored); // written last
}

Diagnostics JobFolder::create(const std::string& plan, const std::string& script, const JobState& state) {
    std::error_code error;
    for (const fs::path& folder : {shards(), path_ / "logs"}) {
        fs::create_directories(folder, error);
        if (error)
            return {{"batch.output-unusable",
                     Severity::Error,
                     {folder.string(), 0, 0},
                     "cannot make the folder " + folder.string() + ": " + error.message(),
                     "give an output in a folder that can be written to, and that all nodes see",
                     Origin::Surroundings}};
    }
    if (auto faults = batch::replaceFile(this->plan(), plan); !faults.empty()) return faults;
    if (auto faults = batch::replaceFile(this->script(), script); !faults.empty()) return faults;
    return write(state);
}

Result<JobState> JobFolder::read() const {
    const fs::path file = path_ / "job.json";
    std::ifstream stream(file, std::ios::binary);
    const Json json = Json::parse(
        std::string{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()}, nullptr, false);
    if (!json.is_object() || json.value("schema", Json()) != jobSchema ||
        !json.value("name", Json()).is_string() || !json.value("tasks", Json()).is_number_unsigned() ||
        !json.value("submissions", Json()).is_number_unsigned() || !json.value("jobs", Json()).is_array())
        return damagedFolder(file);
    JobState state{json["name"], json["tasks"], {}, json["submissions"]};
    for (const Json& job : json["jobs"]) {
        if (!job.is_string()) return damagedFolder(file);
        state.jobs.push_back(job);
    }
    return state;
}

Diagnostics JobFolder::write(const JobState& state) const {
    Json json;
    json["schema"] = jobSchema;
    json["name"] = state.name;
    json["tasks"] = state.tasks;
    json["submissions"] = state.submissions;
    json["jobs"] = state.jobs;
    return batch::replaceFile(path_ / "job.json", json.dump(1) + "\n");
}

Result<std::string> JobFolder::readPlan() const {
    std::ifstream stream(plan(), std::ios::binary);
    if (!stream) return damagedFolder(plan());
    return std::string{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void JobFolder::remove() const {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace warpstring::cluster
