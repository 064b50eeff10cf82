#include "lesson/schedules/scheduled_head.hpp"

#include "kernels/softmax.hpp"

namespace manyheads {

void WholeRows::softmax(float* scores) {
  for (std::size_t i = 0; i < queries_.count; ++i) {
    const std::span row = matrix_row(scores, i, keys_);
    head_.mask(queries_.first + i, 0, row);
    saw_a_key_[i] = softmax_row(row);
    head_.drop_weights(queries_.first + i, 0, row);
  }
}

void WholeRows::finish(float* outputs) const {
  for (std::size_t i = 0; i < queries_.count; ++i) {
    finish_row(head_.arguments, head_.h, saw_a_key_[i], matrix_row(outputs, i, head_.d_value));
  }
}

}  // namespace manyheads
