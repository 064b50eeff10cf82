#include "checkpoint/safetensors_header.hpp"

#include "core/checkpoint/checkpoint_files.hpp"
#include "core/expect_error.hpp"

namespace manyheads::safetensors_header_test {
namespace {

/// A header, and the text that its names refer to.
struct ParsedHeader {
  explicit ParsedHeader(std::string json, Size data_size = 0)
      : text(std::move(json)), header(read_safetensors_header(text, data_size)) {}
  std::string text;
  SafetensorsHeader header;
};

std::string tensor_json(std::string_view shape, std::string_view offsets,
                        std::string_view dtype = "F32") {
  return message(
      {"{\"dtype\":\"", dtype, "\",\"shape\":", shape, ",\"data_offsets\":", offsets, "}"});
}

TEST(SafetensorsHeader, ListsTensorsSortedByName) {
  const ParsedHeader parsed(
      "{\"b\":" + tensor_json("[2]", "[0,8]") + ",\"a\":" + tensor_json("[1, 3]", "[8,20]") + "}",
      20);

  ASSERT_EQ(parsed.header.tensors.size(), 2u);
  const HeaderItem& a = parsed.header.tensors[0];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.dtype, "F32");
  EXPECT_EQ(shape_of(a), (Shape{1, 3}));
  EXPECT_EQ(a.begin, 8u);
  EXPECT_EQ(a.end, 20u);
  EXPECT_EQ(a.offset, kHeaderStart + parsed.text.find("\"a\""));
  EXPECT_EQ(parsed.header.tensors[1].name, "b");
}

TEST(SafetensorsHeader, FindsEveryTensorAndNoOther) {
  std::string text = "{";
  for (int i = 0; i < 50; ++i)
    text += message({i > 0 ? "," : "", "\"t", i, "\":", tensor_json("[0]", "[0,0]")});
  const ParsedHeader parsed(text + "}");

  for (int i = 0; i < 50; ++i) {
    const std::string name = message({"t", i});
    ASSERT_TRUE(find_item(parsed.header.tensors, name)) << name;
    EXPECT_EQ(find_item(parsed.header.tensors, name)->name, name);
  }
  for (const char* name : {"", "t", "t50", "t100", "s", "u"}) {
    EXPECT_FALSE(find_item(parsed.header.tensors, name)) << name;
  }
}

TEST(SafetensorsHeader, ListsMetadata) {
  const ParsedHeader parsed("{\"__metadata__\":{\"format\":\"pt\",\"a\":\"\"}}");

  ASSERT_EQ(parsed.header.metadata.size(), 2u);
  EXPECT_EQ(find_item(parsed.header.metadata, "format")->text, "pt");
  EXPECT_EQ(find_item(parsed.header.metadata, "a")->text, "");
}

TEST(SafetensorsHeader, DecodesEscapesAndUtf8) {
  const ParsedHeader parsed(
      R"({"__metadata__":{"k":"\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00\u0000é€😀"}})");

  EXPECT_EQ(parsed.header.metadata[0].text, std::string_view("\"\\/\b\f\n\r\tAé€😀\0é€😀", 28));
}

// U+D800 to U+DFFF are halves of surrogate pairs, not characters.
TEST(SafetensorsHeader, DecodesTheFirstAndTheLastCharacterOfEveryLength) {
  const std::string all = "\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff";
  const ParsedHeader raw("{\"__metadata__\":{\"k\":\"" + all + "\"}}"),
      escaped(
          R"({"__metadata__":{"k":"\u0080\u07ff\u0800\ud7ff\ue000\uffff\ud800\udc00\udbff\udfff"}})");

  EXPECT_EQ(raw.header.metadata[0].text, all);
  EXPECT_EQ(escaped.header.metadata[0].text, all);
}

TEST(SafetensorsHeader, AcceptsSpacesEverywhereAndAtTheEnd) {
  const ParsedHeader parsed(
      "{ \"a\" :\t{ \"dtype\" : \"F32\" ,\n\"shape\" : [ 2 , 3 ] ,\r\"data_offsets\" : "
      "[ 0 , 24 ] } , \"b\":" +
          tensor_json("[ ]", "[24,28]") + "}   \n",
      28);

  EXPECT_EQ(shape_of(parsed.header.tensors[0]), (Shape{2, 3}));
  EXPECT_EQ(shape_of(parsed.header.tensors[1]), Shape{});
}

TEST(SafetensorsHeader, AcceptsEveryDtypeOfTheReferenceImplementation) {
  for (const auto& [dtype, bits] : std::initializer_list<std::pair<const char*, Size>>{
           {"BOOL", 8},        {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"U8", 8},
           {"I8", 8},          {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8},
           {"F8_E5M2FNUZ", 8}, {"I16", 16},    {"U16", 16},    {"F16", 16},    {"BF16", 16},
           {"I32", 32},        {"U32", 32},    {"F32", 32},    {"C64", 64},    {"F64", 64},
           {"I64", 64},        {"U64", 64}}) {
    const ParsedHeader parsed(
        "{\"a\":" + tensor_json("[4]", message({"[0,", bits / 2, "]"}), dtype) + "}", bits / 2);
    EXPECT_EQ(parsed.header.tensors[0].dtype, dtype);
  }
}

TEST(SafetensorsHeader, AcceptsEmptyTensorsBetweenOthers) {
  const ParsedHeader parsed("{\"a\":" + tensor_json("[0,5]", "[4,4]") +
                                ",\"b\":" + tensor_json("[]", "[4,8]") +
                                ",\"c\":" + tensor_json("[1]", "[0,4]") + "}",
                            8);

  EXPECT_EQ(parsed.header.tensors.size(), 3u);
}

/// `text` has "@" at the error. `message` is the part after "safetensors, byte N: ".
struct BrokenText {
  std::string text, message;
  Size data_size = 0;
};

class BrokenHeader : public testing::TestWithParam<BrokenText> {};

TEST_P(BrokenHeader, IsAFormatErrorWithPlaceAndReason) {
  std::string text = GetParam().text;
  const std::size_t at = text.find('@');
  ASSERT_NE(at, text.npos);
  text.erase(at, 1);

  const auto error =
      catch_error<FormatError>([&] { read_safetensors_header(text, GetParam().data_size); });

  EXPECT_EQ(error.place.offset, kHeaderStart + at);
  EXPECT_EQ(error.place.column, std::nullopt);
  EXPECT_EQ(error.what(),
            message({"safetensors, byte ", kHeaderStart + at, ": ", GetParam().message}));
}

std::vector<BrokenText> broken_json() {
  const std::string tensor = "{\"a\":{\"dtype\":\"F32\",\"shape\":[";
  return {
      {"@", "wanted '{', found the end of the header"},
      {"@ {}", "wanted '{', found a byte 32"},
      {"@\xEF\xBB\xBF{}", "wanted '{', found a byte 239"},
      {"@~{}", "wanted '{', found '~'"},
      {"@\x7F{}", "wanted '{', found a byte 127"},
      {"@[]", "wanted '{', found '['"},
      {"@`{}", "wanted '{', found '''"},
      {"{}@x", "wanted nothing after the closing '}', found 'x'"},
      {std::string("{}@\0", 4), "wanted nothing after the closing '}', found a byte 0"},
      {"{@", "wanted '\"', found the end of the header"},
      {"{@,}", "wanted '\"', found ','"},
      {"{@a:1}", "wanted '\"', found 'a'"},
      {"{\"a\"@}", "wanted ':', found '}'"},
      {"{\"a\":@1}", "wanted '{', found '1'"},
      {"{\"a\":@null}", "wanted '{', found 'n'"},
      {"{\"a\":@[[[[[[", "wanted '{', found '['"},
      {"{\"a\":{@{", "wanted '\"', found '{'"},
      {"{\"a@", "wanted '\"' at the end of the text, found the end of the header"},
      {"{\"a@\n\":1}", "wanted '\"' at the end of the text, found a byte 10"},
      {"{\"\\@x\":1}", "wanted one of \"\\/bfnrtu after a backslash, found 'x'"},
      {"{\"\\@", "wanted one of \"\\/bfnrtu after a backslash, found the end of the header"},
      {"{\"\\u12@g4\":1}", "wanted four hexadecimal digits after \\u, found 'g'"},
      {"{\"\\udc00@\":1}", "half of a surrogate pair is missing, found '\"'"},
      {"{\"\\ud800@\":1}", "wanted '\\', found '\"'"},
      {"{\"\\ud800\\@n\":1}", "wanted 'u', found 'n'"},
      {"{\"\\ud800\\ud800@\":1}", "half of a surrogate pair is missing, found '\"'"},
      {"{\"\\ud800\\ue000@\":1}", "half of a surrogate pair is missing, found '\"'"},
      {"{\"@\x80\":1}", "wanted UTF-8, found a byte 128"},
      {"{\"@\xC0\x80\":1}", "wanted UTF-8, found a byte 192"},
      {"{\"@\xC1\xBF\":1}", "wanted UTF-8, found a byte 193"},
      {"{\"@\xE0\x9F\xBF\":1}", "wanted UTF-8, found a byte 224"},
      {"{\"@\xED\xA0\x80\":1}", "wanted UTF-8, found a byte 237"},
      {"{\"@\xF0\x8F\xBF\xBF\":1}", "wanted UTF-8, found a byte 240"},
      {"{\"@\xF4\x90\x80\x80\":1}", "wanted UTF-8, found a byte 244"},
      {"{\"@\xF8\x88\x80\x80\x80\":1}", "wanted UTF-8, found a byte 248"},
      {"{\"@\xFF\":1}", "wanted UTF-8, found a byte 255"},
      {"{\"@\xE2\x82", "wanted UTF-8, found a byte 226"},
      {tensor + "@-1", "wanted a whole number, found '-'"},
      {tensor + "@+1", "wanted a whole number, found '+'"},
      {tensor + "@.5", "wanted a whole number, found '.'"},
      {tensor + "@\"1\"", "wanted a whole number, found '\"'"},
      {tensor + "1@.0]", "wanted ',', found '.'"},
      {tensor + "1@e3]", "wanted ',', found 'e'"},
      {tensor + "0@1]", "wanted ',', found '1'"},
      {tensor + "1 @2]", "wanted ',', found '2'"},
      {tensor + "1,@]", "wanted a whole number, found ']'"},
      {tensor + "@18446744073709551616]", "the number is 2^64 or more"},
      {tensor + "@99999999999999999999999]", "the number is 2^64 or more"},
      {tensor + "@[", "wanted a whole number, found '['"},
      {tensor + "1@", "wanted ',', found the end of the header"},
      {"{\"a\":{@\"x\":1}}", "tensor 'a' has an unknown key 'x'"},
      {"{\"a\":{\"dtype\":\"F32\",@\"dtype\":\"F32\"}}", "tensor 'a' has 'dtype' twice"},
      {"{\"a\":{\"shape\":[1],@\"shape\":[1]}}", "tensor 'a' has 'shape' twice"},
      {"{\"a\":{\"data_offsets\":[0,4],@\"data_offsets\":[0,4]}}",
       "tensor 'a' has 'data_offsets' twice"},
      {"{\"a\":{\"dtype\":@\"F31\"}}", "there is no dtype 'F31'"},
      {"{\"a\":{\"dtype\":@\"f32\"}}", "there is no dtype 'f32'"},
      {"{\"a\":{\"dtype\":@5}}", "wanted '\"', found '5'"},
      {"{@\"a\":{}}", "tensor 'a' must have dtype, shape and data_offsets"},
      {"{@\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}",
       "tensor 'a' must have dtype, shape and data_offsets"},
      {"{\"a\":{\"data_offsets\":[0@]}}", "wanted ',', found ']'"},
      {"{\"a\":{\"data_offsets\":[0,0@,0]}}", "wanted ']', found ','"},
      {"{\"__metadata__\":@\"x\"}", "wanted '{', found '\"'"},
      {"{\"__metadata__\":@null}", "wanted '{', found 'n'"},
      {"{\"__metadata__\":{\"a\":@1}}", "wanted '\"', found '1'"},
      {"{\"__metadata__\":{\"a\":@{}}}", "wanted '\"', found '{'"},
      {"{\"__metadata__\":{},@\"__metadata__\":{}}", "'__metadata__' is there twice"},
      {"{\"__metadata__\":{\"a\":\"1\",@\"\\u0061\":\"2\"}}", "'a' is there twice"},
  };
}

INSTANTIATE_TEST_SUITE_P(Json, BrokenHeader, testing::ValuesIn(broken_json()));

std::vector<BrokenText> broken_tensors() {
  const auto one = [](std::string_view shape, std::string_view offsets,
                      std::string_view dtype = "F32") {
    return "{@\"a\":" + tensor_json(shape, offsets, dtype) + "}";
  };
  const auto two = [](std::string_view offsets_a, std::string_view offsets_b) {
    return "{\"a\":" + tensor_json("[1]", offsets_a) + ",@\"b\":" + tensor_json("[1]", offsets_b) +
           "}";
  };
  const std::string overflow = "tensor 'a' would have 2^64 bits or more";
  const std::string big = "9223372036854775808";
  std::vector<BrokenText> all = {
      {one("[2]", "[0,4]"),
       "tensor 'a' is F32 '[2]', which is 8 bytes, but its data_offsets are [0, 4]", 4},
      {one("[2]", "[8,0]"),
       "tensor 'a' is F32 '[2]', which is 8 bytes, but its data_offsets are [8, 0]", 8},
      {one("[3]", "[0,1]", "F4"), "tensor 'a' is F4 '[3]', which does not fill whole bytes", 1},
      {one("[1]", "[9007199254740992,9007199254740996]"),
       "the data of tensor 'a' begins at 9007199254740992, wanted 0: tensors must not overlap or "
       "leave gaps",
       4},
      {one("[1]", "[18446744073709551615,3]"),
       "tensor 'a' is F32 '[1]', which is 4 bytes, but its data_offsets are [18446744073709551615, "
       "3]",
       4},
      {two("[0,4]", "[0,4]"),
       "the data of tensor 'b' begins at 0, wanted 4: tensors must not overlap or leave gaps", 8},
      {two("[0,4]", "[2,6]"),
       "the data of tensor 'b' begins at 2, wanted 4: tensors must not overlap or leave gaps", 8},
      {two("[0,4]", "[5,9]"),
       "the data of tensor 'b' begins at 5, wanted 4: tensors must not overlap or leave gaps", 9},
      {"{\"a\":" + tensor_json("[0]", "[0,0]") + ",@\"a\":" + tensor_json("[0]", "[0,0]") + "}",
       "'a' is there twice"},
      {"{\"a\":" + tensor_json("[2]", "[0,8]") + "}@",
       "the header describes 8 bytes of data, the file has 0"},
      {"{}@", "the header describes 0 bytes of data, the file has 1", 1},
  };
  for (const std::string& shape : std::initializer_list<std::string>{
           "[" + big + ",2]", "[" + big + "]", "[4294967296,4294967296]", "[576460752303423488]",
           "[18446744073709551615,18446744073709551615,0]"}) {
    const bool while_reading = shape.find(',') != shape.npos;
    all.push_back({while_reading ? "{\"a\":{\"dtype\":\"F32\",\"shape\":@" + shape + "}}"
                                 : one(shape, "[0,4]"),
                   overflow, 4});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Tensors, BrokenHeader, testing::ValuesIn(broken_tensors()));

TEST(SafetensorsHeader, RefusesDataThatBelongsToNoTensor) {
  const auto error = catch_error<FormatError>(
      [] { ParsedHeader("{\"a\":" + tensor_json("[1]", "[0,4]") + "}", 9); });

  EXPECT_EQ(error.what(), message({"safetensors, byte ", *error.place.offset,
                                   ": the header describes 4 bytes of data, the file has 9"}));
}

TEST(SafetensorsHeader, RefusesImpossibleShapesOnlyWhenATensorIsRead) {
  for (const char* shape : {"[0]", "[2,0]", "[1,1,1,1,1,1,1,1,1]"}) {
    const Size bytes = shape[1] == '1' ? 4 : 0;
    const ParsedHeader parsed("{\"a\":" + tensor_json(shape, message({"[0,", bytes, "]"})) + "}",
                              bytes);

    const auto error = catch_error<FormatError>([&] { shape_of(parsed.header.tensors[0]); });

    EXPECT_EQ(error.place.offset, kHeaderStart + 1);
    EXPECT_EQ(error.what(), message({"safetensors, byte 9: tensor 'a' has shape '", shape,
                                     "'; tensors here have at most 8 axes, each of at least 1"}));
  }
}

// A quadratic algorithm would take minutes.
TEST(SafetensorsHeader, ReadsManyTensorsWithLongCommonPrefixesInAnyOrder) {
  constexpr int kCount = 20'000;
  std::string text = "{";
  for (int i = 0; i < kCount; ++i) {
    const int begin = static_cast<int>(i * 7919LL % kCount) * 4;
    text += message({i > 0 ? "," : "", "\"model.layers.0.self_attn.q_proj.weight.", i * 3,
                     "\":", tensor_json("[1]", message({"[", begin, ",", begin + 4, "]"}))});
  }
  const ParsedHeader parsed(text + "}", kCount * 4);

  ASSERT_EQ(parsed.header.tensors.size(), std::size_t{kCount});
  EXPECT_EQ(find_item(parsed.header.tensors, "model.layers.0.self_attn.q_proj.weight.3")->begin,
            7919u * 4);
}

}  // namespace
}  // namespace manyheads::safetensors_header_test
