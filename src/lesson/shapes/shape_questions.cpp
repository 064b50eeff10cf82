#include "lesson/shapes/shape_questions.hpp"

#include <algorithm>
#include <array>

#include "lesson/shapes/misconceptions.hpp"
#include "lesson/shapes/shape_stages.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"
#include "tensor/random.hpp"

namespace manyheads {
namespace {

bool all_differ(std::initializer_list<Size> sizes) {
  for (const Size& size : sizes) {
    if (std::find(sizes.begin(), &size, size) != &size) return false;
  }
  return true;
}

/// Draws the sizes of one question until all sizes and their products differ, so that no wrong
/// answer is right by chance.
NamedSizes draw_sizes(SeededGenerator& generator) {
  Size B, G, H, d_head, T, S;
  do {
    B = 2 + generator.below(2), G = 2 + generator.below(3);
    H = G * (2 + generator.below(2)), d_head = 3 + generator.below(8);
    T = 4 + generator.below(9), S = 4 + generator.below(9);
  } while (!all_differ({B, G, H, T, S, d_head, H * d_head, G * d_head, B * H, B * T}));
  Size n, d_ff, d_latent, d_rope;  // drawn last, since only some stages have them
  do {
    n = 2 + generator.below(24), d_ff = H * d_head * (2 + generator.below(3));
    d_latent = 5 + generator.below(16), d_rope = 2 * (1 + generator.below(8));
  } while (!all_differ({B, G, H, T, S, d_head, H * d_head, G * d_head, B * H, B * T, n, T + n, d_ff,
                        d_latent, d_rope, d_latent + d_rope}));
  return {{"B", B},
          {"G", G},
          {"H", H},
          {"S", S},
          {"T", T},
          {"d_ff", d_ff},
          {"d_head", d_head},
          {"d_latent", d_latent},
          {"d_model", H * d_head},
          {"d_rope", d_rope},
          {"n", n}};
}

std::string join(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += message({text.empty() ? "" : ", ", name});
  return text;
}

/// Null if no stage has this name.
const ShapeStage* find_stage(std::string_view name) {
  for (const ShapeStage& stage : shape_stages()) {
    if (stage.name == name) return &stage;
  }
  return nullptr;
}

const ShapeStage& require_stage(std::string_view name) {
  if (const ShapeStage* stage = find_stage(name)) return *stage;
  std::vector<std::string_view> known;
  for (const ShapeStage& stage : shape_stages()) known.push_back(stage.name);
  throw ConfigError("stage",
                    {"shapes: stage ", Quoted{name}, " is unknown; there are ", join(known)});
}

const ShapeStage& draw_stage(int level, SeededGenerator& generator) {
  std::vector<const ShapeStage*> candidates;
  for (const ShapeStage& stage : shape_stages()) {
    if (stage.level == level) candidates.push_back(&stage);
  }
  return *candidates[generator.below(candidates.size())];
}

/// A question, with the parts that the learner does not see.
struct BuiltQuestion {
  ShapeQuestion question;
  const ShapeStage& stage;
  NamedSizes all_sizes;
};

/// Who chose the stage. If the seed did, one random number is drawn before the sizes.
enum class StageSource { kBySeed, kByName };

/// @param stage_name  empty only if the seed chooses the stage
BuiltQuestion build_question(std::uint64_t seed, int level, std::string_view stage_name,
                             StageSource source) {
  if (level < 1 || level > kShapeLevels) {
    throw ConfigError("level", {"shapes: level is ", level, ", wanted 1 to ", kShapeLevels});
  }
  SeededGenerator generator(seed, static_cast<std::uint64_t>(level));
  // Drawn even where its name is known, so that the sizes come from the same random numbers.
  const ShapeStage& drawn =
      source == StageSource::kBySeed ? draw_stage(level, generator) : shape_stages().front();
  const ShapeStage& stage = stage_name.empty() ? drawn : require_stage(stage_name);
  const NamedSizes all = draw_sizes(generator);
  NamedSizes shown;
  for (const NamedSize& each : all) {
    if (stage.shows(each.name)) shown.push_back(each);
  }
  const char* ending = source == StageSource::kBySeed ? "/any" : "/chosen";
  return {{.id = message({stage.name, "/", level, "/", seed, ending}),
           .stage = stage.name,
           .level = level,
           .sizes = shown},
          stage,
          all};
}

/// Reads digits as a number. Other text gives a number too, but the question with that number has
/// another id.
std::uint64_t parse_digits(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char digit : digits) number = number * 10 + static_cast<std::uint64_t>(digit - '0');
  return number;
}

/// An id is "scores/3/17/any". It is valid if its parts make a question with the same id. It also
/// has the name of a stage that the seed chose, so that new stages do not change old questions.
BuiltQuestion rebuild_question(std::string_view id) {
  std::array<std::string_view, 4> parts;
  std::string_view rest = id;
  for (std::string_view& part : parts) {
    part = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  }
  const std::uint64_t level = parse_digits(parts[1]), seed = parse_digits(parts[2]);
  if (level >= 1 && level <= kShapeLevels && find_stage(parts[0])) {
    const StageSource source = parts[3] == "any" ? StageSource::kBySeed : StageSource::kByName;
    BuiltQuestion rebuilt = build_question(seed, static_cast<int>(level), parts[0], source);
    const bool is_possible =
        source == StageSource::kByName || rebuilt.stage.level == rebuilt.question.level;
    if (rebuilt.question.id == id && is_possible) return rebuilt;
  }
  throw ConfigError("id", {"shapes: question.id ", Quoted{id}, " is not the id of a question"});
}

/// Sizes of the question, and of axes that are products or sums of them.
NamedSizes add_axes(NamedSizes sizes, const ShapeStage& stage) {
  for (const std::string_view axis : stage.axes()) {
    if (!find_exactly(sizes, axis)) sizes.push_back({axis, parse_shape(axis, sizes)[0]});
  }
  return sizes;
}

/// Axes whose size is not in the answer.
std::vector<std::string_view> find_missing_axes(Shape answer, const Shape& actual,
                                                const ShapeStage& stage) {
  std::vector<std::string_view> missing;
  for (std::size_t axis = 0; axis < actual.size(); ++axis) {
    auto* const found = std::find(answer.begin(), answer.end(), actual[axis]);
    if (found != answer.end()) {
      answer.erase(found);
    } else {
      missing.push_back(stage.axes()[axis]);
    }
  }
  return missing;
}

bool have_same_sizes(Shape a, Shape b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

/// Sets the first wrong axis and the name of the size that the answer has there.
void find_wrong_axis(ShapeVerdict& verdict, const NamedSizes& shown_sizes) {
  std::size_t axis = 0;
  while (verdict.answer[axis] == verdict.actual[axis]) ++axis;
  verdict.axis = axis;
  for (const NamedSize& each : shown_sizes) {
    if (each.size == verdict.answer[axis]) verdict.found = each.name;
  }
}

}  // namespace

ShapeQuestion shape_question(std::uint64_t seed, int level, std::string_view stage) {
  const StageSource source = stage.empty() ? StageSource::kBySeed : StageSource::kByName;
  return build_question(seed, level, stage, source).question;
}

ShapeVerdict check_shape(std::string_view id, std::string_view text) {
  const auto [question, stage, all_sizes] = rebuild_question(id);
  const Shape answer = parse_shape(text, question.sizes);
  const Shape actual = stage.run(all_sizes);
  ShapeVerdict verdict{.correct = answer == actual,
                       .answer = answer,
                       .actual = actual,
                       .axis = {},
                       .stage = stage.name,
                       .axes = stage.axes(),
                       .misconception = {},
                       .explanation_id = "right",
                       .sizes = add_axes(question.sizes, stage),
                       .missing = {},
                       .found = {}};
  if (verdict.correct) return verdict;
  if (answer.size() != actual.size()) {
    verdict.explanation_id = "rank";
    verdict.missing = find_missing_axes(answer, actual, stage);
  } else {
    verdict.explanation_id = have_same_sizes(answer, actual) ? "order" : "axis";
    find_wrong_axis(verdict, question.sizes);
  }
  verdict.misconception = find_misconception(answer, stage, all_sizes);
  if (verdict.misconception) verdict.explanation_id = *verdict.misconception;
  return verdict;
}

}  // namespace manyheads
