#include "lesson/training/trainer_checkpoint.hpp"

#include "checkpoint/attention_checkpoint.hpp"
#include "core/checkpoint/checkpoint_files.hpp"
#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/lesson/training/small_trainer.hpp"
#include "core/tensors.hpp"
#include "fuzz/read_checkpoint.hpp"

namespace manyheads::trainer_checkpoint_test {
namespace {

Bytes save_bytes(const Trainer& trainer) {
  const Tensor file = write_trainer(trainer);
  const auto* const first = reinterpret_cast<const std::uint8_t*>(file.data());
  return {first, first + file.size() * sizeof(float)};
}

Trainer save_and_read(const Trainer& trainer) {
  return read_trainer(Checkpoint(save_bytes(trainer)).file);
}

void replace(Bytes& bytes, std::string_view from, std::string_view to) {
  ASSERT_EQ(from.size(), to.size());
  const auto place = std::search(bytes.begin(), bytes.end(), from.begin(), from.end());
  ASSERT_NE(place, bytes.end());
  std::copy(to.begin(), to.end(), place);
}

class SavedTrainer : public testing::TestWithParam<TaskName> {};

TEST_P(SavedTrainer, IsReadBackToTheBit) {
  TrainerConfig config = small_config(GetParam());
  config.seed = 12345;
  config.optimizer = OptimizerName::kSgd;
  config.momentum = 0.7;
  config.share = {false, true, false};
  config.scale = Scale::kSqrtDModel;
  Trainer trainer(config);
  trainer.step(3);
  Trainer again = save_and_read(trainer);

  EXPECT_EQ(save_bytes(again), save_bytes(trainer));
  EXPECT_EQ(again.evaluate().loss, trainer.evaluate().loss);
  EXPECT_EQ(again.config().learning_rate, trainer.config().learning_rate);
  EXPECT_EQ(again.config().momentum, 0.7);
  EXPECT_EQ(again.config().share, config.share);
  EXPECT_EQ(again.report().step, 0u);
}

INSTANTIATE_TEST_SUITE_P(Tasks, SavedTrainer,
                         testing::Values(TaskName::kRelations, TaskName::kRelationsAndDigit,
                                         TaskName::kInduction, TaskName::kSentences));

TEST(SavedTrainerFile, HasLayersThatCanBeReadAlone) {
  Trainer trainer(small_config());
  trainer.step();
  const Checkpoint checkpoint(save_bytes(trainer));
  const MultiHeadAttention layer = read_attention(checkpoint.file, {});
  expect_equal(*layer.weights()[WeightName::kWo], *trainer.attention(0).weights()[WeightName::kWo]);
}

TEST(SavedTrainerFile, RefusesAnotherKindOfCheckpoint) {
  const Checkpoint gpt2(golden_file("gpt2_f16.safetensors"));
  EXPECT_STREQ(catch_error<FormatError>([&] { read_trainer(gpt2.file); }).what(),
               "checkpoint: there is no metadata 'trainer.task'; a trainer's own save() writes it");
}

TEST(SavedTrainerFile, RefusesInconsistentMetadata) {
  const auto error_message = [](std::string_view from, std::string_view to,
                                const TrainerConfig& config = small_config()) {
    Bytes bytes = save_bytes(Trainer(config));
    replace(bytes, from, to);
    const Checkpoint checkpoint(bytes);
    try {
      read_trainer(checkpoint.file);
    } catch (const ConfigError& error) {
      ADD_FAILURE() << "a setting is blamed: " << error.what();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(error_message(R"("trainer.task":"relations")", R"("trainer.task":"relationz")")
                .find("metadata 'trainer.task' is 'relationz', which is not a valid task"),
            std::string::npos);
  EXPECT_NE(error_message(R"("trainer.num_heads":"2")", R"("trainer.num_heads":"4")")
                .find("d_model 6 cannot be split over num_heads 4"),
            std::string::npos);
  EXPECT_NE(error_message(R"("trainer.num_heads":"2")", R"("trainer.num_heads":"3")")
                .find("num_kv_heads"),
            std::string::npos);
  EXPECT_NE(error_message(R"("trainer.num_layers":"1")", R"("trainer.num_layers":"9")")
                .find("there is no tensor 'layers.1.attention.wq'"),
            std::string::npos);
  EXPECT_NE(error_message(R"("trainer.seq_len":"16")", R"("trainer.seq_len":"99")")
                .find("position_embedding"),
            std::string::npos);
  EXPECT_NE(error_message(R"("layers.0.attention.scale":"sqrt-d-head")",
                          R"("layers.0.attention.scale":"none")" + std::string(7, ' '))
                .find("scale of layer 0 is none, but sqrt-d-head by the trainer's metadata"),
            std::string::npos);
  EXPECT_NE(error_message(R"("layers.0.attention.num_heads":"2")",
                          R"("layers.0.attention.num_heads":"3")")
                .find("its metadata: attention: "),
            std::string::npos);
  TrainerConfig induction = small_config(TaskName::kInduction);
  induction.seq_len = 4;
  EXPECT_NE(
      error_message(R"("trainer.task":"induction")", R"("trainer.task":"relations")", induction)
          .find("its metadata: trainer: seq_len is 4"),
      std::string::npos);
}

TEST(SavedTrainerFile, RefusesMissingLayersBeforeMakingAModel) {
  Bytes bytes = save_bytes(Trainer(small_config()));
  replace(bytes, R"("trainer.num_layers":"1")", R"("trainer.num_layers":"9")");
  const Checkpoint checkpoint(bytes);
  const std::size_t before = allocated_bytes();

  EXPECT_THROW(read_trainer(checkpoint.file), FormatError);

  EXPECT_LT(allocated_bytes() - before, 32u << 10);
}

TEST(SavedTrainerFile, RefusesSmallLayersBeforeMakingAModel) {
  Bytes bytes = save_bytes(Trainer(small_config()));
  const std::string_view name = R"("layers.0.attention.wq":{"dtype":"F32","shape":[)";
  const auto place = std::search(bytes.begin(), bytes.end(), name.begin(), name.end());
  ASSERT_NE(place, bytes.end());
  std::copy_n("4, 9", 4, place + static_cast<std::ptrdiff_t>(name.size()));
  const Checkpoint checkpoint(bytes);
  const std::size_t before = allocated_bytes();

  const ShapeError error = catch_error<ShapeError>([&] { read_trainer(checkpoint.file); });

  EXPECT_LT(allocated_bytes() - before, 32u << 10);
  EXPECT_EQ(error.place.argument, "layers.0.attention.wq");
}

TEST(SavedTrainerFile, HostileBytesAreReadSafely) {
  const Bytes whole = save_bytes(Trainer(small_config()));
  const std::size_t header = 8u + whole[0] + whole[1] * 256u;
  SeededGenerator random(1);
  std::size_t readable = 0;
  for (int i = 0; i < 1500; ++i) {
    Bytes bytes = whole;
    for (std::size_t times = 1 + random.below(2); times > 0; --times) {
      const std::size_t at = 8 + random.below(header - 8);
      const bool is_digit = bytes[at] >= '0' && bytes[at] <= '9';
      bytes[at] = is_digit ? static_cast<std::uint8_t>('0' + random.below(10))
                           : static_cast<std::uint8_t>(bytes[at] ^ (1u << random.below(7)));
    }
    readable += read_checkpoint(bytes);
  }
  EXPECT_GT(readable, 300u);  // so the code after the header was tested too
}

}  // namespace
}  // namespace manyheads::trainer_checkpoint_test
