#pragma once
/// The settings of a training run.

#include <array>
#include <cstdint>
#include <limits>

#include "attention/config.hpp"
#include "lesson/training/optimizer.hpp"
#include "lesson/training/task.hpp"

namespace manyheads {

/// Where a size is 0 or the learning rate is NaN, the task's default is used.
struct TrainerConfig {
  TaskName task = TaskName::kRelations;
  Size num_heads = 0;
  Size num_kv_heads = 0;
  Size d_model = 0;
  Size seq_len = 0;
  Size batch = 0;
  double learning_rate = std::numeric_limits<double>::quiet_NaN();
  Size num_layers = 0;
  bool tie_heads = false;  ///< the same as sharing W_Q, W_K and W_V: one set of parameters
  Combine combine = Combine::kConcat;
  Scale scale = Scale::kSqrtDHead;
  bool output_projection = true;
  std::array<bool, 3> share = {};  ///< whether all heads share W_Q, W_K, W_V
  OptimizerName optimizer = OptimizerName::kAdam;
  double momentum = 0.9;  ///< for kSgd
  double gradient_clip = std::numeric_limits<double>::infinity();
  std::uint64_t seed = 0;
  bool symmetric_start = false;
  double start_noise = 0;
  Size d_latent = 0;  ///< width of the latents that make keys and values; 0: none
};

/// The projections that heads may share, in the order of TrainerConfig::share.
enum class SharedProjection : std::uint8_t { kQ, kK, kV };
template <>
inline constexpr auto kChoices<SharedProjection> = choices("q", "k", "v");

template <>
inline constexpr auto kFields<TrainerConfig> = fields(
    field::choice<&TrainerConfig::task>("task"),
    field::size<&TrainerConfig::num_heads>("num_heads"),
    field::size<&TrainerConfig::num_kv_heads>("num_kv_heads"),
    field::size<&TrainerConfig::d_model>("d_model"),
    field::size<&TrainerConfig::seq_len>("seq_len"), field::size<&TrainerConfig::batch>("batch"),
    field::number<&TrainerConfig::learning_rate>("learning_rate"),
    field::size<&TrainerConfig::num_layers>("num_layers"),
    field::flag<&TrainerConfig::tie_heads>("tie_heads"),
    field::choice<&TrainerConfig::combine>("combine"),
    field::choice<&TrainerConfig::scale>("scale"),
    field::flag<&TrainerConfig::output_projection>("output_projection"),
    field::set<&TrainerConfig::share, SharedProjection>("share"),
    field::choice<&TrainerConfig::optimizer>("optimizer"),
    field::number<&TrainerConfig::momentum>("momentum"),
    field::number<&TrainerConfig::gradient_clip>("gradient_clip"),
    field::whole<&TrainerConfig::seed>("seed"),
    field::flag<&TrainerConfig::symmetric_start>("symmetric_start"),
    field::number<&TrainerConfig::start_noise>("start_noise"),
    added_later(field::whole<&TrainerConfig::d_latent>("d_latent")));

/// The configuration with its defaults filled in.
/// @throws ConfigError naming the field that is impossible.
TrainerConfig resolved(TrainerConfig config);

/// The configuration of each layer. @throws ConfigError
AttentionConfig attention_config(const TrainerConfig& config);

}  // namespace manyheads
