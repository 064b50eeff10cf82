#include "lesson/formulas/formula.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "core/expect_error.hpp"
#include "tensor/error.hpp"

namespace manyheads::formula_test {
namespace {

const NamedValues kValues = {{"d_head", 64}, {"num_heads", 12}, {"d_model", 768}, {"T", 10}};

double evaluate(std::string_view text) { return evaluate_formula(text, kValues); }

TEST(EvaluateFormula, ReadsNumbers) {
  EXPECT_EQ(evaluate("7"), 7);
  EXPECT_EQ(evaluate("0.1"), 0.1);
  EXPECT_EQ(evaluate(".5"), 0.5);
  EXPECT_EQ(evaluate("1e9"), 1e9);
  EXPECT_EQ(evaluate("2.5E-3"), 2.5e-3);
  EXPECT_EQ(evaluate("9007199254740993"), 9007199254740992.0);
}

TEST(EvaluateFormula, ReadsTheLongestAndTheSmallestNumbers) {
  EXPECT_DOUBLE_EQ(evaluate("0." + std::string(400, '3')), 1.0 / 3);
  EXPECT_DOUBLE_EQ(evaluate("3.14159265358979323846"), 3.14159265358979323846);
  EXPECT_DOUBLE_EQ(evaluate("2.2250738585072014e-308"), 2.2250738585072014e-308);
  EXPECT_DOUBLE_EQ(evaluate("1e-310"), 1e-310);
  EXPECT_DOUBLE_EQ(evaluate(std::string(400, '1') + "e-399"), 10.0 / 9);
}

TEST(EvaluateFormula, PowersOfANegativeBaseHaveTheSignOfTheExponent) {
  EXPECT_EQ(evaluate("(-1)^1025"), -1);
  EXPECT_EQ(evaluate("(-1)^2048"), 1);
  EXPECT_NEAR(evaluate("(-1.5)^1026") / std::pow(1.5, 1026), 1, 1e-12);
  EXPECT_NEAR(evaluate("2^-1024") / std::pow(2.0, -1024), 1, 1e-12);
}

TEST(EvaluateFormula, EvaluatesPowersBeforeProductsBeforeSums) {
  EXPECT_EQ(evaluate("1 + 2*3^2"), 19);
  EXPECT_EQ(evaluate("12 - 4 - 3"), 5);
  EXPECT_EQ(evaluate("24/4/2"), 3);
  EXPECT_EQ(evaluate("(1 + 2)*3"), 9);
}

TEST(EvaluateFormula, PowersAreRightAssociativeAndBindTighterThanASign) {
  EXPECT_EQ(evaluate("2^3^2"), 512);
  EXPECT_EQ(evaluate("-3**2"), -9);
  EXPECT_EQ(evaluate("2^-2"), 0.25);
  EXPECT_EQ(evaluate("- -3"), 3);
}

TEST(EvaluateFormula, ReadsMathematicalSigns) {
  EXPECT_EQ(evaluate("2 · 3 × 4 ÷ 6 − 1"), 3);
  EXPECT_EQ(evaluate("2 \u22c5 3"), 6);  // the dot that mathematics has
  EXPECT_EQ(evaluate("√16 + √(9)"), 7);
  EXPECT_EQ(evaluate("T²"), 100);
}

TEST(EvaluateFormula, ARootIsTakenBeforeAPowerAsSqrtIs) {
  for (const char* power : {"^1024", "^2", "**3", "²"}) {
    EXPECT_EQ(evaluate(message({"√(2)", power})), evaluate(message({"sqrt(2)", power}))) << power;
  }
  EXPECT_EQ(evaluate("-√√16^3"), -8);
  EXPECT_EQ(evaluate("√+4"), 2);
  EXPECT_THROW(evaluate("√(-4)^2"), FormatError);
  EXPECT_THROW(evaluate("√-4"), FormatError);
}

TEST(EvaluateFormula, WholePowersAreExact) {
  EXPECT_EQ(evaluate("2^20"), 1048576);
  EXPECT_EQ(evaluate("3^33"), 5559060566555523);
  EXPECT_EQ(evaluate("2^1000"), std::ldexp(1.0, 1000));
  EXPECT_EQ(evaluate("floor(16^7.5) + 4^-1.5"), 1073741824.125);
}

TEST(EvaluateFormula, OtherPowersAgreeWithTheStandardLibrary) {
  for (const double exponent : {0.5, -0.5, 0.25, 1.7, -3.1, 1e-3}) {
    const double expected = std::pow(768, exponent);
    EXPECT_NEAR(evaluate_formula("d_model^x", {{"d_model", 768}, {"x", exponent}}), expected,
                1e-13 * expected);
  }
}

TEST(EvaluateFormula, KnowsTheUsualFunctions) {
  EXPECT_EQ(evaluate("sqrt(d_head)"), 8);
  EXPECT_EQ(evaluate("exp(0) + log(1) + ln(1)"), 1);
  EXPECT_EQ(evaluate("log2(2^31)"), 31);
  EXPECT_EQ(evaluate("ceil(T/3) + floor(T/3)"), 7);
  EXPECT_EQ(evaluate("min(T, 3, 5) + max(T, 3)"), 13);
}

TEST(EvaluateFormula, ExponentialsAgreeWithTheStandardLibrary) {
  for (const double x : {-745.0, -30.5, -0.35, 0.0, 1e-9, 0.34, 1.0, 2.0, 88.8, 709.7}) {
    EXPECT_NEAR(evaluate_formula("exp(x)", {{"x", x}}), std::exp(x), 1e-15 * std::exp(x)) << x;
  }
  EXPECT_EQ(evaluate("exp(-800)"), 0);
}

TEST(EvaluateFormula, AcceptsTheModulesOfPythonAndJavaScript) {
  for (const char* text : {"math.sqrt(d_head)", "np.sqrt(d_head)", "numpy.sqrt( d_head )",
                           "torch.sqrt(d_head)", "Math.sqrt(d_head)", "d_head**0.5"}) {
    EXPECT_EQ(evaluate(text), 8) << text;
  }
}

TEST(EvaluateFormula, AcceptsTheAliasesOfNames) {
  EXPECT_EQ(evaluate("d_k"), 64);
  EXPECT_EQ(evaluate("h * head_dim - C"), 0);
  EXPECT_EQ(evaluate_formula("d_k - d_head", {{"d_head", 3}, {"d_k", 5}}), 2)
      << "an exact name goes before an alias";
}

struct Refusal {
  std::string text;
  std::size_t column;
  std::string message;
};

class EvaluateFormulaErrors : public testing::TestWithParam<Refusal> {};

TEST_P(EvaluateFormulaErrors, GiveTheColumnAndTheReason) {
  try {
    evaluate(GetParam().text);
    FAIL() << GetParam().text << " was read";
  } catch (const FormatError& error) {
    EXPECT_EQ(error.place.column, GetParam().column) << GetParam().text;
    const std::string column = std::to_string(GetParam().column);
    EXPECT_EQ(error.what(), "formula, column " + column + ": " + GetParam().message);
  }
}

const std::string kFunctionNames = "sqrt, exp, log, ln, log2, ceil, floor, min, max";

INSTANTIATE_TEST_SUITE_P(
    Texts, EvaluateFormulaErrors,
    testing::Values(
        Refusal{"", 1, "nothing is written here"}, Refusal{"  ", 1, "nothing is written here"},
        Refusal{"2 +", 4, "a value is missing at the end"},
        Refusal{"2 * / 3", 5, "a value is missing before '/'"},
        Refusal{"7 // 2", 3, "// rounds; write / where it divides, or floor(...)"},
        Refusal{"(2 + 3", 1, "'(' is not closed"}, Refusal{"sqrt(4", 5, "'(' is not closed"},
        Refusal{"2 + 3)", 6, "')' closes nothing"},
        Refusal{"2 d_head", 3, "an operator is missing before 'd'; * multiplies"},
        Refusal{"T(2)", 2, "an operator is missing before '('; * multiplies"},
        Refusal{"2√4", 2, "an operator is missing before '√'; * multiplies"},
        Refusal{"1.2.3", 4, "an operator is missing before '.'; * multiplies"},
        Refusal{"2·3 = 6", 5, "'=' does not belong in a formula"},
        Refusal{"sqrt(2, 3)", 7, "',' does not belong in a formula"},
        Refusal{".", 1, "a number has digits"},
        Refusal{"√ d_v2", 3,
                "'d_v2' is not known here; there are 'd_head', 'num_heads', 'd_model', 'T'"},
        Refusal{"sqrt", 1, "write sqrt(...), with what it is taken of"},
        Refusal{"math.pi", 1,
                "'pi' is not known here; there are 'd_head', 'num_heads', 'd_model', 'T'"},
        Refusal{"sin(T)", 1, "'sin' is not a function here; there are " + kFunctionNames},
        Refusal{"1 + T / 0", 7, "this has no finite value"},
        Refusal{"2 + sqrt(-1)", 5, "this has no finite value"},
        Refusal{"10^400", 3, "this has no finite value"},
        Refusal{"max(1, sqrt(-1))", 8, "this has no finite value"},
        Refusal{"min(sqrt(-1), 1)", 5, "this has no finite value"},
        Refusal{"(10^300)²", 9, "this has no finite value"},
        Refusal{std::string(60, '(') + "1" + std::string(60, ')'), 51,
                "too much inside each other"},
        Refusal{std::string(1001, '1'), 1001, "this is too long for a formula"}));

constexpr std::array<std::string_view, 3> kNames = {"d_head", "num_heads",
                                                    "d_model = num_heads*d_head"};

TEST(EvaluateFormula, AValueThatIsNotFiniteIsRefusedWhereItStands) {
  const NamedValues values = {{"x", std::numeric_limits<double>::infinity()}};
  for (const auto& [text, column] : {std::pair("x", 1u), {"-x", 2u}, {"1 + x", 5u}}) {
    EXPECT_EQ(catch_error<FormatError>([&] { evaluate_formula(text, values); }).place.column,
              column)
        << text;
  }
}

TEST(EvaluateFormula, ANameWithoutLettersIsNoAlias) {
  EXPECT_THROW(evaluate_formula("batch", {{"", 5}}), FormatError);
}

TEST(SameValue, AcceptsAnEqualFormulaWrittenDifferently) {
  for (const char* text : {"sqrt(d_head)", "d_k**0.5", "math.sqrt(d_k)", "√d_head",
                           "sqrt(d_model/num_heads)", "d_head/sqrt(d_head)", "exp(log(d_k)/2)"}) {
    EXPECT_TRUE(same_value(text, "sqrt(d_head)", kNames)) << text;
  }
}

TEST(SameValue, AcceptsAnySpacesInTheDefinitionOfAName) {
  for (const char* name : {"d_model=num_heads*d_head", "d_model  =  num_heads*d_head"}) {
    const std::array<std::string_view, 3> names = {"d_head", "num_heads", name};
    EXPECT_TRUE(same_value("d_model/num_heads", "d_head", names)) << name;
  }
}

TEST(SameValue, RejectsFormulasThatAreNotEqual) {
  for (const char* text : {"d_head", "sqrt(d_model)", "sqrt(num_heads)", "8", "1/sqrt(d_head)",
                           "sqrt(d_head) + 1e-6"}) {
    EXPECT_FALSE(same_value(text, "sqrt(d_head)", kNames)) << text;
  }
}

TEST(SameValue, ComparesAtWholeAndAtLargeSizesToo) {
  EXPECT_FALSE(same_value("ceil(d_head)", "floor(d_head) + 1", kNames));
  EXPECT_FALSE(same_value("min(d_head, 4096)", "d_head", kNames));
  EXPECT_TRUE(
      same_value("log(exp(d_head))", "d_head", kNames));  // although it overflows at large sizes
}

TEST(SameValue, NeedsAFiniteValueOnBothSides) {
  EXPECT_FALSE(same_value("d_head/0", "d_head", kNames));
  EXPECT_FALSE(same_value("d_head/0", "d_head/0", kNames));
}

TEST(SameValue, RefusesTextThatIsNotAFormula) {
  EXPECT_THROW(same_value("d_head +", "d_head", kNames), FormatError);
}

}  // namespace
}  // namespace manyheads::formula_test
