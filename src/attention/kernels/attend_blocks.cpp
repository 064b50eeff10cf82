#include "attention/kernels/attend_blocks.hpp"

namespace manyheads {

HeadPanels pack_head(const AttendArguments& arguments, std::size_t b, std::size_t g,
                     WantedPanels wanted, HeadScratch& scratch) {
  const std::size_t S = arguments.run.S;
  const PagedMatrix k{arguments.k.head(b, g), S, arguments.d_head};
  const PagedMatrix v{arguments.v.head(b, g), S, arguments.d_value};
  HeadPanels panels{};
  if (wanted.k) panels.k = make_panels(k, scratch.k);
  if (wanted.k_transposed) {
    scratch.k_transposed.assign_transposed(k);
    panels.k_transposed = scratch.k_transposed;
  }
  if (wanted.v) panels.v = make_panels(v, scratch.v);
  if (wanted.v_transposed) {
    scratch.v_transposed.assign_transposed(v);
    panels.v_transposed = scratch.v_transposed;
  }
  return panels;
}

// The first block sees the fewest keys, so it is enough to check that one.
bool some_block_hides_keys(const AttendArguments& arguments, std::size_t b) {
  const std::size_t last = std::min(arguments.run.T, kQueryBlock) - 1;
  return arguments.visibility.end(b, last) < arguments.run.S;
}

}  // namespace manyheads
