#pragma once
/// Random queries, keys and values of all heads, and random values for every option.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "attention/kernels/attend.hpp"
#include "core/tensors.hpp"

namespace manyheads {

struct HeadSizes {
  std::size_t B, H, G, T, S, d_head;
  std::size_t d_value = d_head;
};

inline std::string to_text(const HeadSizes& sizes) {
  const auto [B, H, G, T, S, d_head, d_value] = sizes;
  return to_text(Shape{B, H, G, T, S, d_head, d_value}) + " = B, H, G, T, S, d_head, d_value";
}

struct RandomHeads {
  explicit RandomHeads(const HeadSizes& dims)
      : sizes(dims),
        q(random_normal({dims.B, dims.H, dims.T, dims.d_head}, 1)),
        k(random_normal({dims.B, dims.G, dims.S, dims.d_head}, 2)),
        v(random_normal({dims.B, dims.G, dims.S, dims.d_value}, 3)) {}

  static HeadRows<const float> head_rows(const Tensor& x) {
    return {x.data(), x.shape(1) * x.shape(2) * x.shape(3), x.shape(2) * x.shape(3), x.shape(3)};
  }
  AttendArguments arguments(const ForwardOptions& options) const {
    const ForwardShape run{.B = sizes.B, .T = sizes.T, .S = sizes.S, .batched = true};
    return {.run = run,
            .H = sizes.H,
            .G = sizes.G,
            .d_head = sizes.d_head,
            .d_value = sizes.d_value,
            .q = head_rows(q),
            .k = head_rows(k),
            .v = head_rows(v),
            .score_divisor = std::sqrt(static_cast<float>(sizes.d_head)),
            .options = options,
            .visibility = Visibility(options, run)};
  }
  HeadRows<float> rows_out(Tensor& heads) const {
    heads = full({sizes.B, sizes.H, sizes.T, sizes.d_value}, kNaN);  // shows what is not written
    const auto rows = head_rows(heads);
    return {heads.data(), rows.batch_stride, rows.head_stride, rows.row_stride};
  }

  AttendIntermediates reference_steps(const ForwardOptions& options) const {
    Tensor heads;
    return attend_reference(arguments(options), rows_out(heads));
  }
  Tensor reference(const ForwardOptions& options) const {
    Tensor heads;
    attend_reference(arguments(options), rows_out(heads));
    return heads;
  }

  HeadSizes sizes;
  Tensor q, k, v;
};

/// Gives every combination of the options.
struct RandomOptions {
  explicit RandomOptions(const HeadSizes& dims)
      : mask(random_whole({dims.B, dims.T, dims.S}, 4)),
        bias(random_normal({dims.T, dims.S}, 5)),
        bias_per_head(random_normal({dims.B, dims.H, dims.T, dims.S}, 6)),
        head_mask(random_normal({dims.H}, 7)) {
    for (float& value : elements(mask)) value = std::abs(value) > 3 ? 1.0f : 0.0f;
    for (std::size_t b = 0; b < dims.B; ++b) {  // shorter for each row; the last sees no key
      valid_lens.push_back(static_cast<std::int64_t>(dims.S - (b + 1) * dims.S / dims.B));
    }
  }

  static constexpr unsigned kCombinations = 1u << 6;
  ForwardOptions combined(unsigned bits) const {
    ForwardOptions options;
    options.causal = bits & 1u;
    if (bits & 2u) options.valid_lens = valid_lens;
    if (bits & 4u) options.mask = &mask;
    if (bits & 8u) options.score_bias = options.causal ? &bias : &bias_per_head;
    if (bits & 16u) options.head_mask = &head_mask;
    if (bits & 32u) options.dropout = Dropout{.rate = 0.3, .seed = 8};
    return options;
  }

  Tensor mask, bias, bias_per_head, head_mask;
  std::vector<std::int64_t> valid_lens;
};

}  // namespace manyheads
