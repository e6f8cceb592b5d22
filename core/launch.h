// SPDX-License-Identifier: GPL-3.0-or-later
// A launch: which kernel, over which index space, with which arguments. The same value drives the
// simulation and the measurement. Its file form is described in docs/launch-files.md.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/diagnostic.h"
#include "core/image.h"
#include "core/ndrange.h"
#include "core/operation_class.h"
#include "core/register_request.h"
#include "core/result.h"
#include "core/value_type.h"

namespace warpstring {

/// A scalar passed by value. `typeGiven` is false when the file left the type to the kernel's parameter.
struct ScalarArgument {
    ValueType type;
    bool typeGiven = false;
    std::variant<std::int64_t, double> value;
};

/// What a buffer holds before the launch; docs/launch-files.md says each one's numbers.
enum class BufferInit { Zero, Constant, Iota, Random, Permutation, Offsets, File };
enum class BufferAccess { Read, Write, ReadWrite };

/// A global or constant buffer. Elements are `type`s (a float4 counts as one).
struct BufferArgument {
    ValueType type;
    std::uint64_t count = 0; // elements
    BufferInit init = BufferInit::Zero;
    double constant = 0.0;         // Constant
    std::uint64_t seed = 0;        // Random, Permutation, Offsets
    std::array<double, 2> range{}; // Random: [low, high); integer types and Offsets: both included
    std::filesystem::path file;    // File: raw little-endian elements
    BufferAccess access = BufferAccess::ReadWrite;
};

/// Local memory handed over as an argument.
struct LocalArgument {
    std::uint64_t bytes = 0;
};

/// A struct or union passed by value: members by their paths (core/struct_layout.h), or all of its bytes.
struct StructArgument {
    /// A vector's path stands for all of its components, "v[2]" for one. What is not named is zero.
    std::map<std::string, std::variant<std::int64_t, double>> members;
    std::vector<std::uint8_t> bytes; ///< where the file gives them; members are empty then
};

/// An image. Its kind is the kernel parameter's.
struct ImageArgument {
    std::array<std::uint64_t, 3> sizes{1, 1, 1}; ///< width, height, depth or layers
    int dimensions = 1;                          ///< sizes that are given
    ImageFormat format;
    BufferArgument texels; ///< what it holds: an element a texel as it is stored, x fastest
};

using SamplerArgument = Sampler;

using Argument =
    std::variant<ScalarArgument, BufferArgument, LocalArgument, StructArgument, ImageArgument, SamplerArgument>;

/// The elements that an argument hands over, a buffer's or an image's; null where it has none.
[[nodiscard]] const BufferArgument* elementsOf(const Argument& argument);

enum class AnnotationKind {
    Weight, ///< fraction of the warps reaching a branch that take its true side, 0..1
    Trips,  ///< iterations of a loop per entry, >= 0
    Cost    ///< operations of a function that has no body in the source
};

/// What no analysis can know, said by the programmer. `low == high` for a single number.
struct Annotation {
    AnnotationKind kind = AnnotationKind::Weight;
    int line = 0;      ///< source line of the branch or loop; 0 when `label` is used
    std::string label; ///< text of a comment "// warpstring: <label>" on that line
    double low = 0.0;
    double high = 0.0;
    SourceLocation place;                     ///< where the annotation stands in the launch file
    std::string function{};                   ///< Cost: its name, in place of a line
    std::vector<OperationCount> operations{}; ///< Cost: of a work-item, in one call
};

/// A figure printed elsewhere (a paper, a manual), shown beside the computed one and never used for it.
struct PublishedFigure {
    std::string quantity; ///< "cc", "cs", "kernel_time_us", ...
    int line = 0;         ///< source line that it speaks about; 0: the kernel
    double value = 0.0;
    std::string text; ///< as printed, e.g. "188/32"
    std::string source;
    std::string remark; ///< e.g. why it is an erratum
};

struct Launch;

/// What the outputs must be: either a host function by its name (core/records/reference.h), or what another
/// launch on the same device leaves in the buffers of the same names.
struct OutputReference {
    std::string function;
    std::shared_ptr<const Launch> launch; ///< has no reference of its own
    std::optional<double> tolerance;      ///< root mean square of the error over that of the reference
};

/// A value that a sweep gave this launch: "n" = "1024", "local" = "16x16".
struct SweptValue {
    std::string name;
    std::string text;

    friend bool operator==(const SweptValue&, const SweptValue&) = default;
};

struct Launch {
    std::filesystem::path file; ///< where it was read from; empty when made in memory
    std::string name;           ///< for reports; the file's stem, with the sweep's values where it has some
    std::string description;
    std::vector<SweptValue> swept; ///< in the order of the file
    /// "matmul,n=1024": launches of one family solve one problem, so they can be ranked. Empty: of none.
    std::string family;
    std::string kernel;
    std::filesystem::path source; ///< absolute, or relative to the working directory
    std::string options;          ///< as clBuildProgram gets them, with the macros of [macros] appended
    RegisterRequest registers;    ///< for simulations; measurements have the driver's
    NDRange range;
    std::map<std::string, Argument> arguments; ///< by parameter name
    std::vector<Annotation> annotations;
    std::vector<PublishedFigure> published;
    std::optional<OutputReference> reference;
};

/// What the code of a kernel hangs on of its images and samplers, by parameter name; their sizes are values.
struct LaunchImages {
    std::map<std::string, ImageFormat> formats;
    std::map<std::string, Sampler> samplers;
};
[[nodiscard]] LaunchImages imagesOf(const Launch& launch);

/// Launch faults that no device is needed to see: zero sizes, a global size that the local size does not
/// divide, 2^53 groups or more, 2^31 work-items of a group or 2^63 in all exceeded.
[[nodiscard]] Diagnostics validate(const NDRange& range, const SourceLocation& place);

} // namespace warpstring
