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

/// Sizes of one instance. Drawn again until no size equals another or a product that occurs, so
/// that nothing is right by luck.
NamedSizes drawn_sizes(SeededGenerator& generator) {
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

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += message({text.empty() ? "" : ", ", name});
  return text;
}

/// Null where no stage has this name.
const ShapeStage* find_stage(std::string_view name) {
  for (const ShapeStage& stage : shape_stages()) {
    if (stage.name == name) return &stage;
  }
  return nullptr;
}

const ShapeStage& stage_named(std::string_view name) {
  if (const ShapeStage* stage = find_stage(name)) return *stage;
  std::vector<std::string_view> known;
  for (const ShapeStage& stage : shape_stages()) known.push_back(stage.name);
  throw ConfigError("stage",
                    {"shapes: stage ", Quoted{name}, " is unknown; there are ", joined(known)});
}

const ShapeStage& stage_of_level(int level, SeededGenerator& generator) {
  std::vector<const ShapeStage*> choice;
  for (const ShapeStage& stage : shape_stages()) {
    if (stage.level == level) choice.push_back(&stage);
  }
  return *choice[generator.below(choice.size())];
}

/// A question, and what the learner does not see of it.
struct Instance {
  ShapeQuestion question;
  const ShapeStage& stage;
  NamedSizes all_sizes;
};

/// How the stage came to be asked about. One that is drawn takes a draw before the sizes do.
enum class Choice { kAny, kChosen };

/// @param stage_name  empty: one of this level, by the seed
Instance instance(std::uint64_t seed, int level, std::string_view stage_name, Choice choice) {
  if (level < 1 || level > 5) {
    throw ConfigError("level", {"shapes: level is ", level, ", wanted 1 to 5"});
  }
  SeededGenerator generator(seed, static_cast<std::uint64_t>(level));
  const ShapeStage& drawn =
      choice == Choice::kAny ? stage_of_level(level, generator) : shape_stages().front();
  const ShapeStage& stage = stage_name.empty() ? drawn : stage_named(stage_name);
  const NamedSizes all = drawn_sizes(generator);
  NamedSizes told;
  for (const NamedSize& each : all) {
    if (stage.tells(each.name)) told.push_back(each);
  }
  return {{.id = message(
               {stage.name, "/", level, "/", seed, choice == Choice::kAny ? "/any" : "/chosen"}),
           .prompt = stage.prompt,
           .code = stage.code,
           .stage = stage.name,
           .level = level,
           .sizes = told},
          stage,
          all};
}

/// Digits as a number. Text that is not digits gives some number, whose id then differs.
std::uint64_t number_in(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char digit : digits) number = number * 10 + static_cast<std::uint64_t>(digit - '0');
  return number;
}

/// An id is "scores/3/17/any". It is valid if asking again with its parts gives the same id. It
/// also names a stage that was drawn, so that the question stays the same when stages are added.
Instance instance_of(std::string_view id) {
  std::array<std::string_view, 4> parts;
  std::string_view rest = id;
  for (std::string_view& part : parts) {
    part = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  }
  const std::uint64_t level = number_in(parts[1]), seed = number_in(parts[2]);
  if (level >= 1 && level <= 5 && find_stage(parts[0])) {
    const Choice choice = parts[3] == "any" ? Choice::kAny : Choice::kChosen;
    Instance rebuilt = instance(seed, static_cast<int>(level), parts[0], choice);
    const bool may_be_drawn =
        choice == Choice::kChosen || rebuilt.stage.level == rebuilt.question.level;
    if (rebuilt.question.id == id && may_be_drawn) return rebuilt;
  }
  throw ConfigError("id", {"shapes: question.id ", Quoted{id}, " is not the id of a question"});
}

struct AxisMeaning {
  std::string_view axis, meaning;
};

constexpr AxisMeaning kMeanings[] = {
    {"B", "the sequences of the batch"},
    {"T", "the tokens"},
    {"S", "the keys"},
    {"n", "the new tokens"},
    {"H", "the heads"},
    {"G", "the key/value heads"},
    {"d_head", "the numbers of one head"},
    {"d_model", "the numbers of one token"},
    {"d_ff", "the numbers of the hidden layer"},
    {"d_latent", "the numbers of the latent"},
    {"d_rope", "the numbers of the rotary key"},
    {"H*d_head", "the numbers of all heads together"},
    {"B*H", "every head of every sequence"},
    {"T+n", "all tokens in the cache"},
    {"d_latent+d_rope", "the latent and the rotary key together"},
    {"1", "a single entry"},
};

std::string_view meaning_of(std::string_view axis) {
  for (const AxisMeaning& each : kMeanings) {
    if (each.axis == axis) return each.meaning;
  }
  return axis;
}

/// Which axes an answer with too few or too many of them leaves out.
std::string explain_rank(const Shape& given, const Shape& actual, const ShapeStage& stage) {
  std::string text =
      message({"The answer has ", actual.size(), actual.size() == 1 ? " axis" : " axes",
               ", yours has ", given.size(), "."});
  Shape unused = given;
  std::string missing;
  for (std::size_t axis = 0; axis < actual.size(); ++axis) {
    const auto found = std::find(unused.begin(), unused.end(), actual[axis]);
    if (found != unused.end()) {
      unused.erase(found);
    } else {
      missing += message({missing.empty() ? "" : ", ", meaning_of(stage.axes()[axis])});
    }
  }
  if (!missing.empty()) text += message({" Yours has no axis for: ", missing, "."});
  return text;
}

/// What the first wrong axis is for, and what the size in its place is.
std::string explain_axis(const Shape& given, const Shape& actual, std::size_t axis,
                         const ShapeStage& stage, const NamedSizes& sizes) {
  Shape sorted_given = given, sorted_actual = actual;
  std::sort(sorted_given.begin(), sorted_given.end());
  std::sort(sorted_actual.begin(), sorted_actual.end());
  std::string text =
      sorted_given == sorted_actual ? "The sizes are right, but not their order. " : "";
  text += message({"Axis ", axis, " is for ", meaning_of(stage.axes()[axis]), "."});
  for (const NamedSize& each : sizes) {
    if (each.size != given[axis]) continue;
    text += message({" ", each.size, " is ", each.name, ", for ", meaning_of(each.name), "."});
  }
  return text;
}

}  // namespace

ShapeQuestion shape_question(std::uint64_t seed, int level, std::string_view stage) {
  return instance(seed, level, stage, stage.empty() ? Choice::kAny : Choice::kChosen).question;
}

ShapeQuestion shape_question_of(std::string_view id) { return instance_of(id).question; }

ShapeVerdict check_shape(std::string_view id, std::string_view answer) {
  const auto [question, stage, sizes] = instance_of(id);
  const Shape given = parse_shape(answer, question.sizes);
  const Shape actual = stage.run(sizes);
  ShapeVerdict verdict{.correct = given == actual,
                       .given = given,
                       .actual = actual,
                       .axis = {},
                       .axes = message({"[", joined(stage.axes()), "]"}),
                       .axis_name = {},
                       .misconception = {},
                       .explanation = {}};
  if (verdict.correct) {
    verdict.explanation = message({actual, " is ", verdict.axes, "."});
    return verdict;
  }
  if (given.size() != actual.size()) {
    verdict.explanation = explain_rank(given, actual, stage);
  } else {
    std::size_t axis = 0;
    while (given[axis] == actual[axis]) ++axis;
    verdict.axis = axis;
    verdict.axis_name = stage.axes()[axis];
    verdict.explanation = explain_axis(given, actual, axis, stage, question.sizes);
  }
  if (const auto found = misconception_of(given, stage, sizes)) {
    verdict.misconception = found->name;
    verdict.explanation = found->explanation;
  }
  return verdict;
}

}  // namespace manyheads
