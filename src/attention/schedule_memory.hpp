#pragma once
/// The fast memory of one head, which writes down what is loaded, computed and stored.

#include <cstddef>

#include "attention/attend_schedules.hpp"
#include "kernels/matrix_view.hpp"

namespace manyheads {

/// Neighbouring rows.
struct RowSpan {
  std::size_t first, count;
};

class FastMemory {
 public:
  /// @param records  whether anything is written down
  FastMemory(double bytes_per_number, bool records, ScheduleSteps& steps)
      : bytes_per_number_(bytes_per_number), records_(records), steps_(steps) {}

  void begin_step(RowSpan queries, RowSpan keys);

  /// Rows of a matrix in slow memory, to be computed with.
  PagedMatrix load(Moved what, const Rows<const float>& rows, RowSpan span, std::size_t width);
  MatrixView load_in_one_piece(Moved what, const Rows<const float>& rows, RowSpan span,
                               std::size_t width);
  void load_table(std::size_t entries);
  void store(Moved what, const MatrixView& fast, std::size_t first, const Rows<float>& slow);

  /// scores = Q K^T
  void score(const MatrixView& q, const PagedMatrix& keys, float* scores);
  /// sums = weights V
  void average(const MatrixView& weights, const PagedMatrix& values, float* sums);
  void count_multiplications(std::size_t count);
  /// So many numbers are in fast memory now.
  void count_held(std::size_t numbers);
  /// So many numbers of slow memory are for scores and weights.
  void count_stored_scores(std::size_t numbers);

 private:
  double bytes(std::size_t numbers) const {
    return static_cast<double>(numbers) * bytes_per_number_;
  }
  void count_move(Moved what, bool is_load, RowSpan span, double bytes);

  double bytes_per_number_;
  bool records_;
  ScheduleSteps& steps_;
};

}  // namespace manyheads
