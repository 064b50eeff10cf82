/// Whatever allocation of a call fails, what it was called on is as it was.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/failing_allocation.hpp"
#include "core/latent_attention/latent_layers.hpp"
#include "core/random_layer.hpp"
#include "core/tensors.hpp"
#include "feed_forward/feed_forward.hpp"
#include "kv_cache/kv_cache.hpp"
#include "lesson/identities/identities.hpp"
#include "lesson/training/trainer.hpp"
#include "lesson/training/trainer_checkpoint.hpp"

namespace manyheads::out_of_memory_test {
namespace {

const AttentionConfig kGrouped = {
    .d_model = 5, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true};

TrainerConfig small(TaskName task) {
  TrainerConfig config;
  config.task = task;
  config.num_heads = 2;
  config.d_model = 6;
  config.batch = 3;
  if (task == TaskName::kInduction) config.seq_len = 8;
  return config;
}

void expect_same_trainer(Trainer& actual, Trainer& expected) {
  const auto values = [](const Trainer& trainer) {
    const auto all = trainer.model().parameters().values();
    return std::vector<float>(all.begin(), all.end());
  };
  ASSERT_EQ(values(actual), values(expected));
  ASSERT_EQ(actual.report().step, expected.report().step);
  ASSERT_EQ(actual.report().loss, expected.report().loss);
  ASSERT_EQ(actual.report().accuracy, expected.report().accuracy);
  ASSERT_EQ(actual.report().average_accuracy, expected.report().average_accuracy);
}

class TrainerOutOfMemory : public testing::TestWithParam<TaskName> {
 protected:
  /// @param steps_before  that both trainers have done
  void expect_unchanged_by(Size steps_before, const std::function<void(Trainer&)>& call) {
    const auto make = [&] {
      auto trainer = std::make_unique<Trainer>(small(GetParam()));
      trainer->step(steps_before);
      return trainer;
    };
    const auto before = make(), after = make(), next = make();
    call(*after);
    next->step();
    const std::size_t failures = fail_each_allocation(
        make, [&](auto& trainer) { call(*trainer); },
        [&](auto& trainer, bool failed) {
          expect_same_trainer(*trainer, failed ? *before : *after);
          if (!failed) return;
          trainer->step();  // the same batch, and the optimiser's same step
          expect_same_trainer(*trainer, *next);
        });
    EXPECT_GT(failures, 3u);
  }
};

TEST_P(TrainerOutOfMemory, IsStillBeforeItsFirstStep) {
  expect_unchanged_by(0, [](Trainer& trainer) { trainer.step(); });
}

TEST_P(TrainerOutOfMemory, HasDoneNoneOfSeveralSteps) {
  expect_unchanged_by(2, [](Trainer& trainer) { trainer.step(3); });
}

INSTANTIATE_TEST_SUITE_P(Tasks, TrainerOutOfMemory,
                         testing::Values(TaskName::kRelations, TaskName::kInduction,
                                         TaskName::kSentences));

class TrainerMeasuredOutOfMemory : public TrainerOutOfMemory {};

// Each allocation of a layer's calls fails in the tests below; these ask for the trainer's own.
TEST_P(TrainerMeasuredOutOfMemory, DoesNotChange) {
  const std::vector<std::function<void(Trainer&)>> calls = {
      [](Trainer& trainer) { trainer.sample(trainer.draw_tokens(1)); },
      [](Trainer& trainer) { trainer.embed(trainer.draw_tokens(1)); },
      [](Trainer& trainer) { trainer.attention(0); },
      [](Trainer& trainer) { trainer.to_grouped(1); },
      [](Trainer& trainer) { write_trainer(trainer); },
  };
  for (const auto& call : calls) expect_unchanged_by(1, call);
}

INSTANTIATE_TEST_SUITE_P(Tasks, TrainerMeasuredOutOfMemory, testing::Values(TaskName::kRelations));

TEST(EvaluationOutOfMemory, DoesNotChangeTheTrainer) {
  Trainer trainer(small(TaskName::kRelations)), twin(small(TaskName::kRelations));
  const double loss = twin.evaluate().loss;
  for (std::size_t let_through = 0; let_through < 60; let_through += 7) {
    const FailingAllocation from(1, let_through);
    EXPECT_THROW(trainer.evaluate({.head_mask = {1, 0}}), std::bad_alloc);
    EXPECT_THROW(trainer.ablation(), std::bad_alloc);
    EXPECT_THROW(trainer.reading(), std::bad_alloc);
  }

  EXPECT_EQ(trainer.evaluate().loss, loss);
  trainer.step();
  twin.step();
  expect_same_trainer(trainer, twin);
}

using SharedLayer = std::shared_ptr<CachedLayer>;

struct CacheKind {
  const char* name;
  std::function<SharedLayer()> layer;
  Size page_size;
};

class CacheOutOfMemory : public testing::TestWithParam<CacheKind> {};

TEST_P(CacheOutOfMemory, KeepsItsTokensAndTakesMore) {
  const auto& [name, make_layer, page_size] = GetParam();
  const Size d_model = name == std::string_view("latent") ? kFullLatent.d_model : kGrouped.d_model;
  const Tensor first = random_normal({3, d_model}, 1), chunk = random_normal({5, d_model}, 2);
  const auto make = [&] {
    auto cache = std::make_unique<KvCache>(make_layer(),
                                           CacheOptions{.capacity = 12, .page_size = page_size});
    Tensor output;
    cache->step(first, output);
    return cache;
  };
  const auto before = make();
  Tensor expected;
  make()->step(chunk, expected);

  const std::size_t failures = fail_each_allocation(
      make,
      [&](auto& cache) {
        Tensor output;
        cache->step(chunk, output);
      },
      [&](auto& cache, bool failed) {
        if (!failed) return;
        ASSERT_EQ(cache->length(), 3u);
        ASSERT_EQ(cache->pages(), before->pages());
        ASSERT_EQ(cache->bytes(), before->bytes());
        Tensor output;
        cache->step(chunk, output);
        expect_equal(output, expected);
      });

  EXPECT_GT(failures, 3u);
}

const auto grouped_layer = [] {
  return std::make_shared<MultiHeadAttention>(random_layer(kGrouped));
};
const auto latent_layer = [] { return std::make_shared<LatentAttention>(kFullLatent); };

INSTANTIATE_TEST_SUITE_P(Kinds, CacheOutOfMemory,
                         testing::Values(CacheKind{"contiguous", grouped_layer, 0},
                                         CacheKind{"paged", grouped_layer, 2},
                                         CacheKind{"latent", latent_layer, 2}),
                         [](const auto& of) { return of.param.name; });

/// @param same  gives the same before and after `call` where that has changed nothing
template <typename Layer>
void expect_layer_unchanged_by(const std::function<Layer()>& make,
                               const std::function<void(Layer&)>& call,
                               const std::function<Tensor(Layer&)>& same) {
  Layer untouched = make();
  const Tensor expected = same(untouched);
  const std::size_t failures = fail_each_allocation(
      [&] { return std::make_unique<Layer>(make()); }, [&](auto& layer) { call(*layer); },
      [&](auto& layer, bool) { expect_equal(same(*layer), expected); });
  EXPECT_GT(failures, 1u);
}

TEST(LayerOutOfMemory, ComputesAsBefore) {
  const Tensor x = random_normal({4, kGrouped.d_model}, 1);
  const Tensor d_output = random_normal({4, kGrouped.d_model}, 2);
  const std::array<std::int64_t, 2> chunks = {3, 1};
  AttentionConfig averaged = kGrouped;
  averaged.combine = Combine::kMean;
  const std::vector<std::function<void(MultiHeadAttention&)>> calls = {
      [&](auto& layer) { layer.forward(x, {.causal = true}); },
      [&](auto& layer) { layer.trace(x); },
      [&](auto& layer) { layer.trace_online(x, {.queries = 2, .keys = 2}); },
      [&](auto& layer) { layer.weights(); },
      [&](auto& layer) { layer.with(averaged); },
      [&](auto& layer) {
        AttentionGradients gradients;
        layer.backward(x, d_output, {}, gradients);
      },
      [&](auto& layer) {
        Tensor output;
        AttentionGradients gradients;
        const AttentionTape tape = layer.forward_with_tape(x, {}, output);
        layer.backward(tape, d_output, gradients);
      },
      [&](auto& layer) { cached_is_full(layer, x, chunks, 2); },
  };
  for (const auto& call : calls) {
    expect_layer_unchanged_by<MultiHeadAttention>([] { return random_layer(kGrouped); }, call,
                                                  [&](auto& layer) { return layer.forward(x); });
  }
}

TEST(LatentLayerOutOfMemory, ComputesAsBefore) {
  const Tensor x = random_normal({4, kFullLatent.d_model}, 1);
  const std::vector<std::function<void(LatentAttention&)>> calls = {
      [&](auto& layer) { layer.forward(x, {.causal = true}); },
      [&](auto& layer) { layer.forward(x, {.absorbed = true}); },
      [&](auto& layer) { layer.trace(x); },
  };
  for (const auto& call : calls) {
    expect_layer_unchanged_by<LatentAttention>([] { return LatentAttention(kFullLatent); }, call,
                                               [&](auto& layer) { return layer.forward(x); });
  }
}

TEST(FeedForwardOutOfMemory, ComputesAsBefore) {
  const FeedForwardConfig config{.d_model = 5, .d_ff = 7, .activation = Activation::kSwiglu};
  const Tensor x = random_normal({4, 5}, 1), d_output = random_normal({4, 5}, 2);
  const auto forward = [&](FeedForward& layer) {
    Tensor output;
    layer.forward(x, output);
    return output;
  };
  expect_layer_unchanged_by<FeedForward>([&] { return FeedForward(config); },
                                         [&](auto& layer) { forward(layer); }, forward);
  expect_layer_unchanged_by<FeedForward>([&] { return FeedForward(config); },
                                         [&](auto& layer) {
                                           FeedForwardGradients gradients;
                                           layer.backward(x, d_output, gradients);
                                         },
                                         forward);
}

}  // namespace
}  // namespace manyheads::out_of_memory_test
