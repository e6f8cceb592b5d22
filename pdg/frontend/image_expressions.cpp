// SPDX-License-Identifier: GPL-3.0-or-later
// ValueExpressions: coordinates of images as byte offsets, in the layout of pdg/image_layout.h, as samplers
// change them (OpenCL C 3.0, section 8.2).
#include <array>
#include <bit>
#include <cmath>

#include "pdg/frontend/value_expressions.h"
#include "pdg/image_layout.h"

namespace warpstring::frontend {

namespace {

/// A float that is an integer and a constant: coordinates are, as a rule, and integers are evaluated in closed
/// form.
struct IntegerAndRest {
    ExprId integer; ///< 32 bits; none: 0
    double rest = 0;
};

class FloatCoordinates {
public:
    /// `size`: of the image in this dimension, 32 bits. What is divided by it is not, once coordinates count
    /// texels.
    FloatCoordinates(ExprPool& exprs, ExprId size) : exprs_(exprs), size_(size) {}

    /// The greatest integer of 32 bits below the coordinate less `shift`.
    ExprId floor(ExprId coordinate, bool isNormalized, double shift) {
        if (const auto split = isNormalized ? scaled(coordinate) : parts(coordinate, 0)) {
            const auto rest = static_cast<std::int64_t>(std::floor(split->rest - shift));
            const ExprId constant = exprs_.constant(rest, 32);
            return split->integer ? exprs_.binary(ExprOp::Add, 32, split->integer, constant) : constant;
        }
        if (isNormalized)
            coordinate =
                exprs_.binary(ExprOp::FMul, 32, coordinate, exprs_.unary(ExprOp::SIntToFloat, 32, size_));
        if (shift != 0)
            coordinate = exprs_.binary(ExprOp::FSub, 32, coordinate, exprs_.floatConstant(shift, 32));
        return exprs_.unary(ExprOp::FloatToSInt, 32, exprs_.unary(ExprOp::FFloor, 32, coordinate));
    }

private:
    static constexpr int deepest = 8;

    /// Of a coordinate times the size: where it was divided by it before, and of constants 0.
    std::optional<IntegerAndRest> scaled(ExprId id) {
        const Expr expr = exprs_[id];
        if (expr.op == ExprOp::FDiv && isSize(expr.b)) return parts(expr.a, 0);
        if (expr.op == ExprOp::FMul)
            for (const auto& [factor, inverse] : {std::pair(expr.a, expr.b), std::pair(expr.b, expr.a)}) {
                const Expr divided = exprs_[inverse];
                if (divided.op == ExprOp::FDiv && isSize(divided.b) && isReal(divided.a, 1))
                    return parts(factor, 0);
            }
        if (expr.op == ExprOp::FloatConstant && realOf(expr) == 0) return IntegerAndRest{};
        return std::nullopt;
    }

    [[nodiscard]] bool isSize(ExprId id) const {
        Expr expr = exprs_[id];
        if (expr.op != ExprOp::SIntToFloat && expr.op != ExprOp::UIntToFloat) return false;
        ExprId integer = expr.a;
        for (expr = exprs_[integer]; expr.op == ExprOp::ZExt || expr.op == ExprOp::SExt; expr = exprs_[integer])
            integer = expr.a;
        return integer == size_;
    }

    static double realOf(const Expr& expr) { return std::bit_cast<double>(expr.value); }
    [[nodiscard]] bool isReal(ExprId id, double value) const {
        return exprs_[id].op == ExprOp::FloatConstant && realOf(exprs_[id]) == value;
    }

    std::optional<IntegerAndRest> parts(ExprId id, int depth) {
        if (!id || depth > deepest) return std::nullopt;
        const Expr expr = exprs_[id];
        switch (expr.op) {
        case ExprOp::FloatConstant:
            return std::fabs(realOf(expr)) < 0x1p30 ? std::optional(IntegerAndRest{{}, realOf(expr)})
                                                    : std::nullopt;
        case ExprOp::SIntToFloat:
        case ExprOp::UIntToFloat: return IntegerAndRest{narrow(expr.a), 0};
        case ExprOp::FloatConvert: return parts(expr.a, depth + 1);
        case ExprOp::FAdd:
        case ExprOp::FSub: return sum(parts(expr.a, depth + 1), parts(expr.b, depth + 1), expr.op);
        case ExprOp::FMul: return product(parts(expr.a, depth + 1), parts(expr.b, depth + 1));
        case ExprOp::FMad:
            return sum(product(parts(expr.a, depth + 1), parts(expr.b, depth + 1)), parts(expr.c, depth + 1),
                       ExprOp::FAdd);
        default: return std::nullopt;
        }
    }

    ExprId narrow(ExprId integer) {
        const int bits = exprs_[integer].bits;
        if (bits > 32) return exprs_.unary(ExprOp::Trunc, 32, integer);
        return bits < 32 ? exprs_.unary(ExprOp::SExt, 32, integer) : integer;
    }

    std::optional<IntegerAndRest> sum(const std::optional<IntegerAndRest>& a,
                                      const std::optional<IntegerAndRest>& b, ExprOp op) {
        if (!a || !b) return std::nullopt;
        const bool isSum = op == ExprOp::FAdd;
        IntegerAndRest result{a->integer, isSum ? a->rest + b->rest : a->rest - b->rest};
        if (b->integer)
            result.integer =
                exprs_.binary(isSum ? ExprOp::Add : ExprOp::Sub, 32,
                              result.integer ? result.integer : exprs_.constant(0, 32), b->integer);
        return result;
    }

    /// Of a whole number and such a sum.
    std::optional<IntegerAndRest> product(const std::optional<IntegerAndRest>& a,
                                          const std::optional<IntegerAndRest>& b) {
        if (!a || !b) return std::nullopt;
        const auto& factor = a->integer ? *b : *a;
        const auto& other = a->integer ? *a : *b;
        if (factor.integer || factor.rest != std::floor(factor.rest)) return std::nullopt;
        IntegerAndRest result{other.integer, other.rest * factor.rest};
        if (other.integer)
            result.integer = exprs_.binary(ExprOp::Mul, 32, other.integer,
                                           exprs_.constant(static_cast<std::int64_t>(factor.rest), 32));
        return result;
    }

    ExprPool& exprs_;
    ExprId size_;
};

/// Coordinates beyond the image, as a sampler brings them back.
ExprId addressed(ExprPool& exprs, ExprId index, ExprId size, Addressing addressing) {
    const auto binary = [&](ExprOp op, ExprId a, ExprId b) { return exprs.binary(op, 32, a, b); };
    const ExprId zero = exprs.constant(0, 32), one = exprs.constant(1, 32);
    const auto wrapped = [&](ExprId period) {
        const ExprId rest = binary(ExprOp::SRem, index, period);
        return exprs.ternary(ExprOp::Select, 32, exprs.binary(ExprOp::SLess, 1, rest, zero),
                             binary(ExprOp::Add, rest, period), rest);
    };
    switch (addressing) {
    case Addressing::None: return index;
    // Beyond the edge there is a border without texels: the edge's stand for them, which are in the cache.
    case Addressing::Clamp:
    case Addressing::ClampToEdge:
        return binary(ExprOp::SMin, binary(ExprOp::SMax, index, zero), binary(ExprOp::Sub, size, one));
    case Addressing::Repeat: return wrapped(size);
    case Addressing::MirroredRepeat: {
        const ExprId both = binary(ExprOp::Add, size, size), rest = wrapped(both);
        return exprs.ternary(ExprOp::Select, 32, exprs.binary(ExprOp::SLess, 1, rest, size), rest,
                             binary(ExprOp::Sub, binary(ExprOp::Sub, both, one), rest));
    }
    }
    return index;
}

/// The expressions of pdg/image_layout.h.
class Layout {
public:
    Layout(ExprPool& exprs, int bits, int texelBytes) : exprs_(exprs), bits_(bits), texelBytes_(texelBytes) {}

    ExprId line(ExprId x) { return bytesOf(x); }
    ExprId lines(ExprId x, ExprId layer, ExprId width) {
        const ExprId pitch =
            binary(ExprOp::And, binary(ExprOp::Add, bytesOf(width), constant(lineAlignBytes - 1)),
                   constant(-static_cast<std::int64_t>(lineAlignBytes)));
        return binary(ExprOp::Add, binary(ExprOp::Mul, wide(layer), pitch), bytesOf(x));
    }
    ExprId tiled(ExprId x, ExprId y, ExprId z, ExprId width, ExprId height) {
        const ExprId at = bytesOf(x), row = wide(y);
        const ExprId tiles =
            shifted(ExprOp::LShr, binary(ExprOp::Add, bytesOf(width), constant(tileWidthBytes - 1)), 6);
        const ExprId tile = binary(ExprOp::Add, binary(ExprOp::Mul, shifted(ExprOp::AShr, row, 3), tiles),
                                   shifted(ExprOp::AShr, at, 6));
        ExprId offset = binary(ExprOp::Mul, tile, constant(tileBytes));
        const auto add = [&](ExprId of, std::int64_t mask, int left) {
            const ExprId bits = binary(ExprOp::And, of, constant(mask));
            offset = binary(ExprOp::Add, offset, left == 0 ? bits : shifted(ExprOp::Shl, bits, left));
        };
        add(at, 32, 3);
        add(row, 6, 5);
        add(at, 16, 1);
        add(row, 1, 4);
        add(at, 15, 0);
        if (!z) return offset;
        const ExprId rowsOfTiles =
            shifted(ExprOp::LShr, binary(ExprOp::Add, wide(height), constant(tileRows - 1)), 3);
        const ExprId plane = binary(ExprOp::Mul, binary(ExprOp::Mul, rowsOfTiles, tiles), constant(tileBytes));
        return binary(ExprOp::Add, offset, binary(ExprOp::Mul, wide(z), plane));
    }

private:
    ExprId constant(std::int64_t value) { return exprs_.constant(value, bits_); }
    ExprId constant(std::uint64_t value) { return constant(static_cast<std::int64_t>(value)); }
    ExprId binary(ExprOp op, ExprId a, ExprId b) { return exprs_.binary(op, bits_, a, b); }
    ExprId shifted(ExprOp op, ExprId a, int by) { return binary(op, a, constant(std::int64_t{by})); }
    ExprId wide(ExprId index) { return bits_ > 32 ? exprs_.unary(ExprOp::SExt, bits_, index) : index; }
    ExprId bytesOf(ExprId texels) {
        return binary(ExprOp::Mul, wide(texels), constant(std::int64_t{texelBytes_}));
    }

    ExprPool& exprs_;
    int bits_;
    int texelBytes_;
};

/// Spatial coordinates, without a layer.
unsigned axes(ImageShape shape) { return static_cast<unsigned>(dimensions(shape)) - (isArray(shape) ? 1 : 0); }

ImageFormat formatOf(const LaunchImages& images, const std::string& name) {
    const auto found = images.formats.find(name);
    return found == images.formats.end() ? ImageFormat{} : found->second;
}

} // namespace

ExprId ValueExpressions::imageSize(const ImageCall& call, unsigned dimension, int bits) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(call.image);
    if (argument == nullptr) return unknown(bits);
    return exprs_.leaf(ExprOp::Parameter, imageSizeParameter(argument->getArgNo(), dimension), bits);
}

ExprId ValueExpressions::fromImageQuery(const ImageCall& call, unsigned dimension, int bits) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(call.image);
    if (argument == nullptr) return unknown(bits);
    if (call.what == ImageCall::What::Format) {
        const ImageFormat format = formatOf(context_.images, argument->getName().str());
        return exprs_.constant(call.asksType ? openClValue(format.type) : openClValue(format.order), bits);
    }
    // get_image_dim gives no layers, and 0 behind the depth.
    if (call.what == ImageCall::What::Sizes && dimension >= axes(call.shape)) return exprs_.constant(0, bits);
    const ExprId size = imageSize(call, dimension, 32);
    return bits > 32 ? exprs_.unary(ExprOp::ZExt, bits, size) : size;
}

Sampler ValueExpressions::samplerOfCall(const ImageCall& call) const {
    if (call.constant) return *call.constant;
    if (call.sampler == nullptr) return {false, Addressing::None, Filter::Nearest};
    const auto found = context_.images.samplers.find(call.sampler->getName().str());
    return found == context_.images.samplers.end() ? Sampler{} : found->second;
}

ExprId ValueExpressions::texelIndex(const ImageCall& call, const Sampler& sampler, unsigned dimension,
                                    bool isMixed) {
    llvm::Value* given = call.coordinates;
    const bool isLayer = dimension >= axes(call.shape);
    const ExprId coordinate = given->getType()->isVectorTy() ? element(given, dimension) : expr(given);
    const ExprId size = imageSize(call, dimension, 32);
    ExprId index = coordinate;
    if (given->getType()->isFPOrFPVectorTy()) {
        FloatCoordinates floats(exprs_, size);
        // A layer is rounded to the nearest, a filter mixes the texels around the middles of theirs.
        index = isLayer ? floats.floor(coordinate, false, -0.5)
                        : floats.floor(coordinate, sampler.normalized, isMixed ? 0.5 : 0);
    }
    if (call.what == ImageCall::What::Write) return index;
    if (isLayer) return addressed(exprs_, index, size, Addressing::ClampToEdge);
    return addressed(exprs_, index, size, sampler.addressing);
}

SymbolicTexels ValueExpressions::texels(const ImageCall& call) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(call.image);
    SymbolicTexels found;
    const int texelBytes =
        bytes(formatOf(context_.images, argument == nullptr ? "" : argument->getName().str()));
    found.bytes = texelBytes;
    if (argument == nullptr) {
        found.offsets.resize(1);
        return found;
    }
    found.image = argument->getArgNo();
    const Sampler sampler = samplerOfCall(call);
    const bool isMixed = call.what == ImageCall::What::Read && sampler.filter == Filter::Linear &&
                         call.coordinates->getType()->isFPOrFPVectorTy();
    const unsigned count = axes(call.shape), given = static_cast<unsigned>(dimensions(call.shape));
    std::array<ExprId, 3> at{}, next{};
    for (unsigned d = 0; d < given; ++d) {
        at[d] = next[d] = texelIndex(call, sampler, d, isMixed);
        if (isMixed && d < count)
            next[d] =
                exprs_.binary(ExprOp::SMin, 32, exprs_.binary(ExprOp::Add, 32, at[d], exprs_.constant(1, 32)),
                              exprs_.binary(ExprOp::Sub, 32, imageSize(call, d, 32), exprs_.constant(1, 32)));
    }
    Layout layout(exprs_, offsetBits(), texelBytes);
    const auto offset = [&](ExprId x, ExprId y, ExprId z) {
        if (!isTiled(call.shape))
            return call.shape == ImageShape::LineArray ? layout.lines(x, y, imageSize(call, 0, 32))
                                                       : layout.line(x);
        return layout.tiled(x, y, z, imageSize(call, 0, 32), imageSize(call, 1, 32));
    };
    const unsigned mixed = isMixed ? 1U << count : 1;
    for (unsigned texel = 0; texel < mixed; ++texel)
        found.offsets.push_back(offset((texel & 1) != 0 ? next[0] : at[0], (texel & 2) != 0 ? next[1] : at[1],
                                       (texel & 4) != 0 ? next[2] : at[2]));
    return found;
}

} // namespace warpstring::frontend
