// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/accumulators.h"

#include <clang/AST/Decl.h>

#include "tuning/strip/type_text.h"

namespace warpstring::strip {

std::string Accumulators::named(const std::string& type, bool isInKernel) {
    return (isInKernel ? "strip_" : "*strip_") + type;
}

std::vector<std::string> Accumulators::added(clang::QualType type, const std::string& value, bool isInKernel) {
    std::vector<std::string> all;
    const auto add = [&](clang::QualType part, const std::string& text) {
        auto more = added(part, text, isInKernel);
        all.insert(all.end(), more.begin(), more.end());
    };
    if (const auto* record = type->getAsRecordDecl()) {
        if (record->isUnion()) {
            for (const auto* field : record->fields()) {
                add(field->getType(), value + "." + field->getName().str());
                break;
            }
            return all;
        }
        for (const auto* field : record->fields()) add(field->getType(), value + "." + field->getName().str());
        return all;
    }
    if (const auto* array = context_.getAsConstantArrayType(type)) {
        for (std::uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
            add(array->getElementType(), value + "[" + std::to_string(i) + "]");
        return all;
    }
    clang::QualType own = type.getCanonicalType().getUnqualifiedType();
    if (own->isBooleanType()) own = context_.IntTy;
    if (!own->isArithmeticType() && !own->isExtVectorType()) {
        if (!fault_) fault_ = "a value of type " + own.getAsString() + " cannot be kept alive by a sum";
        return {};
    }
    const std::string name = typeText(context_, own);
    types_.emplace(name, own);
    return {named(name, isInKernel) + " += " + value};
}

std::string Accumulators::valueOf(clang::QualType type, bool isInKernel) const {
    const std::string wanted = typeText(context_, type);
    if (types_.empty()) return "(" + wanted + ")(0)";
    auto found = types_.find(wanted);
    if (found == types_.end()) found = types_.find(typeText(context_, componentType(type)));
    if (found == types_.end()) found = types_.begin();
    const std::string name = isInKernel ? named(found->first, true) : "(" + named(found->first, false) + ")";
    return converted(context_, name, found->second, type);
}

std::string Accumulators::declarations(const std::string& blanks) const {
    std::string text;
    for (const auto& [name, type] : types_)
        text += blanks + name + " " + named(name, true) + " = (" + name + ")(0);\n";
    return text;
}

std::string Accumulators::parameters() const {
    std::string text;
    for (const auto& [name, type] : types_) text += (text.empty() ? "" : ", ") + name + "* strip_" + name;
    return text;
}

std::string Accumulators::arguments(bool isInKernel) const {
    std::string text;
    for (const auto& [name, type] : types_)
        text += (text.empty() ? "" : ", ") + std::string(isInKernel ? "&" : "") + "strip_" + name;
    return text;
}

std::string Accumulators::sum() const {
    std::string text;
    for (const auto& [name, type] : types_) {
        const unsigned count = components(type);
        const std::string scalar = typeText(context_, componentType(type));
        for (unsigned i = 0; i < count; ++i) {
            std::string part = named(name, true);
            if (count > 1) part += std::string(".s") + "0123456789abcdef"[i];
            text += (text.empty() ? "" : " + ") + (scalar == "float" ? part : "(float)" + part);
        }
    }
    return text;
}

} // namespace warpstring::strip
