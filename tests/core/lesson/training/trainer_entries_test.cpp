#include "lesson/training/trainer_entries.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace manyheads::trainer_entries_test {
namespace {

TEST(TrainerEntries, AreWrittenExactly) {
  for (const double value : {0.0, 1.0, 0.01, 0.003, 1e-300, 5e-324, 1e300, 0.1 + 0.2,
                             std::numeric_limits<double>::infinity()}) {
    const std::string text = to_text(TrainerEntry::kGradientClip, value);
    EXPECT_EQ(from_text(TrainerEntry::kGradientClip, text), value) << text;
  }
  EXPECT_EQ(to_text(TrainerEntry::kLearningRate, 0.01), "0x147ae147ae147bp-59");
  EXPECT_EQ(std::strtod("0x147ae147ae147bp-59", nullptr), 0.01);  // C reads it too
  EXPECT_EQ(to_text(TrainerEntry::kTask, 1), "relations-and-digit");
  EXPECT_EQ(to_text(TrainerEntry::kShare, 5), "qv");
  EXPECT_EQ(to_text(TrainerEntry::kSeed, 9007199254740991.0), "9007199254740991");
}

TEST(TrainerEntries, AreReadStrictly) {
  for (const std::string_view text :
       {"", "1", "0x", "0xp", "0x1p", "0x1p-", "0x1p--3", "0x1p99999", "0xg1p0", "-0x1p0", " 0x1p0",
        "nan", "Inf", "0xfffffffffffffffp0"}) {
    EXPECT_FALSE(from_text(TrainerEntry::kLearningRate, text)) << text;
  }
  for (const std::string_view text : {"", "-1", "1.5", "9007199254740993000", "1a", "0x10"}) {
    EXPECT_FALSE(from_text(TrainerEntry::kBatch, text)) << text;
  }
  EXPECT_FALSE(from_text(TrainerEntry::kTieHeads, "1"));
  EXPECT_FALSE(from_text(TrainerEntry::kTask, "Relations"));
}

TEST(TrainerEntries, AreAConfigurationAgain) {
  TrainerConfig config;
  config.task = TaskName::kInduction;
  config.num_heads = 3;
  config.num_kv_heads = 1;
  config.d_model = 9;
  config.seq_len = 20;
  config.batch = 5;
  config.learning_rate = 0.5;
  config.num_layers = 2;
  config.tie_heads = true;
  config.combine = Combine::kMean;
  config.scale = Scale::kNone;
  config.output_projection = false;
  config.share = {true, false, true};
  config.optimizer = OptimizerName::kSgd;
  config.momentum = 0.25;
  config.gradient_clip = 2;
  config.seed = 77;
  config.symmetric_start = true;
  config.start_noise = 0.125;
  config.d_latent = 5;
  const TrainerNumbers numbers = numbers_of(config);
  EXPECT_EQ(numbers_of(trainer_config_of(numbers)), numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto entry = static_cast<TrainerEntry>(i);
    EXPECT_EQ(from_text(entry, to_text(entry, numbers[i])), numbers[i]) << kTrainerNames[i];
  }
}

}  // namespace
}  // namespace manyheads::trainer_entries_test
