// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch does and touches: operations, accesses, strides, transactions, footprints and reuse, as
// formulas of names with the launch's values beside them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cancellation.h"
#include "core/hardware_spec.h"
#include "core/result.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"
#include "symbolic/counts/access_box.h"
#include "symbolic/counts/launch_symbols.h"
#include "symbolic/counts/touched_regions.h"
#include "symbolic/regions/region_union.h"

namespace warpstring::symbolic {

/// A number of the whole launch.
struct Count {
    std::optional<Formula> formula;    ///< of names; absent where none was found
    std::optional<std::int64_t> value; ///< in the launch; absent where it does not fit 64 bits or is not known
};

/// How a figure was found.
enum class CountSource {
    Formula,    ///< by the formula
    Enumerated, ///< by going through the launch's work-items: it holds for this launch alone
    Unknown
};
[[nodiscard]] std::string_view name(CountSource source);

/// Bytes from one place to the next one along a name.
struct AccessStride {
    std::string along; ///< "lid.x", "group.y", "i0"
    LoopId loop = none;
    std::optional<Polynomial> bytes; ///< absent where they differ, or hang on other IDs
    std::optional<std::int64_t> value;
};

struct OperationCounts {
    OperationClass operation{};
    Count count; ///< of all work-items together
};

enum class Direction { None, In, Out, InOut };
[[nodiscard]] std::string_view name(Direction direction);

struct AccessCounts {
    AccessId access = none;
    std::string object;                        ///< the argument's or array's name; empty where it is not known
    Count executions;                          ///< by work-items
    CountSource source = CountSource::Unknown; ///< of executions
    std::string reason;                        ///< why there is no formula; empty where there is one
    std::vector<AccessStride> strides;         ///< by ID and loop, those of 0 too: they are the reuse
    Count transactions;                        ///< global and constant memory, at the spec's rule
    Count footprint;                           ///< different bytes of the object
    bool isFootprintExact = true; ///< false: the value is what lies between the first and the last byte
    std::string footprintReason;  ///< why there is no formula of it
    std::vector<regions::AffineRegion> regions; ///< normalised, in the launch; empty where they are not affine
    bool isAffine = false;                      ///< `regions` are all that is touched
    std::vector<LaunchRegion> boxes;            ///< `regions` with the variables that they are along
    TouchedRegions ofGroup, ofWarp;             ///< of LaunchCounts::group and the warp of it
    /// Executions * bytes / footprint: how often a byte is asked for.
    std::optional<double> reuse;
};

struct BufferCounts {
    std::string name;
    std::uint32_t argument = none;
    Direction direction = Direction::None;
    std::int64_t bytes = 0; ///< the whole buffer
    Count loaded, stored;   ///< bytes that work-items ask for, each access for itself
    Count footprint;        ///< different bytes, all accesses together
    bool isFootprintExact = true;
    std::optional<regions::Interval> interval; ///< around everything that is touched
    std::optional<std::int64_t> packedBytes;   ///< of packed copies of the groups of regions that overlap
    std::optional<double> reuse;
};

struct LaunchCounts {
    std::array<std::int64_t, 3> group{}; ///< of which, and of a warp of which, accesses have their regions
    int warp = 0;
    LaunchSymbols symbols;
    Count workItems;
    std::vector<OperationCounts> operations; ///< classes that occur
    CountSource operationSource = CountSource::Formula;
    std::vector<AccessCounts> accesses;
    std::vector<BufferCounts> buffers;
    std::vector<std::string> notes;
    /// counts.alias: an access of which nothing tells the buffer: directions, footprints and interval leave it
    /// out.
    Diagnostics diagnostics;
};

struct CountOptions {
    std::optional<files::LaunchDefinitions> definitions;
    std::optional<std::vector<std::string>> open; ///< names; absent: launchSymbols() chooses
    std::array<std::int64_t, 3> group{};          ///< regions are told of it
    int warp = 0;                                 ///< and of this warp of it
    evaluation::EvaluationOptions evaluation;
};

/// It may be stopped between accesses. Fails where the launch does not fit the kernel, or has no such name,
/// group or warp.
[[nodiscard]] Result<LaunchCounts> countLaunch(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                               const CountOptions& options = {});

} // namespace warpstring::symbolic
