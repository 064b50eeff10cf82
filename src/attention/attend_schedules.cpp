#include "attention/attend_schedules.hpp"

#include <algorithm>
#include <cassert>

#include "attention/kernels/score_rows.hpp"
#include "kernels/row_products.hpp"
#include "kernels/softmax.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

constexpr double kTableEntryBytes = 4, kMostBytes = 1024;

void require_at_least_one(std::string_view name, std::size_t size) {
  if (size == 0) throw ConfigError(name, {"schedule: ", name, " must be at least 1"});
}

/// Token by token, and in chunks, keys and values come in as queries do.
void require_one_sequence(const AttendArguments& arguments) {
  if (arguments.options.context || arguments.options.keys) {
    const std::string_view name = arguments.options.context ? "context" : "keys";
    throw ConfigError(
        name, {"schedule: ", name, " cannot be cached token by token; wanted self-attention"});
  }
  if (!arguments.options.causal) {
    throw ConfigError("causal",
                      "schedule: causal is false, but a cache has no later keys; wanted true");
  }
}

void check(const AttendArguments& arguments, const Schedule& schedule) {
  if (!(schedule.bytes_per_number > 0 && schedule.bytes_per_number <= kMostBytes)) {
    throw ConfigError("bytes_per_number",
                      {"schedule: bytes_per_number is ", schedule.bytes_per_number,
                       ", wanted a number above 0, at most 1024"});
  }
  switch (schedule.kind) {
    case ScheduleKind::kPlain:
      return;
    case ScheduleKind::kTiled:
      require_at_least_one("tile.queries", schedule.tile.queries);
      require_at_least_one("tile.keys", schedule.tile.keys);
      return;
    case ScheduleKind::kPaged:
      require_at_least_one("page_size", schedule.page_size);
      break;
    case ScheduleKind::kChunked:
      require_at_least_one("chunk", schedule.chunk);
      break;
    case ScheduleKind::kCached:
      break;
  }
  require_one_sequence(arguments);
}

/// Neighbouring rows.
struct Span {
  std::size_t first, count;
};

/// The fast memory of one head: what is loaded, computed and stored is written down.
class FastMemory {
 public:
  FastMemory(double bytes_per_number, bool records, ScheduleSteps& into)
      : bytes_per_number_(bytes_per_number), records_(records), into_(into) {}

  void begin(Span queries, Span keys) {
    if (records_) {
      into_.steps.push_back({queries.first, queries.count, keys.first, keys.count});
    }
  }

  /// Rows of a matrix in slow memory, to be computed with.
  PagedMatrix load(Moved what, const Rows<const float>& rows, Span span, std::size_t width) {
    count(what, true, span, bytes(span.count * width));
    PagedMatrix loaded{rows, span.count, width};
    assert(!rows.pages || span.first == 0);  // pages are found from their first row on
    if (!rows.pages) loaded.in.data = rows.row(span.first);
    return loaded;
  }
  MatrixView load_in_one_piece(Moved what, const Rows<const float>& rows, Span span,
                               std::size_t width) {
    const PagedMatrix loaded = load(what, rows, span, width);
    return {loaded.in.data, span.count, width, rows.row_stride};
  }
  void load_table(std::size_t entries) {
    count(Moved::kTable, true, {0, entries}, static_cast<double>(entries) * kTableEntryBytes);
  }
  void store(Moved what, MatrixView fast, std::size_t first, const Rows<float>& slow) {
    count(what, false, {first, fast.rows}, bytes(fast.rows * fast.columns));
    for (std::size_t i = 0; i < fast.rows; ++i) {
      std::copy_n(fast.data + i * fast.row_stride, fast.columns, slow.row(first + i));
    }
  }

  /// scores = Q K^T
  void score(MatrixView q, const PagedMatrix& keys, float* scores) {
    dot_rows(q, keys, {scores, keys.rows});
    multiplied(q.rows * keys.rows * keys.columns);
  }
  /// sums = weights V
  void average(MatrixView weights, const PagedMatrix& values, float* sums) {
    weigh_rows(weights, values, {sums, values.columns});
    multiplied(weights.rows * values.rows * values.columns);
  }
  void multiplied(std::size_t times) {
    if (!records_) return;
    into_.steps.back().multiplications += static_cast<double>(times);
    into_.multiplications += static_cast<double>(times);
  }
  /// So many numbers lie in fast memory now.
  void holds(std::size_t numbers) {
    if (!records_) return;
    double& most = into_.steps.back().held_bytes;
    most = std::max(most, bytes(numbers));
  }
  void stored_scores(std::size_t numbers) {
    if (records_) into_.stored_scores = bytes(numbers);
  }

 private:
  double bytes(std::size_t numbers) const {
    return static_cast<double>(numbers) * bytes_per_number_;
  }
  void count(Moved what, bool is_load, Span span, double bytes) {
    if (!records_) return;
    into_.steps.back().moves.push_back({what, is_load, span.first, span.count, bytes});
    (is_load ? into_.read : into_.written) += bytes;
  }

  double bytes_per_number_;
  bool records_;
  ScheduleSteps& into_;
};

/// One head of one batch row.
class ScheduledHead {
 public:
  ScheduledHead(const AttendArguments& arguments, const Schedule& schedule, std::size_t b,
                std::size_t h, const HeadRows<float>& heads, FastMemory& memory)
      : arguments_(arguments),
        schedule_(schedule),
        b_(b),
        h_(h),
        T_(arguments.run.T),
        S_(arguments.run.S),
        q_(arguments.q.head(b, h)),
        k_(arguments.k.head(b, h / (arguments.H / arguments.G))),
        v_(arguments.v.head(b, h / (arguments.H / arguments.G))),
        output_(heads.head(b, h)),
        memory_(memory) {}

  void run() {
    switch (schedule_.kind) {
      case ScheduleKind::kPlain:
        return run_plain();
      case ScheduleKind::kTiled:
        return run_tiled();
      case ScheduleKind::kCached:
      case ScheduleKind::kPaged:
        return run_cached(1);
      case ScheduleKind::kChunked:
        return run_cached(schedule_.chunk);
    }
  }

 private:
  std::size_t d_head() const { return arguments_.d_head; }
  std::size_t d_value() const { return arguments_.d_value; }
  MatrixView load_queries(Span queries) {
    return memory_.load_in_one_piece(Moved::kQueries, q_, queries, d_head());
  }
  std::span<float> row(float* matrix, std::size_t i, std::size_t width) const {
    return {matrix + i * width, width};
  }
  void mask(std::size_t t, std::size_t first_key, const std::span<float>& scores) const {
    divide_and_bias(arguments_, {b_, h_, t, first_key, scores});
    arguments_.visibility.hide(b_, t, scores, first_key);
  }
  void drop_some(std::size_t t, std::size_t first_key, const std::span<float>& weights) const {
    drop(arguments_, {b_, h_, t, first_key, weights});
  }

  void run_plain() {
    const Span queries{0, T_}, keys{0, S_};
    Buffer slow_scores, slow_weights, fast, sums;
    slow_scores.reserve({T_, S_}, "scores");
    slow_weights.reserve({T_, S_}, "weights");
    fast.reserve({T_, S_}, "scores");
    memory_.stored_scores(2 * T_ * S_);
    const Rows<float> scores{slow_scores.data(), S_}, weights{slow_weights.data(), S_};
    const MatrixView all{fast.data(), T_, S_, S_};

    memory_.begin(queries, keys);
    const MatrixView q = load_queries(queries);
    memory_.score(q, memory_.load(Moved::kKeys, k_, keys, d_head()), fast.data());
    memory_.store(Moved::kScores, all, 0, scores);
    memory_.holds((T_ + S_) * d_head() + T_ * S_);

    memory_.begin(queries, keys);
    const MatrixView loaded =
        memory_.load_in_one_piece(Moved::kScores, {scores.data, S_}, queries, S_);
    std::copy_n(loaded.data, T_ * S_, fast.data());
    std::vector<bool> saw_a_key(T_);
    for (std::size_t t = 0; t < T_; ++t) {
      const std::span of_query = row(fast.data(), t, S_);
      mask(t, 0, of_query);
      saw_a_key[t] = softmax_row(of_query);
      drop_some(t, 0, of_query);
    }
    memory_.store(Moved::kWeights, all, 0, weights);
    memory_.holds(T_ * S_);

    memory_.begin(queries, keys);
    const MatrixView p =
        memory_.load_in_one_piece(Moved::kWeights, {weights.data, S_}, queries, S_);
    sums.reserve({T_, d_value()}, "outputs");
    memory_.average(p, memory_.load(Moved::kValues, v_, keys, d_value()), sums.data());
    for (std::size_t t = 0; t < T_; ++t) {
      finish_row(arguments_, h_, saw_a_key[t], row(sums.data(), t, d_value()));
    }
    memory_.holds(T_ * S_ + (T_ + S_) * d_value());
    memory_.store(Moved::kOutput, {sums.data(), T_, d_value(), d_value()}, 0, output_);
  }

  void run_tiled() {
    for (std::size_t t = 0; t < T_; t += std::min(schedule_.tile.queries, T_)) {
      run_tiles_of({t, std::min(schedule_.tile.queries, T_ - t)});
    }
  }

  /// The keys that one of these queries may see.
  std::size_t end_of(Span queries) const {
    std::size_t end = 0;
    for (std::size_t i = 0; i < queries.count; ++i) {
      end = std::max(end, arguments_.visibility.end(b_, queries.first + i));
    }
    return end;
  }

  void run_tiles_of(Span queries) {
    const std::size_t end = end_of(queries), width = std::min(schedule_.tile.keys, S_);
    std::vector<OnlineSoftmax> rows(queries.count);
    scores_.reserve({queries.count, width}, "a tile of scores");
    product_.reserve({queries.count, d_value()}, "a tile's output");
    float* const sums = sums_.reserve({queries.count, d_value()}, "outputs");
    std::fill_n(sums, queries.count * d_value(), 0.0f);
    MatrixView q{};
    if (end == 0) memory_.begin(queries, {0, 0});
    for (std::size_t s = 0; s < end; s += width) {
      const Span keys{s, std::min(width, S_ - s)};
      memory_.begin(queries, keys);
      if (s == 0) q = load_queries(queries);
      add_tile(q, queries, keys, rows, sums);
    }
    for (std::size_t i = 0; i < queries.count; ++i) {
      const std::span output = row(sums, i, d_value());
      for (float& value : output) value /= rows[i].sum;
      finish_row(arguments_, h_, rows[i].sum != 0.0f, output);
    }
    memory_.store(Moved::kOutput, {sums, queries.count, d_value(), d_value()}, queries.first,
                  output_);
  }

  void add_tile(MatrixView q, Span queries, Span keys, std::vector<OnlineSoftmax>& rows,
                float* sums) {
    const PagedMatrix k = memory_.load(Moved::kKeys, k_, keys, d_head());
    const PagedMatrix v = memory_.load(Moved::kValues, v_, keys, d_value());
    memory_.score(q, k, scores_.data());
    for (std::size_t i = 0; i < queries.count; ++i) {
      const std::span scores = row(scores_.data(), i, keys.count);
      mask(queries.first + i, keys.first, scores);
      rows[i].add(scores);
      drop_some(queries.first + i, keys.first, scores);
    }
    memory_.average({scores_.data(), queries.count, keys.count, keys.count}, v, product_.data());
    for (std::size_t i = 0; i < queries.count; ++i) {
      const float* added = product_.data() + i * d_value();
      for (float& value : row(sums, i, d_value())) value = value * rows[i].rescale + *added++;
    }
    // Before the first tile there is nothing to rescale: one sum and d_value numbers a query.
    if (keys.first > 0) memory_.multiplied(queries.count * (d_value() + 1));
    memory_.holds((queries.count + keys.count) * (d_head() + d_value()) +
                  queries.count * (keys.count + 2));
  }

  /// Rows in slow memory that grow: in one piece, or in pages, which lie in another order than
  /// their tokens.
  class Cache {
   public:
    Cache(std::size_t tokens, std::size_t page_rows, std::size_t width) {
      const std::size_t count = (tokens - 1) / page_rows + 1;
      data_.reserve({count, page_rows, width}, "the cache");
      for (std::size_t i = count; i-- > 0;) pages_.push_back(data_.data() + i * page_rows * width);
      rows_ = {pages_.front(), width, pages_.data(), page_rows};
    }
    const Rows<float>& rows() const { return rows_; }
    Rows<const float> to_read() const {
      return {rows_.data, rows_.row_stride, pages_.data(), rows_.page_rows};
    }

   private:
    Buffer data_;
    std::vector<float*> pages_;
    Rows<float> rows_{};
  };

  void run_cached(std::size_t chunk) {
    const bool paged = schedule_.kind == ScheduleKind::kPaged;
    const std::size_t page_rows = paged ? std::min(schedule_.page_size, S_) : S_;
    Cache keys(S_, page_rows, d_head()), values(S_, page_rows, d_value());
    for (std::size_t t = 0; t < T_; t += std::min(chunk, T_)) {
      const Span queries{t, std::min(chunk, T_ - t)}, all{0, t + queries.count};
      memory_.begin(queries, all);
      const MatrixView q = load_queries(queries);
      memory_.store(Moved::kKeys, {k_.row(t), queries.count, d_head(), k_.row_stride}, t,
                    keys.rows());
      memory_.store(Moved::kValues, {v_.row(t), queries.count, d_value(), v_.row_stride}, t,
                    values.rows());
      if (paged) memory_.load_table((all.count - 1) / page_rows + 1);
      attend_to_all(q, queries, memory_.load(Moved::kKeys, keys.to_read(), all, d_head()),
                    memory_.load(Moved::kValues, values.to_read(), all, d_value()));
    }
  }

  void attend_to_all(MatrixView q, Span queries, const PagedMatrix& keys,
                     const PagedMatrix& values) {
    const std::size_t S = keys.rows;
    float* const scores = scores_.reserve({queries.count, S}, "scores");
    float* const sums = sums_.reserve({queries.count, d_value()}, "outputs");
    std::vector<bool> saw_a_key(queries.count);
    memory_.score(q, keys, scores);
    for (std::size_t i = 0; i < queries.count; ++i) {
      const std::span of_query = row(scores, i, S);
      mask(queries.first + i, 0, of_query);
      saw_a_key[i] = softmax_row(of_query);
      drop_some(queries.first + i, 0, of_query);
    }
    memory_.average({scores, queries.count, S, S}, values, sums);
    for (std::size_t i = 0; i < queries.count; ++i) {
      finish_row(arguments_, h_, saw_a_key[i], row(sums, i, d_value()));
    }
    memory_.holds((queries.count + S) * (d_head() + d_value()) + queries.count * S);
    memory_.store(Moved::kOutput, {sums, queries.count, d_value(), d_value()}, queries.first,
                  output_);
  }

  const AttendArguments& arguments_;
  const Schedule& schedule_;
  std::size_t b_, h_, T_, S_;
  Rows<const float> q_, k_, v_;
  Rows<float> output_;
  FastMemory& memory_;
  Buffer scores_, product_, sums_;
};

}  // namespace

ScheduleSteps attend_scheduled(const AttendArguments& arguments, const Schedule& schedule,
                               HeadRows<float> heads) {
  check(arguments, schedule);
  ScheduleSteps steps;
  for (std::size_t b = 0; b < arguments.run.B; ++b) {
    for (std::size_t h = 0; h < arguments.H; ++h) {
      FastMemory memory(schedule.bytes_per_number, b == 0 && h == 0, steps);
      ScheduledHead(arguments, schedule, b, h, heads, memory).run();
    }
  }
  return steps;
}

}  // namespace manyheads
