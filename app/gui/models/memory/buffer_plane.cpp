// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/memory/buffer_plane.h"

#include <algorithm>
#include <cstdlib>

namespace warpstring::gui {

namespace {

using regions::AffineRegion;
using regions::RegionDimension;

constexpr std::int64_t leastRowBytes = 64, leastRowElements = 16;

std::int64_t floorDivided(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// Of places a unit long.
struct Run {
    std::int64_t first = 0, length = 1;
};

/// Collects the runs of what dimensions name within a window, gaps below a cell filled.
class RunFinder {
public:
    RunFinder(const std::vector<RegionDimension>& dimensions, std::int64_t unit, Run window, std::size_t most)
        : dimensions_(dimensions), lengths_(dimensions.size() + 1, unit), gaps_(dimensions.size() + 1, 0),
          window_(window), most_(most) {
        for (std::size_t k = dimensions.size(); k-- > 0;) {
            gaps_[k] = std::max(gaps_[k + 1], dimensions[k].stride - lengths_[k + 1]);
            lengths_[k] = lengths_[k + 1] + dimensions[k].stride * (dimensions[k].count - 1);
        }
    }

    [[nodiscard]] std::int64_t length() const { return lengths_[0]; }
    [[nodiscard]] std::vector<Run> runs(std::int64_t cell) {
        for (cell_ = std::max<std::int64_t>(cell, 1); !add(0, 0); cell_ *= 2) {
            runs_.clear();
            steps_ = 0;
        }
        return std::move(runs_);
    }

private:
    /// False where there are too many.
    bool add(std::size_t from, std::int64_t first) {
        const std::int64_t length = lengths_[from], end = window_.first + window_.length;
        if (++steps_ > 8 * most_) return false;
        if (first >= end || first + length <= window_.first) return true;
        if (gaps_[from] < cell_) {
            const bool goesOn = !runs_.empty() && runs_.back().first <= first &&
                                runs_.back().first + runs_.back().length >= first;
            if (goesOn)
                runs_.back().length = std::max(runs_.back().length, first + length - runs_.back().first);
            else
                runs_.push_back({first, length});
            return runs_.size() <= most_;
        }
        const auto& [stride, count] = dimensions_[from];
        const std::int64_t least = floorDivided(window_.first - first - lengths_[from + 1], stride) + 1;
        const std::int64_t beyond = floorDivided(end - first - 1, stride) + 1;
        for (std::int64_t i = std::max<std::int64_t>(least, 0); i < std::min(count, beyond); ++i)
            if (!add(from + 1, first + i * stride)) return false;
        return true;
    }

    const std::vector<RegionDimension>& dimensions_;
    std::vector<std::int64_t> lengths_, gaps_; ///< of the dimensions from k on
    Run window_;
    std::size_t most_, steps_ = 0;
    std::int64_t cell_ = 1;
    std::vector<Run> runs_;
};

/// A run of bytes in each of the rows that a run of rows begins at; it may go on into the rows below.
void addRects(const Run& rows, Run bytes, const BufferPlane& plane, const PlaneRect& view,
              std::vector<PlaneRect>& rects) {
    const auto add = [&](const PlaneRect& rect) {
        if (const auto seen = common(rect, view)) rects.push_back(*seen);
    };
    const std::int64_t below = floorDivided(bytes.first, plane.rowBytes);
    const std::int64_t row = rows.first + below;
    bytes.first -= below * plane.rowBytes;
    const std::int64_t end = bytes.first + bytes.length;
    if (end <= plane.rowBytes) {
        add({row, rows.length, bytes.first, bytes.length});
        return;
    }
    const std::int64_t last = (end - 1) / plane.rowBytes; // row of the last byte, from the first one's
    add({row, rows.length, bytes.first, plane.rowBytes - bytes.first});
    if (last > 1) add({row + 1, rows.length + last - 2, 0, plane.rowBytes});
    add({row + last, rows.length, 0, end - last * plane.rowBytes});
}

} // namespace

BufferPlane bufferPlane(std::int64_t bytes, int elementBytes, std::vector<PlaneStride> strides) {
    BufferPlane plane{bytes, std::max<std::int64_t>(bytes, 1), std::max(elementBytes, 1)};
    for (PlaneStride& stride : strides) stride.bytes = std::llabs(stride.bytes);
    std::erase_if(strides, [](const PlaneStride& stride) { return stride.bytes == 0; });
    std::vector<std::int64_t> candidates;
    for (const PlaneStride& stride : strides) {
        const bool goesOn = std::any_of(strides.begin(), strides.end(), [&](const PlaneStride& other) {
            const bool isOfLoop = stride.along.find('.') == std::string::npos;
            return other.count > 1 && other.bytes < stride.bytes &&
                   (isOfLoop || other.along.back() == stride.along.back()) && stride.bytes % other.bytes == 0 &&
                   stride.bytes / other.bytes <= other.count;
        });
        if (!goesOn) candidates.push_back(stride.bytes);
    }
    std::sort(candidates.begin(), candidates.end());
    const std::int64_t least = std::max(leastRowBytes, leastRowElements * plane.elementBytes);
    for (const std::int64_t candidate : candidates) {
        if (candidate < least || candidate > bytes / 2) continue;
        const bool fitsAll = std::all_of(strides.begin(), strides.end(), [&](const PlaneStride& stride) {
            return stride.bytes < candidate || stride.bytes % candidate == 0;
        });
        // A row must be more than one place of each.
        const bool isFilled = std::any_of(strides.begin(), strides.end(),
                                          [&](const PlaneStride& stride) { return stride.bytes < candidate; });
        if (!fitsAll || !isFilled) continue;
        plane.rowBytes = candidate;
        break;
    }
    return plane;
}

PlaneRect wholeOf(const BufferPlane& plane) { return {0, plane.rows(), 0, plane.rowBytes}; }

std::optional<PlaneRect> common(const PlaneRect& a, const PlaneRect& b) {
    const std::int64_t row = std::max(a.row, b.row), column = std::max(a.column, b.column);
    const std::int64_t rows = std::min(a.row + a.rows, b.row + b.rows) - row;
    const std::int64_t columns = std::min(a.column + a.columns, b.column + b.columns) - column;
    if (rows <= 0 || columns <= 0) return std::nullopt;
    return PlaneRect{row, rows, column, columns};
}

PlaneRect around(const PlaneRect& a, const PlaneRect& b) {
    const std::int64_t row = std::min(a.row, b.row), column = std::min(a.column, b.column);
    return {row, std::max(a.row + a.rows, b.row + b.rows) - row, column,
            std::max(a.column + a.columns, b.column + b.columns) - column};
}

std::vector<PlaneRect> rectsOf(const AffineRegion& region, const BufferPlane& plane, const PlaneRect& view,
                               PlaneCell cell, std::size_t most) {
    std::vector<RegionDimension> down, along;
    for (const RegionDimension& dimension : region.dimensions) {
        if (plane.hasRows() && dimension.stride % plane.rowBytes == 0)
            down.push_back({dimension.stride / plane.rowBytes, dimension.count});
        else
            along.push_back(dimension);
    }
    const std::int64_t length = RunFinder(along, region.bytes, {}, most).length();
    const std::int64_t base = floorDivided(region.base, plane.rowBytes);
    const std::int64_t begin = region.base - base * plane.rowBytes;
    const std::int64_t below = floorDivided(begin + length - 1, plane.rowBytes);
    // What goes on in rows below is looked for in all of its length.
    const Run window = below > 0 ? Run{0, length} : Run{view.column - begin, view.columns};
    const std::vector<Run> columns = RunFinder(along, region.bytes, window, most).runs(cell.bytes);
    const std::vector<Run> rows =
        RunFinder(down, 1, {view.row - base - below, view.rows + below},
                  std::max<std::size_t>(most / std::max<std::size_t>(columns.size(), 1), 1))
            .runs(cell.rows);
    std::vector<PlaneRect> rects;
    rects.reserve(rows.size() * columns.size());
    for (const Run& row : rows)
        for (const Run& column : columns)
            addRects(row, {region.base + column.first, column.length}, plane, view, rects);
    return rects;
}

bool contains(const AffineRegion& region, std::int64_t byte) {
    std::vector<std::int64_t> reach(region.dimensions.size() + 1, region.bytes); // of the dimensions from k on
    for (std::size_t k = region.dimensions.size(); k-- > 0;)
        reach[k] = reach[k + 1] + region.dimensions[k].stride * (region.dimensions[k].count - 1);
    const auto isIn = [&](const auto& self, std::size_t k, std::int64_t rest) -> bool {
        if (rest < 0 || rest >= reach[k]) return false;
        if (k == region.dimensions.size()) return true;
        const auto& [stride, count] = region.dimensions[k];
        // Those with which what is left can reach the byte.
        const std::int64_t least = std::max<std::int64_t>(0, floorDivided(rest - reach[k + 1], stride) + 1);
        for (std::int64_t i = std::min(rest / stride, count - 1); i >= least; --i)
            if (self(self, k + 1, rest - i * stride)) return true;
        return false;
    };
    return isIn(isIn, 0, byte - region.base);
}

} // namespace warpstring::gui
