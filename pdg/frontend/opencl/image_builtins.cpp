// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/image_builtins.h"

#include "pdg/frontend/llvm_headers.h"
#include "pdg/frontend/opencl/opencl_builtins.h"

namespace warpstring::frontend {

namespace {

using What = ImageCall::What;

constexpr std::string_view samplerMaker = "__translate_sampler_initializer";

/// The integers of target("spirv.Image", void, ...): SPIR-V specification, OpTypeImage.
enum ImageParameter : unsigned { Dimensionality, Depth, Arrayed, Multisampled, Sampled, Texel, Qualifier };
enum Dim : unsigned { Dim1d = 0, Dim2d = 1, Dim3d = 2, DimBuffer = 5 };
constexpr unsigned readOnly = 0;

const llvm::TargetExtType* imageType(const llvm::Type* type) {
    const auto* image = llvm::dyn_cast<llvm::TargetExtType>(type);
    return image != nullptr && image->getName() == "spirv.Image" ? image : nullptr;
}

bool isReading(std::string_view name) {
    return name == "read_imagef" || name == "read_imagei" || name == "read_imageui" || name == "read_imageh";
}
bool isWriting(std::string_view name) {
    return name == "write_imagef" || name == "write_imagei" || name == "write_imageui" ||
           name == "write_imageh";
}

/// The sampler of the program that a value is; else nothing, and `argument` is the value.
std::optional<Sampler> programSampler(llvm::Value* value, llvm::Value*& argument) {
    const auto* maker = llvm::dyn_cast<llvm::CallInst>(value);
    const auto* word = maker != nullptr && maker->arg_size() == 1
                           ? llvm::dyn_cast<llvm::ConstantInt>(maker->getArgOperand(0))
                           : nullptr;
    if (word != nullptr) return samplerOf(word->getZExtValue());
    argument = value;
    return std::nullopt;
}

CalledBuiltin& refused(CalledBuiltin& called, std::string code, std::string message, std::string hint) {
    called.kind = CalledBuiltin::Kind::Refused;
    called.remark = {std::move(code), Severity::Error, {}, std::move(message), std::move(hint)};
    return called;
}

/// By the end of its name: "read_imageui".
ScalarType componentOf(std::string_view function) {
    if (function.ends_with("ui")) return ScalarType::UInt;
    if (function.ends_with("i")) return ScalarType::Int;
    return function.ends_with("h") ? ScalarType::Half : ScalarType::Float;
}

void describeRead(const llvm::CallInst& call, CalledBuiltin& called) {
    ImageCall& image = called.image;
    image.what = What::Read;
    const bool sampled = call.arg_size() > 1 && isSampler(call.getArgOperand(1)->getType());
    if (call.arg_size() != (sampled ? 3 : 2)) {
        refused(called, "frontend.mipmap-image",
                "'" + std::string(called.name) + "' reads a level of detail: mipmaps are not simulated",
                "read the image without a level");
        return;
    }
    if (sampled) image.constant = programSampler(call.getArgOperand(1), image.sampler);
    image.coordinates = call.getArgOperand(sampled ? 2 : 1);
}

/// What a query asks; false for those that are refused.
bool describeQuery(CalledBuiltin& called) {
    const std::string_view asked = called.name.substr(std::string_view("get_image_").size());
    ImageCall& image = called.image;
    image.what = What::Size;
    if (asked == "width") {
        image.dimension = 0;
    } else if (asked == "height") {
        image.dimension = 1;
    } else if (asked == "depth") {
        image.dimension = 2;
    } else if (asked == "array_size") {
        image.dimension = image.shape == ImageShape::LineArray ? 1 : 2;
    } else if (asked == "dim") {
        image.what = What::Sizes;
    } else if (asked == "channel_data_type" || asked == "channel_order") {
        image.what = What::Format;
        image.asksType = asked == "channel_data_type";
    } else {
        return false;
    }
    return true;
}

} // namespace

std::optional<ImageShape> imageShapeOf(const llvm::Type* type) {
    const auto* image = imageType(type);
    if (image == nullptr || image->getIntParameter(Depth) == 1 || image->getIntParameter(Multisampled) == 1)
        return std::nullopt;
    const bool isArrayed = image->getIntParameter(Arrayed) == 1;
    switch (image->getIntParameter(Dimensionality)) {
    case Dim1d: return isArrayed ? ImageShape::LineArray : ImageShape::Line;
    case Dim2d: return isArrayed ? ImageShape::PlaneArray : ImageShape::Plane;
    case Dim3d: return ImageShape::Volume;
    case DimBuffer: return ImageShape::Buffer;
    default: return std::nullopt;
    }
}

bool isSampler(const llvm::Type* type) {
    const auto* sampler = llvm::dyn_cast<llvm::TargetExtType>(type);
    return sampler != nullptr && sampler->getName() == "spirv.Sampler";
}

std::optional<Diagnostic> refusalOfImage(const llvm::Argument& argument) {
    const auto* image = imageType(argument.getType());
    if (image == nullptr || imageShapeOf(image)) return std::nullopt;
    const std::string what = "argument '" + argument.getName().str() + "' of kernel '" +
                             argument.getParent()->getName().str() + "' is ";
    if (image->getIntParameter(Multisampled) == 1)
        return Diagnostic{"frontend.msaa-image",
                          Severity::Error,
                          {},
                          what + "an image of several samples a texel, which is not simulated",
                          "resolve it into an image2d_t or image2d_array_t first"};
    return Diagnostic{"frontend.depth-image",
                      Severity::Error,
                      {},
                      what + "a depth image, which is not simulated",
                      "use an image2d_t or image2d_array_t of order R"};
}

bool describeImageCall(const llvm::CallInst& call, CalledBuiltin& called) {
    if (called.name == samplerMaker) {
        called.kind = CalledBuiltin::Kind::Free;
        return true;
    }
    const bool isQuery = called.name.starts_with("get_image_");
    if ((!isReading(called.name) && !isWriting(called.name) && !isQuery) || call.arg_size() == 0) return false;
    const auto* type = imageType(call.getArgOperand(0)->getType());
    if (type == nullptr) return false;
    called.kind = CalledBuiltin::Kind::Image;
    ImageCall& image = called.image;
    image.shape = imageShapeOf(type).value_or(ImageShape::Plane);
    image.image = call.getArgOperand(0);
    image.component = componentOf(called.name);
    if (isReading(called.name)) {
        describeRead(call, called);
    } else if (isWriting(called.name)) {
        image.what = What::Write;
        image.coordinates = call.getArgOperand(1);
        if (call.arg_size() != 3)
            refused(called, "frontend.mipmap-image",
                    "'" + std::string(called.name) + "' writes a level of detail: mipmaps are not simulated",
                    "write the image without a level");
    } else if (!describeQuery(called)) {
        refused(called, "frontend.image-query",
                "'" + std::string(called.name) + "' asks for what images here do not have",
                "mipmaps and images of several samples are not simulated");
    }
    return true;
}

void relaxImageCalls(llvm::Module& module) {
    using llvm::MemoryEffects;
    for (auto& function : module) {
        if (!function.isDeclaration()) continue;
        const auto name = builtinName(function);
        const bool isMaker = name == samplerMaker;
        if (!isMaker && !isReading(name) && !isWriting(name)) continue;
        MemoryEffects effects = MemoryEffects::none();
        if (!isMaker) {
            const auto* image = function.arg_size() > 0 ? imageType(function.getArg(0)->getType()) : nullptr;
            if (image == nullptr) continue;
            if (isWriting(name))
                effects = MemoryEffects::inaccessibleMemOnly();
            else if (image->getIntParameter(Qualifier) != readOnly)
                effects = MemoryEffects::inaccessibleMemOnly(llvm::ModRefInfo::Ref);
        }
        const auto relax = [&](auto& target) {
            target.setMemoryEffects(effects);
            target.setDoesNotThrow();
            target.removeFnAttr(llvm::Attribute::Convergent);
            target.addFnAttr(llvm::Attribute::WillReturn);
        };
        relax(function);
        for (auto* user : function.users())
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) relax(*call);
    }
}

} // namespace warpstring::frontend
