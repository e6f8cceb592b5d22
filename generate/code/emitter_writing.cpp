// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions written to where their results go: statements.
#include <algorithm>
#include <cmath>
#include <utility>

#include "generate/code/emitter.h"
#include "generate/form/build.h"
#include "generate/form/substitute.h"

namespace warpstring::generate {
namespace {

/// A sum, whose floats a reference adds in double precision.
bool isSum(const Function& function) { return function.body->op == Op::Operator && function.body->name == "+"; }

/// Reductions as short as this are one expression.
constexpr std::int64_t shortReduction = 4;

/// That the operator gives back what it has with the start.
bool isIdentityOf(const Function& function, const Expr& start) {
    const Expr body = function.expr();
    if (body->op != Op::Operator || start->op != Op::Literal) return false;
    const bool isPlain = body->inputs.size() == 2 && body->inputs[0]->op == Op::Variable &&
                         body->inputs[1]->op == Op::Variable &&
                         body->inputs[0]->variable != body->inputs[1]->variable;
    if (!isPlain) return false;
    return (body->name == "+" && start->value == 0) || (body->name == "*" && start->value == 1) ||
           (body->name == "max" && std::isinf(start->value) && start->value < 0) ||
           (body->name == "min" && std::isinf(start->value) && start->value > 0);
}

View oneElement(const Type& type, const View& element) {
    View view;
    view.type = Type::array(type, 1);
    view.element = [element](const Nat&) { return element; };
    return view;
}

/// The target of `parameter` where an expression that only shapes it goes to `target`; nullopt where it
/// computes.
std::optional<Target> shaped(const Expr& expr, const Variable* parameter, const Target& target) {
    if (expr->op == Op::Variable && expr->variable.get() == parameter) return target;
    if (expr->inputs.empty()) return std::nullopt;
    const Type& input = expr->inputs.front().type();
    const auto before = [&](const Target& inner) { return shaped(expr->inputs.front(), parameter, inner); };
    switch (expr->op) {
    case Op::Join: return before(targets::beforeJoin(target, input));
    case Op::Split: return before(targets::beforeSplit(target, input));
    case Op::Transpose: return before(targets::beforeTranspose(target, input));
    case Op::Take: return before(targets::beforeTake(target, input));
    case Op::Map: {
        if (expr->level != Level::Abstract) return std::nullopt;
        const Function& function = expr->functions.front();
        const Variable* inner = function.parameters.front().get();
        if (!shaped(function.expr(), inner, targets::element(target, 0))) return std::nullopt;
        Target elements;
        elements.type = input;
        elements.guards = target.guards;
        elements.element = [function, inner, target](const Nat& i) {
            return *shaped(function.expr(), inner, targets::element(target, i));
        };
        return before(elements);
    }
    default: return std::nullopt;
    }
}

std::vector<MemoryPointer> memoriesOf(const Storage& storage) {
    if (storage.memory) return {storage.memory};
    std::vector<MemoryPointer> memories;
    for (const StoragePointer& part : storage.parts) {
        const std::vector<MemoryPointer> own = memoriesOf(*part);
        memories.insert(memories.end(), own.begin(), own.end());
    }
    return memories;
}

bool isPrivate(const Target& target) {
    return target.storage && target.storage->memory && target.storage->memory->space == Space::Private;
}

} // namespace

bool Emitter::isInItem() const {
    return kernel_ && innermost_ != Level::Workgroup && innermost_ != Level::Warp &&
           innermost_ != Level::Abstract;
}

void Emitter::guardedBy(const std::vector<std::string>& guards, const std::function<void()>& body) {
    if (guards.empty()) {
        body();
        return;
    }
    if (std::ranges::find(guards, never) != guards.end()) return;
    std::string condition;
    for (const std::string& guard : guards) condition += (condition.empty() ? "" : " && ") + guard;
    inBlock({Statement::Kind::Block, "if (" + condition + ")", {}, {}}, body);
}

void Emitter::copy(const View& view, const Target& target) {
    if (view.type.isValue()) {
        std::vector<std::string> guards = target.guards;
        if (!warpGuard_.empty()) guards.push_back(warpGuard_);
        guardedBy(guards, [&] { target.store(view); });
    } else if (view.type.isTuple()) {
        // All parts before one is written: they may hang on what is there.
        std::vector<View> parts;
        parts.reserve(view.parts.size());
        for (const View& part : view.parts) parts.push_back(part.type.isValue() ? named(part, "next") : part);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            copy(parts[i], targets::part(target, i));
        }
    } else {
        loopOver("k", view.type.length(), false,
                 [&](const Nat& i) { copy(view.element(i), targets::element(target, i)); });
    }
}

void Emitter::write(const Expr& expr, const Target& target, const CodeScopePointer& scope) {
    const auto before = [&](const Target& inner) { write(expr->inputs.front(), inner, scope); };
    const auto inputType = [&]() -> const Type& { return expr->inputs.front().type(); };
    switch (expr->op) {
    case Op::Join: return before(targets::beforeJoin(target, inputType()));
    case Op::Split: return before(targets::beforeSplit(target, inputType()));
    case Op::Transpose: return before(targets::beforeTranspose(target, inputType()));
    case Op::ReorderStride:
        return before(targets::beforeReorderStride(
            target, inputType(), expr->ofLength ? expr.type().length() / expr->number : expr->number));
    case Op::Reorder: return before(target);
    case Op::Take: return before(targets::beforeTake(target, inputType()));
    case Op::AsScalar: return before(asScalarTarget(target, inputType()));
    case Op::AsVector: return before(asVectorTarget(target, inputType()));
    case Op::Zip:
        for (std::size_t i = 0; i < expr->inputs.size(); ++i)
            write(expr->inputs[i], targets::zipPart(target, expr->inputs[i].type(), i), scope);
        return;
    case Op::Let: {
        const View value = letValue(expr, scope);
        return write(expr->functions.front().expr(), target,
                     std::make_shared<const CodeScope>(
                         CodeScope{expr->functions.front().parameters.front().get(), value, scope}));
    }
    case Op::Tuple:
        if (!expr.type().hasArray()) break;
        for (std::size_t i = 0; i < expr->inputs.size(); ++i)
            write(expr->inputs[i], targets::part(target, i), scope);
        return;
    case Op::ToGlobal: return before(target);
    case Op::ToPrivate:
        if (isPrivate(target)) return before(target);
        break;
    case Op::Map:
    case Op::Reduce:
    case Op::Scan: {
        if (expr->op == Op::Map && expr->level == Level::Abstract && !options_.isReference) {
            const auto through = std::make_shared<const Variable>(Variable{"through", inputType()});
            Node shaping = *expr;
            shaping.inputs = {build::use(through)};
            if (const std::optional<Target> inner =
                    shaped(Expr(std::make_shared<const Node>(shaping)), through.get(), target))
                return before(*inner);
        }
        if (expr->op == Op::Map && expr->level == Level::Abstract && !options_.isReference && !isInItem())
            fail(expr, "generate.not-lowered", "a map has no place to run yet",
                 "rules give it one: map-to-global");
        if (expr->op != Op::Map && expr->level != Level::Sequential && !options_.isReference && !isInItem())
            fail(expr, "generate.not-lowered", "a reduction or a scan has no place to run yet");
        const View input = read(expr->inputs.front(), scope);
        const bool opens = kernel_ == nullptr;
        if (opens) openKernel(expr);
        if (expr->op == Op::Map) {
            writeMap(expr, input, target, scope);
        } else if (expr->op == Op::Scan) {
            writeScan(expr, input, target, scope);
        } else {
            const Target one = targets::element(target, 0);
            const View result = reduced(expr, input, scope, &one).element(0);
            if (!(result.storage && result.storage == one.storage && result.indices == one.indices))
                copy(result, one);
        }
        if (opens) closeKernel();
        return;
    }
    default: break;
    }
    const View view = read(expr, scope);
    if (view.type.hasArray() && !isInItem())
        fail(expr, "generate.not-lowered", "an array is copied, and nothing says by whom",
             "the identity rule makes a map of it");
    copy(view, target);
}

void Emitter::writeMap(const Expr& expr, const View& input, const Target& target,
                       const CodeScopePointer& scope) {
    Node node = *expr;
    if (node.level == Level::Abstract)
        node.level = options_.isReference && innermost_ == Level::Abstract ? Level::Global : Level::Sequential;
    loop(node, expr.type().length(), [&](const Nat& i) {
        Target element = targets::element(target, i);
        const auto body = [&] {
            const Function& function = expr->functions.front();
            write(function.expr(), element, inside(function, {input.element(i)}, scope));
        };
        if (node.level == Level::Workgroup || node.level == Level::Warp)
            return body(); // barriers may be within
        const std::vector<std::string> guards = std::exchange(element.guards, {});
        guardedBy(guards, body);
    });
}

/// A variable for what is joined, with its first value.
StoragePointer Emitter::begun(const Type& type, const View& start) {
    StoragePointer storage = allocated(type, Space::Private, "acc");
    if (type.isValue()) {
        std::string& declaration = current_->back().text; // of what was just allocated
        declaration.pop_back();
        declaration += " = " + start.code + ";";
    } else {
        copy(start, targetOf(storage, type));
    }
    return storage;
}

View Emitter::reduced(const Expr& expr, const View& input, const CodeScopePointer& scope, const Target* into) {
    const Function& function = expr->functions.front();
    const Type& type = expr->inputs[1].type();
    Node node = *expr;
    node.level = Level::Sequential;
    const Nat& length = expr->inputs.front().type().length();
    if (type.hasArray()) {
        const View start = read(expr->inputs[1], scope);
        StoragePointer storage;
        std::vector<Nat> indices;
        if (const std::optional<StoragePointer> own = ownStorage(expr->inputs[1], start, into)) {
            storage = *own;
            indices = start.indices;
        } else {
            storage = allocated(type, Space::Private, "acc");
            copy(start, targetOf(storage, type));
        }
        loop(node, length, [&](const Nat& i) {
            accumulate(function, viewOf(storage, type, indices), targetOf(storage, type, indices),
                       input.element(i), scope);
        });
        return oneElement(type, viewOf(storage, type, indices));
    }
    const std::optional<std::int64_t> turns = length.constant();
    if (type.isValue() && !options_.isReference && turns && *turns <= shortReduction && *turns > 0) {
        const bool drops = isIdentityOf(function, expr->inputs[1]);
        View sum = drops ? input.element(0) : read(expr->inputs[1], scope);
        for (std::int64_t i = drops ? 1 : 0; i < *turns; ++i)
            sum = applied(function, {sum, input.element(i)}, scope);
        return oneElement(type, sum);
    }
    const bool widens = options_.isReference && isSum(function) && type == Type::of({ScalarType::Float, 1});
    const View start = read(expr->inputs[1], scope);
    const Type own = widens ? Type::of({ScalarType::Double, 1}) : type;
    const StoragePointer storage = begun(own, start);
    loop(node, length, [&](const Nat& i) {
        copy(applied(function, {viewOf(storage, own), input.element(i)}, scope), targetOf(storage, own));
    });
    return oneElement(type, viewOf(storage, own));
}

/// Whether nothing is read after another store could have changed it: each element is written behind its own
/// loads, or all are when the last load is over.
bool Emitter::isOverwrittenSafely(const std::vector<Access>& accesses, const MemoryPointer& memory) {
    bool isPointwise = true;
    std::vector<Place> loads;
    std::optional<std::size_t> firstStore;
    std::size_t behindLoads = 0;
    for (const Access& access : accesses) {
        if (access.place.memory != memory) continue;
        if (!access.isStore) {
            loads.push_back(access.place);
            behindLoads = access.statement + 1;
            continue;
        }
        if (!firstStore) firstStore = access.statement;
        isPointwise =
            isPointwise && std::ranges::all_of(loads, [&](const Place& load) { return load == access.place; });
        loads.clear();
    }
    return isPointwise || !firstStore || *firstStore >= behindLoads;
}

/// Where a start lies that nothing else reads: a reduction works there.
std::optional<StoragePointer> Emitter::ownStorage(const Expr& start, const View& view,
                                                  const Target* into) const {
    const bool isTarget =
        into != nullptr && view.storage && view.storage == into->storage && view.indices == into->indices;
    if (view.storage && (isTarget || start->op == Op::ToPrivate)) return view.storage;
    if (start->op != Op::Tuple) return std::nullopt;
    auto tuple = std::make_shared<Storage>();
    for (std::size_t i = 0; i < start->inputs.size(); ++i) {
        const std::optional<StoragePointer> part = ownStorage(start->inputs[i], view.parts[i], nullptr);
        if (!part) return std::nullopt;
        tuple->parts.push_back(*part);
    }
    return tuple;
}

/// Writes the next accumulator over the one before, where each element needs itself alone; else beside it, and
/// copies.
void Emitter::accumulate(const Function& function, const View& accumulator, const Target& target,
                         const View& input, const CodeScopePointer& scope) {
    const std::size_t start = current_->size();
    const std::set<MemoryPointer> written = kernel_->written;
    const std::set<MemoryPointer> read = kernel_->read;
    std::vector<Access> accesses;
    std::vector<Access>* outer = std::exchange(accesses_, &accesses);
    const Statements* outerStatements = std::exchange(accumulating_, current_);
    write(function.expr(), target, inside(function, {accumulator, input}, scope));
    accesses_ = outer;
    accumulating_ = outerStatements;
    if (outer != nullptr) outer->insert(outer->end(), accesses.begin(), accesses.end());
    const bool isInPlace = std::ranges::all_of(memoriesOf(*target.storage), [&](const MemoryPointer& memory) {
        return isOverwrittenSafely(accesses, memory);
    });
    if (isInPlace) return;
    current_->resize(start);
    kernel_->written = written;
    kernel_->read = read;
    const StoragePointer next = allocated(target.type, Space::Private, "next");
    write(function.expr(), targetOf(next, target.type), inside(function, {accumulator, input}, scope));
    copy(viewOf(next, target.type), target);
}

void Emitter::writeScan(const Expr& expr, const View& input, const Target& target,
                        const CodeScopePointer& scope) {
    const Type& type = expr->inputs[1].type();
    const StoragePointer storage = begun(type, read(expr->inputs[1], scope));
    Node node = *expr;
    node.level = Level::Sequential;
    loop(node, expr.type().length(), [&](const Nat& i) {
        const View next = input.element(i);
        copy(viewOf(storage, type), targets::element(target, i));
        copy(applied(expr->functions.front(), {viewOf(storage, type), next}, scope), targetOf(storage, type));
    });
}

View Emitter::iterated(const Expr& expr, const CodeScopePointer& scope) {
    View view = read(expr->inputs.front(), scope);
    if (const std::optional<View> inPlace = iteratedInPlace(expr, view, scope)) return *inPlace;
    Type type = expr->inputs.front().type();
    for (std::int64_t i = 0; i < expr->count; ++i) {
        const Result<Function> once = retyped(expr->functions.front(), {type});
        if (!once) throw CodeFault(once.diagnostics().front());
        const CodeScopePointer inner = inside(*once, {view}, scope);
        view = options_.isReference && (!kernel_ || options_.isSerial)
                   ? materialised(once->expr(), inner, Space::Global)
                   : read(once->expr(), inner);
        type = once->body->type;
    }
    return view;
}

/// The local memory that an array fills in its order; null where it is anything else.
StoragePointer Emitter::wholeLocal(const View& array) {
    const std::optional<std::int64_t> length = array.type.length().constant();
    if (!length || *length < 2 || !array.type.element().isValue()) return nullptr;
    const Nat probe = Nat::variable("probe", {0, *length - 1});
    const std::size_t statements = current_->size();
    const std::set<MemoryPointer> written = kernel_->written;
    const std::set<MemoryPointer> read = kernel_->read;
    const std::optional<Place> place = array.element(probe).place;
    current_->resize(statements);
    kernel_->written = written;
    kernel_->read = read;
    if (!place || place->memory->space != Space::Local || !(place->index == probe) ||
        !place->memory->size.is(*length))
        return nullptr;
    auto storage = std::make_shared<Storage>();
    storage->memory = place->memory;
    storage->dimensions = {{*length, {}, {}}};
    return storage;
}

/// A tree over local memory: each round makes `parts` elements one, in the place of the first ones. Nullopt
/// where a work-item would read what another one overwrites.
std::optional<View> Emitter::iteratedInPlace(const Expr& expr, const View& input,
                                             const CodeScopePointer& scope) {
    if (!kernel_ || innermost_ != Level::Workgroup || expr->count < 2 || !input.type.isArray() ||
        !expr.type().isArray())
        return std::nullopt;
    const StoragePointer storage = wholeLocal(input);
    if (!storage) return std::nullopt;
    const Type& element = input.type.element();
    const std::optional<std::int64_t> length = input.type.length().constant();
    const std::optional<std::int64_t> last = expr.type().length().constant();
    const Result<Function> first = retyped(expr->functions.front(), {input.type});
    if (!element.isValue() || !length || !last || !first || !first->body->type.isArray()) return std::nullopt;
    const std::int64_t next = first->body->type.length().constant().value_or(0);
    if (next <= 0 || next >= *length || *length % next != 0) return std::nullopt;
    const std::int64_t parts = *length / next;
    const std::string name = unusedName("size");
    const Nat size = Nat::variable(name, {*last, next});
    const Result<Function> round = retyped(expr->functions.front(), {Type::array(element, size * parts)});
    if (!round || !(round->body->type == Type::array(element, size))) return std::nullopt;

    const std::set<MemoryPointer> written = kernel_->written;
    const std::set<MemoryPointer> read = kernel_->read;
    kernel_->written.clear();
    kernel_->read.clear();
    std::vector<Access> accesses;
    std::vector<Access>* outer = std::exchange(accesses_, &accesses);
    const std::size_t start = current_->size();
    inBlock({Statement::Kind::Block,
             "for (int " + name + " = " + std::to_string(next) + "; " + name +
                 (*last == 1 ? " > 0" : " >= " + std::to_string(*last)) + "; " + name +
                 (parts == 2 ? " >>= 1)" : " /= " + std::to_string(parts) + ")"),
             "#pragma unroll 1",
             {}},
            [&] {
                write(round->expr(), targetOf(storage, Type::array(element, size)),
                      inside(*round, {viewOf(storage, Type::array(element, size * parts))}, scope));
                barrierBefore(current_->size());
            });
    accesses_ = outer;
    bool isSafe = current_->size() == start + 1;
    for (const Access& store : accesses) {
        if (!store.isStore || store.place.memory != storage->memory) continue;
        for (const Access& load : accesses) {
            if (load.isStore || load.place.memory != storage->memory) continue;
            isSafe = isSafe && (load.place == store.place || (load.place.index - size).range().low >= 0);
        }
    }
    kernel_->written = written;
    kernel_->read = read;
    if (!isSafe) {
        current_->resize(start);
        return std::nullopt;
    }
    barrierBefore(start);
    kernel_->written.clear();
    kernel_->read.clear();
    return viewOf(storage, expr.type());
}

/// `place` says more of local memory.
View Emitter::materialised(const Expr& expr, const CodeScopePointer& scope, Space space, const Node* place) {
    if (expr->op == Op::ToLocal || expr->op == Op::ToGlobal || expr->op == Op::ToPrivate)
        return read(expr, scope);
    if (!kernel_ || (options_.isSerial && expr.type().hasArray() && !expr.type().length().is(1)))
        space = Space::Global;
    if (expr->op == Op::Reduce && kernel_ && space == Space::Private) return read(expr, scope);
    std::vector<Dimension> dimensions;
    Type type = expr.type();
    if (space == Space::Private) {
        for (Expr part = expr; part->op == Op::Map && part->level == Level::Local;
             part = part->functions.front().expr()) {
            if (!type.length().is(localSize(part->dimension)))
                fail(part, "generate.other-work-item",
                     type.length().code() + " private results of " +
                         std::to_string(localSize(part->dimension)) + " work-items",
                     "each work-item keeps its own alone: as many as there are");
            dimensions.push_back({type.length(), localId(part->dimension).code(), {}});
            type = Type(type.element()); // a copy: it is a part of what is assigned to
        }
    }
    const std::string usual = space == Space::Local ? "tile" : space == Space::Private ? "own" : "between";
    const std::string wanted = std::exchange(wantedName_, {});
    const std::string name = wanted.empty() ? usual : wanted;
    std::vector<Nat> indices;
    if (space == Space::Local) {
        dimensions = warpDimensions();
        indices = warpIndices();
    }
    const bool takesTurns = place != nullptr && place->count > 1 && !rounds_.empty() && !expr.type().isTuple();
    if (takesTurns) {
        dimensions.push_back({place->count, {}, {}});
        indices.push_back(rounds_.back() % place->count);
    }
    const StoragePointer storage =
        allocated(type, space, name, dimensions, place != nullptr ? place->number : Nat());
    if (takesTurns) {
        for (const MemoryPointer& memory : memoriesOf(*storage)) memory->takesTurns = true;
    }
    write(expr, targetOf(storage, expr.type(), indices), scope);
    return viewOf(storage, expr.type(), indices);
}

/// Where vectors go whose components are `result`'s elements.
Target Emitter::asScalarTarget(const Target& result, const Type& input) {
    const int width = input.element().value().width;
    Target target;
    target.type = input;
    target.guards = result.guards;
    target.element = [this, result, width, vector = input.element()](const Nat& i) {
        std::vector<Target> scalars;
        bool isWide = true;
        for (int j = 0; j < width; ++j) {
            scalars.push_back(targets::element(result, i * width + j));
            const std::optional<Place>& place = scalars.back().place;
            isWide = isWide && place && !place->memory->isVariable && place->memory->space != Space::Private &&
                     scalars.back().guards.empty() && place->memory == scalars.front().place->memory &&
                     place->index == scalars.front().place->index + j;
        }
        Target element;
        element.type = vector;
        const auto store = [this, scalars, isWide, vector, width](const View& value) {
            static constexpr std::string_view digits = "0123456789abcdef";
            if (isWide && divides(width, scalars.front().place->index)) {
                const Place& first = *scalars.front().place;
                noteStore(first);
                line("((" + std::string(first.memory->space == Space::Local ? "local " : "global ") +
                     warpstring::name(vector.value()) + "*)" + first.memory->name + ")[" +
                     (first.index / width).code() + "] = " + value.code + ";");
                return;
            }
            const View own = named(value, "wide");
            for (std::size_t j = 0; j < scalars.size(); ++j) {
                View component;
                component.type = scalars[j].type;
                component.code = own.code + ".s" + digits[j];
                copy(component, scalars[j]);
            }
        };
        element.store = store;
        return element;
    };
    return target;
}

/// Where scalars go that are the components of `result`'s vectors.
Target Emitter::asVectorTarget(const Target& result, const Type& input) {
    const int width = result.type.element().value().width;
    Target target;
    target.type = input;
    target.guards = result.guards;
    target.element = [this, result, width, scalar = input.element()](const Nat& i) {
        const Target vector = targets::element(result, i / width);
        Target element;
        element.type = scalar;
        element.guards = vector.guards;
        element.store = [this, vector, width, scalar, i](const View& value) {
            if (!vector.place)
                throw CodeFault("generate.vector-component",
                                "a component is written to a vector that has no place");
            const Place& place = *vector.place;
            noteStore(place);
            const std::string space = place.memory->space == Space::Private ? ""
                                      : place.memory->space == Space::Local ? "local "
                                                                            : "global ";
            const std::string base = place.memory->isVariable ? "&" + place.memory->name : place.memory->name;
            line("((" + space + warpstring::name(scalar.value()) + "*)" + base + ")[" +
                 (place.index * width + i % width).code() + "] = " + value.code + ";");
        };
        return element;
    };
    return target;
}

} // namespace warpstring::generate
