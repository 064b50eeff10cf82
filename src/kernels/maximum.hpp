#pragma once
/// A maximum that treats NaN the same way on every CPU.

#include <xsimd/xsimd.hpp>

namespace manyheads {

/// The larger of two numbers, lane by lane; `kept` where one of them is NaN. xsimd::max differs
/// there: x86 gives the second operand, WebAssembly's fast maximum the first, and ARM always NaN.
template <typename Batch>
Batch max_keeping_first_nan(Batch kept, Batch other) {
  return xsimd::select(other > kept, other, kept);
}

}  // namespace manyheads
