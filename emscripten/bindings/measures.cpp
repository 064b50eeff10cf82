#include "exchange.hpp"
#include "measures/head_measures.hpp"
#include "measures/head_patterns.hpp"

namespace manyheads {
namespace {

using exchange::input;
using exchange::Message;

void diversity(Message&) { exchange::answer(head_diversity(input(0))); }

/// The message has equal numbers for equal tokens, or an empty list for no tokens.
void patterns(Message& message) { exchange::answer(head_patterns(input(0), message.integers())); }

}  // namespace

EMSCRIPTEN_BINDINGS(measures) {
  using exchange::bind;
  using exchange::unary;
  bind<&unary<&entropy>>("entropy");
  bind<&unary<&head_distance>>("head_distance");
  bind<&unary<&saturation>>("saturation");
  bind<&diversity>("head_diversity");
  bind<&patterns>("head_patterns");
}

}  // namespace manyheads
