#include <emscripten/bind.h>

#include "exchange.hpp"
#include "shapes/axis_expression.hpp"
#include "shapes/shape_questions.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answer_text;
using exchange::answered;
using exchange::Message;

void answer_shape(const Shape& shape) {
  answer_number(static_cast<double>(shape.size()));
  for (const Size size : shape) answer_number(static_cast<double>(size));
}

/// The message tells the text, then the names, then their sizes.
double parse() {
  return answered([] {
    Message message;
    const std::string_view text = message.text();
    const auto names = message.texts();
    const Shape sizes = message.shape();
    NamedSizes named;
    for (std::size_t i = 0; i < names.size(); ++i) named.push_back({names[i], sizes[i]});
    answer_shape(parse_shape(text, named));
  });
}

double question(double seed, double level) {
  return answered([&] {
    const ShapeQuestion question =
        shape_question(static_cast<std::uint64_t>(seed), static_cast<int>(level), Message().text());
    answer_text(question.id);
    answer_text(question.prompt);
    answer_text(question.code);
    answer_text(question.stage);
    answer_number(static_cast<double>(question.sizes.size()));
    for (const auto& [name, size] : question.sizes) {
      answer_text(name);
      answer_number(static_cast<double>(size));
    }
  });
}

/// The message tells the question's id and the answer to it.
double check() {
  return answered([] {
    Message message;
    const std::string_view id = message.text();
    const ShapeVerdict verdict = check_shape(id, message.text());
    answer_number(verdict.correct);
    answer_shape(verdict.given);
    answer_shape(verdict.actual);
    answer_number(verdict.axis ? static_cast<double>(*verdict.axis) : -1.0);
    answer_text(verdict.axes);
    answer_text(verdict.axis_name);
    answer_text(verdict.misconception);
    answer_text(verdict.explanation);
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(shapes) {
  using emscripten::function;
  function("parse_shape", &parse);
  function("shape_question", &question);
  function("check_shape", &check);
}

}  // namespace manyheads
