#include "checkpoint/safetensors.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

#include "checkpoint/half_precision.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers in the file are little-endian");

constexpr Size kMaxHeader = 100'000'000;  // as in the reference implementation

/// The header of `file`; its length is checked before memory is allocated for it.
std::string read_header(const ByteSource& file) {
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

/// Widens 16-bit numbers that lie in the second half of `numbers`. Going from front to back, each
/// is read before it is overwritten.
void widen(std::span<float> numbers, float (*convert)(std::uint16_t)) {
  const auto* from = reinterpret_cast<const char*>(numbers.data()) + numbers.size() * 2;
  for (float& number : numbers) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, from, sizeof bits);
    from += sizeof bits;
    number = convert(bits);
  }
}

}  // namespace

void refuse_bytes(Size offset, Pieces reason) {
  throw FormatError({.offset = offset}, {"safetensors, byte ", offset, ": ", message(reason)});
}

Safetensors::Safetensors(const ByteSource& file)
    : file_(&file),
      text_(read_header(file)),
      header_(read_safetensors_header(text_, file.size() - kHeaderStart - text_.size())) {}

Tensor Safetensors::tensor(const HeaderItem& item) const {
  const bool f32 = item.dtype == "F32", f16 = item.dtype == "F16";
  if (!f32 && !f16 && item.dtype != "BF16") {
    refuse_bytes(item.offset, {"tensor ", Quoted{item.name}, " is of dtype ", item.dtype,
                               "; F32, F16 and BF16 can be read"});
  }
  const Shape shape = shape_of(item);
  checked_size(shape, Quoted{item.name});
  Tensor tensor = make_tensor(shape, "a tensor");
  const auto bytes = static_cast<std::size_t>(item.end - item.begin);
  char* const elements_end = reinterpret_cast<char*>(tensor.data() + tensor.size());
  file_->read(kHeaderStart + text_.size() + item.begin, bytes, elements_end - bytes);
  if (!f32) widen(elements(tensor), f16 ? from_f16 : from_bf16);
  return tensor;
}

}  // namespace manyheads
