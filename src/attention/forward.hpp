#pragma once
/// Computes only the output of a layer of attention.

#include "attention/forward_pass.hpp"

namespace manyheads {

/// @param output  may be x
/// @return the kernel that was used
/// @throws as MultiHeadAttention::forward
Kernel forward(const Projections& projections, const Tensor& x, const ForwardOptions& options,
               ForwardScratch& scratch, Tensor& output);

/// The same for queries, keys and values that are projected already.
/// @param arguments  its queries lie in the scratch and are overwritten
Kernel forward(const Projections& projections, const AttendArguments& arguments,
               ForwardScratch& scratch, Tensor& output);

}  // namespace manyheads
