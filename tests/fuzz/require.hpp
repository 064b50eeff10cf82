#pragma once
/// What must hold, whatever the input.

#include <stdexcept>
#include <string>

namespace manyheads {

/// @throws std::logic_error, which libFuzzer reports as a crash and a test as a failure
inline void require(bool holds, const char* what = "what was read agrees with itself") {
  if (!holds) throw std::logic_error(std::string("not true: ") + what);
}

}  // namespace manyheads
