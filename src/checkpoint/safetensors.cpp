#include "checkpoint/safetensors.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

#include "checkpoint/half_precision.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

static_assert(std::endian::native == std::endian::little, "as the numbers in the file");

constexpr Size kMaxHeader = 100'000'000;  // as in the reference implementation

/// The header of `file`; its length is checked before memory is allocated for it.
std::string header_of(const ByteSource& file) {
  const Size size = file.size();
  if (size < kHeaderStart) {
    refuse_bytes(size,
                 {"the file ends within the ", kHeaderStart, " bytes of its header's length"});
  }
  std::uint64_t length = 0;
  file.read(0, sizeof length, &length);
  if (length > kMaxHeader) {
    refuse_bytes(0, {"the header's length is ", length, "; at most ", kMaxHeader, " is allowed"});
  }
  if (length > size - kHeaderStart) {
    refuse_bytes(size, {"the file ends within its header of ", length, " bytes"});
  }
  std::string text(static_cast<std::size_t>(length), ' ');
  file.read(kHeaderStart, text.size(), text.data());
  return text;
}

/// Widens 16-bit numbers from the upper half of `numbers`: from front to back, each is read before
/// it is overwritten.
void widen(std::span<float> numbers, float (*widened)(std::uint16_t)) {
  const auto* from = reinterpret_cast<const char*>(numbers.data()) + numbers.size() * 2;
  for (float& number : numbers) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, from, sizeof bits);
    from += sizeof bits;
    number = widened(bits);
  }
}

}  // namespace

void refuse_bytes(Size offset, Pieces reason) {
  throw FormatError({.offset = offset}, {"safetensors, byte ", offset, ": ", message(reason)});
}

Safetensors::Safetensors(const ByteSource& file)
    : file_(&file),
      text_(header_of(file)),
      header_(read_safetensors_header(text_, file.size() - kHeaderStart - text_.size())) {}

Tensor Safetensors::tensor(const HeaderItem& which) const {
  const bool f32 = which.dtype == "F32", f16 = which.dtype == "F16";
  if (!f32 && !f16 && which.dtype != "BF16") {
    refuse_bytes(which.offset, {"tensor ", Quoted{which.name}, " is of dtype ", which.dtype,
                                "; F32, F16 and BF16 can be read"});
  }
  Tensor tensor = make_tensor(shape_of(which), which.name);
  const auto bytes = static_cast<std::size_t>(which.end - which.begin);
  char* const elements_end = reinterpret_cast<char*>(tensor.data() + tensor.size());
  file_->read(kHeaderStart + text_.size() + which.begin, bytes, elements_end - bytes);
  if (!f32) widen(elements(tensor), f16 ? from_f16 : from_bf16);
  return tensor;
}

}  // namespace manyheads
