#include "exchange.hpp"
#include "measures/head_measures.hpp"
#include "measures/head_patterns.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answer_size;
using exchange::input;
using exchange::Message;

void answer_pair(const HeadPair& pair) {
  answer_size(pair.first);
  answer_size(pair.second);
  answer_number(pair.distance);
}

void diversity(Message&) {
  const HeadDiversity diversity = head_diversity(input(0));
  answer_number(diversity.mean);
  answer_pair(diversity.most);
  answer_pair(diversity.least);
}

/// The message has equal numbers for equal tokens, or an empty list for no tokens.
void patterns(Message& message) {
  const auto patterns = head_patterns(input(0), message.integers());
  answer_size(patterns.size());
  for (const HeadPattern& pattern : patterns) {
    for (const auto& share :
         {pattern.previous, pattern.self, pattern.first, pattern.duplicate, pattern.induction}) {
      answer_number(share.has_value());
      if (share) answer_number(*share);
    }
  }
}

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
