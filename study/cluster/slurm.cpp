// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/cluster/slurm.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <sstream>

#include "core/process/program_run.h"

namespace warpstring::cluster {

namespace {

// Slurm's programs ask a controller that is silent for some time themselves.
constexpr auto longestCall = std::chrono::seconds(90);

Diagnostic slurmFault(const std::string& code, std::string message, std::string hint) {
    return {code, Severity::Error, {}, std::move(message), std::move(hint), Origin::Surroundings};
}

bool saysAnyOf(std::string_view text, std::initializer_list<std::string_view> pieces) {
    return std::any_of(pieces.begin(), pieces.end(),
                       [&](std::string_view piece) { return text.find(piece) != std::string_view::npos; });
}

/// What a program of Slurm said last, without its own name.
std::string lastWords(const std::string& errors) {
    std::istringstream lines(errors);
    std::string last;
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) last = line;
    for (const std::string_view before : {"error: ", "fatal: "})
        if (const auto at = last.find(before); at != std::string::npos) return last.substr(at + before.size());
    return last;
}

Diagnostic whyRefused(const std::string& program, const std::string& errors) {
    const std::string words = lastWords(errors);
    if (saysAnyOf(errors, {"configuration source", "configuration file", "slurm.conf"}))
        return slurmFault("slurm.no-configuration", program + " finds no configuration of Slurm: " + words,
                          "run it on a machine of the cluster, or name its slurm.conf in SLURM_CONF");
    if (saysAnyOf(errors, {"Unable to contact", "Connection refused", "timed out", "Communication connection",
                           "Zero Bytes were transmitted", "Protocol authentication", "backup controller"}))
        return slurmFault(noControllerCode, "Slurm's controller does not answer " + program + ": " + words,
                          "does slurmctld run? 'scontrol ping' tells; the same command with --resume goes on");
    return slurmFault("slurm.refused", program + " refuses: " + words, "change what it names");
}

std::vector<std::string> lines(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> all;
    for (std::string line; std::getline(stream, line);)
        if (!line.empty()) all.push_back(line);
    return all;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += ',';
        text += word;
    }
    return text;
}

} // namespace

bool TaskState::isActive() const {
    static constexpr std::array ended{"BOOT_FAIL", "CANCELLED",     "COMPLETED", "DEADLINE", "FAILED",
                                      "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED",  "TIMEOUT"};
    return std::none_of(ended.begin(), ended.end(), [&](const char* word) { return state.starts_with(word); });
}

bool TaskState::isStuck() const {
    // In squeue's words with spaces or, in later releases, underscores.
    std::string words = reason;
    std::replace(words.begin(), words.end(), '_', ' ');
    return state == "PENDING" && (words.starts_with("launch failed") || words == "JobHoldMaxRequeue" ||
                                  words == "DependencyNeverSatisfied");
}

std::string arrayText(const std::vector<std::uint64_t>& tasks) {
    std::string text;
    for (std::size_t i = 0; i < tasks.size();) {
        std::size_t end = i + 1;
        while (end < tasks.size() && tasks[end] == tasks[end - 1] + 1) ++end;
        if (!text.empty()) text += ',';
        text += std::to_string(tasks[i]);
        if (end - i > 1) {
            text += '-';
            text += std::to_string(tasks[end - 1]);
        }
        i = end;
    }
    return text;
}

Result<std::string> Slurm::ask(const std::string& program, const std::vector<std::string>& words) const {
    const auto path = process::findProgram(program);
    if (!path)
        return slurmFault("slurm.not-installed", "there is no program " + program + " on this machine",
                          "run it where Slurm's programs are (Debian: slurm-client), or without --slurm");
    // What a user has set for output of Slurm's programs would change what is read here.
    const auto run = process::runProgram({*path, words, {"SQUEUE_FORMAT=", "SLURM_TIME_FORMAT=standard"}},
                                         longestCall, cancel_);
    if (run.startError != 0)
        return slurmFault("slurm.not-installed",
                          path->string() + " cannot be started: " + std::strerror(run.startError),
                          "is it a program for this machine?");
    if (!run.ending)
        return slurmFault(noControllerCode, program + " did not answer in time",
                          "does slurmctld run? 'scontrol ping' tells; the same command with --resume goes on");
    if (!run.isGood()) {
        const std::string said =
            run.errors.empty() ? program + " " + run.ending->text() + " without a word" : run.errors;
        return whyRefused(program, said);
    }
    return run.output;
}

std::string Slurm::largestArrayText() const {
    const auto configuration = ask("scontrol", {"show", "config"});
    if (configuration)
        for (const std::string& line : lines(*configuration)) {
            std::uint64_t size = 0;
            const auto value = line.find_first_of("0123456789");
            if (!line.starts_with("MaxArraySize") || value == std::string::npos) continue;
            std::from_chars(line.data() + value, line.data() + line.size(), size);
            if (size > 1)
                return "at most --tasks " + std::to_string(size - 1) + " on this cluster (MaxArraySize)";
        }
    return "give fewer --tasks: 'scontrol show config' has MaxArraySize";
}

Result<std::string> Slurm::submit(const Submission& submission) const {
    const JobWishes& wishes = submission.wishes;
    std::vector<std::string> words{"--parsable",
                                   "--array=" + arrayText(submission.tasks),
                                   "--job-name=" + submission.name,
                                   "--ntasks=1",
                                   "--cpus-per-task=" + std::to_string(wishes.cpus),
                                   "--requeue",
                                   "--open-mode=append",
                                   "--output=" + submission.log.string(),
                                   "--chdir=" + submission.folder.string()};
    if (!wishes.partition.empty()) words.push_back("--partition=" + wishes.partition);
    if (!wishes.time.empty()) words.push_back("--time=" + wishes.time);
    words.insert(words.end(), wishes.more.begin(), wishes.more.end());
    words.push_back(submission.script.string());
    const auto answer = ask("sbatch", words);
    if (!answer) {
        Diagnostic fault = answer.diagnostics().front();
        if (saysAnyOf(fault.message, {"artition"}) && fault.code == "slurm.refused") {
            fault.code = "slurm.refused-partition";
            fault.hint = "'sinfo -s' lists partitions; --partition names one that this user may use";
        } else if (saysAnyOf(fault.message, {"Invalid job array", "array size", "MaxArraySize"})) {
            fault.code = "slurm.array-too-large";
            fault.message = std::to_string(submission.tasks.back()) +
                            " tasks are more than the cluster takes: " + fault.message;
            fault.hint = largestArrayText();
        }
        return fault;
    }
    // "17" or "17;cluster"
    std::string job = answer->substr(0, answer->find_first_of(";\n"));
    if (job.empty() || job.find_first_not_of("0123456789") != std::string::npos)
        return slurmFault("slurm.refused", "sbatch said '" + lastWords(*answer) + "' instead of a job's number",
                          "is it Slurm's own sbatch?");
    return job;
}

Result<std::vector<TaskState>> Slurm::tasksOf(const std::vector<std::string>& jobs) const {
    std::vector<TaskState> tasks;
    if (jobs.empty()) return tasks;
    const auto answer = ask("squeue", {"--noheader", "--array", "--all", "--states=all",
                                       "--jobs=" + joined(jobs), "--format=%F|%K|%T|%N|%r"});
    if (!answer) {
        if (saysAnyOf(answer.diagnostics().front().message, {"Invalid job id"})) return tasks;
        return answer.diagnostics();
    }
    for (const std::string& line : lines(*answer)) {
        std::istringstream fields(line);
        TaskState task;
        std::string number;
        std::getline(fields, task.job, '|');
        std::getline(fields, number, '|');
        std::getline(fields, task.state, '|');
        std::getline(fields, task.node, '|');
        std::getline(fields, task.reason);
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), task.task);
        if (error == std::errc()) tasks.push_back(std::move(task));
    }
    return tasks;
}

Result<std::vector<std::string>> Slurm::jobsNamed(const std::string& name) const {
    const auto answer = ask("squeue", {"--noheader", "--all", "--states=all", "--name=" + name, "--format=%F"});
    if (!answer) return answer.diagnostics();
    std::vector<std::string> jobs = lines(*answer);
    std::sort(jobs.begin(), jobs.end());
    jobs.erase(std::unique(jobs.begin(), jobs.end()), jobs.end());
    return jobs;
}

Diagnostics Slurm::cancel(const std::vector<std::string>& jobs) const {
    if (jobs.empty()) return {};
    std::vector<std::string> words{"--quiet"};
    words.insert(words.end(), jobs.begin(), jobs.end());
    const auto answer = ask("scancel", words);
    if (answer || saysAnyOf(answer.diagnostics().front().message, {"Invalid job id"})) return {};
    return answer.diagnostics();
}

} // namespace warpstring::cluster
