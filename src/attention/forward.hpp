#pragma once
/// The output of a layer of attention, and nothing else.

#include "attention/forward_pass.hpp"

namespace manyheads {

/// @param output  may be x
/// @return what it ran on
/// @throws as MultiHeadAttention::forward
Kernel forward(const Projections& projections, const Tensor& x, const ForwardOptions& options,
               ForwardScratch& scratch, Tensor& output);

/// The same from projected queries, keys and values on.
/// @param arguments  its queries are the scratch's, and are overwritten
Kernel forward(const Projections& projections, const AttendArguments& arguments,
               ForwardScratch& scratch, Tensor& output);

}  // namespace manyheads
