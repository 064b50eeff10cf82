#include "attention/forward_options.hpp"

#include <cmath>
#include <tuple>

#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

/// Checks a tensor that keys, values or both are projected from.
void check_source(std::string_view operation, const AttentionConfig& config, std::string_view name,
                  const Tensor& source, std::size_t B) {
  const Shape shape = shape_of(source);
  require_rank(operation, name, shape, {2, 3}, "[S, `d_model`] or [B, S, `d_model`]");
  if (shape.size() == 3) require_axis(operation, name, shape, 0, B, "B, as x has");
  if (shape.size() == 2 && B != 1) {
    throw ShapeError({name, std::nullopt, "[B, S, `d_model`]", shape},
                     {Name{operation}, ": ", Name{name}, " is ", shape, ", but x has ", B,
                      " batch rows; wanted [B, S, `d_model`]"});
  }
  require_axis(operation, name, shape, shape.size() - 1, config.d_model, "`d_model`");
  checked_size(shape, name);
}

std::size_t sequence_length(const Tensor& source) { return source.shape()[source.dimension() - 2]; }

void check_keys_and_values(std::string_view operation, const AttentionConfig& config,
                           const ForwardOptions& options, std::size_t B) {
  for (const auto& [name, tensor, other] :
       {std::tuple("keys", options.keys, "values"), {"values", options.values, "keys"}}) {
    if (!tensor) {
      throw ConfigError(name, {Name{operation}, ": ", Name{name}, " are missing, but ", Name{other},
                               " were given; give both, or a context, which is both"});
    }
    if (options.context) {
      throw ConfigError(name, {Name{operation}, ": ", Name{name},
                               " and a context were given; wanted one of them"});
    }
    check_source(operation, config, name, *tensor, B);
  }
  const Shape shape = shape_of(*options.values);
  require_axis(operation, "values", shape, shape.size() - 2, sequence_length(*options.keys),
               "S, as keys have");
}

void check_positions(std::string_view operation, const AttentionConfig& config,
                     const ForwardOptions& options, const ForwardShape& run) {
  if (options.context || options.keys) {
    throw ConfigError("positions", {Name{operation},
                                    ": positions work only in self-attention; with a context, add "
                                    "them to x and to the context yourself"});
  }
  const Shape shape = shape_of(*options.positions);
  require_rank(operation, "positions", shape, {2}, "[T, `d_model`]");
  require_axis(operation, "positions", shape, 0, run.T, "T, as x has");
  require_axis(operation, "positions", shape, 1, config.d_model, "`d_model`");
}

void check_valid_lens(std::string_view operation, const std::vector<std::int64_t>& valid_lens,
                      std::size_t B, std::size_t S) {
  require_axis(operation, "valid_lens", {valid_lens.size()}, 0, B, "one length a batch row");
  for (std::size_t b = 0; b < B; ++b) {
    if (valid_lens[b] < 0 || valid_lens[b] > static_cast<std::int64_t>(S)) {
      throw ConfigError("valid_lens",
                        {Name{operation}, ": `valid_lens`[", b, "] is ", valid_lens[b],
                         ", wanted 0 to ", S, " (the number of keys)"});
    }
  }
}

void check_mask(std::string_view operation, const Tensor& mask, const ForwardShape& run) {
  const Shape shape = shape_of(mask);
  require_rank(operation, "mask", shape, {2, 3}, "[T, S] or [B, T, S]");
  const bool with_batch = shape.size() == 3;
  require_shape(operation, "mask", shape,
                with_batch ? Shape{run.B, run.T, run.S} : Shape{run.T, run.S},
                with_batch ? "[B, T, S]" : "[T, S]");
}

void check_score_bias(std::string_view operation, const Tensor& bias, const ForwardShape& run,
                      Size H) {
  const Shape shape = shape_of(bias);
  if (run.batched || shape.size() != 3) {
    require_rank(operation, "score_bias", shape, {2, 4},
                 run.batched ? "[T, S] or [B, H, T, S]" : "[T, S], [H, T, S] or [B, H, T, S]");
  }
  constexpr std::array<std::string_view, 3> kMeanings = {"[T, S]", "[H, T, S]", "[B, H, T, S]"};
  Shape wanted = {run.B, H, run.T, run.S};
  while (wanted.size() > shape.size()) wanted.erase(wanted.begin());
  require_shape(operation, "score_bias", shape, wanted, kMeanings[wanted.size() - 2]);
}

void check_head_mask(std::string_view operation, const Tensor& mask, Size H) {
  const Shape shape = shape_of(mask);
  require_rank(operation, "head_mask", shape, {1}, "[H]");
  require_axis(operation, "head_mask", shape, 0, H, "one factor a head");
}

void check_dropout(std::string_view operation, const Dropout& dropout) {
  if (dropout.rate >= 0.0 && dropout.rate <= 1.0) return;  // false for NaN
  throw ConfigError("dropout.rate",
                    {Name{operation}, ": dropout.rate is ", dropout.rate, ", wanted 0 to 1"});
}

}  // namespace

ForwardShape checked_shape(const AttentionConfig& config, const Tensor& x,
                           const ForwardOptions& options, std::string_view operation) {
  const Shape shape = shape_of(x);
  require_rank(operation, "x", shape, {2, 3}, "[T, `d_model`] or [B, T, `d_model`]");
  require_axis(operation, "x", shape, shape.size() - 1, config.d_model, "`d_model`");
  checked_size(shape, "x");
  ForwardShape run{.B = shape.size() == 3 ? static_cast<std::size_t>(shape[0]) : 1,
                   .T = static_cast<std::size_t>(shape[shape.size() - 2]),
                   .S = static_cast<std::size_t>(shape[shape.size() - 2]),
                   .batched = shape.size() == 3};
  if (config.positions == ScorePositions::kAlibi && (options.context || options.keys)) {
    throw ConfigError("positions",
                      {Name{operation},
                       ": positions 'alibi' needs self-attention: remove the context, or "
                       "the keys and values"});
  }
  if (options.context) {
    check_source(operation, config, "context", *options.context, run.B);
    run.S = sequence_length(*options.context);
  }
  if (options.keys || options.values) {
    check_keys_and_values(operation, config, options, run.B);
    run.S = sequence_length(*options.keys);
  }
  if (options.causal_alignment != CausalAlignment::kBottomRight && !options.causal) {
    throw ConfigError("causal_alignment",
                      {Name{operation}, ": `causal_alignment` was given, but causal is false"});
  }
  if (options.positions) check_positions(operation, config, options, run);
  if (options.valid_lens) check_valid_lens(operation, *options.valid_lens, run.B, run.S);
  if (options.mask) check_mask(operation, *options.mask, run);
  if (options.score_bias) check_score_bias(operation, *options.score_bias, run, config.num_heads);
  if (options.head_mask) check_head_mask(operation, *options.head_mask, config.num_heads);
  if (options.dropout) check_dropout(operation, *options.dropout);
  return run;
}

void drop_batch_axis_unless_batched(Tensor& tensor, const ForwardShape& run) {
  if (run.batched) return;
  Shape shape = shape_of(tensor);
  shape.erase(shape.begin());
  tensor.reshape(shape);
}

void require_finite(const Tensor& tensor, std::string_view name, std::string_view operation) {
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    if (std::isfinite(tensor.data()[i])) continue;
    throw Error({Name{operation}, ": ", Name{name}, " holds ",
                 std::isnan(tensor.data()[i]) ? "NaN" : "infinity", " at ",
                 coordinates(i, shape_of(tensor))});
  }
}

}  // namespace manyheads
