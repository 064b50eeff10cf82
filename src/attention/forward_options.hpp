#pragma once
/// The options of one call of a layer, and the checks of its arguments.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "attention/config.hpp"
#include "attention/dropout.hpp"
#include "fields/fields.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// kAuto takes the faster kernel: the fused one, at every size that was measured.
enum class Kernel { kAuto, kFused, kReference };
template <>
inline constexpr auto kChoices<Kernel> = choices("auto", "fused", "reference");

/// Where the triangle of a causal mask ends if the numbers of queries and keys differ.
enum class CausalAlignment {
  kBottomRight,  ///< query t sees keys 0 .. t + (S - T): the last query sees all, as with a cache
  kTopLeft,      ///< query t sees keys 0 .. t, as PyTorch's is_causal
};
template <>
inline constexpr auto kChoices<CausalAlignment> = choices("bottom-right", "top-left");

/// Tensors are read during the call only. A null pointer means absent, and so does an optional
/// without a value.
struct ForwardOptions {
  const Tensor* context = nullptr;  ///< [B, S, d_model]: keys and values come from here
  /// [B, S, d_model] each, passed together instead of a context: keys are projected from `keys`,
  /// values from `values`. @see Vaswani et al. 2017, section 3.2.2
  const Tensor* keys = nullptr;
  const Tensor* values = nullptr;
  /// [T, d_model]: added to the inputs of queries and keys, but not to those of values.
  /// @see Press, Smith and Lewis 2021, "Shortformer", section 4
  const Tensor* positions = nullptr;
  bool causal = false;
  CausalAlignment causal_alignment = CausalAlignment::kBottomRight;
  std::optional<std::vector<std::int64_t>> valid_lens = {};  ///< [B]: number of visible keys
  const Tensor* mask = nullptr;  ///< [T, S] or [B, T, S]: 0 where a key is hidden
  /// [T, S] or [B, H, T, S], without a batch axis also [H, T, S]: added to the scaled scores.
  const Tensor* score_bias = nullptr;
  const Tensor* head_mask = nullptr;    ///< [H]: multiplies each head's output
  std::optional<Dropout> dropout = {};  ///< of the weights

  Kernel kernel = Kernel::kAuto;
  bool check_finite = false;  ///< NaN or infinity in the input or the output is an Error
};
/// The settings that are single values.
template <>
inline constexpr auto kFields<ForwardOptions> =
    fields(field::flag<&ForwardOptions::causal>("causal"),
           field::choice<&ForwardOptions::causal_alignment>("causal_alignment"),
           field::flag<&ForwardOptions::check_finite>("check_finite"),
           field::choice<&ForwardOptions::kernel>("kernel"));

/// A tensor among the options.
struct ForwardInput {
  std::string_view name;
  const Tensor* ForwardOptions::*member;
};
/// The tensors that JavaScript can pass.
inline constexpr std::array kForwardInputs = {
    ForwardInput{"context", &ForwardOptions::context},
    ForwardInput{"keys", &ForwardOptions::keys},
    ForwardInput{"values", &ForwardOptions::values},
    ForwardInput{"mask", &ForwardOptions::mask},
    ForwardInput{"score_bias", &ForwardOptions::score_bias},
    ForwardInput{"head_mask", &ForwardOptions::head_mask}};

/// The sizes of one call. `batched`: x has a batch axis.
struct ForwardShape {
  std::size_t B, T, S;
  bool batched;
};

/// @param x          [B, T, d_model] or [T, d_model]
/// @param operation  the first word of the messages
/// @throws ShapeError, ConfigError naming the argument and the axis that does not fit.
ForwardShape checked_shape(const AttentionConfig& config, const Tensor& x,
                           const ForwardOptions& options, std::string_view operation = "forward");

/// Removes the batch axis if x had none.
void drop_batch_axis_unless_batched(Tensor& tensor, const ForwardShape& run);

/// @throws Error naming the position of the first NaN or infinity.
void require_finite(const Tensor& tensor, std::string_view name,
                    std::string_view operation = "forward");

}  // namespace manyheads
