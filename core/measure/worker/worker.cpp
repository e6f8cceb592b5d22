// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/worker/worker.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>

#include "core/measure/worker/devices.h"
#include "core/measure/worker/measure_launch.h"
#include "core/measure/worker/measure_sequence.h"
#include "core/records/measurement_json.h"

namespace warpstring::measure {

namespace {

Json refusal(const Diagnostics& diagnostics) {
    Json answer;
    answer.set("diagnostics",
               Json::arrayOf(diagnostics, [](const Diagnostic& d) { return records::toJson(d); }));
    return answer;
}

bool writeAll(int file, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = ::write(file, text.data() + done, text.size() - done);
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) done += static_cast<std::size_t>(written);
    }
    return true;
}

Json recordAnswer(const records::Measurement& record, bool partial) {
    Json answer;
    answer.set("record", toJson(record));
    if (partial) answer.set("partial", true);
    return answer;
}

Json answerTo(const Json& request, const records::References& references, int answers) {
    if (request["request"].text() == "devices") {
        const auto devices = listDevices();
        if (!devices) return refusal(devices.diagnostics());
        Json answer;
        answer.set("devices",
                   Json::arrayOf(*devices, [](const records::DeviceFacts& device) { return toJson(device); }));
        return answer;
    }
    if (request["request"].text() == "measure-sequence") {
        const auto sequence = records::resolvedSequenceFromJson(request["sequence"]);
        if (!sequence) return refusal(sequence.diagnostics());
        Json answer;
        answer.set("record",
                   toJson(measureSequence(*sequence, request["device"].size(),
                                          records::settingsFromJson(request["settings"]), references)));
        return answer;
    }
    const auto launch = records::resolvedLaunchFromJson(request["launch"]);
    if (!launch) return refusal(launch.diagnostics());
    const auto onTimed = [&](const records::Measurement& record) {
        writeAll(answers, recordAnswer(record, true).compact() + '\n');
    };
    return recordAnswer(measureLaunch(*launch, request["device"].size(),
                                      records::settingsFromJson(request["settings"]), references, onTimed),
                        false);
}

} // namespace

int runWorker(const records::References& references) {
    const int answers = ::dup(STDOUT_FILENO);
    if (answers < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
    for (std::string line; std::getline(std::cin, line);) {
        const auto request = parseJson(line, "request");
        const Json answer = request ? answerTo(*request, references, answers) : refusal(request.diagnostics());
        if (!writeAll(answers, answer.compact() + '\n')) return 1;
    }
    return 0;
}

} // namespace warpstring::measure
