/// Each allocation of a call fails in turn. The call throws a typed error and changes nothing, and
/// the next call gives the same bits. Prints how many allocations of each function failed.
///
/// By default, slow functions fail only at some of their allocations; `npm run test:allocations`
/// fails them all.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "attention/head_pooling.hpp"
#include "checkpoint/attention_checkpoint.hpp"
#include "core/checkpoint/checkpoint_files.hpp"
#include "core/every_allocation.hpp"
#include "core/latent_attention/latent_layers.hpp"
#include "core/random_layer.hpp"
#include "kernels/matmul.hpp"
#include "kernels/softmax.hpp"
#include "latent_attention/to_latent.hpp"
#include "lesson/embedding/token_embedding.hpp"
#include "lesson/formulas/formula.hpp"
#include "lesson/training/trainer_checkpoint.hpp"
#include "tensor/error.hpp"
#include "tensor/rearrange.hpp"
#include "tensor/reduce.hpp"

namespace manyheads::out_of_memory_test {
namespace {

/// @param stride  how many allocations apart failures are, for functions that would take seconds
void fail_all(std::vector<EntryPoint> entries, std::size_t stride = 1) {
  for (EntryPoint& entry : entries) {
    entry.stride *= stride;
    EXPECT_GT(fail_every_allocation(entry), 0u) << entry.name;
  }
}

const AttentionConfig kGrouped = {
    .d_model = 5, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true};
const auto grouped_layer = [] { return random_layer(kGrouped); };
const auto entire_object = [](const auto& object) { return &object; };

template <typename Call>
EntryPoint layer_entry(std::string name, Call call) {
  return entry_point(std::move(name), grouped_layer, call, entire_object);
}

TEST(EveryAllocation, LayersSurviveAFailedAllocation) {
  const Tensor x = random_normal({4, 5}, 1), d_output = random_normal({4, 5}, 2);
  const Tensor batch = random_normal({2, 4, 5}, 3), context = random_normal({2, 3, 5}, 4);
  const Tensor positions = random_normal({4, 5}, 5), mask = full({2, 4, 3}, 1);
  const Tensor bias = random_normal({4, 3}, 6), head_mask = random_normal({4}, 7);
  const Tensor too_wide = random_normal({4, 6}, 8);
  const ForwardOptions every_option{.context = &context,
                                    .causal = true,
                                    .valid_lens = {{3, 2}},
                                    .mask = &mask,
                                    .score_bias = &bias,
                                    .head_mask = &head_mask,
                                    .dropout = Dropout{.rate = 0.5, .seed = 1}};
  AttentionConfig averaged = kGrouped;
  averaged.combine = Combine::kMean;
  const auto gradients = [](auto compute) {
    AttentionGradients result;
    compute(result);
    return result;
  };

  fail_all({
      entry_point("layer, drawn", [] { return MultiHeadAttention(kGrouped); }),
      entry_point("layer of weights",
                  [] { return MultiHeadAttention(kGrouped, random_weights(kGrouped, 1)); }),
      layer_entry("weights", [](auto& layer) { return layer.weights(); }),
      layer_entry("with", [=](auto& layer) { return layer.with(averaged); }),
      layer_entry("forward", [=](auto& layer) { return layer.forward(x, {.causal = true}); }),
      layer_entry("forward, reference",
                  [=](auto& layer) { return layer.forward(x, {.kernel = Kernel::kReference}); }),
      layer_entry("forward, every option",
                  [&](auto& layer) { return layer.forward(batch, every_option); }),
      layer_entry("forward, positions",
                  [&](auto& layer) { return layer.forward(x, {.positions = &positions}); }),
      layer_entry("forward, refused",
                  [&](auto& layer) {
                    try {
                      return layer.forward(too_wide);
                    } catch (const ShapeError&) {
                      return Tensor();
                    }
                  }),
      layer_entry("forward_with_tape and backward",
                  [=](auto& layer) {
                    Tensor output;
                    const AttentionTape tape = layer.forward_with_tape(x, {}, output);
                    return std::pair(
                        gradients([&](auto& into) { layer.backward(tape, d_output, into); }),
                        output);
                  }),
      layer_entry("backward",
                  [=](auto& layer) {
                    return gradients([&](auto& into) { layer.backward(x, d_output, {}, into); });
                  }),
      layer_entry("backward, every option",
                  [&](auto& layer) {
                    return gradients(
                        [&](auto& into) { layer.backward(batch, batch, every_option, into); });
                  }),
      layer_entry("trace", [=](auto& layer) { return layer.trace(x); }),
      layer_entry("trace_online",
                  [=](auto& layer) {
                    return layer.trace_online(x, {2, 2});
                  }),
      layer_entry("trace_schedule, plain",
                  [=](auto& layer) { return layer.trace_schedule(x, {}, {.causal = true}); }),
      layer_entry("trace_schedule, tiled",
                  [=](auto& layer) {
                    return layer.trace_schedule(x, {.kind = ScheduleKind::kTiled, .tile = {2, 2}});
                  }),
      layer_entry("trace_schedule, paged",
                  [=](auto& layer) {
                    return layer.trace_schedule(x, {.kind = ScheduleKind::kPaged, .page_size = 3},
                                                {.causal = true});
                  }),
      layer_entry("trace_schedule, chunked",
                  [=](auto& layer) {
                    return layer.trace_schedule(x, {.kind = ScheduleKind::kChunked, .chunk = 3},
                                                {.causal = true});
                  }),
      layer_entry("to_grouped", [](auto& layer) { return to_grouped(layer, 1); }),
  });
}

TEST(EveryAllocation, SetWeightsDoesNotAllocate) {
  AttentionWeights weights;
  weights[WeightName::kWq] = random_normal({5, 12}, 9);

  const std::size_t failed = fail_every_allocation(layer_entry("set_weights", [=](auto& layer) {
    layer.set_weights(weights);
    return &layer;
  }));

  EXPECT_EQ(failed, 0u);
}

TEST(EveryAllocation, LatentAttentionSurvivesAFailedAllocation) {
  const Tensor x = random_normal({4, kFullLatent.d_model}, 1);
  const AttentionConfig plain{.d_model = 4, .num_heads = 2};
  const Tensor tokens = random_normal({6, 4}, 2);
  const auto latent_entry = [](std::string name, auto call) {
    return entry_point(
        std::move(name), [] { return LatentAttention(kFullLatent); }, call, entire_object);
  };

  fail_all({
      entry_point("latent layer, drawn", [] { return LatentAttention(kFullLatent); }),
      latent_entry("latent weights", [](auto& layer) { return layer.weights(); }),
      latent_entry("latent forward, expanded", [=](auto& layer) { return layer.forward(x); }),
      latent_entry("latent forward, absorbed",
                   [=](auto& layer) { return layer.forward(x, {.absorbed = true}); }),
      latent_entry("latent trace", [=](auto& layer) { return layer.trace(x); }),
      latent_entry("absorbed_is_expanded",
                   [=](auto& layer) { return absorbed_is_expanded(layer, x); }),
      latent_entry("absorbed_sides", [=](auto& layer) { return absorbed_sides(layer, x); }),
      entry_point(
          "to_latent", [=] { return random_layer(plain); },
          [=](auto& layer) { return to_latent(layer, 3, tokens); }, entire_object),
  });
}

TEST(EveryAllocation, FeedForwardLayersSurviveAFailedAllocation) {
  const FeedForwardConfig config{.d_model = 5, .d_ff = 7, .activation = Activation::kSwiglu};
  const Tensor x = random_normal({4, 5}, 1), d_output = random_normal({4, 5}, 2);
  const auto feed_forward_entry = [=](std::string name, auto call) {
    return entry_point(
        std::move(name), [=] { return FeedForward(config); }, call, entire_object);
  };

  fail_all({
      entry_point("feed-forward layer, drawn", [=] { return FeedForward(config); }),
      feed_forward_entry("feed-forward",
                         [=](auto& layer) {
                           Tensor output;
                           layer.forward(x, output);
                           return output;
                         }),
      feed_forward_entry("feed-forward trace", [=](auto& layer) { return layer.trace(x); }),
      feed_forward_entry("feed-forward backward",
                         [=](auto& layer) {
                           FeedForwardGradients gradients;
                           layer.backward(x, d_output, gradients);
                           return gradients;
                         }),
  });
}

/// A cache that holds some tokens, and its last output.
struct FilledCache {
  std::unique_ptr<KvCache> cache;
  Tensor output;
};

template <typename MakeLayer>
std::vector<EntryPoint> cache_entries(const std::string& kind, MakeLayer make_layer, Size page_size,
                                      Size d_model) {
  const Tensor first = random_normal({3, d_model}, 1), chunk = random_normal({5, d_model}, 2);
  const CacheOptions options{.capacity = 12, .page_size = page_size};
  const auto make_filled = [=](std::size_t tokens) {
    return [=] {
      FilledCache filled{std::make_unique<KvCache>(make_layer(), options), {}};
      if (tokens > 0) filled.cache->step(first, filled.output);
      return filled;
    };
  };
  const auto step = [=](FilledCache& filled) {
    filled.cache->step(chunk, filled.output);
    return std::pair(filled.cache.get(), &filled.output);
  };
  const auto state = [](const FilledCache& filled) { return filled.cache.get(); };
  return {
      entry_point(
          kind + " cache", make_layer,
          [=](auto& layer) { return std::make_unique<KvCache>(layer, options)->capacity(); },
          [](const auto& layer) { return layer->cached_rows().heads; }),
      entry_point(kind + " cache, first step", make_filled(0), step, state),
      entry_point(kind + " cache, next step", make_filled(3), step, state),
      entry_point(
          kind + " cache, filled again", make_filled(3),
          [=](FilledCache& filled) {
            const std::size_t length = filled.cache->length();
            Tensor output;
            if (length == 3) filled.cache->step(chunk, output);
            filled.cache->reset();
            filled.cache->step(first, output);
            return output;
          },
          [](const FilledCache&) { return 0; }),
  };
}

TEST(EveryAllocation, CachesSurviveAFailedAllocation) {
  const auto grouped = [] { return std::make_shared<MultiHeadAttention>(random_layer(kGrouped)); };
  const auto latent = [] { return std::make_shared<LatentAttention>(kFullLatent); };

  fail_all(cache_entries("contiguous", grouped, 0, kGrouped.d_model));
  fail_all(cache_entries("paged", grouped, 2, kGrouped.d_model));
  fail_all(cache_entries("latent", latent, 0, kFullLatent.d_model));
  fail_all(cache_entries("latent paged", latent, 2, kFullLatent.d_model));
}

Bytes save(const MultiHeadAttention& layer) {
  const AttentionEntry entry{.layer = 0, .config = layer.config(), .weights = layer.weights()};
  SafetensorsWriter writer;
  add_attention(writer, entry);
  return make_file(writer);
}

TEST(EveryAllocation, CheckpointsSurviveAFailedAllocation) {
  const auto read = [](Bytes bytes, Naming naming) {
    return [=] {
      const BytesInMemory source(bytes);
      const Safetensors file(source);
      LayerSource layer{.naming = naming};
      if (naming != Naming::kManyheads) layer.config.entry<&AttentionConfig::num_heads>() = 2;
      return read_attention(file, layer);
    };
  };
  Bytes broken = save(grouped_layer());
  broken[20] = '!';

  fail_all({
      entry_point(
          "save a layer", grouped_layer, [](auto& layer) { return save(layer); }, entire_object),
      entry_point("read a layer", read(save(grouped_layer()), Naming::kManyheads)),
      entry_point("read GPT-2's", read(golden_file("gpt2_f16.safetensors"), Naming::kGpt2)),
      entry_point("read Llama's", read(golden_file("llama_bf16.safetensors"), Naming::kLlama)),
      entry_point("read a broken file",
                  [=] {
                    try {
                      const BytesInMemory source(broken);
                      return Safetensors(source).tensors().size();
                    } catch (const FormatError& error) {
                      return static_cast<std::size_t>(*error.place.offset);
                    }
                  }),
  });
}

TEST(EveryAllocation, IdentitiesSurviveAFailedAllocation) {
  const Tensor x = random_normal({4, 5}, 1);
  const std::array<std::int64_t, 2> chunks = {3, 1};
  const std::array<std::int64_t, 4> order = {2, 0, 3, 1};
  std::vector<EntryPoint> entries = {
      layer_entry("concat_is_sum_of_slices",
                  [=](auto& layer) { return concat_is_sum_of_slices(layer, x); }),
      layer_entry("tied_is_one_narrow_head",
                  [=](auto& layer) { return tied_is_one_narrow_head(layer, x); }),
      layer_entry("grouped_is_copied_multi_head",
                  [=](auto& layer) { return grouped_is_copied_multi_head(layer, x); }),
      layer_entry("online_is_plain_softmax",
                  [=](auto& layer) {
                    return online_is_plain_softmax(layer, x, {2, 2});
                  }),
      layer_entry("cached_is_full",
                  [=](auto& layer) { return cached_is_full(layer, x, chunks, 2); }),
      layer_entry("permutation_moves",
                  [=](auto& layer) { return permutation_moves(layer, x, order); }),
      layer_entry("future_does_not_matter",
                  [=](auto& layer) { return future_does_not_matter(layer, x); }),
  };
  for (std::size_t i = 0; i < kChoices<IdentityName>.size(); ++i) {
    const auto identity = static_cast<IdentityName>(i);
    const IdentityOptions options{
        .tile = {2, 2}, .chunks = {3, 1}, .page_size = 2, .order = {2, 0, 3, 1}};
    entries.push_back(
        layer_entry("both sides of " + std::string(to_text(identity)), [=](auto& layer) {
          return identity_sides(identity, layer, x, options, IdentityMode::kBroken);
        }));
  }

  fail_all(entries, 11);
}

/// A function that returns the result of `call`, or the message of the error that it throws.
template <typename Call>
auto result_or_message(Call call) {
  using Result = std::pair<std::optional<std::invoke_result_t<Call>>, std::string>;
  return [=] {
    try {
      return Result(call(), std::string());
    } catch (const FormatError& error) {
      return Result(std::nullopt, error.message());
    } catch (const ConfigError& error) {
      return Result(std::nullopt, error.message());
    } catch (const ShapeError& error) {
      return Result(std::nullopt, error.message());
    }
  };
}

TEST(EveryAllocation, ParsersSurviveAFailedAllocation) {
  const NamedSizes sizes = {{"b", 2}, {"t", 3}, {"h", 2}, {"d", 4}};
  const std::string id = shape_question(1, 3).id;
  const auto pattern = [=](std::vector<std::string_view> steps) {
    return result_or_message([=] { return run_pattern(steps, sizes, "b t (h d) -> b h t d"); });
  };
  const NamedValues values = {{"d_k", 16}};
  const std::vector<std::string_view> names = {"x", "y = 2*x"};

  fail_all(
      {
          entry_point("a shape with an unknown name",
                      result_or_message([=] { return parse_shape("[b, tt, h*d]", sizes); })),
          entry_point("a shape question", [] { return shape_question(1, 3); }),
          entry_point("a question again", [=] { return find_shape_question(id); }),
          entry_point("a right answer",
                      [=] { return check_shape("scores/3/1/chosen", "B H T T"); }),
          entry_point("a wrong answer", [=] { return check_shape(id, "[2, 3, 4]"); }),
          entry_point("no answer", result_or_message([=] { return check_shape(id, "[2, 3"); })),
          entry_point("a chain of patterns",
                      pattern({"b t (h d) -> b t h d", "transpose(0, 2, 1, 3)"})),
          entry_point("a wrong chain", pattern({"reshape(2, 2, -1, 4)", "swapaxes(1, 2)"})),
          entry_point("a chain that fits nothing", pattern({"b t x -> b x"})),
          entry_point("a formula that is none",
                      result_or_message([=] { return evaluate_formula("sqrt(d_k", values); })),
          entry_point("two formulas", [=] { return same_value("y/x", "2", names); }),
      },
      7);
}

TEST(EveryAllocation, TensorOperationsSurviveAFailedAllocation) {
  const Tensor a = random_normal({2, 3, 4}, 1), b = random_normal({2, 4, 3}, 2);
  const std::array<const Tensor*, 2> parts = {&a, &a};
  const std::array<std::int64_t, 3> order = {2, 0, 1};
  const std::array<std::int64_t, 2> flat = {6, -1};
  const std::array<AxisRange, 2> ranges = {AxisRange{1, {}, {}, 1}, AxisRange{{}, 1, {}, 1}};
  const std::array<std::string_view, 3> words = {"the", "cat", "sat"};
  const Tensor weights = full({2, 2, 4, 4}, 0.25f);
  const std::array<std::int64_t, 4> tokens = {1, 2, 1, 2};

  fail_all({
      entry_point("random_normal",
                  [] {
                    return random_normal({3, 4}, 1);
                  }),
      entry_point("random_uniform",
                  [] {
                    return random_uniform({3, 4}, 1);
                  }),
      entry_point("arange", [] { return manyheads::arange(0, 5, 1); }),
      entry_point("add", [=] { return manyheads::add(a, a); }),
      entry_point("where", [=] { return manyheads::where(a, a, a); }),
      entry_point("matmul", [=] { return manyheads::matmul(a, b); }),
      entry_point("softmax", [=] { return manyheads::softmax(a, -1); }),
      entry_point("reduce", [=] { return manyheads::reduce(a, Reduction::kMean, 1, true); }),
      entry_point("exp", [=] { return manyheads::exp(a); }),
      entry_point("tril", [=] { return manyheads::tril(a, 0); }),
      entry_point("reshape", [=] { return manyheads::reshape(a, flat); }),
      entry_point("transpose", [=] { return manyheads::transpose(a, order); }),
      entry_point("concatenate", [&] { return manyheads::concatenate(parts, 1); }),
      entry_point("slice", [=] { return manyheads::slice(a, ranges); }),
      entry_point("embed_tokens",
                  [=] { return embed_tokens(words, 6, 1, Positions::kSinusoidal); }),
      entry_point("entropy", [=] { return entropy(weights); }),
      entry_point("head_distance", [=] { return head_distance(weights); }),
      entry_point("head_diversity", [=] { return head_diversity(weights); }),
      entry_point("saturation", [=] { return saturation(weights); }),
      entry_point("head_patterns", [=] { return head_patterns(weights, tokens); }),
  });
}

TrainerConfig tiny_config(TaskName task, Size d_latent = 0) {
  TrainerConfig config;
  config.task = task;
  config.num_heads = 2;
  config.d_model = 4;
  config.batch = 2;
  config.seq_len = task == TaskName::kSentences ? 14 : 8;
  config.num_layers = 1;
  config.d_latent = d_latent;
  return config;
}

/// @param steps  how many steps the trainer has done before the call
template <typename Call>
EntryPoint trainer_entry(std::string name, const TrainerConfig& config, Size steps, Call call,
                         std::size_t stride = 1) {
  return entry_point(
      std::move(name),
      [=] {
        auto trainer = std::make_unique<Trainer>(config);
        trainer->step(steps);
        return trainer;
      },
      [=](auto& trainer) { return call(*trainer); },
      [](const auto& trainer) { return trainer.get(); }, stride);
}

TEST(EveryAllocation, TrainingStepsSurviveAFailedAllocation) {
  const auto step = [](Size count) {
    return [=](Trainer& trainer) {
      trainer.step(count);
      return &trainer;
    };
  };
  std::vector<EntryPoint> entries;
  for (const TaskName task : {TaskName::kRelations, TaskName::kRelationsAndDigit,
                              TaskName::kInduction, TaskName::kSentences}) {
    const std::string name(to_text(task));
    entries.push_back(entry_point("trainer, " + name, [=] { return Trainer(tiny_config(task)); }));
    entries.push_back(trainer_entry("first step, " + name, tiny_config(task), 0, step(1)));
    entries.push_back(trainer_entry("three steps, " + name, tiny_config(task), 2, step(3)));
  }
  TrainerConfig sgd = tiny_config(TaskName::kRelations);
  sgd.optimizer = OptimizerName::kSgd;
  entries.push_back(trainer_entry("a step of sgd", sgd, 1, step(1)));
  entries.push_back(
      trainer_entry("a step with latents", tiny_config(TaskName::kRelations, 3), 1, step(1)));

  fail_all(entries, 9);
}

TEST(EveryAllocation, TrainerResultsSurviveAFailedAllocation) {
  const TrainerConfig config = tiny_config(TaskName::kRelations);
  const auto relations_entry = [&](std::string name, auto call, std::size_t stride = 1) {
    return trainer_entry(std::move(name), config, 1, call, stride);
  };
  constexpr std::size_t kSlow = 3, kSlower = 41;  // these read 512 sequences

  fail_all(
      {
          relations_entry(
              "evaluate", [](Trainer& trainer) { return trainer.evaluate(); }, kSlow),
          relations_entry(
              "evaluate, changed",
              [](Trainer& trainer) {
                return trainer.evaluate({.head_mask = {1, 0}, .tie_heads = true});
              },
              kSlow),
          relations_entry(
              "chance", [](Trainer& trainer) { return trainer.chance(); }, kSlow),
          relations_entry(
              "ablation", [](Trainer& trainer) { return trainer.ablation(); }, kSlow),
          relations_entry(
              "reading", [](Trainer& trainer) { return trainer.reading(); }, kSlower),
          relations_entry("draw_tokens and sample",
                          [](Trainer& trainer) { return trainer.sample(trainer.draw_tokens(1)); }),
          relations_entry("find_tokens",
                          [](Trainer& trainer) {
                            const std::string_view word = trainer.task().vocabulary()[0];
                            return trainer.find_tokens(std::array{word, word});
                          }),
          relations_entry("embed",
                          [](Trainer& trainer) { return trainer.embed(trainer.draw_tokens(1)); }),
          relations_entry("read_out",
                          [](Trainer& trainer) {
                            return trainer.read_out(random_normal({3, 4}, 1));
                          }),
          relations_entry("a trainer's layer",
                          [](Trainer& trainer) { return trainer.attention(0); }),
          trainer_entry("a trainer's latent layer", tiny_config(TaskName::kRelations, 3), 1,
                        [](Trainer& trainer) { return trainer.latent_attention(0); }),
          relations_entry("a trainer to grouped",
                          [](Trainer& trainer) { return trainer.to_grouped(1); }),
          relations_entry(
              "a trainer to latent", [](Trainer& trainer) { return trainer.to_latent(3); },
              2 * kSlow),
          relations_entry("save a trainer",
                          [](Trainer& trainer) { return write_trainer(trainer); }),
          relations_entry("save and read a trainer",
                          [](Trainer& trainer) {
                            const Tensor saved = write_trainer(trainer);
                            const BytesInMemory bytes(
                                {reinterpret_cast<const std::uint8_t*>(saved.data()),
                                 saved.size() * sizeof(float)});
                            const Safetensors file(bytes);
                            return read_trainer(file);
                          }),
      },
      29);
}

}  // namespace
}  // namespace manyheads::out_of_memory_test
