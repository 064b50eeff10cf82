#include "lesson/text/text_scanner.hpp"

#include "core/expect_error.hpp"
#include "core/tensors.hpp"
#include "lesson/formulas/formula.hpp"
#include "lesson/shapes/pattern_step.hpp"

namespace manyheads::text_scanner_test {
namespace {

TEST(TextScanner, CountsCharactersOfSeveralBytesAsOne) {
  TextScanner scanner("√×2");

  EXPECT_EQ(scanner.character(), "√");
  scanner.advance();
  EXPECT_TRUE(scanner.take("×"));
  EXPECT_EQ(scanner.column(), 3u);
  EXPECT_EQ(scanner.peek(), '2');
}

TEST(TextScanner, EndsDigitsAtInvalidUtf8) {
  TextScanner scanner("8\xB1\xB1\xB1");

  EXPECT_EQ(scanner.take_while(is_digit), "8");
  EXPECT_EQ(scanner.column(), 2u);
  EXPECT_FALSE(scanner.done());
}

// Text from JavaScript is always valid UTF-8; text from C++ may not be.
TEST(TextScanner, ParsersRefuseInvalidUtf8AfterDigits) {
  const std::string bytes(30, '\xB1');
  Tensor x = counting({2, 3});

  EXPECT_EQ(catch_error<FormatError>([&] { evaluate_formula("8e0" + bytes, {}); }).place.column,
            4u);
  EXPECT_EQ(catch_error<FormatError>([&] {
              run_step(x, "transpose(1" + bytes + ")", {}, "step");
            }).place.column,
            12u);
}

}  // namespace
}  // namespace manyheads::text_scanner_test
