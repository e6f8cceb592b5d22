// SPDX-License-Identifier: GPL-3.0-or-later
// "vector 4": a work-item has four neighbouring elements, each buffer's in one vector.
#include <algorithm>
#include <array>
#include <map>

#include "tuning/transform/guard.h"
#include "tuning/transform/launch_sizes.h"
#include "tuning/transform/scene.h"
#include "tuning/transform/value_range.h"

namespace warpstring::transform {

namespace {

/// OpenCL's name of a scalar type that vectors are made of; empty where there is none.
std::string scalarName(clang::QualType type) {
    const auto* builtin = type.getCanonicalType()->getAs<clang::BuiltinType>();
    if (builtin == nullptr) return {};
    switch (builtin->getKind()) {
    case clang::BuiltinType::Char_S:
    case clang::BuiltinType::SChar: return "char";
    case clang::BuiltinType::UChar: return "uchar";
    case clang::BuiltinType::Short: return "short";
    case clang::BuiltinType::UShort: return "ushort";
    case clang::BuiltinType::Int: return "int";
    case clang::BuiltinType::UInt: return "uint";
    case clang::BuiltinType::Long: return "long";
    case clang::BuiltinType::ULong: return "ulong";
    case clang::BuiltinType::Float: return "float";
    case clang::BuiltinType::Double: return "double";
    default: return {};
    }
}

/// A buffer all of whose elements that a work-item touches are those of its ID.
struct VectorBuffer {
    const clang::ParmVarDecl* parameter = nullptr;
    std::vector<const clang::ArraySubscriptExpr*> elements;
    bool isRead = false, isWritten = false;
    const clang::ArraySubscriptExpr* otherElement = nullptr;
    const clang::DeclRefExpr* otherUse = nullptr;
};

class Vectorising {
public:
    Vectorising(const Scene& scene, std::int64_t width)
        : scene_(scene), facts_(scene.facts), width_(width), head_(headOf(scene)), edits_(scene) {}

    Result<Change> make() {
        if (const auto fault = faultOfKernel()) return *fault;
        if (const auto fault = faultOfHead()) return *fault;
        if (const auto fault = findBuffers()) return *fault;
        auto global = newGlobalSize();
        if (!global) return global.diagnostics();
        writeBody();
        auto source = edits_.finish();
        if (!source) return source.diagnostics();
        Change change;
        change.source = std::move(*source);
        change.launch = std::move(*global);
        std::string names;
        for (const auto& buffer : buffers_)
            names += (names.empty() ? "" : ", ") + buffer.parameter->getName().str();
        change.notes.push_back("a work-item has " + std::to_string(width_) + " neighbouring elements of " +
                               names + ", aligned since buffers begin at multiples of 256 bytes");
        return change;
    }

private:
    std::optional<Diagnostic> faultOfKernel() const {
        const auto at = facts_.kernel->getLocation();
        if (facts_.usesLocalMemory() || !facts_.barriers.empty() || facts_.helperBarrier ||
            facts_.usesSubGroups || facts_.usesLinearIds)
            return refusal(scene_, at, "works-in-groups",
                           "work-items of the kernel work together, so each must keep its element",
                           "coarsen it, which keeps groups as they are");
        if (facts_.helperIndexCall)
            return refusal(scene_, facts_.helperIndexCall->getBeginLoc(), "index-in-function",
                           "a function that the kernel calls asks for an ID or a size",
                           "hand the ID to the function as an argument");
        for (const auto& index : facts_.indexCalls)
            if (!index.dimension || (*index.dimension == 0 && index.name != "get_global_id"))
                return refusal(scene_, index.call->getBeginLoc(), "other-index",
                               "the kernel asks for more of dimension 0 than the global ID",
                               "use get_global_id(0) alone");
        if (facts_.hasJumps)
            return refusal(scene_, at, "jumps", "the kernel has labels", "use loops and conditions");
        for (const auto* statement : facts_.returns)
            if (std::none_of(
                    head_.conditions.begin(), head_.conditions.end(), [&](const clang::IfStmt* condition) {
                        return condition != head_.around && isWithin(scene_.context, *statement, *condition);
                    }))
                return refusal(scene_, statement->getBeginLoc(), "return-inside",
                               "the kernel returns here, which would end all elements of the vector",
                               "put a condition around what is skipped");
        for (const auto* parameter : facts_.kernel->parameters())
            if (isChanged(scene_.context, facts_, *parameter))
                return refusal(scene_, parameter->getLocation(), "parameter-changes",
                               "the kernel changes its parameter \"" + parameter->getName().str() +
                                   "\", which the next element would see",
                               "copy it to a variable first");
        if (head_.rest.empty()) return refusal(scene_, at, "nothing-to-do", "the kernel does nothing", "");
        return std::nullopt;
    }

    bool mentionsId(const clang::Stmt& part) const {
        return std::any_of(facts_.indexCalls.begin(), facts_.indexCalls.end(),
                           [&](const IndexCall& index) {
                               return index.dimension == 0U && isWithin(scene_.context, *index.call, part);
                           }) ||
               std::any_of(facts_.uses.begin(), facts_.uses.end(), [&](const clang::DeclRefExpr* use) {
                   return isGlobalId(scene_, *use, 0) && isWithin(scene_.context, *use, part);
               });
    }

    /// What stands before the elements is the same for all of a vector.
    std::optional<Diagnostic> faultOfHead() {
        for (const auto* declaration : head_.declarations)
            for (const auto* declared : declaration->decls()) {
                const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
                if (variable == nullptr || variable->getInit() == nullptr) continue;
                if (isGlobalId(scene_, *variable->getInit(), 0)) {
                    if (isChanged(scene_.context, facts_, *variable)) return derived(*variable);
                    ids_.push_back(variable);
                } else if (mentionsId(*variable->getInit())) {
                    return derived(*variable);
                }
            }
        // A variable of the head that changes would be changed by each element in turn.
        for (const auto* declaration : head_.declarations)
            for (const auto* declared : declaration->decls())
                if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
                    variable &&
                    (isChanged(scene_.context, facts_, *variable) || variable->getInit() == nullptr))
                    return derived(*variable);
        return faultOfBounds();
    }

    std::optional<Diagnostic> faultOfBounds() {
        bounds_ = guardsOf(scene_, 0);
        std::size_t mentioned = 0;
        for (const auto* condition : head_.conditions)
            for (const auto* use : facts_.uses)
                if (isGlobalId(scene_, *use, 0) && isWithin(scene_.context, *use, *condition->getCond()))
                    ++mentioned;
        for (const auto* condition : head_.conditions)
            for (const auto& index : facts_.indexCalls)
                if (index.dimension == 0U && isWithin(scene_.context, *index.call, *condition->getCond()))
                    ++mentioned;
        if (mentioned != bounds_.size())
            return refusal(scene_, head_.conditions.front()->getBeginLoc(), "other-guard",
                           "the kernel's first condition is of another form than \"ID < bound\"",
                           "compare the ID with the number of elements first, alone");
        for (const auto* bound : bounds_)
            for (const auto& launch : scene_.launches) {
                const auto value = valueOf(scene_, launch, *bound);
                hasTail_ = hasTail_ || !value || *value % width_ != 0;
            }
        if (hasTail_ && bounds_.size() > 1)
            return refusal(scene_, bounds_.front()->getBeginLoc(), "elements-not-divisible",
                           "the ID is compared with more than one bound, not all of which the width divides",
                           "compare it with the least of them alone");
        return std::nullopt;
    }

    Diagnostic derived(const clang::VarDecl& variable) const {
        return refusal(scene_, variable.getLocation(), "derived-from-id",
                       quoted(variable) + " differs from element to element and is made before the "
                                          "kernel knows which elements there are",
                       "declare it behind the first condition, or where it is used");
    }

    std::optional<Diagnostic> findBuffers() {
        for (const auto* parameter : facts_.kernel->parameters()) {
            const auto type = parameter->getType();
            if (!type->isPointerType() ||
                type->getPointeeType().getAddressSpace() != clang::LangAS::opencl_global)
                continue;
            const VectorBuffer buffer = usesOf(*parameter);
            const bool isReadOnly =
                type->getPointeeType().isConstQualified() || (!buffer.isWritten && buffer.otherUse == nullptr);
            const bool isWhole = !buffer.elements.empty() && !buffer.otherElement && !buffer.otherUse &&
                                 !scalarName(type->getPointeeType()).empty() &&
                                 !type->getPointeeType().isVolatileQualified() && isLongEnough(*parameter);
            if (isWhole) {
                buffers_.push_back(buffer);
                continue;
            }
            if (isReadOnly) continue; // element by element, as before
            const auto at = buffer.otherUse       ? buffer.otherUse->getBeginLoc()
                            : buffer.otherElement ? buffer.otherElement->getBeginLoc()
                                                  : parameter->getLocation();
            return refusal(scene_, at, "other-elements",
                           quoted(*parameter) +
                               " is written, and not only at the work-item's ID or not as far as the ID goes",
                           "coarsen it instead");
        }
        if (buffers_.empty())
            return refusal(scene_, facts_.kernel->getLocation(), "nothing-to-do",
                           "no buffer is used at the work-item's ID alone", "coarsen it instead");
        while (scene_.text.source.find(lane_) != std::string::npos) lane_ += '_';
        for (const auto& buffer : buffers_)
            for (const auto* variable : facts_.variables)
                if (variable->getName().str() == nameOf(buffer))
                    return refusal(scene_, variable->getLocation(), "name-taken",
                                   "the kernel has a variable \"" + nameOf(buffer) + "\"", "rename it");
        return std::nullopt;
    }

    VectorBuffer usesOf(const clang::ParmVarDecl& parameter) const {
        VectorBuffer buffer;
        buffer.parameter = &parameter;
        for (const auto* use : facts_.uses) {
            if (use->getDecl() != &parameter) continue;
            const auto* value = parentOf(scene_.context, *use);
            const auto* above = value ? parentOf(scene_.context, *value) : nullptr;
            const auto* element = above ? llvm::dyn_cast<clang::ArraySubscriptExpr>(above) : nullptr;
            const Use kind = element ? useOf(scene_.context, *element) : Use::Escapes;
            if (element == nullptr || kind == Use::Escapes) {
                buffer.otherUse = use;
                continue;
            }
            buffer.isRead = buffer.isRead || kind != Use::Written;
            buffer.isWritten = buffer.isWritten || kind != Use::Read;
            if (isGlobalId(scene_, *element->getIdx(), 0))
                buffer.elements.push_back(element);
            else
                buffer.otherElement = element;
        }
        return buffer;
    }

    /// The buffer holds an element for every ID that the head lets through.
    bool isLongEnough(const clang::ParmVarDecl& parameter) const {
        return std::all_of(scene_.launches.begin(), scene_.launches.end(), [&](const Launch& launch) {
            const auto found = launch.arguments.find(parameter.getName().str());
            const auto* buffer =
                found == launch.arguments.end() ? nullptr : std::get_if<BufferArgument>(&found->second);
            auto ids = static_cast<std::int64_t>(launch.range.global[0]);
            for (const auto* bound : bounds_)
                if (const auto value = valueOf(scene_, launch, *bound)) ids = std::min(ids, *value);
            return buffer && ids >= 0 && buffer->type.width == 1 &&
                   buffer->count >= static_cast<std::uint64_t>(ids);
        });
    }

    Result<std::vector<LaunchEdit>> newGlobalSize() const {
        bool isRounded = false;
        for (const auto& launch : scene_.launches)
            isRounded =
                isRounded ||
                launch.range.global[0] % (launch.range.local[0] * static_cast<std::uint64_t>(width_)) != 0;
        if (isRounded && !isGuarded(scene_, 0))
            return refusal(
                scene_, "groups-not-divisible",
                std::to_string(width_) + " does not divide the work-groups, and the kernel does not keep "
                                         "further work-items out",
                "choose a number that divides them, or let the kernel return where the ID is too large");
        if (isRounded && isSwept(scene_, "local"))
            return refusal(scene_, "swept-local",
                           "the local size is swept, and the global size must be rounded to it",
                           "leave one local size");
        return dividedGlobalSize(scene_, 0, width_, isRounded);
    }

    static std::string nameOf(const VectorBuffer& buffer) {
        return buffer.parameter->getName().str() + "_vector";
    }

    std::string memoryOf(const VectorBuffer& buffer) const {
        const auto pointee = buffer.parameter->getType()->getPointeeType();
        return "((__global " + std::string(pointee.isConstQualified() ? "const " : "") + typeOf(buffer) + "*)" +
               buffer.parameter->getName().str() + ")[get_global_id(0)]";
    }
    std::string typeOf(const VectorBuffer& buffer) const {
        return scalarName(buffer.parameter->getType()->getPointeeType()) + std::to_string(width_);
    }

    /// Whether the first that happens to it is that it is written, whatever the conditions.
    bool isWrittenFirst(const VectorBuffer& buffer) const {
        if (buffer.isRead) return false;
        return std::any_of(head_.rest.begin(), head_.rest.end(), [&](const clang::Stmt* statement) {
            const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(statement);
            return assignment && assignment->getOpcode() == clang::BO_Assign &&
                   std::find(buffer.elements.begin(), buffer.elements.end(),
                             llvm::dyn_cast<clang::ArraySubscriptExpr>(assignment->getLHS()->IgnoreParens())) !=
                       buffer.elements.end();
        });
    }

    void writeBody() {
        const auto span = restSpan();
        if (!span) return;
        const std::string indent = indentOf(scene_, span->first);
        std::string text;
        for (const auto& buffer : buffers_)
            text += typeOf(buffer) + " " + nameOf(buffer) +
                    (isWrittenFirst(buffer) ? std::string() : " = " + memoryOf(buffer)) + ";\n" + indent;
        for (std::int64_t j = 0; j < width_; ++j)
            text += copyFor(*span, indent, std::to_string(j), true) + "\n" + indent;
        for (const auto& buffer : buffers_)
            if (buffer.isWritten) text += memoryOf(buffer) + " = " + nameOf(buffer) + ";\n" + indent;
        text.erase(text.size() - indent.size() - 1);
        if (hasTail_) {
            const std::string bound = edits_.copyOf(bounds_.front()->getSourceRange(), {});
            const std::string first = "get_global_id(0) * " + std::to_string(width_) + " + ";
            text = "if (" + first + std::to_string(width_ - 1) + " < " + bound + ") {\n" + indent + "    " +
                   indented(text) + "\n" + indent + "} else {\n" + indent + "    for (int " + lane_ + " = 0; " +
                   lane_ + " < " + std::to_string(width_) + "; ++" + lane_ + ")\n" + indent + "        if (" +
                   first + lane_ + " < " + bound + ") " +
                   indented(indented(copyFor(*span, indent, lane_, false))) + "\n" + indent + "}";
        }
        if (isBare_) text = "{\n" + indent + "    " + indented(text) + "\n" + indent + "}";
        edits_.replaceAt(span->first, span->second, text);
        for (const auto& index : facts_.indexCalls)
            if (index.dimension == 0U && !isInRest(*index.call))
                edits_.replace(index.call->getSourceRange(),
                               "(get_global_id(0) * " + std::to_string(width_) + ")");
    }

    bool isInRest(const clang::Stmt& node) const {
        return std::any_of(head_.rest.begin(), head_.rest.end(),
                           [&](const clang::Stmt* part) { return isWithin(scene_.context, node, *part); });
    }

    /// From the first statement to the end of what it stands in; a statement without braces by itself.
    std::optional<std::pair<unsigned, unsigned>> restSpan() {
        const auto first = head_.rest.front()->getBeginLoc();
        const auto* block = llvm::dyn_cast<clang::CompoundStmt>(head_.around ? head_.around->getThen()
                                                                             : facts_.kernel->getBody());
        isBare_ = block == nullptr;
        if (isBare_) return edits_.statementSpan(*head_.rest.front());
        const auto begin = edits_.span({first, first}),
                   end = edits_.span({block->getRBracLoc(), block->getRBracLoc()});
        if (!begin || !end) return std::nullopt;
        const std::string& source = scene_.text.source;
        const auto last = source.find_last_not_of(" \t\r\n", end->first - 1);
        // A comment to the end of the line must not swallow what follows: the copy ends before the break.
        return std::pair(begin->first, static_cast<unsigned>(last + 1) - begin->first);
    }

    /// What is done to an element, in braces; `lane` is its place in the vector.
    std::string copyFor(std::pair<unsigned, unsigned> span, const std::string& indent, const std::string& lane,
                        bool isOfVector) {
        return "{\n" + indent + "    " + indented(edits_.copyOf(span, changesFor(lane, isOfVector))) +
               (isBare_ ? ";" : "") + "\n" + indent + "}";
    }

    std::vector<std::pair<clang::SourceRange, std::string>> changesFor(const std::string& lane,
                                                                       bool isOfVector) const {
        std::vector<std::pair<clang::SourceRange, std::string>> changes;
        std::vector<const clang::Stmt*> replaced;
        for (const auto& buffer : buffers_)
            for (const auto* element : buffer.elements) {
                if (!isOfVector) continue;
                changes.emplace_back(element->getSourceRange(), nameOf(buffer) + ".s" + lane);
                replaced.push_back(element);
            }
        const auto isReplaced = [&](const clang::Stmt& node) {
            return std::any_of(replaced.begin(), replaced.end(), [&](const clang::Stmt* whole) {
                return isWithin(scene_.context, node, *whole);
            });
        };
        for (const auto& index : facts_.indexCalls)
            if (index.dimension == 0U && isInRest(*index.call) && !isReplaced(*index.call))
                changes.emplace_back(index.call->getSourceRange(),
                                     "(get_global_id(0) * " + std::to_string(width_) + " + " + lane + ")");
        for (const auto* use : facts_.uses)
            if (std::find(ids_.begin(), ids_.end(), use->getDecl()) != ids_.end() && lane != "0" &&
                isInRest(*use) && !isReplaced(*use))
                changes.emplace_back(use->getSourceRange(), sumOf(*use->getDecl(), lane));
        return changes;
    }

    const Scene& scene_;
    const KernelFacts& facts_;
    std::int64_t width_;
    KernelHead head_;
    SourceEdits edits_;
    std::vector<const clang::VarDecl*> ids_;
    std::vector<const clang::Expr*> bounds_;
    std::vector<VectorBuffer> buffers_;
    bool hasTail_ = false; ///< the width does not divide the elements of every launch
    std::string lane_ = "lane";
    bool isBare_ = false; ///< the rest is a statement without braces
};

} // namespace

Result<Change> vectorise(const Scene& scene, const Rewrite& rewrite) {
    return Vectorising(scene, std::stoll(rewrite.value)).make();
}

} // namespace warpstring::transform
