#include "lesson/training/trainer_config.hpp"

#include <cmath>

#include "core/expect_error.hpp"
#include "core/lesson/training/small_trainer.hpp"

namespace manyheads::trainer_config_test {
namespace {

TEST(ResolvedTrainerConfig, HasTheDefaultsOfItsTask) {
  TrainerConfig config;
  config.num_heads = 4;
  config.task = TaskName::kInduction;
  const TrainerConfig full = resolved(config);
  EXPECT_EQ(full.num_kv_heads, 4u);
  EXPECT_EQ(full.d_model, 32u);
  EXPECT_EQ(full.seq_len, 24u);
  EXPECT_EQ(full.batch, 32u);
  EXPECT_EQ(full.num_layers, 2u);
  EXPECT_EQ(full.learning_rate, 0.005);
}

TEST(ResolvedTrainerConfig, RefusesImpossibleValues) {
  const auto refused_field = [](auto change) {
    TrainerConfig config = small_config();
    change(config);
    return catch_error<ConfigError>([&] { Trainer{config}; }).field;
  };
  EXPECT_EQ(refused_field([](auto& config) { config.num_heads = 0; }), "num_heads");
  EXPECT_EQ(refused_field([](auto& config) { config.num_heads = 4; }), "num_heads");
  EXPECT_EQ(refused_field([](auto& config) { config.num_kv_heads = 3; }), "num_kv_heads");
  EXPECT_EQ(refused_field([](auto& config) { config.learning_rate = 0; }), "learning_rate");
  EXPECT_EQ(refused_field([](auto& config) { config.momentum = 1; }), "momentum");
  EXPECT_EQ(refused_field([](auto& config) { config.gradient_clip = 0; }), "gradient_clip");
  EXPECT_EQ(refused_field([](auto& config) { config.start_noise = -1; }), "start_noise");
  EXPECT_EQ(refused_field([](auto& config) { config.seq_len = 5; }), "seq_len");
  EXPECT_EQ(refused_field([](auto& config) {
              config.num_layers = 2;
              config.combine = Combine::kSum;
              config.output_projection = false;
            }),
            "output_projection");
}

TEST(ResolvedTrainerConfig, NamesTheBoundThatInfinityBreaks) {
  TrainerConfig config = small_config();
  config.learning_rate = HUGE_VAL;
  expect_config_error([&] { resolved(config); }, "learning_rate",
                      "trainer: learning_rate is Infinity, wanted more than 0 and finite");

  config = small_config();
  config.start_noise = HUGE_VAL;
  expect_config_error([&] { resolved(config); }, "start_noise",
                      "trainer: start_noise is Infinity, wanted 0 or more and finite as float32");

  config.start_noise = 1e39;
  expect_config_error([&] { resolved(config); }, "start_noise",
                      "trainer: start_noise is above 1e15, wanted 0 or more and finite as float32");
}

TEST(ResolvedTrainerConfig, RefusesHugeSizesBeforeAllocating) {
  const auto expect_refused = [](auto change) {
    TrainerConfig config = small_config();
    change(config);
    catch_error<OutOfMemoryError>([&] { Trainer{config}; });
  };
  expect_refused([](auto& config) { config.batch = Size{1} << 50; });
  expect_refused([](auto& config) { config.seq_len = Size{1} << 50; });
  expect_refused([](auto& config) { config.num_layers = Size{1} << 40; });
  expect_refused([](auto& config) { config.d_model = Size{1} << 20; });
}

/// The field that a trainer of these sizes is refused for.
std::string field_of_limit(auto change) {
  TrainerConfig config = small_config();
  config.num_heads = 1;
  change(config);
  return catch_error<ConfigError>([&] { Trainer{config}; }).field;
}

TEST(TrainerLimits, NameTheSizeThatExceedsItsDefaultMost) {
  EXPECT_EQ(field_of_limit([](auto& config) { config.num_layers = 1025; }), "num_layers");
  EXPECT_EQ(field_of_limit([](auto& config) {
              config.d_model = 64;
              config.batch = 1 << 18;
            }),
            "batch");
}

/// With one head the sizes are allowed: the many heads' weights take the time.
TEST(TrainerLimits, CountTheWeightsOfManyHeads) {
  EXPECT_EQ(field_of_limit([](auto& config) {
              config.d_model = config.num_heads = 256;
              config.seq_len = 448;
            }),
            "num_heads");
}

/// Without latents both models have half the parameters and are allowed.
TEST(TrainerLimits, CountTheParametersOfLatentsAndTheirProducts) {
  EXPECT_EQ(field_of_limit([](auto& config) {
              config.d_model = 1024;
              config.d_latent = 2048;
              config.num_layers = 2;
            }),
            "d_latent");
  EXPECT_EQ(field_of_limit([](auto& config) {
              config.d_model = 512;
              config.d_latent = 1024;
              config.num_layers = 7;
            }),
            "d_latent");
}

}  // namespace
}  // namespace manyheads::trainer_config_test
