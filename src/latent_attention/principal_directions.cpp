#include "latent_attention/principal_directions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace manyheads {
namespace {

/// More are never needed: each sweep squares the remaining error.
constexpr int kMaxSweeps = 30;

class Jacobi {
 public:
  Jacobi(std::vector<double> symmetric, std::size_t size)
      : a_(std::move(symmetric)), vectors_(size * size), size_(size) {
    for (std::size_t i = 0; i < size; ++i) vectors_[i * size + i] = 1;
  }

  void run() {
    const double all = std::inner_product(a_.begin(), a_.end(), a_.begin(), 0.0);
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
      if (off_diagonal() <= 1e-28 * all) return;
      for (std::size_t p = 0; p < size_; ++p) {
        for (std::size_t q = p + 1; q < size_; ++q) rotate(p, q);
      }
    }
  }

  double value(std::size_t i) const { return a_[i * size_ + i]; }
  /// Eigenvector i: a row of vectors_, not a column.
  std::span<const double> vector(std::size_t i) const {
    return {vectors_.data() + i * size_, size_};
  }

 private:
  double off_diagonal() const {
    double sum = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < i; ++j) sum += 2 * a_[i * size_ + j] * a_[i * size_ + j];
    }
    return sum;
  }

  /// Rotates axes p and q so that element (p, q) becomes 0.
  void rotate(std::size_t p, std::size_t q) {
    const double apq = a_[p * size_ + q];
    if (apq == 0) return;
    const double theta = (value(q) - value(p)) / (2 * apq);
    const double t = std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(theta, 1.0));
    const double c = 1 / std::hypot(t, 1.0), s = t * c;
    for (std::size_t k = 0; k < size_; ++k) rotate_pair(a_[k * size_ + p], a_[k * size_ + q], c, s);
    for (std::size_t k = 0; k < size_; ++k) rotate_pair(a_[p * size_ + k], a_[q * size_ + k], c, s);
    for (std::size_t k = 0; k < size_; ++k) {
      rotate_pair(vectors_[p * size_ + k], vectors_[q * size_ + k], c, s);
    }
    a_[p * size_ + q] = a_[q * size_ + p] = 0;
  }
  static void rotate_pair(double& x, double& y, double c, double s) {
    const double before = x;
    x = c * before - s * y;
    y = s * before + c * y;
  }

  std::vector<double> a_, vectors_;
  std::size_t size_;
};

}  // namespace

std::vector<double> principal_directions(std::vector<double> symmetric, std::size_t size,
                                         std::size_t count) {
  Jacobi jacobi(std::move(symmetric), size);
  jacobi.run();
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    if (jacobi.value(i) != jacobi.value(j)) return jacobi.value(i) > jacobi.value(j);
    return i < j;  // equal values keep their order, so that the result is the same everywhere
  });
  std::vector<double> directions;
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const double> vector = jacobi.vector(order[i]);
    const double largest = *std::max_element(
        vector.begin(), vector.end(), [](double x, double y) { return std::abs(x) < std::abs(y); });
    for (const double value : vector) directions.push_back(largest < 0 ? -value : value);
  }
  return directions;
}

}  // namespace manyheads
