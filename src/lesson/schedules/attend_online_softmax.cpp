#include "lesson/schedules/attend_online_softmax.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attention/kernels/score_rows.hpp"
#include "kernels/softmax.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

Tile checked_tile(Tile tile, const ForwardShape& run) {
  if (tile.queries == 0) {
    throw ConfigError("tile.queries", "attention: tile.queries must be at least 1");
  }
  if (tile.keys == 0) throw ConfigError("tile.keys", "attention: tile.keys must be at least 1");
  return {std::min(tile.queries, run.T), std::min(tile.keys, run.S)};
}

std::size_t tile_count(std::size_t S, Tile tile) { return (S - 1) / tile.keys + 1; }

/// Neighbouring queries of one head.
struct Queries {
  std::size_t b, h, first, count;
};

/// Neighbouring keys: those of one tile.
struct Keys {
  std::size_t first, count;
};

/// One call. Until `finish`, `heads` holds the accumulated values, not yet divided by the sum.
class OnlineAttention {
 public:
  OnlineAttention(const AttendArguments& arguments, Tile tile, HeadRows<float> heads,
                  OnlineSoftmaxSteps& steps, Rescale rescale)
      : arguments_(arguments),
        tile_(tile),
        heads_(heads),
        steps_(steps),
        rescale_(rescale),
        rows_(tile.queries) {
    scores_.reserve({tile.queries, tile.keys}, "a tile of scores");
    product_.reserve({tile.queries, arguments.d_value}, "a tile's output");
  }

  void run() {
    const std::size_t B = arguments_.run.B, T = arguments_.run.T;
    for (std::size_t b = 0; b < B; ++b) {
      for (std::size_t h = 0; h < arguments_.H; ++h) {
        for (std::size_t t = 0; t < T; t += tile_.queries) {
          attend({b, h, t, std::min(tile_.queries, T - t)});
        }
      }
    }
  }

 private:
  std::span<float> output_row(const Queries& queries, std::size_t i) const {
    return {heads_.row(queries.b, queries.h, queries.first + i), arguments_.d_value};
  }
  MatrixView tile_rows(const HeadRows<const float>& heads, const Queries& queries, Keys keys,
                       std::size_t width) const {
    const std::size_t g = queries.h / (arguments_.H / arguments_.G);
    return head_matrix(heads, queries.b, g, keys.first, keys.count, width);
  }

  /// Visits the keys tile by tile.
  void attend(const Queries& queries) {
    const std::size_t S = arguments_.run.S;
    reset(queries);
    for (std::size_t s = 0; s < S; s += tile_.keys) {
      const Keys keys{s, std::min(tile_.keys, S - s)};
      compute_weights(queries, keys);
      accumulate(queries, keys);
      record(queries, s / tile_.keys);
    }
    finish(queries);
  }

  void reset(const Queries& queries) {
    for (std::size_t i = 0; i < queries.count; ++i) {
      rows_[i] = {};
      std::ranges::fill(output_row(queries, i), 0.0f);
    }
  }

  /// scores = exp(Q K^T / divisor + bias - max), the maximum of this tile and all before it
  void compute_weights(const Queries& queries, Keys keys) {
    const auto [b, h, first, count] = queries;
    keys_.assign(tile_rows(arguments_.k, queries, keys, arguments_.d_head).transposed());
    matmul(head_matrix(arguments_.q, b, h, first, count, arguments_.d_head), keys_, keys.count, {},
           {scores_.data(), keys.count});

    for (std::size_t i = 0; i < count; ++i) {
      const std::span scores(scores_.data() + i * keys.count, keys.count);
      const ScoreRow row{b, h, first + i, keys.first, scores};
      scale_and_bias(arguments_, row);
      arguments_.visibility.hide(b, first + i, scores, keys.first);
      rows_[i].add(scores, rescale_);
      apply_dropout(arguments_, row);
    }
  }

  /// output = output * rescale + scores V
  void accumulate(const Queries& queries, Keys keys) {
    const std::size_t d_value = arguments_.d_value;
    values_.assign(tile_rows(arguments_.v, queries, keys, arguments_.d_value));
    matmul({scores_.data(), queries.count, keys.count, keys.count}, values_, d_value, {},
           {product_.data(), d_value});

    for (std::size_t i = 0; i < queries.count; ++i) {
      rows_[i].accumulate(output_row(queries, i), product_.data() + i * d_value);
    }
  }

  void record(const Queries& queries, std::size_t tile) {
    const std::size_t tiles = tile_count(arguments_.run.S, tile_), T = arguments_.run.T;
    const std::size_t row = (queries.b * arguments_.H + queries.h) * tiles + tile;
    for (std::size_t i = 0; i < queries.count; ++i) {
      const std::size_t at = row * T + queries.first + i;
      steps_.running_max.data()[at] = rows_[i].max;
      steps_.running_sum.data()[at] = rows_[i].sum;
      steps_.rescale.data()[at] = rows_[i].rescale;
      std::ranges::copy(output_row(queries, i), steps_.partial.data() + at * arguments_.d_value);
    }
  }

  void finish(const Queries& queries) {
    for (std::size_t i = 0; i < queries.count; ++i) {
      rows_[i].divide(output_row(queries, i));
      finish_row(arguments_, queries.h, rows_[i].sum != 0.0f, output_row(queries, i));
    }
  }

  const AttendArguments& arguments_;
  Tile tile_;
  HeadRows<float> heads_;
  OnlineSoftmaxSteps& steps_;
  Rescale rescale_;
  // For one tile, however many keys there are.
  PackedMatrix keys_;    ///< K^T, [d_head, tile.keys]
  PackedMatrix values_;  ///< V, [tile.keys, d_value]
  Buffer scores_;        ///< [tile.queries, tile.keys]
  Buffer product_;       ///< [tile.queries, d_value]
  std::vector<OnlineSoftmax> rows_;
};

}  // namespace

void OnlineSoftmax::add(std::span<float> scores, Rescale when) {
  const float before = max;
  max = std::max(before, largest_score(scores));
  constexpr float kHidden = -std::numeric_limits<float>::infinity();
  const float shift = max == kHidden ? 0.0f : max;  // -infinity - -infinity would be NaN
  rescale = when == Rescale::kNever ? 1.0f : std::exp(before - shift);
  sum = sum * rescale + exponentiate(scores, shift, 1.0f);
}

void OnlineSoftmax::accumulate(const std::span<float>& output, const float* product) const {
  for (std::size_t i = 0; i < output.size(); ++i) output[i] = output[i] * rescale + product[i];
}

void OnlineSoftmax::divide(const std::span<float>& output) const {
  for (float& value : output) value /= sum;
}

OnlineSoftmaxSteps attend_online_softmax(const AttendArguments& arguments, Tile tile,
                                         HeadRows<float> heads, Rescale rescale) {
  const Tile checked = checked_tile(tile, arguments.run);
  const auto [B, T, S, batched] = arguments.run;
  const std::size_t tiles = tile_count(S, checked);
  const Shape shape{B, arguments.H, tiles, T};
  OnlineSoftmaxSteps steps{
      .running_max = make_tensor(shape, "running_max"),
      .running_sum = make_tensor(shape, "running_sum"),
      .rescale = make_tensor(shape, "rescale"),
      .partial = make_tensor({B, arguments.H, tiles, T, arguments.d_value}, "partial")};
  OnlineAttention(arguments, checked, heads, steps, rescale).run();
  return steps;
}

}  // namespace manyheads
