#include "lesson/training/trainer_limits.hpp"

#include <algorithm>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

Size saturating_sum(Size a, Size b) { return a + std::min(b, ~a); }

struct LimitedSize {
  std::string_view name;
  Size value, default_value;
};

/// The size that exceeds its default most.
LimitedSize largest(std::initializer_list<LimitedSize> sizes) {
  const auto times = [](const LimitedSize& size) {
    return static_cast<double>(size.value) / static_cast<double>(size.default_value);
  };
  return *std::max_element(sizes.begin(), sizes.end(),
                           [&](const auto& a, const auto& b) { return times(a) < times(b); });
}

void require_at_most(Size most, Size found, const LimitedSize& size, std::string_view unit) {
  if (found <= most) return;
  throw ConfigError(size.name, {"trainer: ", Name{size.name}, " is ", size.value, ", which makes ",
                                found, unit, ", wanted at most ", most});
}

}  // namespace

void check_limits(const TrainerConfig& config, const Task& task) {
  const Size L = config.num_layers, d = config.d_model, T = config.seq_len;
  const Size outputs = task.relations().size() * task.vocabulary().size();
  checked_size({config.batch, T, std::max(d, outputs)}, "a batch");
  checked_size({L, d, d}, "the parameters");

  const TrainerConfig defaults = resolved({.task = config.task, .num_heads = 1});
  const LimitedSize layers{"num_layers", L, defaults.num_layers};
  const LimitedSize width{"d_model", d, defaults.d_model};
  const LimitedSize length{"seq_len", T, defaults.seq_len};
  const LimitedSize batch{"batch", config.batch, defaults.batch};
  const LimitedSize heads{"num_heads", config.num_heads, 4};
  const LimitedSize latents{"d_latent", config.d_latent, defaults.d_model};
  require_at_most(kMaxLayers, L, layers, " layers");

  // Four matrices of d x d, or with latents two, and three of d x d_latent.
  const Size latent_parameters = saturating_product(3 * config.d_latent, d);
  const Size matrices =
      saturating_sum(saturating_product(config.d_latent > 0 ? 2 * d : 4 * d, d), latent_parameters);
  const Size layer_parameters = saturating_product(L, matrices);
  const Size parameters =
      saturating_sum(layer_parameters,
                     saturating_product(d, saturating_sum(T, task.vocabulary().size() + outputs)));
  require_at_most(kMaxParameters, parameters, largest({layers, width, length, latents}),
                  " parameters");

  // Operations for a token: two for each weight, four for each key and column, about a thousand to
  // draw it, and the time of 32 for each weight of attention.
  const Size token_operations =
      saturating_sum(saturating_sum(1000, 2 * (layer_parameters + d * outputs)),
                     saturating_product(saturating_product(L, T), 4 * d + 32 * config.num_heads));
  const Size sequences = std::max<Size>(3 * config.batch, kEvaluatedSequences);
  // W_K and W_V are computed from the latents once a step, in plain code: 32 times as slow.
  const Size expansion =
      saturating_product(saturating_product(4 * L * 32, d), saturating_product(config.d_latent, d));
  require_at_most(kMaxOperations,
                  saturating_sum(expansion, saturating_product(saturating_product(sequences, T),
                                                               token_operations)),
                  largest({layers, width, length, batch, heads, latents}), " operations a step");
}

}  // namespace manyheads
