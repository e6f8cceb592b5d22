// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence_checks.h"

#include <limits>

namespace warpstring {

namespace {

/// In bytes; nothing beyond 64 bits.
std::optional<std::uint64_t> roomOf(const BufferArgument& buffer) {
    const auto each = static_cast<std::uint64_t>(bytes(buffer.type));
    if (buffer.count > std::numeric_limits<std::uint64_t>::max() / each) return std::nullopt;
    return buffer.count * each;
}

/// A float4 is four floats one after the other; a float3 has a gap behind it.
bool isSameLayout(ValueType one, ValueType other) {
    return one.scalar == other.scalar && (one.width == 3) == (other.width == 3);
}

class SequenceChecks {
public:
    SequenceChecks(const Sequence& sequence, const SequencePlaces& places)
        : sequence_(sequence), places_(places) {}

    Diagnostics run() {
        if (sequence_.steps.empty())
            add("", "no-steps", "the sequence has no steps", "add [[step]] with launch = \"<launch file>\"");
        checkRepeats(sequence_.steps, "");
        if (runCount(sequence_) > mostSequenceRuns)
            add("", "too-many-runs",
                "the sequence runs more than " + std::to_string(mostSequenceRuns) + " kernels",
                "lower its repeats");
        for (const SequenceLaunch& launch : launchesOf(sequence_)) checkBuffers(launch);
        checkSwaps(sequence_.steps, "");
        if (sequence_.reference) checkReference(*sequence_.reference);
        return std::move(found_);
    }

private:
    struct FirstUse {
        const BufferArgument* buffer;
        std::string what; ///< "parameter \"x\" of step 1"
    };

    void add(const std::string& where, const std::string& code, std::string message, std::string hint) {
        found_.push_back(
            {"sequence." + code, Severity::Error, placeOf(where), std::move(message), std::move(hint)});
    }

    [[nodiscard]] SourceLocation placeOf(std::string where) const {
        while (true) {
            if (const auto known = places_.find(where); known != places_.end()) return known->second;
            if (where.empty()) return {sequence_.file.string(), 0, 0};
            const auto slash = where.rfind('/');
            where.resize(slash == std::string::npos ? 0 : slash);
        }
    }

    void checkRepeats(const std::vector<SequenceStep>& steps, const std::string& prefix) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const std::string number = prefix + std::to_string(i + 1);
            if (steps[i].repeat < 1)
                add(number + "/repeat", "bad-repeat", "step " + number + " does not run at all",
                    "repeat is 1 or more");
            checkRepeats(steps[i].steps, number + ".");
        }
    }

    /// The buffer of a parameter, or a fault that says why it has none.
    const BufferArgument* bufferOf(const Launch& launch, const std::string& parameter, const std::string& what,
                                   const std::string& where) {
        const auto argument = launch.arguments.find(parameter);
        if (argument == launch.arguments.end()) {
            std::vector<std::string> names;
            names.reserve(launch.arguments.size());
            for (const auto& [name, other] : launch.arguments) names.push_back(name);
            const std::string close = closestName(parameter, names);
            add(where, "unknown-parameter",
                what + ", launch \"" + launch.name + "\", has no argument \"" + parameter + "\"",
                close.empty() ? "name one of its [args]" : "did you mean \"" + close + "\"?");
            return nullptr;
        }
        const auto* buffer = std::get_if<BufferArgument>(&argument->second);
        if (buffer == nullptr)
            add(where, "not-a-buffer",
                "argument \"" + parameter + "\" of launch \"" + launch.name + "\" is no buffer",
                "only buffers are shared between steps");
        return buffer;
    }

    void checkBuffers(const SequenceLaunch& launch) {
        for (const auto& [parameter, name] : launch.step->buffers) {
            const std::string where = launch.number + "/buffers/" + parameter;
            const std::string step = "step " + launch.number;
            const BufferArgument* buffer = bufferOf(launch.step->launch, parameter, step, where);
            if (buffer == nullptr) continue;
            std::string what = "parameter \"";
            what.append(parameter).append("\" of ").append(step);
            const auto [first, isNew] = uses_.emplace(name, FirstUse{buffer, what});
            if (!isNew) compare(where, name, what, *buffer, first->second);
        }
    }

    void compare(const std::string& where, const std::string& name, const std::string& what,
                 const BufferArgument& buffer, const FirstUse& first) {
        const BufferArgument& other = *first.buffer;
        if (!isSameLayout(buffer.type, other.type))
            add(where, "type-disagrees",
                "buffer \"" + name + "\" is of " + warpstring::name(buffer.type) + " as " + what + " but of " +
                    warpstring::name(other.type) + " as " + first.what,
                "give both the same type");
        else if (roomOf(buffer) != roomOf(other))
            add(where, "size-disagrees",
                "buffer \"" + name + "\" has " + sizeText(buffer) + " as " + what + " but " + sizeText(other) +
                    " as " + first.what,
                "give both the same size, with `set` where they hang on a value");
    }

    static std::string sizeText(const BufferArgument& buffer) {
        const auto room = roomOf(buffer);
        return room ? std::to_string(*room) + " bytes" : "more than 2^64 bytes";
    }

    void checkSwaps(const std::vector<SequenceStep>& steps, const std::string& prefix) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const std::string where = prefix + std::to_string(i + 1);
            for (const auto& [first, second] : steps[i].swaps) {
                const FirstUse* one = used(first, where + "/swap");
                const FirstUse* other = used(second, where + "/swap");
                if (one == nullptr || other == nullptr) continue;
                compare(where + "/swap", first, one->what, *one->buffer,
                        {other->buffer, other->what + " (\"" + second + "\")"});
            }
            checkSwaps(steps[i].steps, where + ".");
        }
    }

    const FirstUse* used(const std::string& name, const std::string& where) {
        if (const auto found = uses_.find(name); found != uses_.end()) return &found->second;
        std::vector<std::string> names;
        names.reserve(uses_.size());
        for (const auto& [known, use] : uses_) names.push_back(known);
        const std::string close = closestName(name, names);
        add(where, "unknown-buffer", "no step has a buffer \"" + name + "\"",
            close.empty() ? "name one that a step has under `buffers`" : "did you mean \"" + close + "\"?");
        return nullptr;
    }

    void checkReference(const SequenceReference& reference) {
        if (reference.buffers.empty())
            add("reference/buffers", "bad-reference", "the reference says of no buffer what it must hold",
                "add buffers = { <shared buffer> = \"<parameter of the reference's launch>\" }");
        for (const auto& [name, parameter] : reference.buffers) {
            const std::string where = "reference/buffers/" + name;
            const FirstUse* shared = used(name, where);
            const BufferArgument* expected = bufferOf(reference.launch, parameter, "the reference", where);
            if (shared == nullptr || expected == nullptr) continue;
            if (expected->access == BufferAccess::Read)
                add(where, "bad-reference", "the reference's launch does not write \"" + parameter + "\"",
                    "name a parameter whose access is write or read-write");
            else if (!(expected->type == shared->buffer->type) || expected->count > shared->buffer->count)
                add(where, "bad-reference",
                    std::string("\"").append(parameter) + "\" of the reference has " +
                        std::to_string(expected->count) + " " + warpstring::name(expected->type) +
                        std::string(", buffer \"").append(name) + "\" " +
                        std::to_string(shared->buffer->count) + " " + warpstring::name(shared->buffer->type),
                    "let the reference's have the same type and no more elements");
        }
    }

    const Sequence& sequence_;
    const SequencePlaces& places_;
    std::map<std::string, FirstUse> uses_;
    Diagnostics found_;
};

} // namespace

Diagnostics validate(const Sequence& sequence, const SequencePlaces& places) {
    return SequenceChecks(sequence, places).run();
}

} // namespace warpstring
