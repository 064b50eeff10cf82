#include <emscripten/bind.h>

#include "exchange.hpp"
#include "measures/head_measures.hpp"
#include "measures/head_patterns.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answered;
using exchange::input;

void answer_pair(const HeadPair& pair) {
  answer_number(static_cast<double>(pair.first));
  answer_number(static_cast<double>(pair.second));
  answer_number(pair.distance);
}

double diversity() {
  return answered([] {
    const HeadDiversity diversity = head_diversity(input(0));
    answer_number(diversity.mean);
    answer_pair(diversity.most);
    answer_pair(diversity.least);
  });
}

/// The message tells equal numbers for equal tokens; none: none are given.
double patterns() {
  return answered([] {
    const auto patterns = head_patterns(input(0), exchange::Message().integers());
    answer_number(static_cast<double>(patterns.size()));
    for (const HeadPattern& pattern : patterns) {
      for (const auto& share :
           {pattern.previous, pattern.self, pattern.first, pattern.duplicate, pattern.induction}) {
        answer_number(share.has_value());
        if (share) answer_number(*share);
      }
    }
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(measures) {
  using emscripten::function;
  function("entropy", &exchange::unary<&entropy>);
  function("head_distance", &exchange::unary<&head_distance>);
  function("saturation", &exchange::unary<&saturation>);
  function("head_diversity", &diversity);
  function("head_patterns", &patterns);
}

}  // namespace manyheads
