#include "exchange.hpp"
#include "lesson/formulas/formula.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::Message;

/// The message has the text, then the names, then their values.
void evaluate(Message& message) {
  const std::string_view text = message.text();
  NamedValues values;
  for (const std::string_view name : message.texts()) values.push_back({name, 0});
  for (NamedValue& each : values) each.value = message.number();
  answer_number(evaluate_formula(text, values));
}

/// The message has both texts, then the names.
void same(Message& message) {
  const std::string_view a = message.text();
  const std::string_view b = message.text();
  answer_number(same_value(a, b, message.texts()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(formulas) {
  exchange::bind<&evaluate>("evaluate_formula");
  exchange::bind<&same>("same_value");
}

}  // namespace manyheads
