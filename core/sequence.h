// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence: launches that run one after the other over buffers that they share, as a computation of several
// kernels does. Its file form is described in docs/sequences.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/launch.h"

namespace warpstring {

/// Two shared buffers that exchange their names.
struct BufferSwap {
    std::string first, second;

    friend bool operator==(const BufferSwap&, const BufferSwap&) = default;
};

/// A launch, or a group of steps.
struct SequenceStep {
    Launch launch; ///< of a step that is no group
    /// Parameter -> shared buffer. Parameters that are not named keep their launch's own data.
    std::map<std::string, std::string> buffers;
    std::vector<SequenceStep> steps; ///< of a group; else empty
    std::uint64_t repeat = 1;        ///< how often it runs, 1 or more
    std::vector<BufferSwap> swaps;   ///< after each of these runs, in order

    [[nodiscard]] bool isGroup() const { return !steps.empty(); }
};

/// What shared buffers must hold at the end: either what a host function (core/records/reference.h) says of a
/// launch, or what that launch leaves on the same device.
struct SequenceReference {
    Launch launch;        ///< has no reference of its own
    std::string function; ///< empty: the launch runs
    /// Shared buffer -> parameter of the launch that holds what is expected.
    std::map<std::string, std::string> buffers;
    std::optional<double> tolerance; ///< as OutputReference::tolerance
};

struct Sequence {
    std::filesystem::path file; ///< where it was read from; empty when made in memory
    std::string name;           ///< for reports; the file's stem
    std::string description;
    std::vector<SequenceStep> steps;
    std::optional<SequenceReference> reference;
};

/// A step with a launch, and how often that runs in all.
struct SequenceLaunch {
    const SequenceStep* step = nullptr; ///< of the sequence, which outlives this
    std::string number;                 ///< "2"; "2.1" in a group
    std::uint64_t runs = 0;             ///< mostSequenceRuns + 1 for any number above
};

/// Kernels that a sequence runs at most.
constexpr std::uint64_t mostSequenceRuns = 100'000;

/// In the order of the file.
[[nodiscard]] std::vector<SequenceLaunch> launchesOf(const Sequence& sequence);
/// Kernels that run in all; mostSequenceRuns + 1 for any number above.
[[nodiscard]] std::uint64_t runCount(const Sequence& sequence);

/// A run of a kernel.
struct SequenceRun {
    std::size_t launch = 0; ///< of launchesOf()
    /// Parameter -> the shared buffer that it gets, by the name that this had at the start.
    std::map<std::string, std::string> buffers;
};

struct SequenceRuns {
    std::vector<SequenceRun> runs; ///< in order
    /// Shared buffer's name -> the one that has it at the end, by the name that this had at the start.
    std::map<std::string, std::string> atEnd;
};

/// All runs with names followed through their swaps. Precondition: runCount() is at most mostSequenceRuns.
[[nodiscard]] SequenceRuns runsOf(const Sequence& sequence);

/// What each shared buffer is at the start: as the first step says that names it. Its access is what all runs
/// together do with it.
[[nodiscard]] std::map<std::string, BufferArgument> sharedBuffers(const Sequence& sequence,
                                                                  const SequenceRuns& runs);

/// What is moved of a shared buffer that stays on the device from the first run to the last.
struct SharedTraffic {
    bool isSent = false;    ///< the first run that has it reads it
    bool isFetched = false; ///< a run writes it, and the last one that has it does, or the reference names it
};

/// What a launch, one of launchesOf(), does with a parameter; nullopt: nothing.
using AccessOfParameter =
    std::function<std::optional<BufferAccess>(std::size_t launch, const std::string& parameter)>;

/// By the names that buffers have at the start. Without `accessOf`, as the launches say.
[[nodiscard]] std::map<std::string, SharedTraffic>
sharedTraffic(const Sequence& sequence, const SequenceRuns& runs, const AccessOfParameter& accessOf = {});

} // namespace warpstring
