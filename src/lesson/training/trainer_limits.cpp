#include "lesson/training/trainer_limits.hpp"

#include <algorithm>
#include <array>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

Size sum(Size a, Size b) { return a + std::min(b, ~a); }

struct NamedSize {
  std::string_view name;
  Size value, standard;
};

/// The one that exceeds its default most.
NamedSize largest(std::initializer_list<NamedSize> sizes) {
  const auto times = [](const NamedSize& size) {
    return static_cast<double>(size.value) / static_cast<double>(size.standard);
  };
  return *std::max_element(sizes.begin(), sizes.end(),
                           [&](const auto& a, const auto& b) { return times(a) < times(b); });
}

void require_at_most(Size most, Size found, const NamedSize& size, std::string_view of_what) {
  if (found <= most) return;
  throw ConfigError(size.name, {"trainer: ", Name{size.name}, " is ", size.value, ", which makes ",
                                found, of_what, ", wanted at most ", most});
}

}  // namespace

void check_limits(const TrainerConfig& config, const Task& task) {
  const Size L = config.num_layers, d = config.d_model, T = config.seq_len;
  const Size outputs = task.relations().size() * task.vocabulary().size();
  checked_size({config.batch, T, std::max(d, outputs)}, "a batch");
  checked_size({L, d, d}, "the parameters");

  const TrainerConfig standard = resolved({.task = config.task, .num_heads = 1});
  const NamedSize layers{"num_layers", L, standard.num_layers};
  const NamedSize width{"d_model", d, standard.d_model};
  const NamedSize length{"seq_len", T, standard.seq_len};
  const NamedSize batch{"batch", config.batch, standard.batch};
  require_at_most(kMaxLayers, L, layers, " layers");

  const Size of_layers = saturating_product(4 * L, saturating_product(d, d));
  const Size parameters =
      sum(of_layers, saturating_product(d, sum(T, task.vocabulary().size() + outputs)));
  require_at_most(kMaxParameters, parameters, largest({layers, width, length}), " parameters");

  // Of a token: two a weight, four a key and column, and about as much as a thousand to draw it.
  const Size of_token =
      sum(sum(1000, 2 * (of_layers + d * outputs)), saturating_product(4 * L * d, T));
  const Size sequences = std::max<Size>(3 * config.batch, kEvaluatedSequences);
  require_at_most(kMaxOperations, saturating_product(saturating_product(sequences, T), of_token),
                  largest({layers, width, length, batch}), " operations a step");
}

}  // namespace manyheads
