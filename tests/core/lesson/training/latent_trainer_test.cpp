/// Training models with latent attention.

#include <cmath>

#include "core/checkpoint/checkpoint_files.hpp"
#include "core/expect_error.hpp"
#include "core/tensors.hpp"
#include "latent_attention/to_latent.hpp"
#include "lesson/training/trainer.hpp"
#include "lesson/training/trainer_checkpoint.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::latent_trainer_test {
namespace {

TrainerConfig small_config(Size d_latent = 5) {
  TrainerConfig config;
  config.num_heads = 2;
  config.d_model = 6;
  config.batch = 3;
  config.seq_len = 8;
  config.num_layers = 2;
  config.d_latent = d_latent;
  return config;
}

TEST(LatentTrainer, HasParametersForLatentsInsteadOfKeysAndValues) {
  const auto parameters = [](Size d_latent) {
    return Trainer(small_config(d_latent)).model().parameters().size();
  };

  EXPECT_EQ(parameters(0) - parameters(3), 2u * (2 * 6 * 6 - 3 * 6 * 3));
}

TEST(LatentTrainer, GradientsEqualCentralDifferences) {
  Trainer trainer(small_config());
  AttentionModel& model = trainer.model();
  Examples examples;
  SeededGenerator generator(1);
  draw_examples(trainer.task(), generator, Split::kTraining, 3, examples);
  const auto loss = [&] {
    model.update_layers();
    Tensor& logits = model.forward_with_tape(examples);
    return score_and_gradient(examples, model.config().vocabulary, elements(logits));
  };
  const Score score = loss();
  const auto predictions = static_cast<double>(score.count_predictions());
  Tensor& logits = model.forward_with_tape(examples);
  score_and_gradient(examples, model.config().vocabulary, elements(logits));
  model.backward(examples, logits);
  const std::span<float> all = model.parameters().gradients();
  const std::vector<float> gradients(all.begin(), all.end());

  const std::span<float> values = model.parameters().values();
  for (std::size_t i = 0; i < values.size(); i += 7) {
    constexpr float kStep = 1e-2f;
    const float value = values[i];
    values[i] = value + kStep;
    const double above = loss().loss;
    values[i] = value - kStep;
    const double below = loss().loss;
    values[i] = value;

    // Error bound: a loss near 100 has an error of 1e-5 in float32, divided by the step 1e-3. The
    // square of the step adds as much.
    EXPECT_NEAR(gradients[i], (above - below) / (2.0 * kStep) / predictions, 2e-3) << i;
  }
}

TEST(LatentTrainer, LearnsItsTask) {
  TrainerConfig config;
  config.num_heads = 4;
  config.d_latent = 24;
  Trainer trainer(config);

  const double before = trainer.step().loss, after = trainer.step(60).loss;

  EXPECT_LT(after, 0.8 * before);
}

TEST(LatentTrainer, ItsLayersAsLatentAttentionGiveTheSameOutput) {
  Trainer trainer(small_config());
  trainer.step(3);
  const Tensor x = random_normal({7, 6}, 1);
  for (const Size layer : {0, 1}) {
    const Tensor output = trainer.attention(layer).forward(x, {.causal = true});
    LatentAttention latent = trainer.latent_attention(layer);

    for (const bool absorbed : {false, true}) {
      EXPECT_LE(
          largest_difference(latent.forward(x, {.causal = true, .absorbed = absorbed}), output),
          2e-6);
    }
  }
}

TEST(LatentTrainer, IsSavedAndReadBackToTheBit) {
  Trainer trainer(small_config());
  trainer.step(3);
  const Tensor file = write_trainer(trainer);
  const auto* const first = reinterpret_cast<const std::uint8_t*>(file.data());
  const Checkpoint checkpoint({first, first + file.size() * sizeof(float)});

  Trainer again = read_trainer(checkpoint.file);

  EXPECT_EQ(again.config().d_latent, 5u);
  EXPECT_EQ(again.evaluate().loss, trainer.evaluate().loss);
  expect_equal(write_trainer(again), file);
}

TEST(LatentTrainer, SymmetricStartGivesEqualHeads) {
  TrainerConfig config = small_config();
  config.symmetric_start = true;

  const AttentionWeights weights = Trainer(config).model().layer_weights(1);

  for (const WeightName name : {WeightName::kWq, WeightName::kWk, WeightName::kWv}) {
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ((*weights[name])(i, 0), (*weights[name])(i, 3));
  }
}

TEST(TrainerToLatent, LosesNothingAtFullWidth) {
  Trainer trainer(small_config(0));
  trainer.step(20);

  Trainer latent = trainer.to_latent(12);

  EXPECT_EQ(latent.config().d_latent, 12u);
  EXPECT_EQ(latent.report().step, 0u);
  EXPECT_NEAR(latent.evaluate().loss, trainer.evaluate().loss, 1e-5);
}

TEST(TrainerToLatent, HasMoreLossIfNarrowAndCanBeTrainedFurther) {
  TrainerConfig config = small_config(0);
  config.num_layers = 1;
  Trainer trainer(config);
  trainer.step(100);
  const double before = trainer.evaluate().loss;
  Trainer narrow = trainer.to_latent(1);
  const double after = narrow.evaluate().loss;

  narrow.step(100);

  EXPECT_GT(after, before + 0.01);
  EXPECT_LT(narrow.evaluate().loss, after);
  EXPECT_EQ(trainer.evaluate().loss, before);
}

TEST(TrainerToLatent, FitsTheTokensOfSequencesAndNotTheirPadding) {
  Trainer trainer({.task = TaskName::kSentences, .num_heads = 2, .d_model = 6});
  const Examples examples = slice_examples(trainer.evaluation_set(), 0, kSequencesAtOnce);
  ASSERT_TRUE(examples.padded());
  const Tensor& embedded = trainer.model().embed(examples);
  std::vector<float> rows;
  for (std::size_t b = 0; b < examples.B; ++b) {
    const float* const first = embedded.data() + b * examples.T * 6;
    rows.insert(rows.end(), first, first + examples.lengths[b] * 6);
  }
  const Tensor tokens = tensor_of({rows.size() / 6, 6}, rows);

  const LatentAttentionWeights weights = trainer.to_latent(3).latent_attention(0).weights();

  const LatentAttentionWeights wanted = to_latent(trainer.attention(0), 3, tokens).weights();
  for (const LatentWeightName name :
       {LatentWeightName::kWdkv, LatentWeightName::kWuk, LatentWeightName::kWuv}) {
    expect_equal(*weights[name], *wanted[name]);
  }
}

TEST(LatentTrainer, ToGroupedPoolsItsKeysAndValues) {
  Trainer latent(small_config());

  Trainer grouped = latent.to_grouped(1);

  EXPECT_EQ(grouped.config().d_latent, 0u);
  EXPECT_EQ(grouped.config().num_kv_heads, 1u);
}

TEST(LatentTrainer, RefusesOptionsThatLatentAttentionLacks) {
  const auto refused_field = [](void (*change)(TrainerConfig&)) {
    TrainerConfig config = small_config();
    change(config);
    return catch_error<ConfigError>([&] { Trainer{config}; }).field;
  };

  EXPECT_EQ(refused_field([](auto& config) { config.d_latent = 13; }), "d_latent");
  EXPECT_EQ(refused_field([](auto& config) { config.num_kv_heads = 1; }), "num_kv_heads");
  EXPECT_EQ(refused_field([](auto& config) { config.tie_heads = true; }), "tie_heads");
  EXPECT_EQ(refused_field([](auto& config) { config.share = {true, false, false}; }), "share");
  EXPECT_EQ(refused_field([](auto& config) { config.share = {false, true, false}; }), "share");
  EXPECT_EQ(refused_field([](auto& config) { config.share = {false, false, true}; }), "share");
  EXPECT_EQ(refused_field([](auto& config) { config.combine = Combine::kMean; }), "combine");
  EXPECT_EQ(refused_field([](auto& config) { config.scale = Scale::kNone; }), "scale");
  EXPECT_EQ(refused_field([](auto& config) { config.output_projection = false; }),
            "output_projection");
  EXPECT_EQ(refused_field([](auto& config) { config.task = TaskName::kInduction; }), "task");
  EXPECT_EQ(catch_error<ConfigError>([] { Trainer(small_config(0)).to_latent(0); }).field,
            "d_latent");
  EXPECT_EQ(catch_error<ConfigError>([] { Trainer(small_config(0)).latent_attention(0); }).field,
            "d_latent");
  EXPECT_EQ(catch_error<ConfigError>([] { Trainer(small_config()).latent_attention(2); }).field,
            "layer");
}

}  // namespace
}  // namespace manyheads::latent_trainer_test
