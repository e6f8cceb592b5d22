// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/language_grower.h"
#include "core/random/values.h"

namespace warpstring::random_kernels {

namespace {

/// Loops in loops in loops of a handful of trips each are enough for a kernel to end soon.
constexpr int mostLoops = 3;

} // namespace

void LanguageGrower::line(const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(indent_) * 4, ' ') + text + "\n";
    ++lines_;
}

void LanguageGrower::block(const std::string& head, const Body& body, const std::string& tail) {
    line(head);
    ++indent_;
    const std::size_t outside = scope_.size();
    body();
    scope_.resize(outside);
    --indent_;
    line(tail);
}

void LanguageGrower::statements(int count) {
    for (int i = 0; i < count && left_ > 0; ++i) statement();
}

void LanguageGrower::statement() {
    --left_;
    const bool isNested = around_.size() + static_cast<std::size_t>(unknown_) > 3;
    const bool isKnown = unknown_ == 0 && isInKernel_;
    const int deeper = isNested ? 0 : 1;
    const int looping = loops_ < mostLoops ? deeper : 0;
    const int shared = isInKernel_ ? 1 : 0;
    switch (draws_.weighted({16, 18, 9 * deeper, 6 * looping, 6 * looping, 5 * deeper, 6, 5, 5, 4, 5,
                             6 * shared, isKnown && isUniform_ ? 5 : 0, isKnown && isUniform_ ? 2 : 0,
                             6 * shared, isKnown ? 10 * deeper : 0, isKnown ? 8 : 0})) {
    case 0: return declare();
    case 1: return assign();
    case 2: return branch();
    case 3: return countedLoop();
    case 4: return fuelledLoop();
    case 5: return selection();
    case 6: return array();
    case 7: return pointer();
    case 8: return record();
    case 9: return overlay();
    case 10: return builtinWithPointer();
    case 11: return atomic();
    case 12: return exchange();
    case 13: return copyOfGroup();
    case 14: return store();
    case 15: return known();
    default: return mark();
    }
}

void LanguageGrower::declare() {
    const ValueType type = someType();
    const std::string variable = fresh("v"), initial = value(type, 8);
    const bool isConstant = draws_.chance(12), isVolatile = !isConstant && draws_.chance(4);
    line(std::string(isConstant   ? "const "
                     : isVolatile ? "volatile "
                                  : "") +
         name(type) + " " + variable + " = " + initial + ";");
    scope_.push_back({variable, type, !isConstant && !isVolatile});
}

void LanguageGrower::assign() {
    std::vector<Named> written;
    for (const Named& each : scope_)
        if (each.isWritten) written.push_back(each);
    if (written.empty()) return declare();
    const Named target = draws_.of(written);
    const ValueType type = target.type;
    if (type.width > 1 && draws_.chance(40)) {
        note("vector-component");
        const int c = static_cast<int>(draws_.between(0, type.width - 1));
        if (type.width >= 4 && draws_.chance(50)) {
            const ValueType pair{type.scalar, 2};
            return line(target.text + (draws_.chance(50) ? ".s20" : ".s13") + " = " + value(pair, 6) + ";");
        }
        return line(target.text + ".s" + "0123456789abcdef"[c] + " = " + value({type.scalar, 1}, 6) + ";");
    }
    const bool isInteger = !isFloating(type.scalar);
    switch (draws_.weighted({60, isInteger ? 20 : 0, 12, isInteger && !isSigned(type.scalar) ? 8 : 0})) {
    case 0: return line(target.text + " = " + value(type, 9) + ";");
    case 1:
        return line(target.text + draws_.of(std::vector<const char*>{" ^= ", " |= ", " &= "}) + value(type, 6) +
                    ";");
    case 2:
        if (isInteger && isSigned(type.scalar)) return line(target.text + " ^= " + value(type, 4) + ";");
        return line(target.text + draws_.of(std::vector<const char*>{" += ", " -= ", " *= "}) + value(type, 6) +
                    ";");
    default: return line(target.text + (draws_.chance(50) ? "++;" : "--;"));
    }
}

void LanguageGrower::branch() {
    const bool wasUniform = isUniform_;
    isUniform_ = false;
    ++unknown_;
    const bool hasElse = draws_.chance(45);
    block(
        "if (" + condition(6) + ") {", [&] { statements(static_cast<int>(draws_.between(1, 3))); },
        hasElse ? "} else {" : "}");
    if (hasElse) {
        ++indent_;
        const std::size_t outside = scope_.size();
        statements(static_cast<int>(draws_.between(1, 3)));
        scope_.resize(outside);
        --indent_;
        line("}");
    }
    --unknown_;
    isUniform_ = wasUniform;
}

void LanguageGrower::countedLoop() {
    const bool wasUniform = isUniform_;
    isUniform_ = false; // it may be left early
    ++unknown_;
    ++loops_;
    const std::string counter = fresh("i");
    if (draws_.chance(15)) line(draws_.chance(50) ? "#pragma unroll" : "#pragma unroll 1");
    const std::string trips =
        draws_.chance(40) ? "((" + value(intType, 3) + ") & 7)" : std::to_string(draws_.between(1, 9));
    const char* step = draws_.of(std::vector<const char*>{"++", " += 2", " += 3"});
    block("for (int " + counter + " = 0; " + counter + " < " + trips + "; " + counter + step + ") {", [&] {
        scope_.push_back({counter, intType, false});
        statements(static_cast<int>(draws_.between(1, 3)));
        if (draws_.chance(35)) {
            note("break-continue");
            line("if (" + condition(4) + ") " + (draws_.chance(60) ? "break;" : "continue;"));
            statements(1);
        }
    });
    --loops_;
    --unknown_;
    isUniform_ = wasUniform;
}

void LanguageGrower::fuelledLoop() {
    note("while");
    const bool wasUniform = isUniform_;
    isUniform_ = false;
    ++unknown_;
    ++loops_;
    const std::string fuel = fresh("fuel");
    line("int " + fuel + " = " + std::to_string(draws_.between(2, 9)) + ";");
    const std::string goesOn = condition(5) + " && --" + fuel + " > 0";
    const bool isDo = draws_.chance(40);
    block(
        isDo ? "do {" : "while (" + goesOn + ") {", [&] { statements(static_cast<int>(draws_.between(1, 3))); },
        isDo ? "} while (" + goesOn + ");" : "}");
    --loops_;
    --unknown_;
    isUniform_ = wasUniform;
}

void LanguageGrower::selection() {
    note("switch");
    if (loops_ < mostLoops && draws_.chance(6)) return irreducible();
    const bool wasUniform = isUniform_;
    isUniform_ = false;
    ++unknown_;
    block("switch (" + index(8, 4) + ") {", [&] {
        const auto cases = draws_.between(1, 5);
        for (std::int64_t c = 0; c < cases; ++c) {
            block("case " + std::to_string(c) + ": {",
                  [&] { statements(static_cast<int>(draws_.between(1, 2))); });
            if (draws_.chance(70)) line("break;");
        }
        if (draws_.chance(60)) block("default: {", [&] { statements(1); });
    });
    --unknown_;
    isUniform_ = wasUniform;
}

void LanguageGrower::irreducible() {
    note("irreducible");
    const std::string left = fresh("left"), sum = fresh("sum");
    line("int " + left + " = 4;");
    line("uint " + sum + " = " + value(uintType, 3) + ";");
    block("switch (" + index(4, 3) + ") {", [&] {
        line("case 0: do { " + sum + " ^= " + value(uintType, 3) + ";");
        line("case 1: " + sum + " += " + value(uintType, 3) + ";");
        line("case 2: " + sum + " *= 3u;");
        line("case 3: " + sum + " -= " + value(uintType, 3) + ";");
        line("} while (--" + left + " > 0);");
    });
    scope_.push_back({sum, uintType, true});
}

void LanguageGrower::mark() {
    line("marks[item] = " + std::to_string(made_.marks.size()) + "u;");
    made_.marks.push_back({lines_, executionsBelow(made_.resolved.launch.range, around_)});
}

void LanguageGrower::known() {
    note("known-flow");
    KnownFlow flow;
    flow.kind = static_cast<KnownFlow::Kind>(draws_.between(0, loops_ < mostLoops ? 7 : 5));
    if (flow.needsCounter() && counters_.empty()) flow.kind = KnownFlow::Kind::LanesOfMask;
    const auto size = static_cast<std::int64_t>(made_.resolved.launch.range.groupSize());
    switch (flow.kind) {
    case KnownFlow::Kind::LaneBelow: flow.b = static_cast<int>(draws_.between(1, size)); break;
    case KnownFlow::Kind::LanesOfMask:
        flow.a = static_cast<int>(draws_.of({1, 3, 7, 15, 6}));
        flow.b = static_cast<int>(draws_.between(1, flow.a));
        break;
    case KnownFlow::Kind::ItemBit:
        flow.a = static_cast<int>(draws_.between(0, 6));
        flow.b = static_cast<int>(draws_.between(0, 1));
        break;
    case KnownFlow::Kind::GroupBit: flow.b = static_cast<int>(draws_.between(0, 1)); break;
    case KnownFlow::Kind::CounterRest:
        flow.a = static_cast<int>(draws_.between(2, 3));
        flow.b = static_cast<int>(draws_.between(0, 1));
        break;
    case KnownFlow::Kind::Loop: flow.a = static_cast<int>(draws_.between(1, 9)); break;
    default: flow.a = static_cast<int>(draws_.of({1, 3, 7})); flow.b = static_cast<int>(draws_.between(0, 2));
    }
    const bool wasUniform = isUniform_;
    isUniform_ = isUniform_ && (flow.kind == KnownFlow::Kind::Loop || flow.kind == KnownFlow::Kind::GroupBit);
    const std::string inner = counters_.empty() ? "" : counters_.back(), text = textOf(flow, inner);
    around_.push_back(flow);
    const std::string counter = flow.isLoop() ? fresh("k") : "";
    if (flow.isLoop()) {
        ++loops_;
        counters_.push_back(counter);
    }
    block(flow.isLoop() ? "for (int " + counter + " = 0; " + counter + " < " + text + "; ++" + counter + ") {"
                        : "if (" + text + ") {",
          [&] {
              if (flow.isLoop()) scope_.push_back({counter, intType, false});
              mark();
              statements(static_cast<int>(draws_.between(1, 3)));
          });
    if (flow.isLoop()) {
        --loops_;
        counters_.pop_back();
    }
    around_.pop_back();
    isUniform_ = wasUniform;
}

void LanguageGrower::array() {
    note("private-array");
    const ValueType type = someType();
    const int length = static_cast<int>(draws_.of({2, 4, 8, 16}));
    const std::string array = fresh("a"), counter = fresh("i");
    line(name(type) + " " + array + "[" + std::to_string(length) + "];");
    line("for (int " + counter + " = 0; " + counter + " < " + std::to_string(length) + "; ++" + counter + ") " +
         array + "[" + counter + "] = " + value(type, 4) + ";");
    line(array + "[" + index(length, 4) + "] = " + value(type, 5) + ";");
    scope_.push_back({array + "[" + index(length, 3) + "]", type, true});
    scope_.push_back({array + "[" + std::to_string(draws_.between(0, length - 1)) + "]", type, true});
}

void LanguageGrower::pointer() {
    note("pointer");
    std::vector<Named> targets;
    for (const Named& each : scope_)
        if (each.isWritten && each.text.find('.') == std::string::npos) targets.push_back(each);
    const std::string pointer = fresh("pointer");
    if (targets.empty()) return declare();
    const Named target = draws_.of(targets);
    switch (draws_.weighted({35, 30, 20, 15})) {
    case 0:
        line(name(target.type) + "* " + pointer + " = &" + target.text + ";");
        scope_.push_back({"(*" + pointer + ")", target.type, true});
        break;
    case 1: { // the bytes of it, not those that a vector of 3 has for nothing
        note("aliasing");
        line("uchar* " + pointer + " = (uchar*)&" + target.text + ";");
        const ValueType byte{ScalarType::UChar, 1};
        scope_.push_back(
            {pointer + "[" +
                 std::to_string(draws_.between(0, bytes(target.type.scalar) * target.type.width - 1)) + "]",
             byte, true});
        if (bytes(target.type) >= 4) line(pointer + "[" + index(4, 3) + "] = " + value(byte, 3) + ";");
        break;
    }
    case 2: { // one of two
        note("pointer-choice");
        std::vector<Named> alike;
        for (const Named& each : targets)
            if (each.type == target.type) alike.push_back(each);
        line(name(target.type) + "* " + pointer + " = " + condition(4) + " ? &" + target.text + " : &" +
             draws_.of(alike).text + ";");
        line("*" + pointer + " = " + value(target.type, 5) + ";");
        scope_.push_back({"(*" + pointer + ")", target.type, true});
        break;
    }
    default: { // to a pointer
        note("pointer-to-pointer");
        const std::string outer = fresh("outer");
        line(name(target.type) + "* " + pointer + " = &" + target.text + ";");
        line(name(target.type) + "** " + outer + " = &" + pointer + ";");
        line("**" + outer + " = " + value(target.type, 4) + ";");
    }
    }
}

void LanguageGrower::record() {
    note("struct");
    const std::string record = fresh("s");
    line("struct Record " + record + " = {" + value({ScalarType::Int, 1}, 3) + ", " +
         value({ScalarType::Float, 4}, 3) + ", {" + value({ScalarType::Short, 1}, 2) + ", 1, 2, 3}, {" +
         value({ScalarType::UChar, 1}, 2) + ", " + value({ScalarType::Long, 1}, 2) + "}};");
    if (draws_.chance(50)) {
        const std::string copy = fresh("s");
        line("struct Record " + copy + " = " + record + ";");
        line(copy + ".few[" + index(4, 3) + "] = " + value({ScalarType::Short, 1}, 4) + ";");
        if (draws_.chance(60)) {
            note("struct-call");
            line(copy + " = turned(" + copy + ", &" + record + ");");
        }
        scope_.push_back({copy + ".inner.wide", {ScalarType::Long, 1}, true});
    }
    scope_.push_back({record + ".number", {ScalarType::Int, 1}, true});
    scope_.push_back({record + ".four", {ScalarType::Float, 4}, true});
    scope_.push_back({record + ".few[" + index(4, 2) + "]", {ScalarType::Short, 1}, true});
}

void LanguageGrower::overlay() {
    note("union");
    const std::string overlay = fresh("u");
    line("union Overlay " + overlay + ";");
    line(overlay + ".words = " + value({ScalarType::UInt, 2}, 4) + ";");
    if (draws_.chance(50))
        line(overlay + ".bytes[" + index(8, 3) + "] = " + value({ScalarType::UChar, 1}, 3) + ";");
    scope_.push_back({overlay + ".number", floatType, true});
    scope_.push_back({overlay + ".halves", {ScalarType::UShort, 4}, true});
}

void LanguageGrower::builtinWithPointer() {
    note("builtin-pointer");
    ValueType type{ScalarType::Float, static_cast<int>(draws_.of({1, 1, 2, 4}))};
    const std::string second = fresh("v"), result = fresh("v");
    const bool isWhole = draws_.chance(25);
    if (isWhole) {
        const ValueType whole{ScalarType::Int, type.width};
        line(name(whole) + " " + second + ";");
        line(name(type) + " " + result + " = " +
             (draws_.chance(50) ? "frexp(" + value(type, 4) : "lgamma_r(" + value(type, 4)) + ", &" + second +
             ");");
        scope_.push_back({second, whole, true});
    } else {
        line(name(type) + " " + second + ";");
        line(name(type) + " " + result + " = " +
             draws_.of(std::vector<const char*>{"fract(", "modf(", "sincos("}) + value(type, 4) + ", &" +
             second + ");");
        scope_.push_back({second, type, true});
    }
    scope_.push_back({result, type, true});
}

void LanguageGrower::atomic() {
    const bool isLocal = draws_.chance(45);
    note(isLocal ? "atomic-local" : "atomic-global");
    const std::string target =
        std::string(isLocal ? "&bins[" : "&counters[") + index(isLocal ? 32 : 256, 4) + "]";
    const char* function =
        draws_.of(std::vector<const char*>{"atomic_add", "atomic_sub", "atomic_min", "atomic_max", "atomic_and",
                                           "atomic_or", "atomic_xor", "atomic_xchg"});
    switch (draws_.weighted({55, 15, 15, 15})) {
    case 0: return line(std::string(function) + "(" + target + ", " + value(uintType, 4) + ");");
    case 1: return line(std::string(draws_.chance(50) ? "atomic_inc(" : "atomic_dec(") + target + ");");
    case 2:
        return line("atomic_cmpxchg(" + target + ", " + value(uintType, 3) + ", " + value(uintType, 3) + ");");
    default: { // what was there is anything: it may decide on values, in bounds as all of them
        const std::string old = fresh("v");
        line("uint " + old + " = " + function + "(" + target + ", " + value(uintType, 3) + ");");
        scope_.push_back({old, uintType, true});
    }
    }
}

void LanguageGrower::exchange() {
    note("barrier");
    const auto size = static_cast<int>(made_.resolved.launch.range.groupSize());
    line("shared[lid] = " + value(floatType, 6) + ";");
    line(draws_.chance(70) ? "barrier(CLK_LOCAL_MEM_FENCE);"
                           : "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    const std::string read = fresh("v");
    const std::string other =
        draws_.chance(50) ? "(lid + " + std::to_string(draws_.between(1, size)) + ") % " + std::to_string(size)
                          : std::to_string(size - 1) + " - lid";
    line("float " + read + " = shared[" + other + "];");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    scope_.push_back({read, floatType, true});
}

void LanguageGrower::copyOfGroup() {
    note("async-copy");
    const auto size = std::to_string(made_.resolved.launch.range.groupSize());
    const std::string event = fresh("e"), read = fresh("v");
    line("event_t " + event + " = async_work_group_copy(shared, floats + group * " + size + ", " + size +
         ", 0);");
    line("wait_group_events(1, &" + event + ");");
    line("float " + read + " = shared[lid];");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    scope_.push_back({read, floatType, true});
}

void LanguageGrower::store() {
    const auto chosen =
        static_cast<std::size_t>(draws_.between(0, static_cast<std::int64_t>(outputs_.size()) - 1));
    const ValueType type = outputs_[chosen];
    const std::string out = "out" + std::to_string(chosen);
    if (type.width == 1 && draws_.chance(25)) {
        note("vstore");
        return line("vstore4(" + value({type.scalar, 4}, 6) + ", item, " + out + ");");
    }
    if (type.width == 1 && type.scalar == ScalarType::Float && draws_.chance(10)) {
        note("half-store");
        return line("vstore_half(" + value(type, 4) + ", item * 8, (__global half*)" + out + ");");
    }
    line(out + "[item * 4 + (" + index(4, 3) + ")] = " + value(type, 8) + ";");
}

} // namespace warpstring::random_kernels
