#include "lesson/training/trainer_conversions.hpp"

#include "core/expect_error.hpp"
#include "core/lesson/training/small_trainer.hpp"

namespace manyheads::trainer_conversions_test {
namespace {

TEST(TrainerToGrouped, EqualHeadsGiveTheSameModel) {
  TrainerConfig config = small_config();
  config.symmetric_start = true;
  Trainer trainer(config);
  trainer.step(5);
  for (const HeadPooling from : {HeadPooling::kMean, HeadPooling::kFirst}) {
    Trainer grouped = trainer.to_grouped(1, from);
    EXPECT_EQ(grouped.config().num_kv_heads, 1u);
    EXPECT_EQ(grouped.report().step, 0u);
    EXPECT_NEAR(grouped.evaluate().loss, trainer.evaluate().loss, 1e-6);
  }
}

TEST(TrainerToGrouped, DoesNotChangeTheOriginalModel) {
  Trainer trainer(small_config());
  trainer.step(3);
  const std::vector<float> before = copy_values(trainer);
  Trainer grouped = trainer.to_grouped(1);
  grouped.step(3);
  EXPECT_EQ(copy_values(trainer), before);
  EXPECT_NE(grouped.evaluate().loss, trainer.evaluate().loss);
}

TEST(TrainerToGrouped, RefusesANumberThatDoesNotDivideTheHeads) {
  TrainerConfig config = small_config();
  config.num_heads = 3;
  EXPECT_EQ(catch_error<ConfigError>([&] { Trainer(config).to_grouped(2); }).field, "num_kv_heads");
}

}  // namespace
}  // namespace manyheads::trainer_conversions_test
