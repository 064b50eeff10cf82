#include <emscripten/bind.h>

#include "exchange.hpp"
#include "measures/head_measures.hpp"
#include "measures/head_patterns.hpp"

namespace manyheads {
namespace {

using emscripten::val;

/// Reads input 0, leaves result 0.
template <Tensor (*Measure)(const Tensor&)>
bool measured() {
  return exchange::succeeded([] { exchange::result(0) = Measure(exchange::input(0)); });
}

val to_value(const HeadPair& pair) {
  val value = val::object();
  val heads = val::array();
  heads.call<void>("push", pair.first, pair.second);
  value.set("heads", heads);
  value.set("distance", pair.distance);
  return value;
}

val to_value(const std::optional<double>& share) { return share ? val(*share) : val::null(); }

}  // namespace

EMSCRIPTEN_BINDINGS(measures) {
  emscripten::function("entropy", &measured<&entropy>);
  emscripten::function("head_distance", &measured<&head_distance>);
  emscripten::function("saturation", &measured<&saturation>);
  emscripten::function(
      "head_diversity", +[] {
        return exchange::guarded(val::null(), [] {
          const HeadDiversity diversity = head_diversity(exchange::input(0));
          val value = val::object();
          value.set("mean", diversity.mean);
          value.set("most", to_value(diversity.most));
          value.set("least", to_value(diversity.least));
          return value;
        });
      });
  /// @param tokens  an array with equal numbers for equal tokens; empty: none are given
  emscripten::function(
      "head_patterns", +[](val tokens) {
        return exchange::guarded(val::null(), [&] {
          val values = val::array();
          for (const HeadPattern& pattern :
               head_patterns(exchange::input(0), exchange::to_integers(tokens))) {
            val value = val::object();
            value.set("previous", to_value(pattern.previous));
            value.set("self", to_value(pattern.self));
            value.set("first", to_value(pattern.first));
            value.set("duplicate", to_value(pattern.duplicate));
            value.set("induction", to_value(pattern.induction));
            values.call<void>("push", value);
          }
          return values;
        });
      });
}

}  // namespace manyheads
