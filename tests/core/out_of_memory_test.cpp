/// Each allocation of a call fails in turn. The call throws a typed error and changes nothing, and
/// the next call gives the same bits. Prints how many allocations of each function failed.
///
/// By default, slow functions fail only at some of their allocations; `npm run test:allocations`
/// fails them all.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "attention/head_pooling.hpp"
#include "checkpoint/attention_checkpoint.hpp"
#include "core/checkpoint/checkpoint_files.hpp"
#include "core/every_allocation.hpp"
#include "core/latent_attention/latent_layers.hpp"
#include "kernels/matmul.hpp"
#include "kernels/softmax.hpp"
#include "latent_attention/to_latent.hpp"
#include "lesson/embedding/token_embedding.hpp"
#include "tensor/error.hpp"
#include "tensor/rearrange.hpp"
#include "tensor/reduce.hpp"

namespace manyheads::out_of_memory_test {
namespace {

const auto grouped_layer = [] { return random_layer(kGrouped); };

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
                    return trace_online(layer, x, {2, 2});
                  }),
      layer_entry("trace_schedule, plain",
                  [=](auto& layer) { return trace_schedule(layer, x, {}, {.causal = true}); }),
      layer_entry("trace_schedule, tiled",
                  [=](auto& layer) {
                    return trace_schedule(layer, x, {.kind = ScheduleKind::kTiled, .tile = {2, 2}});
                  }),
      layer_entry("trace_schedule, paged",
                  [=](auto& layer) {
                    return trace_schedule(layer, x, {.kind = ScheduleKind::kPaged, .page_size = 3},
                                          {.causal = true});
                  }),
      layer_entry("trace_schedule, chunked",
                  [=](auto& layer) {
                    return trace_schedule(layer, x, {.kind = ScheduleKind::kChunked, .chunk = 3},
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
      entry_point(
          "add a tensor", [] { return SafetensorsWriter(); },
          [weight = full({4}, 1)](SafetensorsWriter& writer) {
            writer.add("the name of a weight", weight);
            return true;
          },
          [](const SafetensorsWriter& writer) { return make_file(writer); }),
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

}  // namespace
}  // namespace manyheads::out_of_memory_test
