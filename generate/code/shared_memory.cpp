// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/code/shared_memory.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace warpstring::generate {
namespace {

bool isWordAt(const std::string& text, std::size_t at, std::size_t length) {
    const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const std::size_t end = at + length;
    return (at == 0 || !isPart(text[at - 1])) && (end == text.size() || !isPart(text[end]));
}

bool mentions(const Statement& statement, const std::string& name) {
    return generate::mentions(statement.text, name) ||
           std::ranges::any_of(statement.body, [&](const Statement& inner) { return mentions(inner, name); });
}

void rename(Statements& statements, const std::string& from, const std::string& to) {
    for (Statement& statement : statements) {
        std::string& text = statement.text;
        for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
            const bool isName = isWordAt(text, at, from.size());
            if (isName) text.replace(at, from.size(), to);
            at += isName ? to.size() : from.size();
        }
        rename(statement.body, from, to);
    }
}

/// The kernel's statements, by their numbers, that mention an array.
struct Lifetime {
    std::size_t first = 0;
    std::size_t last = 0;
};

Lifetime lifetimeOf(const Statements& body, const std::string& name) {
    Lifetime life{body.size(), 0};
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (!mentions(body[i], name)) continue;
        life.first = std::min(life.first, i);
        life.last = i;
    }
    return life;
}

bool meetBetween(const Statements& body, const Lifetime& before, const Lifetime& behind) {
    for (std::size_t i = before.last + 1; i < behind.first; ++i) {
        if (body[i].kind == Statement::Kind::Barrier) return true;
    }
    return false;
}

} // namespace

bool mentions(const std::string& text, const std::string& name) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        if (isWordAt(text, at, name.size())) return true;
    }
    return false;
}

void shareLocalMemory(Statements& body, std::vector<MemoryPointer>& locals) {
    std::vector<std::pair<std::size_t, MemoryPointer>> byFirst;
    for (const MemoryPointer& memory : locals) {
        const std::size_t first = lifetimeOf(body, memory->name).first;
        if (first < body.size()) byFirst.emplace_back(first, memory); // others are of something that was tried
    }
    std::ranges::stable_sort(byFirst, {}, &std::pair<std::size_t, MemoryPointer>::first);
    std::vector<MemoryPointer> kept;
    for (const auto& [first, memory] : byFirst) {
        const Lifetime own = lifetimeOf(body, memory->name);
        const auto place = std::ranges::find_if(kept, [&](const MemoryPointer& other) {
            return other->type == memory->type && meetBetween(body, lifetimeOf(body, other->name), own);
        });
        if (place == kept.end()) {
            kept.push_back(memory);
            continue;
        }
        rename(body, memory->name, (*place)->name);
        if (memory->size.constant().value_or(0) > (*place)->size.constant().value_or(0))
            (*place)->size = memory->size;
    }
    locals = kept;
}

} // namespace warpstring::generate
