// libFuzzer's entry: `npm run fuzz`.
#include "fuzz/read_checkpoint.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  manyheads::read_checkpoint({data, data + size});
  return 0;
}
