// SPDX-License-Identifier: GPL-3.0-or-later
// "stage a=16": what work-items of a group share of a buffer goes through local memory, in tiles.
#include <algorithm>

#include "tuning/transform/address_text.h"
#include "tuning/transform/loop_form.h"
#include "tuning/transform/named.h"
#include "tuning/transform/staged_reads.h"
#include "tuning/transform/tile_text.h"
#include "tuning/transform/written_memory.h"

namespace warpstring::transform {

namespace {

constexpr std::uint64_t mostLocalBytes = 32768; ///< OpenCL asks no more of a device

class Staging {
public:
    Staging(const Scene& scene, const clang::ParmVarDecl& buffer, std::int64_t length,
            const std::array<Extent, 3>& extents, TiledReads reads)
        : scene_(scene), buffer_(buffer), length_(length), extents_(extents), reads_(std::move(reads)),
          loop_(reads_.loop), edits_(scene) {
        tileCounter_ = reads_.tiles ? reads_.tiles->counter->getName().str()
                                    : freeName(loop_.counter->getName().str() + "_tile");
        counterType_ = loop_.counter->getType().getUnqualifiedType().getAsString();
    }

    Result<Change> make() {
        const TileText text(extents_, words());
        if (const auto fault = makeTiles(text)) return *fault;
        bytes_ = bytesOf(text);
        if (const auto fault = faultOfSize()) return *fault;
        replaceReads();
        if (reads_.tiles)
            addToTiles(text);
        else
            tileLoop(text);
        auto source = edits_.finish();
        if (!source) return source.diagnostics();
        Change change;
        change.source = std::move(*source);
        change.notes.push_back(buffer_.getName().str() + " is staged in local memory, " +
                               std::to_string(length_) + " iterations of the loop of line " +
                               std::to_string(lineNumberOf(scene_, *loop_.loop)) +
                               " at a time: " + std::to_string(bytes_) + " bytes a group");
        if (text.isTied()) change.notes.push_back("its tiles are tied to work-groups of " + groupText());
        return change;
    }

private:
    std::string lengthText() const { return std::to_string(length_); }
    std::string groupText() const {
        std::string text;
        const auto dimensions = static_cast<std::size_t>(scene_.launches.front().range.dimensions);
        for (std::size_t d = 0; d < dimensions; ++d) text += (d == 0 ? "" : " x ") + extents_[d].text;
        return text;
    }

    TileWords words() const {
        return {buffer_.getName().str(),
                buffer_.getType()->getPointeeType().getUnqualifiedType().getAsString(),
                tileCounter_,
                counterType_,
                isUnseen("slot") ? "slot" : freeName("slot_of_tile"),
                isFirstNegative(),
                static_cast<std::uint64_t>(length_),
                groupText()};
    }

    bool isFree(const std::string& name) const {
        return !hasName(scene_.text.source, name) && !hasName(scene_.text.launch, name);
    }
    std::string freeName(std::string name) const {
        while (!isFree(name)) name += '_';
        return name;
    }

    bool isFirstNegative() const {
        const auto& first = reads_.tiles ? *reads_.tiles->first : *loop_.first;
        return std::any_of(scene_.launches.begin(), scene_.launches.end(), [&](const Launch& launch) {
            const auto range = rangeOf(scene_, launch, first);
            return !range || range->low < 0;
        });
    }

    std::optional<Diagnostic> makeTiles(const TileText& text) {
        for (const auto& read : reads_.reads) {
            const auto pieces = text.subscripts(read.axes);
            Replacing replacing;
            for (std::size_t i = 0; i < read.axes.size(); ++i)
                if (const auto& axis = read.axes[i]; axis && pieces[i].text != localIdText(*axis))
                    replacing.localIds[*axis] = pieces[i];
            replacing.counter = loop_.counter;
            replacing.counterText = text.counterFor(read.axes);
            // An ID among the summands, which is as wide as an address.
            replacing.isCounterWide = replacing.counterText.text.find(" + get_local_id") != std::string::npos;
            replacing.within = loop_.loop;
            AddressText addressText(scene_, extents_, std::move(replacing));
            const std::string address = addressOf(read, addressText);
            if (auto fault = addressText.fault()) return fault;
            const auto known = std::find_if(tiles_.begin(), tiles_.end(), [&](const Tile& tile) {
                return tile.axes == read.axes && tile.address == address;
            });
            if (known != tiles_.end())
                known->reads.push_back(read.element);
            else
                tiles_.push_back({read.axes, address, "", {read.element}});
        }
        nameTiles();
        return std::nullopt;
    }

    /// No variable has it that may be seen where tiles are brought: those of loops beside are not.
    bool isUnseen(const std::string& name) const {
        if (hasName(scene_.text.launch, name)) return false;
        return std::none_of(scene_.facts.uses.begin(), scene_.facts.uses.end(),
                            [&](const clang::DeclRefExpr* use) {
                                return use->getDecl()->getName() == name && !isOfLoopBeside(*use->getDecl());
                            });
    }
    bool isOfLoopBeside(const clang::ValueDecl& variable) const {
        return std::any_of(scene_.facts.loops.begin(), scene_.facts.loops.end(), [&](const clang::Stmt* loop) {
            const auto* counting = llvm::dyn_cast<clang::ForStmt>(loop);
            const auto counted = counting ? countedLoop(scene_, *counting) : std::nullopt;
            return counted && counted->declaresCounter && counted->counter == &variable &&
                   !isWithin(scene_.context, *loop_.loop, *loop);
        });
    }

    std::string addressOf(const StagedRead& read, AddressText& text) const {
        if (read.offsets.size() == 1) return text.of(*read.offsets.front()).text;
        std::string sum;
        for (const auto* offset : read.offsets) {
            const Piece piece = text.of(*offset);
            // A pointer moves by the width of an address, a sum of two numbers need not.
            sum += sum.empty() ? "(size_t)" + boundText(piece, Binding::Atom)
                               : " + " + boundText(piece, Binding::Sum);
        }
        return sum;
    }

    void nameTiles() {
        std::string base = buffer_.getName().str() + "_tile";
        const auto names = [&](std::size_t i) {
            return tiles_.size() == 1 ? base : base + "_" + std::to_string(i);
        };
        const auto areFree = [&] {
            for (std::size_t i = 0; i < tiles_.size(); ++i)
                if (!isFree(names(i))) return false;
            return true;
        };
        while (!areFree()) base += '_';
        for (std::size_t i = 0; i < tiles_.size(); ++i) tiles_[i].name = names(i);
    }

    std::uint64_t bytesOf(const TileText& text) const {
        const auto element = static_cast<std::uint64_t>(
            scene_.context.getTypeSizeInChars(buffer_.getType()->getPointeeType()).getQuantity());
        std::uint64_t bytes = 0;
        for (const auto& tile : tiles_) bytes += element * text.elementsOf(tile.axes);
        return bytes;
    }

    std::optional<Diagnostic> faultOfSize() const {
        std::uint64_t had = 0;
        for (const auto* variable : scene_.facts.localVariables())
            had += static_cast<std::uint64_t>(
                scene_.context.getTypeSizeInChars(variable->getType()).getQuantity());
        std::uint64_t handed = 0;
        for (const auto& launch : scene_.launches) {
            std::uint64_t sum = 0;
            for (const auto& [name, argument] : launch.arguments)
                if (const auto* local = std::get_if<LocalArgument>(&argument)) sum += local->bytes;
            handed = std::max(handed, sum);
        }
        if (had + handed + bytes_ <= mostLocalBytes) return std::nullopt;
        return refusal(scene_, buffer_.getLocation(), "local-memory",
                       quoted(buffer_) + " cannot be staged: its tiles have " + std::to_string(bytes_) +
                           " bytes, and " + std::to_string(had + handed) + " of the " +
                           std::to_string(mostLocalBytes) + " that every device has are in use",
                       "choose a smaller tile");
    }

    /// Elements come from the tile now.
    void replaceReads() {
        for (const auto& tile : tiles_) {
            std::string text = tile.name;
            for (const auto& axis : tile.axes)
                text += bracketed(
                    axis ? localIdText(*axis) : loop_.counter->getName().str() + " - " + tileCounter_, "[]");
            for (const auto* read : tile.reads) replace(read->getSourceRange(), text);
        }
    }

    void replace(clang::SourceRange range, const std::string& text) {
        const auto place = edits_.span(range);
        if (!place) return;
        edits_.replaceAt(place->first, place->second, text);
        replaced_.push_back(*place);
    }

    /// Whether the launches leave no tile that is cut.
    bool isWhole() const {
        return std::all_of(scene_.launches.begin(), scene_.launches.end(), [&](const Launch& launch) {
            const auto trips = tripsOf(scene_, launch, loop_);
            return trips && *trips % length_ == 0;
        });
    }

    std::string textOf(const clang::Expr& expression) { return edits_.copyOf(expression.getSourceRange(), {}); }

    /// As a number of the counter's type, so that it compares with one, and as tight as a sum.
    std::string endText(const clang::Expr& bound) {
        const bool isSum = llvm::isa<clang::BinaryOperator>(bound.IgnoreImpCasts());
        const auto own = bound.IgnoreImpCasts()->getType().getCanonicalType().getUnqualifiedType();
        const auto wanted = loop_.counter->getType().getCanonicalType().getUnqualifiedType();
        const std::string text = isSum ? bracketed(textOf(bound)) : textOf(bound);
        return own == wanted ? (isSum ? textOf(bound) : text) : bracketed(counterType_) + text;
    }

    /// The statement of the kernel's body that holds the loop, where local memory may be declared.
    unsigned outermostBegin() {
        const auto* body = llvm::cast<clang::CompoundStmt>(scene_.facts.kernel->getBody());
        for (const auto* statement : body->body())
            if (isWithin(scene_.context, *loop_.loop, *statement)) {
                const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement);
                return beginOf(attributed ? *attributed->getSubStmt() : *statement);
            }
        return 0;
    }

    unsigned beginOf(const clang::Stmt& statement) {
        if (const auto pragma = pragmaOf(scene_, statement)) return *pragma;
        const auto place = edits_.span({statement.getBeginLoc(), statement.getBeginLoc()});
        return place ? place->first : 0;
    }

    /// Behind the loop, and behind a comment at its line's end.
    unsigned endOf(const clang::Stmt& loop) {
        const auto place = edits_.statementSpan(loop);
        if (!place) return 0;
        const std::string& text = scene_.text.source;
        std::size_t end = place->first + place->second;
        if (text[end - 1] != '}') end = std::min(text.find(';', end), text.size() - 1) + 1;
        const std::size_t next = text.find_first_not_of(" \t", end);
        if (next != std::string::npos && text.compare(next, 2, "//") == 0)
            end = std::min(text.find('\n', next), text.size());
        return static_cast<unsigned>(end);
    }

    void addToTiles(const TileText& tileText) {
        if (reads_.end) end_ = " < " + textOf(*reads_.end);
        const auto barrier = edits_.span({reads_.barrier->getBeginLoc(), reads_.barrier->getBeginLoc()});
        if (!barrier) return;
        const std::string indent = indentOf(scene_, barrier->first);
        const std::string text = tileText.loads(tiles_, end_, indent);
        edits_.replaceAt(barrier->first, 0, text.substr(indent.size()) + indent);
        const unsigned top = outermostBegin();
        edits_.replaceAt(top, 0, tileText.declarations(tiles_, indentOf(scene_, top)));
    }

    void tileLoop(const TileText& tileText) {
        const std::string name = loop_.counter->getName().str();
        const std::string relation = loop_.isBoundIncluded ? " <= " : " < ";
        const std::string bound = textOf(*loop_.bound);
        std::string tileEnd = tileCounter_ + " + " + lengthText();
        if (!isWhole()) {
            end_ = relation + endText(*loop_.bound);
            tileEnd =
                "min(" + tileEnd + ", " + endText(*loop_.bound) + (loop_.isBoundIncluded ? " + 1" : "") + ")";
        }
        const unsigned begin = beginOf(*loop_.loop), end = endOf(*loop_.loop), top = outermostBegin();
        if (end == 0) return;
        const std::string indent = indentOf(scene_, begin), inner = indent + "    ";
        const std::string head = "for (" + counterType_ + " " + tileCounter_ + " = " + textOf(*loop_.first) +
                                 "; " + tileCounter_ + relation + bound + "; " + tileCounter_ +
                                 " += " + lengthText() + ") {\n" + tileText.loads(tiles_, end_, inner) + inner +
                                 "barrier(CLK_LOCAL_MEM_FENCE);\n" + inner;
        const std::string locals = tileText.declarations(tiles_, indentOf(scene_, top));
        if (top != begin) edits_.replaceAt(top, 0, locals);
        edits_.replaceAt(begin, 0, (top == begin ? locals : "") + head);
        replace(loop_.first->getSourceRange(), tileCounter_);
        replace(loop_.condition, name + " < " + tileEnd);
        moveIn(begin, end);
        edits_.replaceAt(end, 0, "\n" + inner + "barrier(CLK_LOCAL_MEM_FENCE);\n" + indent + "}");
    }

    /// Lines of the loop stand four blanks further in.
    void moveIn(unsigned begin, unsigned end) {
        const std::string& text = scene_.text.source;
        for (std::size_t line = text.find('\n', begin) + 1; line != 0 && line < end;
             line = text.find('\n', line) + 1) {
            const bool isReplaced =
                std::any_of(replaced_.begin(), replaced_.end(), [&](const std::pair<unsigned, unsigned>& span) {
                    return span.first <= line && line < span.first + span.second;
                });
            if (!isReplaced && text[line] != '\n' && text[line] != '#')
                edits_.replaceAt(static_cast<unsigned>(line), 0, "    ");
        }
    }

    const Scene& scene_;
    const clang::ParmVarDecl& buffer_;
    std::int64_t length_;
    const std::array<Extent, 3>& extents_;
    TiledReads reads_;
    const CountedLoop& loop_;
    SourceEdits edits_;
    std::string tileCounter_, counterType_;
    std::string end_; ///< " < n" where the last tile may be cut
    std::vector<Tile> tiles_;
    std::uint64_t bytes_ = 0; ///< of the tiles
    std::vector<std::pair<unsigned, unsigned>> replaced_;
};

bool isStageable(const clang::ParmVarDecl& parameter) {
    const auto type = parameter.getType();
    if (!type->isPointerType() || type->getPointeeType()->isIncompleteType()) return false;
    const auto space = type->getPointeeType().getAddressSpace();
    return space == clang::LangAS::opencl_global || space == clang::LangAS::opencl_constant;
}

std::optional<Diagnostic> faultOfKernel(const Scene& scene, const clang::ParmVarDecl& buffer) {
    const auto pointee = buffer.getType()->getPointeeType();
    if (pointee.isVolatileQualified())
        return refusal(scene, buffer.getLocation(), "volatile-memory",
                       quoted(buffer) + " leads to volatile memory, every read of which counts",
                       "leave it as it is");
    if (scene.facts.hasJumps)
        return refusal(scene, scene.facts.kernel->getLocation(), "jumps", "the kernel has labels",
                       "use loops and conditions");
    if (isChanged(scene.context, scene.facts, buffer))
        return refusal(scene, buffer.getLocation(), "parameter-changes",
                       "the kernel changes its parameter " + quoted(buffer), "copy it to a variable first");
    if (!pointee.isConstQualified() && mayBeWritten(scene, buffer))
        return refusal(scene, buffer.getLocation(), "may-be-written",
                       "what " + quoted(buffer) +
                           " leads to is written, or handed to something that may write it",
                       "make it const where nothing writes it");
    return std::nullopt;
}

} // namespace

Result<Change> stageBuffer(const Scene& scene, const Rewrite& rewrite) {
    std::vector<const clang::ParmVarDecl*> buffers;
    for (const auto* parameter : scene.facts.kernel->parameters())
        if (isStageable(*parameter)) buffers.push_back(parameter);
    const auto buffer =
        named(scene, buffers, rewrite.target, "buffer", "a pointer of the kernel to global or constant memory");
    if (!buffer) return buffer.diagnostics();
    if (const auto fault = faultOfKernel(scene, **buffer)) return *fault;
    const auto extents = groupExtents(scene);
    if (!extents) return extents.diagnostics();
    const std::int64_t length = std::stoll(rewrite.value);
    auto reads = readsToStage(scene, **buffer, length, *extents);
    if (!reads) return reads.diagnostics();
    return Staging(scene, **buffer, length, *extents, std::move(*reads)).make();
}

} // namespace warpstring::transform
