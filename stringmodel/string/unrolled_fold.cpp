// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/string/unrolled_fold.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory_resource>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "stringmodel/string/notation.h"

namespace warpstring::token_string {

namespace {

using Key = std::uint32_t; ///< equal for what is alike but for numbers of loads and stores

/// An item with the tokens of the string that it stands for: they follow each other.
struct Node {
    Key key = 0;
    TokenNumber begin = 0, end = 0;
    FoldedItem item;
};

void collect(const std::vector<StringItem>& items, std::vector<const Token*>& tokens) {
    for (const StringItem& item : items)
        if (const auto* token = std::get_if<Token>(&item.content))
            tokens.push_back(token);
        else
            collect(std::get<Repeat>(item.content).body, tokens);
}

/// Puts the tokens of one more copy to those that are there.
void addCopy(FoldedItem& item, const FoldedItem& copy) {
    if (auto* token = std::get_if<FoldedToken>(&item.content)) {
        const auto& more = std::get<FoldedToken>(copy.content).copies;
        token->copies.insert(token->copies.end(), more.begin(), more.end());
        return;
    }
    auto& body = std::get<FoldedBlock>(item.content).body;
    const auto& more = std::get<FoldedBlock>(copy.content).body;
    for (std::size_t i = 0; i < body.size(); ++i) addCopy(body[i], more[i]);
}

/// Texts that are equal for what is alike.
class Keys {
public:
    explicit Keys(std::size_t most) { numbers_.reserve(most); }

    Key of(const Token& token) {
        begin('t');
        add(static_cast<int>(token.kind));
        add(token.kind == TokenKind::Compute ? shortNumber(token.count) : std::string());
        add(token.place);
        add(token.waitsFor);
        add(token.isStart ? 1 : 0);
        return number();
    }

    Key of(const Repeat& loop, const std::vector<Node>& body) {
        begin('l');
        add(shortNumber(loop.count));
        add(shortNumber(loop.weight));
        add(loop.place);
        for (const Node& node : body) add(static_cast<int>(node.key));
        return number();
    }

    /// `steps`: by token of a copy, how far its number goes on from copy to copy.
    Key ofCopies(std::size_t copies, const Node* block, std::size_t length, const std::vector<int>& steps) {
        begin('c');
        add(static_cast<int>(copies));
        for (std::size_t i = 0; i < length; ++i) add(static_cast<int>(block[i].key));
        add("");
        for (const int step : steps) add(step);
        return number();
    }

private:
    void begin(char what) { text_.assign(1, what); }
    void add(int value) { text_.append(reinterpret_cast<const char*>(&value), sizeof value); }
    void add(std::string_view words) {
        add(static_cast<int>(words.size()));
        text_ += words;
    }
    void add(const SourceLocation& at) {
        add(at.file);
        add(at.line);
        add(at.column);
    }
    void add(const CodePlace& place) {
        add(place.at);
        add(static_cast<int>(place.inlinedAt.size()));
        for (const SourceLocation& call : place.inlinedAt) add(call);
    }
    Key number() { return numbers_.try_emplace(text_, static_cast<Key>(numbers_.size())).first->second; }

    std::pmr::string text_;
    std::pmr::monotonic_buffer_resource memory_; ///< of the texts: all of them go together
    std::pmr::unordered_map<std::pmr::string, Key> numbers_{&memory_};
};

/// The line of a token in the kernel itself; the last of all where it has none. The order within a line is that
/// of its instructions, which columns do not tell.
int lineInKernel(const Token& token) {
    const auto& calls = token.place.inlinedAt;
    const int line = (calls.empty() ? token.place.at : calls.back()).line;
    return line > 0 ? line : std::numeric_limits<int>::max();
}

class Folding {
public:
    explicit Folding(const TokenString& string) : tokens_(tokensOf(string)), keys_(tokens_.size()) {}

    std::vector<Node> nodesOf(const std::vector<StringItem>& items, bool fold) {
        std::vector<Node> nodes;
        nodes.reserve(items.size());
        for (const StringItem& item : items) {
            Node node;
            node.begin = next_;
            if (const auto* token = std::get_if<Token>(&item.content)) {
                node.item.content = FoldedToken{{next_++}};
                if (fold) node.key = keys_.of(*token);
            } else {
                const auto& loop = std::get<Repeat>(item.content);
                auto body = nodesOf(loop.body, fold);
                if (fold) node.key = keys_.of(loop, body);
                node.item.content = FoldedBlock{&loop, 1, itemsOf(std::move(body))};
            }
            node.end = next_;
            nodes.push_back(std::move(node));
        }
        if (fold) foldAll(nodes);
        return nodes;
    }

    static std::vector<FoldedItem> itemsOf(std::vector<Node> nodes) {
        std::vector<FoldedItem> items;
        items.reserve(nodes.size());
        for (Node& node : nodes) items.push_back(std::move(node.item));
        return items;
    }

private:
    /// Blocks of one node, then of two, and so on. Only two folded blocks that are alike can make shorter ones
    /// that follow each other.
    void foldAll(std::vector<Node>& nodes) {
        std::unordered_set<Key> folded;
        for (std::size_t length = 1; 2 * length <= nodes.size();)
            length = foldBlocksOf(length, nodes, folded) ? 1 : length + 1;
    }

    /// Returns whether some that it folded are alike, or like one that was folded before.
    bool foldBlocksOf(std::size_t length, std::vector<Node>& nodes, std::unordered_set<Key>& folded) {
        std::vector<Node> out;
        std::size_t done = 0; ///< nodes that are in `out`, once a block was found
        bool alike = false;
        const auto same = [&](std::size_t at) { return nodes[at].key == nodes[at + length].key; };
        // Two blocks in a row hold one of the nodes at `length`, 2 `length` and so on in their first half.
        for (std::size_t at = 0; at + length < nodes.size();) {
            std::size_t before = 0, behind = 0;
            while (at + length + behind < nodes.size() && behind < length && same(at + behind)) ++behind;
            while (at - before > done && same(at - before - 1)) ++before;
            if (before + behind < length) {
                at += length;
                continue;
            }
            while (at + length + behind < nodes.size() && same(at + behind)) ++behind;
            const std::size_t first = beginning(nodes, at - before, (before + behind) % length);
            std::move(nodes.begin() + static_cast<std::ptrdiff_t>(done),
                      nodes.begin() + static_cast<std::ptrdiff_t>(first), std::back_inserter(out));
            const std::size_t copies =
                foldRun(&nodes[first], length, (at + length + behind - first) / length, out);
            alike = !folded.insert(out.back().key).second || alike;
            at = done = first + copies * length;
        }
        if (done == 0) return false;
        std::move(nodes.begin() + static_cast<std::ptrdiff_t>(done), nodes.end(), std::back_inserter(out));
        nodes = std::move(out);
        return alike;
    }

    /// Of the nodes from `first` on, `choices` beyond it, the one at the first line.
    std::size_t beginning(const std::vector<Node>& nodes, std::size_t first, std::size_t choices) const {
        std::size_t best = first;
        for (std::size_t i = first + 1; i <= first + choices; ++i)
            if (lineInKernel(*tokens_[nodes[i].begin]) < lineInKernel(*tokens_[nodes[best].begin])) best = i;
        return best;
    }

    /// Folds as many of the copies as are numbered by one step, two or more, into a node behind `out`. Returns
    /// how many.
    std::size_t foldRun(Node* block, std::size_t length, std::size_t most, std::vector<Node>& out) {
        const TokenNumber begin = block->begin, tokens = block[length].begin - begin;
        const auto step = [&](std::size_t copy, TokenNumber token) {
            const std::size_t at = begin + copy * tokens + token;
            return tokens_[at]->memory - tokens_[at - tokens]->memory;
        };
        std::vector<int> steps(tokens);
        for (TokenNumber t = 0; t < tokens; ++t) steps[t] = step(1, t);
        std::size_t copies = 2;
        const auto goesOn = [&] {
            for (TokenNumber t = 0; t < tokens; ++t)
                if (step(copies, t) != steps[t]) return false;
            return true;
        };
        while (copies < most && goesOn()) ++copies;

        Node node;
        node.key = keys_.ofCopies(copies, block, length, steps);
        node.begin = begin;
        node.end = static_cast<TokenNumber>(begin + copies * tokens);
        FoldedBlock folded{nullptr, copies, {}};
        for (std::size_t i = 0; i < length; ++i) {
            folded.body.push_back(std::move(block[i].item));
            for (std::size_t copy = 1; copy < copies; ++copy)
                addCopy(folded.body.back(), block[copy * length + i].item);
        }
        node.item.content = std::move(folded);
        out.push_back(std::move(node));
        return copies;
    }

    std::vector<const Token*> tokens_;
    Keys keys_;
    TokenNumber next_ = 0;
};

} // namespace

std::vector<const Token*> tokensOf(const TokenString& string) {
    std::vector<const Token*> tokens;
    collect(string.items, tokens);
    return tokens;
}

std::vector<const Token*> copiesOf(const FoldedToken& token, const std::vector<const Token*>& tokens) {
    std::vector<const Token*> copies;
    copies.reserve(token.copies.size());
    for (const TokenNumber copy : token.copies) copies.push_back(tokens[copy]);
    return copies;
}

std::vector<FoldedItem> foldUnrolled(const TokenString& string) {
    return Folding::itemsOf(Folding(string).nodesOf(string.items, true));
}

std::vector<FoldedItem> asWritten(const TokenString& string) {
    return Folding::itemsOf(Folding(string).nodesOf(string.items, false));
}

} // namespace warpstring::token_string
