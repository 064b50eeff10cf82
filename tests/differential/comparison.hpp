#pragma once
/// Compares what the core computed with exact numbers, each within its own bound.

#include <stdexcept>
#include <string>
#include <string_view>

#include "differential/rounded.hpp"

namespace manyheads::differential {

/// What is wrong in a case.
struct Difference : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Comparison {
 public:
  /// @throws Difference naming the first element that is further away than its bound
  void expect_close(std::string_view what, const Tensor& actual, const Matrix& expected);
  void expect_close(std::string_view what, double actual, Rounded expected);
  void expect_shape(std::string_view what, const Tensor& actual, const Shape& expected);
  void expect(std::string_view what, bool holds);

  /// How many numbers were compared.
  std::size_t count() const { return count_; }
  /// The largest share of its bound that an error took.
  double largest_share() const { return largest_share_; }

 private:
  std::size_t count_ = 0;
  double largest_share_ = 0;
};

}  // namespace manyheads::differential
