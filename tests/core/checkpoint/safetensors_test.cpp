#include "checkpoint/safetensors.hpp"

#include <cstring>

#include "core/checkpoint/checkpoint_files.hpp"
#include "core/expect_error.hpp"
#include "core/golden.hpp"
#include "core/tensors.hpp"

namespace manyheads::safetensors_test {
namespace {

/// A file of zeros of any claimed size; records each read.
class EndlessZeros : public ByteSource {
 public:
  EndlessZeros(std::string_view header, Size data_size)
      : bytes_(make_file(header)), data_(data_size) {}
  Size size() const override { return bytes_.size() + data_; }
  void read(Size offset, std::size_t size, void* into) const override {
    std::memset(into, 0, size);
    if (offset < bytes_.size()) std::memcpy(into, bytes_.data() + offset, size);
    read_ += size;
  }
  Size bytes_read() const { return read_; }

 private:
  Bytes bytes_;
  Size data_;
  mutable Size read_ = 0;
};

TEST(Safetensors, ReadsEveryKindOfNumberAtAnyOffset) {
  Bytes bytes = make_file(
      "{\"odd\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
      "\"f16\":{\"dtype\":\"F16\",\"shape\":[3],\"data_offsets\":[1,7]},"
      "\"f32\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[11,19]},"
      "\"bf16\":{\"dtype\":\"BF16\",\"shape\":[2,1],\"data_offsets\":[7,11]}}",
      19);
  const std::uint16_t f16[] = {0x3c00, 0xfc00, 0x0001}, bf16[] = {0x4000, 0xbf80};
  const float f32[] = {0.1f, -3};
  std::uint8_t* const data = bytes.data() + bytes.size() - 19;
  std::memcpy(data + 1, f16, 6);
  std::memcpy(data + 7, bf16, 4);
  std::memcpy(data + 11, f32, 8);
  const Checkpoint checkpoint(bytes);

  expect_equal(checkpoint.tensor("f16"), tensor_of({3}, {1, -kInfinity, 0x1p-24f}));
  expect_equal(checkpoint.tensor("bf16"), tensor_of({2, 1}, {2, -1}));
  expect_equal(checkpoint.tensor("f32"), tensor_of({1, 2}, {0.1f, -3}));
}

TEST(SafetensorsWriter, PadsTheHeaderWithAsFewSpacesAsPossible) {
  const Tensor one = tensor_of({1}, {1});
  for (std::size_t length = 1; length <= 8; ++length) {
    SafetensorsWriter writer;
    writer.add(std::string(length, 'a'), one);
    const Bytes bytes = make_file(writer);
    const std::string_view header(reinterpret_cast<const char*>(bytes.data()) + kHeaderStart,
                                  bytes.size() - kHeaderStart - sizeof(float));

    EXPECT_EQ(header.size() % 8, 0u) << length;
    EXPECT_LT(header.size() - header.find_last_of('}') - 1, 8u) << length;
  }
}

TEST(Safetensors, ReadsATensorWithoutAxes) {
  const Checkpoint checkpoint(
      make_file("{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]}}", 4));

  EXPECT_EQ(checkpoint.tensor("a").dimension(), 0u);
  EXPECT_EQ(checkpoint.tensor("a").size(), 1u);
}

TEST(Safetensors, RefusesOtherDtypesOnlyWhenATensorIsRead) {
  const Checkpoint checkpoint(
      make_file("{\"a\":{\"dtype\":\"I64\",\"shape\":[1],\"data_offsets\":[0,8]}}", 8));

  const auto error = catch_error<FormatError>([&] { checkpoint.tensor("a"); });

  EXPECT_STREQ(error.what(),
               "safetensors, byte 9: tensor 'a' is of dtype I64; F32, F16 and BF16 can be read");
}

TEST(Safetensors, ReadsOnlyTheHeaderAndTheRequestedTensors) {
  const EndlessZeros source(
      "{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]},"
      "\"b\":{\"dtype\":\"U8\",\"shape\":[1099511627776],\"data_offsets\":[12,1099511627788]}}",
      (Size{1} << 40) + 12);
  const Safetensors file(source);
  const Size header = source.bytes_read();

  file.tensor(*file.find("a"));

  EXPECT_LT(header, 200u);
  EXPECT_EQ(source.bytes_read() - header, 12u);
}

TEST(Safetensors, AValidTensorThatIsTooLargeIsOutOfMemory) {
  const EndlessZeros source(
      "{\"a\":{\"dtype\":\"BF16\",\"shape\":[1073741824],\"data_offsets\":[0,2147483648]}}",
      Size{1} << 31);
  const Safetensors file(source);

  expect_out_of_memory(
      [&] { file.tensor(*file.find("a")); },
      "'a' [1073741824] would take 2 GiB or more; a tensor must be smaller than that");
}

TEST(Safetensors, AFileTruncatedAnywhereIsAFormatError) {
  const Bytes whole = golden_file("gpt2_f16.safetensors");
  ASSERT_GT(whole.size(), 500u);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));

    const auto error = catch_error<FormatError>([&] { Checkpoint{part}; });

    ASSERT_LE(error.place.offset, size);
    ASSERT_TRUE(error.place.offset);
  }
}

TEST(Safetensors, TrailingBytesAreAFormatError) {
  Bytes bytes = golden_file("gpt2_f16.safetensors");
  bytes.push_back(0);

  catch_error<FormatError>([&] { Checkpoint{bytes}; });
}

TEST(Safetensors, ChecksTheHeaderLengthBeforeAllocating) {
  for (const std::uint64_t length :
       {std::uint64_t{100'000'001}, std::uint64_t{1} << 32, std::uint64_t{1} << 63, UINT64_MAX}) {
    Bytes bytes(16);
    std::memcpy(bytes.data(), &length, 8);

    const auto error = catch_error<FormatError>([&] { Checkpoint{bytes}; });

    EXPECT_EQ(error.what(), message({"safetensors, byte 0: the header's length is ", length,
                                     "; at most 100000000 is allowed"}));
  }
  Bytes bytes(16);
  bytes[0] = 9;
  EXPECT_STREQ(catch_error<FormatError>([&] { Checkpoint{bytes}; }).what(),
               "safetensors, byte 16: the file ends within its header of 9 bytes");
  EXPECT_STREQ(catch_error<FormatError>([] { Checkpoint{Bytes(7)}; }).what(),
               "safetensors, byte 7: the file ends within the 8 bytes of its header's length");
}

TEST(Safetensors, AcceptsALengthAtTheLimitButReportsTheMissingHeader) {
  const std::uint64_t length = 100'000'000;
  Bytes bytes(16);
  std::memcpy(bytes.data(), &length, 8);

  EXPECT_STREQ(catch_error<FormatError>([&] { Checkpoint{bytes}; }).what(),
               "safetensors, byte 16: the file ends within its header of 100000000 bytes");
}

TEST(SafetensorsWriter, WritesWhatTheReaderReads) {
  const Tensor a = random_normal({2, 3}, 1), b = tensor_of({4}, {kNaN, -kInfinity, -0.0f, 1e-45f});
  const Tensor c = scalar(7);
  SafetensorsWriter writer;
  writer.add("b", b);
  writer.add_metadata("format", "manyheads");
  writer.add("a \"\\\n\x01é", a);
  writer.add("c", c);
  writer.add_metadata("\t", "\"");

  const Checkpoint checkpoint(make_file(writer));

  EXPECT_EQ(checkpoint.file.tensors().size(), 3u);
  EXPECT_EQ(std::memcmp(checkpoint.tensor("b").data(), b.data(), 16), 0);
  expect_equal(checkpoint.tensor("a \"\\\n\x01é"), a);
  expect_equal(checkpoint.tensor("c"), c);
  EXPECT_EQ(checkpoint.file.metadata("format")->text, "manyheads");
  EXPECT_EQ(checkpoint.file.metadata("\t")->text, "\"");
  EXPECT_EQ(checkpoint.file.metadata("\n"), nullptr);
}

TEST(SafetensorsWriter, WritesJsonThatNlohmannJsonReads) {
  const Tensor a = counting({2, 3}), b = counting({1});
  SafetensorsWriter writer;
  writer.add("a\x1f\"", a);
  writer.add("b", b);
  writer.add_metadata("format", "manyheads");

  const Bytes bytes = make_file(writer);

  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  EXPECT_EQ(length % 8, 0u);
  ASSERT_EQ(8 + length + 28, bytes.size());
  const auto header = bytes.begin() + 8;
  EXPECT_EQ(golden::parse({header, header + static_cast<std::ptrdiff_t>(length)}),
            golden::parse(R"({"__metadata__": {"format": "manyheads"},
              "a\u001f\"": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
              "b": {"dtype": "F32", "shape": [1], "data_offsets": [24, 28]}})"));
}

TEST(SafetensorsWriter, WritesAFileWithoutTensors) {
  SafetensorsWriter writer;
  EXPECT_TRUE(Checkpoint(make_file(writer)).file.tensors().empty());
  writer.add_metadata("a", "b");
  EXPECT_EQ(Checkpoint(make_file(writer)).file.metadata("a")->text, "b");
}

}  // namespace
}  // namespace manyheads::safetensors_test
