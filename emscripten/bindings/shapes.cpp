#include <emscripten/bind.h>

#include "exchange.hpp"
#include "shapes/axis_expression.hpp"
#include "shapes/shape_questions.hpp"

namespace manyheads {
namespace {

using emscripten::val;

val to_value(const Shape& shape) {
  val array = val::array();
  for (const Size size : shape) array.call<void>("push", static_cast<double>(size));
  return array;
}

val to_value(const ShapeQuestion& question) {
  val sizes = val::object(), value = val::object();
  for (const auto& [name, size] : question.sizes) sizes.set(name, static_cast<double>(size));
  value.set("id", question.id);
  value.set("prompt", question.prompt);
  value.set("sizes", sizes);
  value.set("code", question.code);
  value.set("stage", question.stage);
  value.set("level", question.level);
  return value;
}

val to_value(const ShapeVerdict& verdict) {
  val details = val::object(), value = val::object();
  for (const auto& [name, detail] : verdict.details) {
    std::visit([&](const auto& plain) { details.set(name, plain); }, detail);
  }
  value.set("correct", verdict.correct);
  value.set("actual", to_value(verdict.actual));
  value.set("axis", verdict.axis ? val(*verdict.axis) : val::null());
  value.set("misconception", verdict.misconception ? val(*verdict.misconception) : val::null());
  value.set("explanation", verdict.explanation);
  value.set("details", details);
  return value;
}

/// @param names, sizes  arrays of the same length
val parse(std::string text, val names, val sizes) {
  return exchange::guarded(val::null(), [&] {
    const auto keys = emscripten::vecFromJSArray<std::string>(names);
    const Shape values = exchange::to_shape(sizes);
    NamedSizes named;
    for (std::size_t i = 0; i < keys.size(); ++i) named[keys[i]] = values[i];
    return to_value(parse_shape(text, named));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(shapes) {
  emscripten::function("parse_shape", &parse);
  emscripten::function(
      "shape_question", +[](double seed, int level, std::string stage) {
        return exchange::guarded(val::null(), [&] {
          return to_value(shape_question(exchange::to_unsigned(seed), level, stage));
        });
      });
  emscripten::function(
      "check_shape", +[](std::string id, std::string answer) {
        return exchange::guarded(val::null(), [&] { return to_value(check_shape(id, answer)); });
      });
}

}  // namespace manyheads
