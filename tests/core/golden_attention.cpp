#include "core/golden_attention.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace manyheads::golden {

AttentionConfig parse_config(const Json& json) {
  const std::string scale = json.at("scale"), combine = json.at("combine");
  return {.d_model = json.at("d_model"),
          .num_heads = json.at("num_heads"),
          .num_kv_heads = json.at("num_kv_heads"),
          .d_head = json.at("d_head"),
          .bias = json.at("bias"),
          .scale = scale == "sqrt-d-head"    ? Scale::kSqrtDHead
                   : scale == "sqrt-d-model" ? Scale::kSqrtDModel
                                             : Scale::kNone,
          .combine = combine == "concat" ? Combine::kConcat
                     : combine == "sum"  ? Combine::kSum
                                         : Combine::kMean,
          .output_projection = json.at("output_projection"),
          .tie_heads = json.at("tie_heads")};
}

AttentionCall::AttentionCall(const Json& json)
    : layer(parse_config(json.at("config")), parse_weights(json.at("inputs"))),
      x(tensor(json.at("inputs").at("x"))) {
  const Json& call_options = json.at("options");
  const auto read_if_present = [](const Json& from, const char* name,
                                  Tensor& into) -> const Tensor* {
    if (!from.contains(name)) return nullptr;
    into = tensor(from[name]);
    return &into;
  };
  options.context = read_if_present(json.at("inputs"), "context", context);
  options.keys = read_if_present(json.at("inputs"), "keys", keys);
  options.values = read_if_present(json.at("inputs"), "values", values);
  options.mask = read_if_present(call_options, "mask", mask);
  options.score_bias = read_if_present(call_options, "score_bias", score_bias);
  options.causal = call_options.value("causal", false);
  if (call_options.value("causal_alignment", "") == "top-left") {
    options.causal_alignment = CausalAlignment::kTopLeft;
  }
  if (call_options.contains("valid_lens")) {
    options.valid_lens = call_options["valid_lens"].get<std::vector<std::int64_t>>();
  }
  if (call_options.contains("head_mask")) {
    head_mask = tensor(
        {{"shape", {call_options["head_mask"].size()}}, {"data", call_options["head_mask"]}});
    options.head_mask = &head_mask;
  }
  if (call_options.contains("dropout")) {
    options.dropout = {.rate = call_options["dropout"].at("rate"),
                       .seed = call_options["dropout"].at("seed")};
  }
}

AttentionWeights AttentionCall::parse_weights(const Json& inputs) {
  AttentionWeights weights;
  for (WeightName name : kWeightNames) {
    if (inputs.contains(to_text(name))) weights[name] = tensor(inputs[to_text(name)]);
  }
  return weights;
}

}  // namespace manyheads::golden
