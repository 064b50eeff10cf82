#include "differential/draw.hpp"

#include <limits>

namespace manyheads::differential {

Tensor Draw::zeros_and_ones(const Shape& shape, double chance_of_zero) {
  Tensor drawn = make_tensor(shape, "a case's tensor");
  for (float& value : elements(drawn)) {
    value = generator_.uniform() < chance_of_zero ? 0.0f : 1.0f;
  }
  return drawn;
}

AttentionConfig draw_config(Draw& draw) {
  AttentionConfig config;
  config.num_heads = draw.size(4, 12);
  config.num_kv_heads = 1 + draw.below(config.num_heads);
  while (config.num_heads % config.num_kv_heads != 0) --config.num_kv_heads;
  config.d_model = draw.size(8, 40);
  config.d_head = draw.size(6, 36);
  if (draw.one_in(6)) {
    config.d_model = config.d_head * config.num_heads;
    config.d_head = 0;  // the default
  }
  config.bias = draw.one_in(2);
  if (draw.one_in(3)) config.scale = draw.choose({Scale::kSqrtDModel, Scale::kNone});
  if (draw.one_in(3)) config.combine = draw.choose({Combine::kSum, Combine::kMean});
  config.output_projection = !draw.one_in(4);
  config.tie_heads = draw.one_in(5);
  if (draw.one_in(5)) config.positions = ScorePositions::kAlibi;
  return resolved(config);
}

double draw_deviation(Draw& draw) {
  return draw.one_in(3) ? draw.choose({1e-20, 1e-3, 0.1, 5.0, 30.0, 1000.0}) : 1.0;
}

DrawnCall::DrawnCall(Draw& draw, bool is_smooth)
    : layer(random_layer(draw_config(draw), draw.seed())),
      B_(draw.size(3, 5)),
      T_(draw.size(7, 70)),
      S_(T_),
      batched_(B_ > 1 || draw.one_in(2)) {
  const double deviation = is_smooth ? draw.choose({1.0, 0.3}) : draw_deviation(draw);
  const Size d_model = layer.config().d_model;
  x = draw.tensor(batched_ ? Shape{B_, T_, d_model} : Shape{T_, d_model}, deviation);
  draw_keys(draw, deviation);
  draw_visible_keys(draw);
  draw_factors(draw, is_smooth ? 1 : deviation);
}

void DrawnCall::draw_keys(Draw& draw, double deviation) {
  const Size d_model = layer.config().d_model;
  const bool is_alibi = layer.config().positions == ScorePositions::kAlibi;
  if (!is_alibi && draw.one_in(2)) {
    S_ = draw.size(9, 90);
    const auto source = [&] {
      return draw.tensor(batched_ ? Shape{B_, S_, d_model} : Shape{S_, d_model}, deviation);
    };
    if (draw.one_in(3)) {
      keys = source();
      values = source();
      options.keys = &keys;
      options.values = &values;
    } else {
      context = source();
      options.context = &context;
    }
  } else if (draw.one_in(4)) {
    positions = draw.tensor({T_, d_model}, deviation);
    options.positions = &positions;
  }
}

void DrawnCall::draw_visible_keys(Draw& draw) {
  options.causal = draw.one_in(2);
  if (options.causal && draw.one_in(3)) options.causal_alignment = CausalAlignment::kTopLeft;
  if (draw.one_in(4)) {
    options.valid_lens.emplace();
    for (std::size_t b = 0; b < B_; ++b) {
      options.valid_lens->push_back(static_cast<std::int64_t>(draw.below(S_ + 1)));
    }
  }
  if (draw.one_in(3)) {
    const double hidden = draw.choose({0.1, 0.5, 0.9, 1.0});
    mask = draw.zeros_and_ones(draw.one_in(2) ? Shape{T_, S_} : Shape{B_, T_, S_}, hidden);
    options.mask = &mask;
  }
}

void DrawnCall::draw_factors(Draw& draw, double deviation) {
  const Size H = layer.config().num_heads;
  if (draw.one_in(3)) {
    const Shape shape = draw.one_in(2) ? Shape{T_, S_} : Shape{B_, H, T_, S_};
    score_bias = draw.tensor(shape, deviation);
    if (draw.one_in(3)) {  // hides keys as a mask does
      const Tensor visible = draw.zeros_and_ones(shape, 0.3);
      for (std::size_t i = 0; i < visible.size(); ++i) {
        if (visible.data()[i] == 0) score_bias.data()[i] = -std::numeric_limits<float>::infinity();
      }
    }
    options.score_bias = &score_bias;
  }
  if (draw.one_in(4)) {
    head_mask = draw.one_in(2) ? draw.zeros_and_ones({H}, 0.5) : draw.tensor({H});
    options.head_mask = &head_mask;
  }
  if (draw.one_in(4)) {
    options.dropout = Dropout{.rate = draw.choose({0.0, 0.1, 0.5, 0.9, 1.0}), .seed = draw.seed()};
  }
}

}  // namespace manyheads::differential
