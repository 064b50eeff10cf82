#include <emscripten/bind.h>

#include <utility>

#include "attention/multi_head_attention.hpp"
#include "exchange.hpp"

namespace manyheads {
namespace {

using emscripten::val;

/// Input slots of a forward call; weights lie in the slots of their WeightName instead.
enum InputSlot : std::size_t { kX, kContext, kMask, kScoreBias, kHeadMask };

/// ForwardOptions as JavaScript fills it: which of the slots hold something, and the plain values.
struct RawForwardOptions {
  bool context, causal, mask, score_bias, head_mask, dropout, check_finite;
  double dropout_rate, dropout_seed;
  Kernel kernel;
  val valid_lens;  // an array of whole numbers, or undefined
};

ForwardOptions to_options(const RawForwardOptions& raw) {
  const auto given = [](bool present, InputSlot slot) {
    return present ? &exchange::input(slot) : nullptr;
  };
  ForwardOptions options{.context = given(raw.context, kContext),
                         .causal = raw.causal,
                         .valid_lens = {},
                         .mask = given(raw.mask, kMask),
                         .score_bias = given(raw.score_bias, kScoreBias),
                         .head_mask = given(raw.head_mask, kHeadMask),
                         .dropout = {},
                         .kernel = raw.kernel,
                         .check_finite = raw.check_finite};
  if (!raw.valid_lens.isUndefined()) options.valid_lens = exchange::to_integers(raw.valid_lens);
  if (raw.dropout) {
    options.dropout = Dropout{raw.dropout_rate, exchange::to_unsigned(raw.dropout_seed)};
  }
  return options;
}

/// Takes the weights whose names are given out of the input slots of the same order.
AttentionWeights weights_in_slots(const val& names) {
  AttentionWeights weights;
  const auto given = emscripten::vecFromJSArray<std::string>(names);
  for (std::size_t slot = 0; slot < given.size(); ++slot) {
    for (const WeightName name : kWeightNames) {
      if (to_text(name) != given[slot]) continue;
      weights[name] = std::exchange(exchange::input(slot), Tensor());
    }
  }
  return weights;
}

MultiHeadAttention* create_attention(const AttentionConfig& config, val weight_names) {
  return exchange::guarded(nullptr, [&]() -> MultiHeadAttention* {
    return new MultiHeadAttention(config, weights_in_slots(weight_names));
  });
}

MultiHeadAttention* with(const MultiHeadAttention& layer, const AttentionConfig& config,
                         val weight_names) {
  return exchange::guarded(nullptr, [&]() -> MultiHeadAttention* {
    return new MultiHeadAttention(layer.with(config, weights_in_slots(weight_names)));
  });
}

bool forward(MultiHeadAttention& layer) {
  return exchange::succeeded([&] { layer.forward(exchange::input(kX), {}, exchange::result(0)); });
}

bool forward_with(MultiHeadAttention& layer, const RawForwardOptions& options) {
  return exchange::succeeded(
      [&] { layer.forward(exchange::input(kX), to_options(options), exchange::result(0)); });
}

/// Results 0 .. 8 are the trace's tensors in the order of AttentionTrace.
bool trace(MultiHeadAttention& layer, const RawForwardOptions& options) {
  return exchange::succeeded([&] {
    AttentionTrace trace = layer.trace(exchange::input(kX), to_options(options));
    std::size_t slot = 0;
    for (Tensor* tensor : {&trace.q, &trace.k, &trace.v, &trace.scores, &trace.masked_scores,
                           &trace.weights, &trace.heads, &trace.combined, &trace.output}) {
      exchange::result(slot++) = std::move(*tensor);
    }
  });
}

/// Result i is the weight of WeightName i, where the layer has it.
bool weights(const MultiHeadAttention& layer) {
  return exchange::succeeded([&] {
    AttentionWeights copies = layer.weights();
    for (std::size_t i = 0; i < kWeightNames.size(); ++i) {
      if (copies.tensors[i]) exchange::result(i) = std::move(*copies.tensors[i]);
    }
  });
}

bool set_weights(MultiHeadAttention& layer, val weight_names) {
  return exchange::succeeded([&] { layer.set_weights(weights_in_slots(weight_names)); });
}

template <Size AttentionConfig::*Field>
double get_size(const AttentionConfig& config) {
  return static_cast<double>(config.*Field);
}
template <Size AttentionConfig::*Field>
void set_size(AttentionConfig& config, double value) {
  config.*Field = exchange::to_unsigned(value);
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  emscripten::enum_<Scale>("Scale")
      .value("sqrt_d_head", Scale::kSqrtDHead)
      .value("sqrt_d_model", Scale::kSqrtDModel)
      .value("none", Scale::kNone);
  emscripten::enum_<Combine>("Combine")
      .value("concat", Combine::kConcat)
      .value("sum", Combine::kSum)
      .value("mean", Combine::kMean);
  emscripten::enum_<Kernel>("Kernel")
      .value("auto", Kernel::kAuto)
      .value("fused", Kernel::kFused)
      .value("reference", Kernel::kReference);

  emscripten::value_object<AttentionConfig>("AttentionConfig")
      .field("d_model", &get_size<&AttentionConfig::d_model>, &set_size<&AttentionConfig::d_model>)
      .field("num_heads", &get_size<&AttentionConfig::num_heads>,
             &set_size<&AttentionConfig::num_heads>)
      .field("num_kv_heads", &get_size<&AttentionConfig::num_kv_heads>,
             &set_size<&AttentionConfig::num_kv_heads>)
      .field("d_head", &get_size<&AttentionConfig::d_head>, &set_size<&AttentionConfig::d_head>)
      .field("bias", &AttentionConfig::bias)
      .field("scale", &AttentionConfig::scale)
      .field("combine", &AttentionConfig::combine)
      .field("output_projection", &AttentionConfig::output_projection)
      .field("tie_heads", &AttentionConfig::tie_heads)
      .field("seed", &get_size<&AttentionConfig::seed>, &set_size<&AttentionConfig::seed>);
  emscripten::value_object<RawForwardOptions>("ForwardOptions")
      .field("context", &RawForwardOptions::context)
      .field("causal", &RawForwardOptions::causal)
      .field("mask", &RawForwardOptions::mask)
      .field("score_bias", &RawForwardOptions::score_bias)
      .field("head_mask", &RawForwardOptions::head_mask)
      .field("dropout", &RawForwardOptions::dropout)
      .field("check_finite", &RawForwardOptions::check_finite)
      .field("dropout_rate", &RawForwardOptions::dropout_rate)
      .field("dropout_seed", &RawForwardOptions::dropout_seed)
      .field("kernel", &RawForwardOptions::kernel)
      .field("valid_lens", &RawForwardOptions::valid_lens);

  emscripten::function("create_attention", &create_attention,
                       emscripten::return_value_policy::take_ownership());
  emscripten::class_<MultiHeadAttention>("MultiHeadAttention")
      .function("config", &MultiHeadAttention::config)
      .function("bytes", &MultiHeadAttention::bytes)
      .function(
          "ran_fused",
          +[](const MultiHeadAttention& layer) { return layer.last_kernel() == Kernel::kFused; })
      .function("with", &with, emscripten::return_value_policy::take_ownership())
      .function("forward", &forward)
      .function("forward_with", &forward_with)
      .function("trace", &trace)
      .function("weights", &weights)
      .function("set_weights", &set_weights);
}

}  // namespace manyheads
