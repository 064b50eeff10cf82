#pragma once
/// A maximum that treats NaN alike on every CPU.

#include <xsimd/xsimd.hpp>

namespace manyheads {

/// The larger of two numbers, lane by lane; `kept`'s where one of them is NaN. Of one maximum alone
/// x86 gives the second operand there, WebAssembly's fast one the first and ARM's always NaN.
template <typename Batch>
Batch larger(Batch kept, Batch other) {
  return xsimd::max(xsimd::max(kept, other), kept);
}

}  // namespace manyheads
