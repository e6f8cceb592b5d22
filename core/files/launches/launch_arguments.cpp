// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_arguments.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/files/launches/launch_structs.h"

namespace warpstring::files {

namespace {

using Kind = TomlValue::Kind;

/// Texels of three such sizes are counted in 64 bits.
constexpr std::uint64_t mostImageSize = std::uint64_t{1} << 20;
constexpr std::uint64_t mostOfImageBuffer = std::uint64_t{1} << 28;

/// Doubles carry ranges and constants; integers beyond this would change on the way.
constexpr double largestExactInteger = 0x1p53;

struct Bounds {
    double low;
    double high;
};

Bounds boundsOf(ScalarType type) {
    if (type == ScalarType::Half) return {-65504.0, 65504.0};
    if (type == ScalarType::Float)
        return {std::numeric_limits<float>::lowest(), std::numeric_limits<float>::max()};
    if (type == ScalarType::Double)
        return {std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max()};
    const int valueBits = 8 * bytes(type) - (isSigned(type) ? 1 : 0);
    const double beyond = std::ldexp(1.0, valueBits);
    return {isSigned(type) ? -beyond : 0.0, beyond - 1.0};
}

class ArgumentReader {
public:
    ArgumentReader(TomlFaults& faults, LaunchScope& scope, const TomlEntry& entry,
                   const std::filesystem::path& folder)
        : faults_(faults), scope_(scope), entry_(entry), table_(entry.value), folder_(folder),
          what_("argument \"" + entry.key + "\"") {}

    std::optional<Argument> run() {
        if (table_.kind != Kind::Table) return untypedScalar(scope_.valueOf(entry_.key, table_));
        std::vector<std::string> kinds;
        for (const char* kind : {"scalar", "buffer", "local", "struct", "image", "sampler"})
            if (table_.find(kind) != nullptr) kinds.emplace_back(kind);
        // A struct as it lies in memory; "bytes" of a buffer are those of its elements.
        if (kinds.empty() && table_.find("bytes") != nullptr) kinds.emplace_back("bytes");
        if (kinds.size() > 1) {
            faults_.add(table_.place, "ambiguous-argument", what_ + " is both " + kinds[0] + " and " + kinds[1],
                        "keep one of scalar, buffer, local, struct, image and sampler");
            return std::nullopt;
        }
        if (kinds.empty()) {
            faults_.unknownKeys(table_, what_,
                                {"scalar", "buffer", "local", "struct", "bytes", "image", "sampler", "value",
                                 "count", "init", "seed", "range", "file", "access", "order", "format"});
            faults_.missingKey(table_, what_, "buffer",
                               "add scalar = \"<type>\", buffer = \"<type>\", local = <bytes>, "
                               "struct = { ... }, image = [<width>, <height>] or sampler = { ... }");
            return std::nullopt;
        }
        if (kinds[0] == "scalar") return typedScalar();
        if (kinds[0] == "local") return localMemory();
        if (kinds[0] == "struct" || kinds[0] == "bytes") return readStruct(faults_, scope_, table_, what_);
        if (kinds[0] == "image") return image();
        if (kinds[0] == "sampler") return sampler();
        return buffer();
    }

private:
    std::optional<Argument> untypedScalar(const TomlValue& value) {
        if (value.kind == Kind::Float) return ScalarArgument{{ScalarType::Float, 1}, false, value.number};
        if (value.kind == Kind::Boolean) {
            faults_.add(value.place, "wrong-type", what_ + " is a boolean", "write 1 or 0");
            return std::nullopt;
        }
        const auto integer = scope_.integer(value, what_);
        if (!integer) return std::nullopt;
        const bool isInt = *integer >= std::numeric_limits<std::int32_t>::min() &&
                           *integer <= std::numeric_limits<std::int32_t>::max();
        return ScalarArgument{{isInt ? ScalarType::Int : ScalarType::Long, 1}, false, *integer};
    }

    std::optional<Argument> typedScalar() {
        faults_.unknownKeys(table_, what_, {"scalar", "value"});
        const auto type = valueType("scalar");
        const TomlValue* written = table_.find("value");
        if (written == nullptr) {
            faults_.missingKey(table_, what_, "value", "add value = <number or expression>");
            return std::nullopt;
        }
        if (!type) return std::nullopt;
        const TomlValue& value = scope_.valueOf(entry_.key, *written);
        if (isFloating(type->scalar)) {
            // A scalar may well be infinite or NaN on purpose; only ranges must be finite.
            if (value.kind == Kind::Float) return ScalarArgument{*type, true, value.number};
            const auto number = scope_.number(value, what_);
            if (!number) return std::nullopt;
            return ScalarArgument{*type, true, *number};
        }
        const auto integer = scope_.integer(value, what_);
        if (!integer || !fits(value.place, *type, *integer)) return std::nullopt;
        return ScalarArgument{*type, true, *integer};
    }

    std::optional<Argument> localMemory() {
        faults_.unknownKeys(table_, what_, {"local"});
        const auto size = scope_.size(*table_.find("local"), "the local memory of " + what_);
        if (!size) return std::nullopt;
        return LocalArgument{*size};
    }

    std::optional<Argument> buffer() {
        const std::size_t faultsBefore = faults_.size();
        BufferArgument buffer;
        const auto elementBytes = bytesOfStructs();
        const auto type = elementBytes ? std::optional(ValueType{ScalarType::UChar, 1}) : valueType("buffer");
        if (type) buffer.type = *type;
        const bool initKnown = chooseContents(buffer);
        std::vector<std::string> known{"buffer", "count", "init", "seed", "range", "value", "file", "access"};
        if (elementBytes) known.emplace_back("bytes");
        faults_.unknownKeys(table_, what_, known);
        bool counted = false;
        if (const TomlValue* count = table_.find("count")) {
            if (const auto size = scope_.size(*count, "the count of " + what_)) {
                buffer.count = *size;
                counted = !elementBytes || countBytes(*count, *elementBytes, buffer.count);
            }
        } else {
            faults_.missingKey(table_, what_, "count", "add count = <elements>, a number or an expression");
        }
        if (type && counted) checkBytes(buffer);
        if (initKnown) rejectUnusedKeys(buffer.init);
        if (type && initKnown) contents(buffer);
        if (!type || !counted || !initKnown || faults_.size() != faultsBefore) return std::nullopt;
        return buffer;
    }

    bool chooseContents(BufferArgument& buffer) {
        const bool initKnown = choose<BufferInit>("init",
                                                  {{"zero", BufferInit::Zero},
                                                   {"constant", BufferInit::Constant},
                                                   {"iota", BufferInit::Iota},
                                                   {"random", BufferInit::Random},
                                                   {"permutation", BufferInit::Permutation},
                                                   {"offsets", BufferInit::Offsets},
                                                   {"file", BufferInit::File}},
                                                  buffer.init);
        choose<BufferAccess>("access",
                             {{"read", BufferAccess::Read},
                              {"write", BufferAccess::Write},
                              {"read-write", BufferAccess::ReadWrite}},
                             buffer.access);
        return initKnown;
    }

    /// Its contents are those of a buffer of texels as they are stored.
    std::optional<Argument> image() {
        const std::size_t faultsBefore = faults_.size();
        ImageArgument image;
        faults_.unknownKeys(table_, what_,
                            {"image", "order", "format", "init", "seed", "range", "value", "file", "access"});
        const bool isSized = imageSizes(*table_.find("image"), image);
        const bool hasOrder =
            choose<ChannelOrder>("order", named<ChannelOrder>(channelOrderCount), image.format.order);
        bool hasType = choose<ChannelType>("format", named<ChannelType>(channelTypeCount), image.format.type);
        if (table_.find("format") == nullptr) {
            faults_.missingKey(table_, what_, "format", "add format = \"UNORM_INT8\" or another channel type");
            hasType = false;
        }
        if (hasOrder && hasType && !isImageFormat(image.format)) {
            faults_.add(table_.find("format")->place, "bad-format",
                        "OpenCL has no images of " + name(image.format), "choose another order or format");
            hasType = false;
        }
        image.texels.type = storedType(image.format);
        const bool initKnown = chooseContents(image.texels);
        if (initKnown) rejectUnusedKeys(image.texels.init);
        if (initKnown && hasType && isSized) contents(image.texels);
        if (faults_.size() != faultsBefore) return std::nullopt;
        return image;
    }

    template <class T>
    static std::vector<std::pair<std::string, T>> named(int count) {
        std::vector<std::pair<std::string, T>> names;
        names.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            names.emplace_back(std::string(warpstring::name(static_cast<T>(i))), static_cast<T>(i));
        return names;
    }

    /// A width alone, or a list of up to three sizes.
    bool imageSizes(const TomlValue& written, ImageArgument& image) {
        const bool isList = written.kind == Kind::Array;
        const std::size_t count = isList ? written.items.size() : 1;
        if (count == 0 || count > 3) {
            faults_.add(written.place, "wrong-type", "the sizes of " + what_ + " are not one to three",
                        "write [width], [width, height or layers] or [width, height, depth or layers]");
            return false;
        }
        image.dimensions = static_cast<int>(count);
        image.texels.count = 1;
        for (std::size_t d = 0; d < count; ++d) {
            const auto size = scope_.size(isList ? written.items[d] : written, "a size of " + what_);
            if (!size) return false;
            image.sizes[d] = *size;
            const std::uint64_t most = count == 1 ? mostOfImageBuffer : mostImageSize;
            if (*size > most) {
                faults_.addForValues(written.place, "too-large",
                                     what_ + " has a size beyond " + std::to_string(most),
                                     "lower it: no device has images so large");
                return false;
            }
            image.texels.count *= *size;
        }
        return true;
    }

    std::optional<Argument> sampler() {
        faults_.unknownKeys(table_, what_, {"sampler"});
        const TomlValue& written = *table_.find("sampler");
        if (written.kind != Kind::Table) {
            faults_.wrongType(written, "the sampler of " + what_, "a table");
            return std::nullopt;
        }
        return ArgumentReader(faults_, scope_, {entry_.key, entry_.keyPlace, written}, folder_).samplerTable();
    }

    /// Of the table of a sampler.
    std::optional<Argument> samplerTable() {
        const std::size_t faultsBefore = faults_.size();
        SamplerArgument sampler;
        faults_.unknownKeys(table_, what_, {"normalized", "addressing", "filter"});
        if (const TomlValue* normalized = table_.find("normalized")) {
            if (normalized->kind == Kind::Boolean)
                sampler.normalized = normalized->boolean;
            else
                faults_.wrongType(*normalized, "normalized of " + what_, "a boolean");
        }
        choose<Addressing>("addressing", named<Addressing>(addressingCount), sampler.addressing);
        choose<Filter>("filter", named<Filter>(2), sampler.filter);
        const bool wraps =
            sampler.addressing == Addressing::Repeat || sampler.addressing == Addressing::MirroredRepeat;
        if (wraps && !sampler.normalized && faults_.size() == faultsBefore)
            faults_.add(table_.find("addressing")->place, "bad-sampler",
                        what_ + " repeats the image for coordinates that are not normalized",
                        "OpenCL has that for normalized = true alone");
        if (faults_.size() != faultsBefore) return std::nullopt;
        return sampler;
    }

    /// Of { buffer = "struct", bytes = 24 }: a buffer of so many bytes an element, whatever they mean. Nothing
    /// where it is another one.
    std::optional<std::uint64_t> bytesOfStructs() {
        const TomlValue* type = table_.find("buffer");
        if (type == nullptr || type->kind != Kind::Text || type->text != "struct") return std::nullopt;
        if (const TomlValue* size = table_.find("bytes"))
            return scope_.size(*size, "the bytes of an element of " + what_).value_or(1);
        faults_.missingKey(table_, what_, "bytes", "add bytes = <of one element, padding included>");
        return 1;
    }

    bool countBytes(const TomlValue& place, std::uint64_t bytes, std::uint64_t& count) {
        const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (count > most / bytes) {
            faults_.addForValues(place.place, "too-large", what_ + " has 2^63 bytes or more",
                                 "lower its count");
            return false;
        }
        count *= bytes;
        return true;
    }

    std::optional<ValueType> valueType(const std::string& key) {
        const auto text = readText(faults_, table_, what_, key, true);
        if (!text) return std::nullopt;
        const auto type = parseValueType(*text);
        if (!type) {
            std::vector<std::string> known;
            for (int scalar = 0; scalar <= static_cast<int>(ScalarType::Double); ++scalar)
                for (const int width : {1, 2, 3, 4, 8, 16})
                    known.push_back(name({static_cast<ScalarType>(scalar), width}));
            faults_.add(table_.find(key)->place, "bad-type", "\"" + *text + "\" is no OpenCL arithmetic type",
                        suggestion(*text, known,
                                   "for example \"float\", \"int\" or \"float4\"; " +
                                       std::string(key == "buffer" ? "\"struct\" for all else"
                                                                   : "{ struct = { ... } } for structs")));
        }
        return type;
    }

    template <class T>
    bool choose(const std::string& key, const std::vector<std::pair<std::string, T>>& choices, T& chosen) {
        if (table_.find(key) == nullptr) return true;
        const auto text = readText(faults_, table_, what_, key, false);
        if (!text) return false;
        std::vector<std::string> names;
        std::string all;
        for (const auto& [choice, value] : choices) {
            if (choice == *text) {
                chosen = value;
                return true;
            }
            names.push_back(choice);
            all += (all.empty() ? "" : ", ") + choice;
        }
        faults_.add(table_.find(key)->place, "bad-choice", key + " is \"" + *text + "\"",
                    suggestion(*text, names, "one of " + all));
        return false;
    }

    void checkBytes(const BufferArgument& buffer) {
        const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (buffer.count <= most / static_cast<std::uint64_t>(bytes(buffer.type))) return;
        faults_.addForValues(table_.find("count")->place, "too-large", what_ + " has 2^63 bytes or more",
                             "lower its count");
    }

    /// Keys that belong to another init would be silently without effect.
    void rejectUnusedKeys(BufferInit init) {
        const bool ranged = init == BufferInit::Random || init == BufferInit::Offsets;
        const bool seeded = ranged || init == BufferInit::Permutation;
        const auto reject = [&](const char* key, bool meant, const char* owner) {
            if (meant) return;
            for (const TomlEntry& entry : table_.entries)
                if (entry.key == key)
                    faults_.add(entry.keyPlace, "unused-key", "\"" + entry.key + "\" has no effect on " + what_,
                                "it belongs to init = " + std::string(owner));
        };
        reject("seed", seeded, "\"random\", \"permutation\" and \"offsets\"");
        reject("range", ranged, "\"random\" and \"offsets\"");
        reject("value", init == BufferInit::Constant, "\"constant\"");
        reject("file", init == BufferInit::File, "\"file\"");
    }

    void contents(BufferArgument& buffer) {
        if (const TomlValue* seed = table_.find("seed")) {
            const auto value = scope_.integer(*seed, "the seed of " + what_);
            if (value && *value < 0)
                faults_.add(seed->place, "negative-seed", "the seed of " + what_ + " is negative",
                            "use 0 or more");
            if (value) buffer.seed = static_cast<std::uint64_t>(*value);
        }
        switch (buffer.init) {
        case BufferInit::Constant: constant(buffer); break;
        case BufferInit::Random: range(buffer); break;
        case BufferInit::Permutation: permutation(buffer); break;
        case BufferInit::Offsets: offsets(buffer); break;
        case BufferInit::File:
            if (const TomlValue* file = table_.find("file")) {
                if (const auto path = readPath(faults_, *file, "the file of " + what_, folder_))
                    buffer.file = *path;
            } else {
                faults_.missingKey(table_, what_, "file", "add file = \"<path>\", raw little-endian elements");
            }
            break;
        default: break;
        }
    }

    /// Where an image's elements stand in `format`, a buffer's in `buffer`, and likewise how many there are.
    [[nodiscard]] TomlPlace typePlace() const {
        const TomlValue* written = table_.find("buffer");
        return (written != nullptr ? written : table_.find("format"))->place;
    }
    [[nodiscard]] TomlPlace countPlace() const {
        const TomlValue* written = table_.find("count");
        return (written != nullptr ? written : table_.find("image"))->place;
    }

    void constant(BufferArgument& buffer) {
        const TomlValue* value = table_.find("value");
        if (value == nullptr) return faults_.missingKey(table_, what_, "value", "add value = <number>");
        const auto number = scope_.number(*value, "the value of " + what_);
        if (number && fits(value->place, buffer.type, *number)) buffer.constant = *number;
    }

    void range(BufferArgument& buffer) {
        const TomlValue* range = table_.find("range");
        if (range == nullptr) {
            // 127 is within every integer type.
            buffer.range = {0.0, isFloating(buffer.type.scalar) ? 1.0 : 127.0};
            return;
        }
        if (range->kind != Kind::Array || range->items.size() != 2)
            return faults_.add(range->place, "wrong-type", "the range of " + what_ + " is no pair",
                               "write [low, high]");
        for (std::size_t i = 0; i < 2; ++i) {
            const auto number = scope_.number(range->items[i], "the range of " + what_);
            if (!number || !fits(range->items[i].place, buffer.type, *number)) return;
            buffer.range[i] = *number;
        }
        if (buffer.range[0] > buffer.range[1])
            faults_.addForValues(range->place, "empty-range", "the range of " + what_ + " is empty",
                                 "write [low, high] with low <= high");
        else if (!std::isfinite(buffer.range[1] - buffer.range[0]))
            faults_.add(range->place, "out-of-range", "the range of " + what_ + " is wider than a double",
                        "narrow it");
    }

    void permutation(const BufferArgument& buffer) {
        if (isFloating(buffer.type.scalar) || buffer.type.width != 1)
            return faults_.add(typePlace(), "bad-init",
                               "a permutation of " + name(buffer.type) + " makes no indices",
                               "use a scalar integer type");
        if (buffer.count > 0 && static_cast<double>(buffer.count - 1) > boundsOf(buffer.type.scalar).high)
            faults_.addForValues(countPlace(), "out-of-range",
                                 "the indices of " + what_ + " do not fit " + name(buffer.type),
                                 "use a wider type");
    }

    void offsets(BufferArgument& buffer) {
        if (isFloating(buffer.type.scalar) || buffer.type.width != 1)
            return faults_.add(typePlace(), "bad-init", "offsets in " + name(buffer.type) + " make no indices",
                               "use a scalar integer type");
        const TomlValue* lengths = table_.find("range");
        if (lengths == nullptr)
            return faults_.missingKey(table_, what_, "range", "add range = [shortest, longest], in elements");
        range(buffer);
        if (buffer.range[0] < 0)
            return faults_.addForValues(lengths->place, "out-of-range", "a length of " + what_ + " is negative",
                                        "use 0 or more");
        const double last = static_cast<double>(buffer.count) * (buffer.range[0] + buffer.range[1]) / 2;
        if (last > boundsOf(buffer.type.scalar).high)
            faults_.addForValues(lengths->place, "out-of-range",
                                 "the offsets of " + what_ + " do not fit " + name(buffer.type),
                                 "use a wider type");
    }

    bool fits(TomlPlace place, ValueType type, double number) {
        const Bounds bounds = boundsOf(type.scalar);
        const bool floating = isFloating(type.scalar);
        if (!floating && number != std::floor(number)) {
            faults_.add(place, "out-of-range", what_ + " has a value that is no integer",
                        "write a whole number");
            return false;
        }
        if (number >= bounds.low && number <= bounds.high &&
            (floating || std::fabs(number) <= largestExactInteger))
            return true;
        faults_.addForValues(place, "out-of-range", what_ + " has a value that does not fit " + name(type),
                             "use a smaller value or a wider type");
        return false;
    }

    bool fits(TomlPlace place, ValueType type, std::int64_t integer) {
        // 64-bit types hold every value that TOML can write, save negative ones of ulong.
        const bool wide = bytes(type.scalar) == 8;
        if (wide ? integer >= 0 || isSigned(type.scalar)
                 : static_cast<double>(integer) >= boundsOf(type.scalar).low &&
                       static_cast<double>(integer) <= boundsOf(type.scalar).high)
            return true;
        faults_.addForValues(place, "out-of-range", std::to_string(integer) + " does not fit " + name(type),
                             "use another type for " + what_);
        return false;
    }

    TomlFaults& faults_;
    LaunchScope& scope_;
    const TomlEntry& entry_;
    const TomlValue& table_;
    const std::filesystem::path& folder_;
    std::string what_;
};

} // namespace

std::optional<Argument> readArgument(TomlFaults& faults, LaunchScope& scope, const TomlEntry& entry,
                                     const std::filesystem::path& folder) {
    return ArgumentReader(faults, scope, entry, folder).run();
}

std::optional<std::filesystem::path> readPath(TomlFaults& faults, const TomlValue& value,
                                              const std::string& what, const std::filesystem::path& folder) {
    if (value.kind != Kind::Text) {
        faults.wrongType(value, what, "a string");
        return std::nullopt;
    }
    const bool usable = !value.text.empty() && value.text.find('\0') == std::string::npos;
    std::filesystem::path path = usable ? folder / value.text : folder;
    std::error_code error;
    if (usable && std::filesystem::is_regular_file(path, error)) return path;
    faults.add(value.place, "file-not-found",
               what + ", \"" + (usable ? value.text : std::string()) +
                   "\", does not exist or is no regular file",
               "paths are relative to the launch file; this one was looked for at " + path.string());
    return std::nullopt;
}

} // namespace warpstring::files
