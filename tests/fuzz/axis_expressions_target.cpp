#include "fuzz/targets.hpp"
#include "lesson/shapes/axis_expression.hpp"
#include "lesson/shapes/shape_questions.hpp"
#include "lesson/shapes/shape_stages.hpp"

namespace manyheads::fuzz {
namespace {

constexpr Size kLargestSize = Size{1} << 31;

void parse(std::string_view text, const NamedSizes& sizes, bool allows_remaining) {
  const ShapeSyntax syntax{.prefix = "shape", .allows_remaining = allows_remaining};
  Shape shape;
  const auto error = kind_of_error([&] { shape = parse_shape(text, sizes, syntax); });
  require(!error || error == Error::Kind::kFormat, "text that is no shape is a FormatError");
  if (error) return;
  require(shape.size() <= kMaxRank, "a shape has at most kMaxRank axes");
  for (const Size size : shape) {
    require((size >= 1 && size <= kLargestSize) || (allows_remaining && size == kRemaining),
            "a size is from 1 to 2^31");
    if (size == kRemaining) return;
  }
  require(parse_shape(to_text(shape), {}) == shape, "a shape's text is the shape");
}

void check(std::string_view answer, std::string_view id) {
  ShapeVerdict verdict;
  const auto error = kind_of_error([&] { verdict = check_shape(id, answer); });
  require(!error || error == Error::Kind::kFormat || error == Error::Kind::kConfig,
          "an answer is checked or refused");
  if (error) return;
  require(verdict.correct == (verdict.answer == verdict.actual), "right means the right shape");
  require(verdict.correct == (verdict.explanation_id == "right"), "only a right answer is right");
}

}  // namespace

void fuzz_axis_expressions(Choices& choices) {
  const NamedSizes sizes = {{"B", 2}, {"T", choices.size()}, {"H", 3}, {"d_head", 4}, {"G", 1}};
  const bool allows_remaining = choices.flag();
  const std::uint64_t seed = choices.byte();
  const int level = static_cast<int>(choices.below(7));
  const auto stages = shape_stages();
  const bool by_name = choices.flag();
  const std::string_view stage =
      by_name ? stages[choices.below(stages.size())].name : std::string_view();
  const bool is_id = choices.below(4) == 3;
  const std::string text = choices.rest();

  if (is_id) {
    check("[2, 3]", text);
    kind_of_error([&] { shape_question(seed, level, text); });
    return;
  }
  parse(text, sizes, allows_remaining);
  ShapeQuestion question;
  const auto error = kind_of_error([&] { question = shape_question(seed, level, stage); });
  require(error.has_value() == (level < 1 || level > 5), "levels are 1 to 5");
  if (error) return;
  const NamedSizes checked_sizes = check_shape(question.id, "[1]").sizes;
  for (const auto& [name, size] : question.sizes) {
    require(get_size(checked_sizes, name) == size, "an id is one question");
  }
  check(text, question.id);
}

}  // namespace manyheads::fuzz
