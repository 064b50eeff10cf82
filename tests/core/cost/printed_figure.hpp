#pragma once
/// Figures as printed in a text. Each is a test, named after its sentence.

#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <cstring>
#include <ostream>
#include <string>

namespace manyheads {

struct PrintedFigure {
  const char* sentence;
  const char* printed;  ///< rounded to the last printed digit, as in "68.98"
  double (*computed)();
};

inline std::ostream& operator<<(std::ostream& out, const PrintedFigure& figure) {
  return out << figure.sentence;
}

/// Figures without a decimal point must be exact.
inline void expect_as_printed(const PrintedFigure& figure) {
  const char* const point = std::strchr(figure.printed, '.');
  const double computed = figure.computed(), printed = std::stod(figure.printed);
  if (!point) {
    EXPECT_EQ(computed, printed);
  } else {
    EXPECT_NEAR(computed, printed, 0.5 * std::pow(10, -double(std::strlen(point + 1))));
  }
}

struct SentenceAsName {
  std::string operator()(const testing::TestParamInfo<PrintedFigure>& info) const {
    std::string name;
    for (const char* c = info.param.sentence; *c != '\0'; ++c) {
      const bool fits = std::isalnum(static_cast<unsigned char>(*c)) != 0;
      if (fits || (!name.empty() && name.back() != '_')) name += fits ? *c : '_';
    }
    return name;
  }
};

}  // namespace manyheads
