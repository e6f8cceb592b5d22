// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays and variables that results lie in.
#include <algorithm>
#include <utility>

#include "generate/code/emitter.h"

namespace warpstring::generate {

std::string Emitter::unusedName(const std::string& wanted) {
    std::set<std::string>& kernelNames = kernel_ ? kernel_->names : names_;
    for (int number = 1;; ++number) {
        std::string name = number == 1 ? wanted : wanted + std::to_string(number);
        if (names_.contains(name) || kernelNames.contains(name)) continue;
        kernelNames.insert(name);
        return name;
    }
}

StoragePointer Emitter::allocated(const Type& type, Space space, const std::string& name,
                                  std::vector<Dimension> dimensions, const Nat& behindRows) {
    if (type.isArray()) {
        const bool isRow = !dimensions.empty() && !type.element().isArray();
        dimensions.push_back({type.length(), {}, isRow ? behindRows : Nat()});
        return allocated(type.element(), space, name, std::move(dimensions), behindRows);
    }
    auto storage = std::make_shared<Storage>();
    if (type.isTuple()) {
        for (const Type& part : type.parts())
            storage->parts.push_back(allocated(part, space, name, dimensions, behindRows));
        return storage;
    }
    storage->dimensions = std::move(dimensions);
    auto memory = std::make_shared<Memory>();
    memory->name = unusedName(name);
    memory->space = space;
    memory->type = type.value();
    memory->size = 1;
    for (const Dimension& dimension : storage->dimensions) {
        if (dimension.workItem.empty()) memory->size = memory->size * (dimension.length + dimension.behind);
    }
    memory->depth = running_.size();
    for (const Dimension& dimension : storage->dimensions) {
        if (!dimension.workItem.empty()) memory->workItems.push_back(dimension.workItem);
    }
    storage->memory = memory;
    if (space == Space::Private) {
        memory->isVariable = memory->size.is(1);
        line(warpstring::name(memory->type) + " " + memory->name +
             (memory->isVariable ? ";" : "[" + memory->size.code() + "];"));
    } else if (space == Space::Local) {
        kernel_->locals.push_back(memory);
    } else {
        if (!running_.empty())
            throw CodeFault("generate.nesting", "a buffer is wanted within what work-items run",
                            "toLocal and toPrivate have memory for each group and work-item");
        const std::optional<std::int64_t> size = memory->size.constant();
        if (!size) throw CodeFault("generate.type", "a buffer's length has to be known");
        names_.insert(memory->name); // of all kernels
        globals_.push_back(memory);
        generated_.buffers.push_back({memory->name, memory->type, *size, GeneratedBuffer::Role::Between});
    }
    return storage;
}

/// Of the warps that run: each has its own part of a group's memory.
std::vector<Dimension> Emitter::warpDimensions() const {
    std::vector<Dimension> dimensions;
    for (const Running& each : running_) {
        if (each.level == Level::Local || each.level == Level::Lane || each.level == Level::Global)
            throw CodeFault("generate.nesting", "local memory is wanted within what a single work-item runs",
                            "toPrivate has memory for it");
        if (each.level == Level::Warp && !each.length.is(1)) dimensions.push_back({each.length, {}, {}});
    }
    return dimensions;
}

std::vector<Nat> Emitter::warpIndices() const {
    std::vector<Nat> indices;
    for (const Running& each : running_) {
        if (each.level == Level::Warp && !each.length.is(1)) indices.push_back(each.id);
    }
    return indices;
}

Place Emitter::placeOf(const Storage& storage, const std::vector<Nat>& indices) {
    Nat index;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const Dimension& dimension = storage.dimensions[i];
        if (dimension.workItem.empty()) {
            index = index * (dimension.length + dimension.behind) + indices[i];
        } else if (!(indices[i] == Nat::variable(dimension.workItem, indices[i].range()) ||
                     dimension.length.is(1))) {
            throw CodeFault("generate.other-work-item",
                            "element " + indices[i].code() +
                                " of what each work-item keeps by itself is asked for by another",
                            "toLocal puts it where the whole group reads it");
        }
    }
    return {storage.memory, index};
}

View Emitter::load(const Place& place) {
    View view;
    view.type = Type::of(place.memory->type);
    view.code = code(place);
    view.isSimple = place.memory->isVariable;
    view.place = place;
    if (kernel_) {
        const bool isTogether = innermost_ == Level::Workgroup || innermost_ == Level::Warp;
        if (isTogether && kernel_->written.contains(place.memory)) barrierHere();
        if (place.memory->space == Space::Global) kernel_->used[place.memory].isRead = true;
        if (place.memory->space != Space::Private) noteAccess(place.memory, false);
    } else {
        readBetween_.insert(place.memory);
    }
    if (accesses_ != nullptr) accesses_->push_back({place, false, accumulating_ ? accumulating_->size() : 0});
    return view;
}

/// What others write is not there for those that read.
void Emitter::checkStore(const Memory& memory) const {
    for (std::size_t i = memory.depth; i < running_.size(); ++i) {
        const Running& level = running_[i];
        const bool isOwn =
            level.level == Level::Local &&
            std::ranges::find(memory.workItems, localIdName(level.dimension)) != memory.workItems.end();
        const bool isOfGroup = level.level != Level::Workgroup && level.level != Level::Global;
        if (memory.space == Space::Private && !isOwn && !level.length.is(1))
            throw CodeFault("generate.other-work-item",
                            "what several work-items compute is kept by each of them alone",
                            "toLocal puts it where the whole group reads it");
        if (memory.space == Space::Local && !isOfGroup && !level.length.is(1))
            throw CodeFault("generate.other-work-item", "what several groups compute is read by each of them",
                            "toGlobal ends a kernel");
    }
}

void Emitter::noteStore(const Place& place) {
    checkStore(*place.memory);
    place.memory->isWritten = true;
    if (place.memory->space == Space::Local) ++kernel_->localStores;
    if (place.memory->space == Space::Global) kernel_->used[place.memory].isWritten = true;
    if (place.memory->space != Space::Private) noteAccess(place.memory, true);
    if (accesses_ != nullptr) accesses_->push_back({place, true, accumulating_ ? accumulating_->size() : 0});
}

View Emitter::viewOf(const StoragePointer& storage, const Type& type, std::vector<Nat> indices) {
    View view;
    view.type = type;
    if (type.isValue()) {
        const Place place = placeOf(*storage, indices);
        view = load(place);
    } else if (type.isTuple()) {
        for (std::size_t i = 0; i < type.parts().size(); ++i)
            view.parts.push_back(viewOf(storage->parts[i], type.parts()[i], indices));
    } else {
        view.element = [this, storage, inner = type.element(), indices](const Nat& i) {
            std::vector<Nat> all = indices;
            all.push_back(i);
            return viewOf(storage, inner, all);
        };
    }
    view.storage = storage;
    view.indices = std::move(indices);
    return view;
}

Target Emitter::targetOf(const StoragePointer& storage, const Type& type, std::vector<Nat> indices) {
    Target target;
    target.type = type;
    if (type.isValue()) {
        const Place place = placeOf(*storage, indices);
        target.place = place;
        target.store = [this, place](const View& value) {
            noteStore(place);
            line(code(place) + " = " + value.code + ";");
        };
    } else if (type.isTuple()) {
        for (std::size_t i = 0; i < type.parts().size(); ++i)
            target.parts.push_back(targetOf(storage->parts[i], type.parts()[i], indices));
    } else {
        target.element = [this, storage, inner = type.element(), indices](const Nat& i) {
            std::vector<Nat> all = indices;
            all.push_back(i);
            return targetOf(storage, inner, all);
        };
    }
    target.storage = storage;
    target.indices = std::move(indices);
    return target;
}

} // namespace warpstring::generate
