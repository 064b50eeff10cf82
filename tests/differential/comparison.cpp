#include "differential/comparison.hpp"

#include <algorithm>
#include <sstream>

namespace manyheads::differential {

void Comparison::expect_close(std::string_view what, double actual, Rounded expected) {
  ++count_;
  const double error = std::abs(actual - expected.value);
  if (error == 0) return;
  const double share = error / expected.error;
  if (!(share <= 1)) {  // NaN too
    std::ostringstream message;
    message.precision(9);
    message << what << " is " << actual << ", wanted " << expected.value << " +- "
            << expected.error;
    throw Difference(message.str());
  }
  largest_share_ = std::max(largest_share_, share);
}

void Comparison::expect_close(std::string_view what, const Tensor& actual, const Matrix& expected) {
  expect(std::string(what) + " has the right size", actual.size() == expected.values.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    try {
      expect_close(what, double{actual.data()[i]}, expected.values[i]);
    } catch (const Difference& difference) {
      throw Difference("element " + std::to_string(i) + " of " + difference.what());
    }
  }
}

void Comparison::expect_shape(std::string_view what, const Tensor& actual, const Shape& expected) {
  if (shape_of(actual) == expected) return;
  throw Difference(std::string(what) + " is " + to_text(shape_of(actual)) + ", wanted " +
                   to_text(expected));
}

void Comparison::expect(std::string_view what, bool holds) {
  if (!holds) throw Difference("not true: " + std::string(what));
}

}  // namespace manyheads::differential
