#include "fields/results.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "attention/trace.hpp"
#include "cost/flops.hpp"
#include "lesson/shapes/axis_names.hpp"
#include "lesson/training/task.hpp"

namespace manyheads {
namespace results_test {

struct Range {
  int low = 1;
  int high = 2;
};

struct Reading {
  std::string label = "a";
  double mean = 0.5;
  std::optional<Range> range = Range{};
  int internal = 7;  ///< not in the table
};

struct Plain {};

}  // namespace results_test

template <>
inline constexpr auto kResults<results_test::Range> =
    results(result<&results_test::Range::low>("low"), result<&results_test::Range::high>("high"));
/// Not in the order of the members.
template <>
inline constexpr auto kResults<results_test::Reading> = results(
    result<&results_test::Reading::range>("range"), result<&results_test::Reading::label>("label"),
    result<&results_test::Reading::mean>("mean_value"));

namespace results_test {
namespace {

template <typename Struct>
std::vector<std::string> names_of(Struct values = {}) {
  std::vector<std::string> names;
  for_each_result(values, [&](std::string_view name, const auto&) { names.emplace_back(name); });
  return names;
}

template <typename Struct>
std::vector<ResultKind> kinds_of(Struct values = {}) {
  std::vector<ResultKind> kinds;
  for_each_result(values, [&](std::string_view, const auto& value) {
    kinds.push_back(kind_of<std::remove_cvref_t<decltype(value)>>());
  });
  return kinds;
}

TEST(Results, HaveTheNamesAndTheOrderOfTheTable) {
  EXPECT_EQ(names_of<Reading>(), (std::vector<std::string>{"range", "label", "mean_value"}));
}

TEST(Results, HaveTheKindsOfTheirMembers) {
  EXPECT_EQ(kinds_of<Reading>(),
            (std::vector{ResultKind::kOptional, ResultKind::kText, ResultKind::kNumber}));
}

TEST(Results, AreTheMembersThemselves) {
  Reading reading;

  for_each_result(reading, [&](std::string_view name, auto& value) {
    if constexpr (std::is_same_v<decltype(value), double&>) {
      EXPECT_EQ(name, "mean_value");
      EXPECT_EQ(&value, &reading.mean);
      value = 3;
    }
  });

  EXPECT_EQ(reading.mean, 3);
}

TEST(Results, OfAConstantStructCannotBeChanged) {
  const Range range{.low = 3, .high = 4};
  std::vector<int> values;

  for_each_result(range, [&](std::string_view, auto& value) {
    static_assert(std::is_same_v<decltype(value), const int&>);
    values.push_back(value);
  });

  EXPECT_EQ(values, (std::vector{3, 4}));
}

TEST(Results, OfAnOptionalStructAreReachedThroughIt) {
  const Reading reading{.range = Range{.low = 5, .high = 6}};
  std::vector<int> values;

  for_each_result(reading, [&](std::string_view, const auto& value) {
    if constexpr (kind_of<std::remove_cvref_t<decltype(value)>>() == ResultKind::kOptional) {
      for_each_result(*value, [&](std::string_view, int each) { values.push_back(each); });
    }
  });

  EXPECT_EQ(values, (std::vector{5, 6}));
}

TEST(Results, AreNoneWithoutATable) {
  EXPECT_TRUE(HasResults<Reading>);
  EXPECT_FALSE(HasResults<Plain>);
  EXPECT_TRUE(names_of<Plain>().empty());
}

TEST(KindOf, SaysNumberForAllArithmeticTypesAndCounts) {
  EXPECT_EQ(kind_of<double>(), ResultKind::kNumber);
  EXPECT_EQ(kind_of<float>(), ResultKind::kNumber);
  EXPECT_EQ(kind_of<int>(), ResultKind::kNumber);
  EXPECT_EQ(kind_of<std::uint8_t>(), ResultKind::kNumber);
  EXPECT_EQ(kind_of<std::uint64_t>(), ResultKind::kNumber);
  EXPECT_EQ(kind_of<Count>(), ResultKind::kNumber);  // of 128 bits
}

TEST(KindOf, SaysFlagForBool) { EXPECT_EQ(kind_of<bool>(), ResultKind::kFlag); }

TEST(KindOf, SaysChoiceForAnEnumeration) { EXPECT_EQ(kind_of<TaskName>(), ResultKind::kChoice); }

TEST(KindOf, SaysTextForStrings) {
  EXPECT_EQ(kind_of<std::string>(), ResultKind::kText);
  EXPECT_EQ(kind_of<std::string_view>(), ResultKind::kText);
  EXPECT_EQ(kind_of<const char*>(), ResultKind::kText);
}

TEST(KindOf, SaysTensorForATensor) { EXPECT_EQ(kind_of<Tensor>(), ResultKind::kTensor); }

TEST(KindOf, SaysTensorsForAStructWithATableOfTensors) {
  EXPECT_EQ(kind_of<AttentionTrace>(), ResultKind::kTensors);
}

TEST(KindOf, SaysStructForAStructWithATableOfResults) {
  EXPECT_EQ(kind_of<Range>(), ResultKind::kStruct);
  EXPECT_EQ(kind_of<LayerFlops>(), ResultKind::kStruct);
}

TEST(KindOf, SaysOptionalWhateverAnOptionalHolds) {
  EXPECT_EQ(kind_of<std::optional<double>>(), ResultKind::kOptional);
  EXPECT_EQ(kind_of<std::optional<std::string_view>>(), ResultKind::kOptional);
  EXPECT_EQ(kind_of<std::optional<Tensor>>(), ResultKind::kOptional);
  EXPECT_EQ(kind_of<std::optional<Range>>(), ResultKind::kOptional);
}

TEST(KindOf, SaysPairForAnArrayOfTwo) {
  EXPECT_EQ((kind_of<std::array<std::size_t, 2>>()), ResultKind::kPair);
}

TEST(KindOf, SaysListForOtherSequences) {
  EXPECT_EQ(kind_of<Shape>(), ResultKind::kList);
  EXPECT_EQ(kind_of<std::vector<double>>(), ResultKind::kList);
  EXPECT_EQ(kind_of<std::vector<Range>>(), ResultKind::kList);
  EXPECT_EQ(kind_of<std::span<const std::string_view>>(), ResultKind::kList);
}

TEST(KindOf, SaysNamedForNamesAndSizes) { EXPECT_EQ(kind_of<NamedSizes>(), ResultKind::kNamed); }

}  // namespace
}  // namespace results_test
}  // namespace manyheads
