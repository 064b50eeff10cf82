#include "exchange.hpp"
#include "lesson/shapes/axis_expression.hpp"
#include "lesson/shapes/pattern_chain.hpp"
#include "lesson/shapes/shape_questions.hpp"

namespace manyheads {
namespace {

using exchange::answer;
using exchange::Message;

/// Reads names, then their sizes.
NamedSizes named_sizes(Message& message) {
  const auto names = message.texts();
  const auto sizes = message.integers();
  NamedSizes named;
  for (std::size_t i = 0; i < names.size(); ++i) {
    named.push_back({names[i], static_cast<Size>(sizes[i])});
  }
  return named;
}

/// The message has the text, then the sizes.
void parse(Message& message) {
  const std::string_view text = message.text();
  answer(parse_shape(text, named_sizes(message)));
}

void question(Message& message) {
  const std::uint64_t seed = message.whole();
  const int level = static_cast<int>(message.number());
  answer(shape_question(seed, level, message.text()));
}

/// The message has the question's id and the answer to it.
void check(Message& message) {
  const std::string_view id = message.text();
  answer(check_shape(id, message.text()));
}

/// The message has the steps, the sizes and the expected pattern.
void pattern(Message& message) {
  const auto steps = message.texts();
  const NamedSizes sizes = named_sizes(message);
  answer(run_pattern(steps, sizes, message.text()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(shapes) {
  exchange::bind<&parse>("parse_shape");
  exchange::bind<&question>("shape_question");
  exchange::bind<&check>("check_shape");
  exchange::bind<&pattern>("run_pattern");
}

}  // namespace manyheads
