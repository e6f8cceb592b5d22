// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/builtin_geometry.h"

#include <string>
#include <vector>

#include "pdg/frontend/float_mode.h"
#include "pdg/frontend/opencl/builtin_body.h"

namespace warpstring::frontend {

namespace {

using Components = std::vector<llvm::Value*>;

Components componentsOf(llvm::IRBuilder<>& builder, llvm::Value* value) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    if (vector == nullptr) return {value};
    Components components;
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
        components.push_back(builder.CreateExtractElement(value, i));
    return components;
}

llvm::Value* dot(llvm::IRBuilder<>& builder, const Components& a, const Components& b) {
    llvm::Value* sum = builder.CreateFMul(a[0], b[0]);
    for (std::size_t i = 1; i < a.size(); ++i)
        sum = builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {a[i]->getType()}, {a[i], b[i], sum});
    return sum;
}

llvm::Value* cross(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b) {
    llvm::Value* product = llvm::Constant::getNullValue(a->getType());
    for (unsigned i = 0; i < 3; ++i) {
        const unsigned next = (i + 1) % 3, last = (i + 2) % 3;
        auto* less = builder.CreateFNeg(
            builder.CreateFMul(builder.CreateExtractElement(a, last), builder.CreateExtractElement(b, next)));
        auto* part = builder.CreateIntrinsic(
            llvm::Intrinsic::fmuladd, {less->getType()},
            {builder.CreateExtractElement(a, next), builder.CreateExtractElement(b, last), less});
        product = builder.CreateInsertElement(product, part, i);
    }
    return product;
}

/// The geometry of one function's first argument, or of how far it is from the second.
class Geometry {
public:
    Geometry(Body& body, llvm::Value* vector)
        : body_(body), builder_(body.builder()), vector_(vector), scalar_(vector->getType()->getScalarType()),
          components_(componentsOf(builder_, vector)),
          // Halves are computed with as floats, whose squares do not overflow.
          isScaled_(components_.size() > 1 && !scalar_->isHalfTy()) {}

    llvm::Value* length(bool isFast) {
        if (isFast || !isScaled_) return root("sqrt", dot(builder_, components_, components_));
        auto* scaled = scaledLength();
        return builder_.CreateSelect(isSpecial(), greatest_, scaled);
    }

    llvm::Value* normalized(bool isFast) {
        if (isFast || !isScaled_) return times(root("rsqrt", dot(builder_, components_, components_)));
        auto* scaled = scaledLength();
        auto* isUnordered = builder_.CreateFCmpUNO(components_[0], components_[1]);
        auto* isOutside = builder_.CreateOr(isSpecial(), builder_.CreateOr(isUnordered, isInfinite(scaled)));
        llvm::Value* unit = vector_;
        for (unsigned i = 0; i < components_.size(); ++i)
            unit = builder_.CreateInsertElement(
                unit, builder_.CreateSelect(isOutside, greatest_, quotient(components_[i], scaled)), i);
        return unit;
    }

private:
    llvm::Value* root(const std::string& builtin, llvm::Value* of) {
        const char* type = scalar_->isDoubleTy() ? "d" : scalar_->isHalfTy() ? "Dh" : "f";
        return body_.call("_Z" + std::to_string(builtin.size()) + builtin + type, scalar_, {of});
    }

    llvm::Value* times(llvm::Value* factor) {
        const auto width = static_cast<unsigned>(components_.size());
        return builder_.CreateFMul(vector_, width == 1 ? factor : builder_.CreateVectorSplat(width, factor));
    }

    /// div.full of PTX has the range of native_divide, and doubles are divided precisely.
    llvm::Value* quotient(llvm::Value* dividend, llvm::Value* divisor) {
        if (scalar_->isDoubleTy()) return builder_.CreateFDiv(dividend, divisor);
        return body_.call("_Z13native_divideff", scalar_, {dividend, divisor});
    }

    llvm::Value* scaledLength() {
        Components sizes, scaled;
        for (auto* component : components_)
            sizes.push_back(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, component));
        greatest_ = sizes[0];
        for (std::size_t i = 1; i < sizes.size(); ++i)
            greatest_ = builder_.CreateSelect(builder_.CreateFCmpOLT(greatest_, sizes[i]), sizes[i], greatest_);
        for (auto* size : sizes) scaled.push_back(quotient(size, greatest_));
        return builder_.CreateFMul(greatest_, root("sqrt", dot(builder_, scaled, scaled)));
    }

    llvm::Value* isInfinite(llvm::Value* value) {
        return builder_.CreateFCmpOEQ(value, llvm::ConstantFP::getInfinity(scalar_));
    }

    /// Whether the length is that of the greatest component.
    llvm::Value* isSpecial() {
        return builder_.CreateOr(builder_.CreateFCmpOEQ(greatest_, llvm::ConstantFP::get(scalar_, 0)),
                                 isInfinite(greatest_));
    }

    Body& body_;
    llvm::IRBuilder<>& builder_;
    llvm::Value* vector_;
    llvm::Type* scalar_;
    Components components_;
    bool isScaled_;
    llvm::Value* greatest_ = nullptr; ///< without its sign
};

} // namespace

bool defineGeometry(llvm::Function& function, std::string_view name) {
    const bool isNamedFast = name.starts_with("fast_");
    if (isNamedFast) name.remove_prefix(5);
    const bool isFast = isNamedFast || floatModeOf(*function.getParent()).approximates;
    if (name != "dot" && name != "cross" && name != "length" && name != "distance" && name != "normalize")
        return false;
    if (function.arg_empty() || !function.getArg(0)->getType()->isFPOrFPVectorTy()) return false;
    Body body(function);
    auto& builder = body.builder();
    body.contract();
    auto* a = body.argument(0);
    if (name == "dot")
        body.finish(dot(builder, componentsOf(builder, a), componentsOf(builder, body.argument(1))));
    else if (name == "cross")
        body.finish(cross(builder, a, body.argument(1)));
    else if (name == "normalize")
        body.finish(Geometry(body, a).normalized(isFast));
    else
        body.finish(
            Geometry(body, name == "distance" ? builder.CreateFSub(a, body.argument(1)) : a).length(isFast));
    return true;
}

} // namespace warpstring::frontend
