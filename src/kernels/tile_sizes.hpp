#pragma once
/// The sizes of the matrix product's tiles, panels and blocks, for matmul.cpp and packed_matrix.cpp:
/// everything else works with any.

#include <cstddef>
#include <xsimd/xsimd.hpp>

namespace manyheads {

inline constexpr std::size_t kVectorSize = xsimd::batch<float>::size;

inline constexpr std::size_t kPanelVectors = kVectorSize >= 16 ? 2 : 4;
inline constexpr std::size_t kPanelWidth = kPanelVectors * kVectorSize;
// Sums + one panel row + one element of A must fit the vector registers: V8 leaves WebAssembly 15
// (2 x 4 + 4 + 1 = 13), AVX2 has 16, AVX-512 has 32 (12 x 2 + 2 + 1 = 27).
inline constexpr std::size_t kTileRows = kVectorSize >= 16 ? 12 : 2;
// Where half a panel is all that is left, such as the values of a head of width 8, a tile of as
// many sums is narrow and high: half of a wide one would be zeros.
inline constexpr std::size_t kNarrowVectors = kPanelVectors / 2;
inline constexpr std::size_t kNarrowWidth = kPanelWidth / 2;
inline constexpr std::size_t kNarrowRows = kVectorSize >= 16 ? 12 : 4;
// A panel's block of kInnerBlock rows stays in the first-level cache (32 KB) while all tiles of a
// block of kRowBlock rows of A, which stays in the second-level cache, read it: 36 instead of 30
// GFLOP/s at 1024 x 768 x 768 in Node; with AVX-512, and panels on cache lines, 176 instead of 159.
inline constexpr std::size_t kInnerBlock = 32768 / sizeof(float) / kPanelWidth;
inline constexpr std::size_t kRowBlock = 96;
// The elements of a transposed A are a row apart. So many columns of such a block are copied
// together (48 KB): in place, 512 x 256 x 512 takes 13 % longer in Node, since its rows share
// places in the first-level cache.
inline constexpr std::size_t kInnerBlockTransposed = 128;

}  // namespace manyheads
