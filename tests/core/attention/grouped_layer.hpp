#pragma once
/// A small layer in which all sizes differ, and a fixture that runs it on each kernel.

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "core/random_layer.hpp"
#include "core/tensors.hpp"

namespace manyheads {

// All axes differ: d_model 5, H 4, G 2, d_head 3.
inline const AttentionConfig kGrouped = resolved(
    AttentionConfig{.d_model = 5, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true});

inline AttentionConfig without_output_projection(AttentionConfig config) {
  config.output_projection = false;
  return config;
}

/// One batch row of [B, T, d], as [T, d].
inline Tensor copy_batch_row(const Tensor& x, std::size_t b) {
  const std::size_t size = x.size() / x.shape(0);
  return tensor_of({x.shape(1), x.shape(2)}, copy_range(x, b * size, (b + 1) * size));
}

/// Facts that must hold for both kernels.
class LayerOnEachKernel : public testing::TestWithParam<Kernel> {
 protected:
  ForwardOptions with_kernel(ForwardOptions options = {}) const {
    options.kernel = GetParam();
    return options;
  }
  Tensor forward(const Tensor& x, ForwardOptions options = {}) {
    return layer.forward(x, with_kernel(std::move(options)));
  }

  MultiHeadAttention layer = random_layer(kGrouped);
};

inline constexpr Kernel kBothKernels[] = {Kernel::kFused, Kernel::kReference};
inline std::string kernel_name(const testing::TestParamInfo<Kernel>& info) {
  return info.param == Kernel::kFused ? "fused" : "reference";
}

}  // namespace manyheads
