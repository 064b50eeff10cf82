#include "shapes/shape_questions.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <vector>

#include "shapes/misconceptions.hpp"
#include "shapes/shape_stages.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"
#include "tensor/random.hpp"

namespace manyheads {
namespace {

/// Sizes of one instance. Drawn again until no size equals another or a product that occurs, so
/// that nothing is right by luck.
NamedSizes drawn_sizes(SeededGenerator& generator) {
  while (true) {
    const Size B = 2 + generator.below(2), G = 2 + generator.below(3);
    const Size H = G * (2 + generator.below(2)), d_head = 3 + generator.below(8);
    const Size T = 4 + generator.below(9), S = 4 + generator.below(9);
    const std::vector<Size> all = {B, G, H, T, S, d_head, H * d_head, G * d_head, B * H, B * T};
    if (std::set<Size>(all.begin(), all.end()).size() < all.size()) continue;
    return {{"B", B},
            {"G", G},
            {"H", H},
            {"S", S},
            {"T", T},
            {"d_head", d_head},
            {"d_model", H * d_head}};
  }
}

const ShapeStage& stage_named(const std::string& name) {
  const auto stages = shape_stages();
  const auto found = std::find_if(stages.begin(), stages.end(),
                                  [&](const ShapeStage& stage) { return stage.name == name; });
  if (found != stages.end()) return *found;
  std::string known;
  for (const ShapeStage& stage : stages) known += message({known.empty() ? "" : ", ", stage.name});
  throw ConfigError("stage", message({"shapes: stage '", name, "' is unknown; there are ", known}));
}

const ShapeStage& stage_of_level(int level, SeededGenerator& generator) {
  std::vector<const ShapeStage*> choice;
  for (const ShapeStage& stage : shape_stages()) {
    if (stage.level == level) choice.push_back(&stage);
  }
  return *choice[generator.below(choice.size())];
}

/// All sizes of the question with this id, also those that it does not tell.
struct Instance {
  ShapeQuestion question;
  NamedSizes all_sizes;
};

Instance instance(std::uint64_t seed, int level, const std::string& stage_name) {
  if (level < 1 || level > 5) {
    throw ConfigError("level", message({"shapes: level is ", level, ", wanted 1 to 5"}));
  }
  SeededGenerator generator(seed, static_cast<std::uint64_t>(level));
  const ShapeStage& stage =
      stage_name.empty() ? stage_of_level(level, generator) : stage_named(stage_name);
  const NamedSizes all = drawn_sizes(generator);
  NamedSizes told;
  for (const std::string& name : stage.given) told[name] = all.at(name);
  return {
      {.id = message({stage.name, "/", level, "/", seed, stage_name.empty() ? "/any" : "/chosen"}),
       .prompt = stage.prompt,
       .code = stage.code,
       .stage = stage.name,
       .level = level,
       .sizes = told},
      all};
}

Instance instance_of(const std::string& id) {
  const auto refuse = [&] {
    return ConfigError("id",
                       message({"shapes: question.id '", id, "' is not the id of a question"}));
  };
  std::vector<std::string> parts;
  for (std::size_t first = 0; first <= id.size();) {
    const std::size_t end = std::min(id.find('/', first), id.size());
    parts.push_back(id.substr(first, end - first));
    first = end + 1;
  }
  if (parts.size() != 4) throw refuse();
  const auto number = [&](const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) throw refuse();
    return value;
  };
  const std::uint64_t level = number(parts[1]), seed = number(parts[2]);
  if (level < 1 || level > 5) throw refuse();
  Instance rebuilt =
      instance(seed, static_cast<int>(level), parts[3] == "any" ? std::string() : parts[0]);
  if (rebuilt.question.id != id) throw refuse();
  return rebuilt;
}

std::string joined(const AxisNames& names) {
  std::string text;
  for (const std::string& name : names) text += message({text.empty() ? "" : "*", name});
  return text;
}

std::string named(const std::vector<AxisNames>& axes) {
  std::string text;
  for (const AxisNames& axis : axes) text += message({text.empty() ? "" : ", ", joined(axis)});
  return message({"[", text, "]"});
}

}  // namespace

ShapeQuestion shape_question(std::uint64_t seed, int level, const std::string& stage) {
  return instance(seed, level, stage).question;
}

ShapeQuestion shape_question_of(const std::string& id) { return instance_of(id).question; }

ShapeVerdict check_shape(const std::string& id, const std::string& answer) {
  const auto [question, sizes] = instance_of(id);
  const ShapeStage& stage = stage_named(question.stage);
  const Shape given = parse_shape(answer, question.sizes);
  const Shape actual = shape_of(stage.run(sizes));

  ShapeVerdict verdict{.correct = given == actual,
                       .actual = actual,
                       .axis = {},
                       .misconception = {},
                       .explanation = {},
                       .details = {}};
  verdict.details["axes"] = named(stage.axes);
  if (verdict.correct) {
    verdict.explanation = message({to_text(actual), " is ", named(stage.axes), "."});
    return verdict;
  }
  if (given.size() != actual.size()) {
    verdict.details["rank"] = static_cast<double>(given.size());
    verdict.details["rank_wanted"] = static_cast<double>(actual.size());
    verdict.explanation =
        message({"There are ", actual.size(), " axes here, not ", given.size(), "."});
  } else {
    const auto [wrong, right] = std::mismatch(given.begin(), given.end(), actual.begin());
    verdict.axis = static_cast<std::size_t>(wrong - given.begin());
    verdict.details["axis_name"] = joined(stage.axes[*verdict.axis]);
    verdict.details["given"] = static_cast<double>(*wrong);
    verdict.details["wanted"] = static_cast<double>(*right);
    verdict.explanation = message({"Axis ", *verdict.axis, " is not ", *wrong, "."});
  }
  if (const auto found = misconception_of(given, stage.axes, sizes)) {
    verdict.misconception = found->name;
    verdict.explanation = found->explanation;
  }
  return verdict;
}

}  // namespace manyheads
