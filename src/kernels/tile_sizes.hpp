#pragma once
/// The sizes of the matrix product's tiles, panels and blocks. Only matmul.cpp and
/// packed_matrix.cpp depend on them.

#include <cstddef>
#include <xsimd/xsimd.hpp>

namespace manyheads {

inline constexpr std::size_t kVectorSize = xsimd::batch<float>::size;

inline constexpr std::size_t kPanelVectors = kVectorSize >= 16 ? 2 : 4;
inline constexpr std::size_t kPanelWidth = kPanelVectors * kVectorSize;
// Sums + one panel row + one element of A must fit the vector registers: V8 leaves WebAssembly 15
// (2 x 4 + 4 + 1 = 13), AVX2 has 16, AVX-512 has 32 (12 x 2 + 2 + 1 = 27).
inline constexpr std::size_t kTileRows = kVectorSize >= 16 ? 12 : 2;
// Where at most half a panel is left, as with the values of a head of width 8, a narrow, high tile
// with as many sums is used: half of a wide one would be zeros.
inline constexpr std::size_t kNarrowVectors = kPanelVectors / 2;
inline constexpr std::size_t kNarrowWidth = kPanelWidth / 2;
inline constexpr std::size_t kNarrowRows = kVectorSize >= 16 ? 12 : 4;
// A block of kInnerBlock rows of a panel stays in the first-level cache (32 KB) while it is
// multiplied with a block of kRowBlock rows of A, which stays in the second-level cache: 36 instead
// of 30 GFLOP/s at 1024 x 768 x 768 in Node; with AVX-512, and panels on cache lines, 176 instead
// of 159.
inline constexpr std::size_t kInnerBlock = 32768 / sizeof(float) / kPanelWidth;
inline constexpr std::size_t kRowBlock = 96;
// The elements of a column of a transposed A are a row apart, so this many columns of a block are
// copied together (48 KB). Read in place, 512 x 256 x 512 takes 13 % longer in Node, since its rows
// share places in the first-level cache.
inline constexpr std::size_t kInnerBlockTransposed = 128;

}  // namespace manyheads
