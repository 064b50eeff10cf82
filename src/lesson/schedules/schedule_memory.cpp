#include "lesson/schedules/schedule_memory.hpp"

#include <algorithm>
#include <cassert>

#include "kernels/row_products.hpp"

namespace manyheads {
namespace {

constexpr double kTableEntryBytes = 4;

}  // namespace

void FastMemory::begin_step(RowSpan queries, RowSpan keys) {
  if (!is_recorded_) return;
  steps_.steps.push_back({queries.first, queries.count, keys.first, keys.count});
}

PagedMatrix FastMemory::load(MovedData what, const Rows<const float>& rows, RowSpan span,
                             std::size_t width) {
  count_move(what, MemoryLevel::kFast, span, bytes(span.count * width));
  PagedMatrix loaded{rows, span.count, width};
  assert(!rows.pages || span.first == 0);  // pages can only be loaded from row 0 on
  if (!rows.pages) loaded.storage.data = rows.row(span.first);
  return loaded;
}

MatrixView FastMemory::load_in_one_piece(MovedData what, const Rows<const float>& rows,
                                         RowSpan span, std::size_t width) {
  const PagedMatrix loaded = load(what, rows, span, width);
  return {loaded.storage.data, span.count, width, rows.row_stride};
}

void FastMemory::load_table(std::size_t entries) {
  count_move(MovedData::kTable, MemoryLevel::kFast, {0, entries},
             static_cast<double>(entries) * kTableEntryBytes);
}

void FastMemory::store(MovedData what, const MatrixView& fast, std::size_t first,
                       const Rows<float>& slow) {
  count_move(what, MemoryLevel::kSlow, {first, fast.rows}, bytes(fast.rows * fast.columns));
  for (std::size_t i = 0; i < fast.rows; ++i) {
    std::copy_n(fast.data + i * fast.row_stride, fast.columns, slow.row(first + i));
  }
}

void FastMemory::score(const MatrixView& q, const PagedMatrix& keys, float* scores) {
  dot_rows(q, keys, {scores, keys.rows});
  count_multiplications(Size{q.rows} * keys.rows * keys.columns);
}

void FastMemory::average(const MatrixView& weights, const PagedMatrix& values, float* sums) {
  sum_weighted_rows(weights, values, {sums, values.columns});
  count_multiplications(Size{weights.rows} * values.rows * values.columns);
}

void FastMemory::count_multiplications(Size count) {
  if (!is_recorded_) return;
  steps_.steps.back().multiplications += static_cast<double>(count);
  steps_.multiplications += static_cast<double>(count);
}

void FastMemory::record_fast_memory(std::size_t numbers) {
  if (!is_recorded_) return;
  double& most = steps_.steps.back().held_bytes;
  most = std::max(most, bytes(numbers));
}

void FastMemory::count_stored_scores(std::size_t numbers) {
  if (is_recorded_) steps_.stored_scores = bytes(numbers);
}

void FastMemory::count_move(MovedData what, MemoryLevel to, RowSpan span, double bytes) {
  if (!is_recorded_) return;
  steps_.steps.back().moves.push_back({what, to, span.first, span.count, bytes});
  (to == MemoryLevel::kFast ? steps_.read : steps_.written) += bytes;
}

}  // namespace manyheads
