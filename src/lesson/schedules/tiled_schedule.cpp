/// Tiles of keys with an online softmax; hidden tiles are never loaded.

#include <algorithm>
#include <vector>

#include "lesson/schedules/attend_online_softmax.hpp"
#include "lesson/schedules/scheduled_head.hpp"
#include "tensor/buffer.hpp"

namespace manyheads {
namespace {

class TiledSchedule {
 public:
  TiledSchedule(const ScheduledHead& head, Tile tile)
      : head_(head), height_(std::min(tile.queries, head.T)), width_(std::min(tile.keys, head.S)) {}

  void run() {
    for (std::size_t t = 0; t < head_.T; t += height_) {
      run_queries({t, std::min(height_, head_.T - t)});
    }
  }

 private:
  /// No query of these sees a key from this one on.
  std::size_t visible_end(RowSpan queries) const {
    std::size_t end = 0;
    for (std::size_t i = 0; i < queries.count; ++i) {
      end = std::max(end, head_.arguments.visibility.end(head_.b, queries.first + i));
    }
    return end;
  }

  void run_queries(RowSpan queries) {
    reserve(queries);
    const std::size_t end = visible_end(queries);
    MatrixView q{};
    if (end == 0) head_.memory.begin_step(queries, {0, 0});
    for (std::size_t s = 0; s < end; s += width_) {
      const RowSpan keys{s, std::min(width_, head_.S - s)};
      head_.memory.begin_step(queries, keys);
      if (s == 0) q = head_.load_queries(queries);
      add_tile(q, queries, keys);
    }
    finish(queries);
  }

  void reserve(RowSpan queries) {
    scores_.reserve({queries.count, width_}, "a tile of scores");
    product_.reserve({queries.count, head_.d_value}, "a tile's output");
    float* const sums = sums_.reserve({queries.count, head_.d_value}, "outputs");
    std::fill_n(sums, queries.count * head_.d_value, 0.0f);
    rows_.assign(queries.count, {});
  }

  void add_tile(const MatrixView& q, RowSpan queries, RowSpan keys) {
    FastMemory& memory = head_.memory;
    const PagedMatrix k = memory.load(MovedData::kKeys, head_.k, keys, head_.d_head);
    const PagedMatrix v = memory.load(MovedData::kValues, head_.v, keys, head_.d_value);
    memory.score(q, k, scores_.data());
    compute_weights(queries, keys);
    memory.average({scores_.data(), queries.count, keys.count, keys.count}, v, product_.data());
    add_product(queries);
    // From the second tile on, each query rescales its sum and d_value numbers.
    if (keys.first > 0) memory.count_multiplications(queries.count * (head_.d_value + 1));
    memory.record_fast_memory((queries.count + keys.count) * (head_.d_head + head_.d_value) +
                              queries.count * (keys.count + 2));
  }

  void compute_weights(RowSpan queries, RowSpan keys) {
    for (std::size_t i = 0; i < queries.count; ++i) {
      const std::span scores = matrix_row(scores_.data(), i, keys.count);
      head_.mask(queries.first + i, keys.first, scores);
      rows_[i].add(scores);
      head_.drop_weights(queries.first + i, keys.first, scores);
    }
  }

  void add_product(RowSpan queries) {
    for (std::size_t i = 0; i < queries.count; ++i) {
      rows_[i].accumulate(matrix_row(sums_.data(), i, head_.d_value),
                          product_.data() + i * head_.d_value);
    }
  }

  void finish(RowSpan queries) {
    for (std::size_t i = 0; i < queries.count; ++i) {
      const std::span output = matrix_row(sums_.data(), i, head_.d_value);
      rows_[i].divide(output);
      finish_row(head_.arguments, head_.h, rows_[i].sum != 0.0f, output);
    }
    head_.store_output(sums_.data(), queries);
  }

  const ScheduledHead& head_;
  std::size_t height_, width_;  ///< queries and keys of a tile
  std::vector<OnlineSoftmax> rows_;
  Buffer scores_, product_, sums_;
};

}  // namespace

void run_tiled(const ScheduledHead& head, Tile tile) { TiledSchedule(head, tile).run(); }

}  // namespace manyheads
