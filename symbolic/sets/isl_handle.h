// SPDX-License-Identifier: GPL-3.0-or-later
// Owners of isl's objects: isl takes some arguments over (`take()`) and only looks at others (`get()`).
#pragma once

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <utility>

namespace warpstring::symbolic {

template <class T, T* (*Copy)(T*), T* (*Free)(T*)>
class IslHandle {
public:
    IslHandle() = default;
    explicit IslHandle(T* owned) : owned_(owned) {}
    IslHandle(const IslHandle& other) : owned_(other.owned_ != nullptr ? Copy(other.owned_) : nullptr) {}
    IslHandle(IslHandle&& other) noexcept : owned_(std::exchange(other.owned_, nullptr)) {}
    IslHandle& operator=(IslHandle other) noexcept {
        std::swap(owned_, other.owned_);
        return *this;
    }
    ~IslHandle() { Free(owned_); }

    [[nodiscard]] T* get() const { return owned_; }
    /// A reference for a call that takes it over; this one stays.
    [[nodiscard]] T* copy() const { return owned_ != nullptr ? Copy(owned_) : nullptr; }
    [[nodiscard]] T* take() { return std::exchange(owned_, nullptr); }
    /// isl hands out null once something went wrong or its share of operations is spent.
    explicit operator bool() const { return owned_ != nullptr; }

private:
    T* owned_ = nullptr;
};

using IslSet = IslHandle<isl_set, isl_set_copy, isl_set_free>;
using IslBasicSet = IslHandle<isl_basic_set, isl_basic_set_copy, isl_basic_set_free>;
using IslAff = IslHandle<isl_aff, isl_aff_copy, isl_aff_free>;
using IslSpace = IslHandle<isl_space, isl_space_copy, isl_space_free>;

} // namespace warpstring::symbolic
