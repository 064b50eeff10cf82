// libFuzzer's entry for the target with the name MANYHEADS_TARGET.
#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace manyheads::fuzz;
  for (const Target& target : kTargets) {
    if (target.name != MANYHEADS_TARGET) continue;
    Choices choices({data, size});
    target.run(choices);
  }
  return 0;
}
