#include "fuzz/read_checkpoint.hpp"
#include "fuzz/targets.hpp"

namespace manyheads::fuzz {

void fuzz_safetensors(Choices& choices) { read_checkpoint(choices.rest_of_bytes()); }

}  // namespace manyheads::fuzz
