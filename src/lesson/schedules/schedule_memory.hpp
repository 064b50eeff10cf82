#pragma once
/// The fast memory of one head. It records what is loaded, computed and stored.

#include <cstddef>

#include "kernels/matrix_view.hpp"
#include "lesson/schedules/attend_schedules.hpp"

namespace manyheads {

/// Neighbouring rows.
struct RowSpan {
  std::size_t first, count;
};

class FastMemory {
 public:
  /// @param is_recorded  whether the steps of this head are recorded
  FastMemory(double bytes_per_number, bool is_recorded, ScheduleSteps& steps)
      : bytes_per_number_(bytes_per_number), is_recorded_(is_recorded), steps_(steps) {}

  void begin_step(RowSpan queries, RowSpan keys);

  /// Loads rows of a matrix in slow memory.
  PagedMatrix load(MovedData what, const Rows<const float>& rows, RowSpan span, std::size_t width);
  MatrixView load_in_one_piece(MovedData what, const Rows<const float>& rows, RowSpan span,
                               std::size_t width);
  void load_table(std::size_t entries);
  void store(MovedData what, const MatrixView& fast, std::size_t first, const Rows<float>& slow);

  /// scores = Q K^T
  void score(const MatrixView& q, const PagedMatrix& keys, float* scores);
  /// sums = weights V
  void average(const MatrixView& weights, const PagedMatrix& values, float* sums);
  void count_multiplications(Size count);
  /// Records how many numbers are in fast memory now.
  void record_fast_memory(std::size_t numbers);
  /// Records how many numbers in slow memory are scores and weights.
  void count_stored_scores(std::size_t numbers);

 private:
  double bytes(std::size_t numbers) const {
    return static_cast<double>(numbers) * bytes_per_number_;
  }
  void count_move(MovedData what, MemoryLevel to, RowSpan span, double bytes);

  double bytes_per_number_;
  bool is_recorded_;
  ScheduleSteps& steps_;
};

}  // namespace manyheads
