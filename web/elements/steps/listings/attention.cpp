#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using Row = std::vector<double>;
using Matrix = std::vector<Row>;
struct Weights {
  Matrix wq, wk, wv, wo;
};

Matrix zeros(size_t rows, size_t columns) {
  return Matrix(rows, Row(columns, 0.0));
}
Matrix transpose(const Matrix& a) {
  Matrix b = zeros(a[0].size(), a.size());
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < a[0].size(); ++j) b[j][i] = a[i][j];
  return b;
}
Matrix matmul(const Matrix& a, const Matrix& b) {
  Matrix c = zeros(a.size(), b[0].size());
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b[0].size(); ++j)
      for (size_t k = 0; k < b.size(); ++k)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}
/// Columns head * width and the width - 1 after it.
Matrix columns(const Matrix& a, size_t head, size_t width) {
  Matrix b = a;
  for (Row& row : b)
    row = Row(row.begin() + head * width,
              row.begin() + (head + 1) * width);
  return b;
}

// [input unless weights-changed]
Matrix attention(const Matrix& x, const Weights& w,
// [input if weights-changed]
Matrix attention(const Matrix& x, Weights w,
// [input]
                 size_t num_heads) {
  const size_t T = x.size(), d_model = x[0].size();
  // [split insert changed-weights]
  // [split]
  const size_t d_head = d_model / num_heads;
  // [split if grouped]
  const size_t num_kv_heads = w.wk[0].size() / d_head;
  // [concat]
  Matrix combined = zeros(T, d_model);
  // [sum]
  Matrix combined = zeros(T, d_head);
  // [split]
  for (size_t h = 0; h < num_heads; ++h) {
    // [split if grouped]
    const size_t g = h / (num_heads / num_kv_heads);
    // [projections]
    const Matrix q = matmul(x, columns(w.wq, h, d_head));
    // [projections unless grouped]
    const Matrix k = matmul(x, columns(w.wk, h, d_head));
    const Matrix v = matmul(x, columns(w.wv, h, d_head));
    // [projections if grouped]
    const Matrix k = matmul(x, columns(w.wk, g, d_head));
    const Matrix v = matmul(x, columns(w.wv, g, d_head));
    // [scores]
    Matrix scores = matmul(q, transpose(k));
    for (Row& row : scores)
      for (double& score : row) score /= std::sqrt(d_head);
    // [scores insert changed-scores]
    // [scores if causal]
    for (size_t t = 0; t < T; ++t)
      for (size_t s = t + 1; s < T; ++s)
        scores[t][s] = -std::numeric_limits<double>::infinity();
    // [scores insert changed-mask]
    // [softmax]
    Matrix weights = scores;
    for (Row& row : weights) {
      const double largest =
          *std::max_element(row.begin(), row.end());
      double sum = 0;
      for (double& e : row) sum += e = std::exp(e - largest);
      for (double& e : row) e /= sum;
    }
    // [softmax insert empty-rows]
    // [output]
    const Matrix head = matmul(weights, v);
    // [concat]
    for (size_t t = 0; t < T; ++t)
      std::copy(head[t].begin(), head[t].end(),
                combined[t].begin() + h * d_head);
    // [sum]
    for (size_t t = 0; t < T; ++t)
      for (size_t i = 0; i < d_head; ++i)
        combined[t][i] += head[t][i];
    // []
  }
  // [w_o]
  const Matrix output = matmul(combined, w.wo);
  // [done unless no-output]
  return output;
  // [done if no-output]
  return combined;
  // []
}
