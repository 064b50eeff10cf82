#include "core/golden.hpp"

#include <cctype>
#include <cmath>
#include <fstream>
#include <limits>

#include "tensor/random.hpp"

template class nlohmann::basic_json<>;

void nlohmann::PrintTo(const json& value, std::ostream* stream) {
  *stream << (value.is_object() && value.contains("name") ? value["name"] : value);
}

namespace manyheads::golden {

Json parse(const std::string& text) { return Json::parse(text); }

bool parse(const std::string& text, nlohmann::json_sax<Json>& reader) {
  return Json::sax_parse(text, &reader);
}

std::vector<Json> cases(const std::string& file) {
  std::ifstream stream(std::string(MANYHEADS_GOLDEN_DIR) + "/" + file);
  EXPECT_TRUE(stream.good()) << file;
  return Json::parse(stream).at("cases").get<std::vector<Json>>();
}

double number(const Json& value) {
  if (!value.is_string()) return value.get<double>();
  const auto text = value.get<std::string>();
  const double infinity = std::numeric_limits<double>::infinity();
  return text == "nan" ? std::nan("") : text == "inf" ? infinity : -infinity;
}

Tensor tensor(const Json& json) {
  const auto sizes = json.at("shape").get<std::vector<Size>>();
  Tensor result = make_tensor(Shape(sizes.begin(), sizes.end()), "a golden");
  if (json.contains("data")) {
    for (std::size_t i = 0; i < result.size(); ++i) {
      result.data()[i] = static_cast<float>(number(json["data"].at(i)));
    }
  } else {
    const SeededGenerator generator(json.at("seed").get<std::uint64_t>(),
                                    json.at("stream").get<std::uint64_t>());
    fill_normal(elements(result), generator, json.at("std").get<double>());
  }
  for (const Json& set : json.value("set", Json::array())) {
    result.data()[set.at(0).get<std::size_t>()] = static_cast<float>(number(set.at(1)));
  }
  return result;
}

std::string CaseName::operator()(const testing::TestParamInfo<Json>& info) const {
  std::string name;
  for (char c : info.param.at("name").get<std::string>()) {
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  }
  return name;
}

}  // namespace manyheads::golden
