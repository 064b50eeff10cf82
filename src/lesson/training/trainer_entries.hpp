#pragma once
/// A trainer's configuration as single numbers: how it crosses to JavaScript, and with names and
/// texts how it stands in a checkpoint.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "lesson/training/trainer_config.hpp"

namespace manyheads {

enum class TrainerEntry : std::uint8_t {
  kTask,
  kNumHeads,
  kNumKvHeads,
  kDModel,
  kSeqLen,
  kBatch,
  kLearningRate,
  kNumLayers,
  kTieHeads,
  kCombine,
  kScale,
  kOutputProjection,
  kShare,  ///< 1 for W_Q, 2 for W_K, 4 for W_V, added up
  kOptimizer,
  kMomentum,
  kGradientClip,
  kSeed,
  kSymmetricStart,
  kStartNoise,
  kDLatent,  ///< in a checkpoint only where it is not 0
};

/// "task", "num_heads", ... in the order of TrainerEntry
inline constexpr std::array<std::string_view, 20> kTrainerNames = {
    "task",          "num_heads",  "num_kv_heads", "d_model",       "seq_len", "batch",
    "learning_rate", "num_layers", "tie_heads",    "combine",       "scale",   "output_projection",
    "share",         "optimizer",  "momentum",     "gradient_clip", "seed",    "symmetric_start",
    "start_noise",   "d_latent"};

/// In the order of TrainerEntry; enumerations as their numbers.
using TrainerNumbers = std::array<double, kTrainerNames.size()>;

TrainerNumbers numbers_of(const TrainerConfig& config);
/// Of numbers that from_text gave, or that numbers_of did. Not yet resolved().
TrainerConfig trainer_config_of(const TrainerNumbers& numbers);

/// "relations", "4", "true", "0x147ae147ae147bp-59" (exact; C's and Python's hexadecimal floats)
std::string to_text(TrainerEntry entry, double value);

/// The value that to_text writes so; empty for what is none.
std::optional<double> from_text(TrainerEntry entry, std::string_view text);

}  // namespace manyheads
