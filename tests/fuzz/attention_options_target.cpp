#include "attention/head_pooling.hpp"
#include "attention/multi_head_attention.hpp"
#include "fuzz/targets.hpp"
#include "latent_attention/to_latent.hpp"
#include "lesson/schedules/trace_schedules.hpp"

namespace manyheads::fuzz {
namespace {

AttentionConfig make_config(Choices& choices) {
  AttentionConfig config;
  config.d_model = choices.size();
  config.num_heads = choices.size();
  if (choices.flag()) config.num_kv_heads = choices.size();
  if (choices.flag()) config.d_head = choices.size();
  const std::uint8_t flags = choices.byte();
  config.bias = flags & 1;
  config.output_projection = !(flags & 2);
  config.tie_heads = flags & 4;
  config.scale = choices.choice<Scale>();
  config.combine = choices.choice<Combine>();
  config.positions = choices.choice<ScorePositions>();
  return config;
}

/// A call's options; about half of the tensors fit.
struct Options {
  Options(Choices& choices, const AttentionConfig& config, const Tensor& x) {
    const std::size_t T = x.shape(x.dimension() - 2), S = 1 + choices.below(6);
    const bool batched = x.dimension() == 3;
    const auto tensor = [&](const Tensor*& member, Tensor& into, const Shape& fitting) {
      if (!choices.flag()) return;
      into = choices.tensor(choices.below(8) == 7 ? choices.shape(5) : fitting);
      member = &into;
    };
    const Shape source = batched ? Shape{x.shape(0), S, config.d_model} : Shape{S, config.d_model};
    const std::uint8_t sources = choices.byte() % 4;
    if (sources == 1) tensor(values.context, context, source);
    if (sources >= 2) tensor(values.keys, keys, source);
    if (sources >= 2) tensor(values.values, own_values, source);
    const std::size_t keys_count = sources == 0 || (!values.context && !values.keys) ? T : S;
    if (choices.flag()) tensor(values.positions, positions, {T, config.d_model});
    tensor(values.mask, mask, {T, keys_count});
    tensor(values.score_bias, score_bias, {T, keys_count});
    tensor(values.head_mask, head_mask, {config.num_heads});
    values.causal = choices.flag();
    values.causal_alignment = choices.choice<CausalAlignment>();
    if (choices.flag()) {
      values.valid_lens.emplace(batched ? x.shape(0) : 1);
      for (auto& length : *values.valid_lens) {
        length = static_cast<std::int64_t>(choices.below(9)) - 1;
      }
    }
    if (choices.flag()) values.dropout = Dropout{.rate = choices.number(), .seed = choices.byte()};
    values.check_finite = choices.flag();
  }

  ForwardOptions values;

 private:
  Tensor context, keys, own_values, positions, mask, score_bias, head_mask;
};

void call(MultiHeadAttention& layer, const Tensor& x, ForwardOptions options) {
  std::array<std::optional<Error::Kind>, 2> errors;
  std::array<Tensor, 2> outputs;
  for (const bool is_fused : {false, true}) {
    options.kernel = is_fused ? Kernel::kFused : Kernel::kReference;
    errors[is_fused] = kind_of_error([&] { layer.forward(x, options, outputs[is_fused]); });
  }
  require(errors[0] == errors[1], "both kernels refuse the same calls");
  require(!errors[0] || errors[0] != Error::Kind::kFormat, "options are no format");
  if (errors[0]) return;
  require(shape_of(outputs[0]) == shape_of(outputs[1]), "both kernels have the same shapes");
  options.kernel = Kernel::kAuto;
  AttentionGradients gradients;
  const auto error = kind_of_error([&] { layer.backward(x, outputs[0], options, gradients); });
  require(!error || options.check_finite, "what has an output has gradients");
  const auto traced = kind_of_error([&] { layer.trace(x, options); });
  require(!traced, "what has an output has a trace");
}

}  // namespace

void fuzz_attention_options(Choices& choices) {
  const AttentionConfig config = make_config(choices);
  std::optional<MultiHeadAttention> layer;
  const auto error = kind_of_error([&] { layer.emplace(config); });
  require(!error || error == Error::Kind::kConfig || error == Error::Kind::kOutOfMemory,
          "an impossible layer is a ConfigError or an OutOfMemoryError");
  if (error) return;
  const Size d_model = layer->config().d_model;
  const Shape fitting = choices.flag() ? Shape{1 + choices.below(3), 1 + choices.below(6), d_model}
                                       : Shape{1 + choices.below(6), d_model};
  const Shape any = choices.shape(4);
  const Tensor x = choices.tensor(choices.below(8) == 7 && any.size() >= 2 ? any : fitting);
  const Options options(choices, layer->config(), x);
  call(*layer, x, options.values);
  const Tile tile{choices.below(4), choices.below(4)};
  kind_of_error([&] { trace_online(*layer, x, tile, options.values); });
  Schedule schedule{.kind = choices.choice<ScheduleKind>(), .tile = tile};
  schedule.page_size = choices.below(4);
  schedule.chunk = choices.below(4);
  schedule.bytes_per_number = choices.number();
  kind_of_error([&] { trace_schedule(*layer, x, schedule, options.values); });
  const Size num_kv_heads = choices.size(), d_latent = choices.size();
  kind_of_error([&] { to_grouped(*layer, num_kv_heads, choices.choice<HeadPooling>()); });
  kind_of_error([&] { to_latent(*layer, d_latent, x); });
}

}  // namespace manyheads::fuzz
