#pragma once
/// Reads tests/golden/*.json; the schema is in the README there.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/tensors.hpp"
#include "tensor/random.hpp"
#include "tensor/tensor.hpp"

namespace manyheads::golden {

using Json = nlohmann::json;

inline std::vector<Json> cases(const std::string& file) {
  std::ifstream stream(std::string(MANYHEADS_GOLDEN_DIR) + "/" + file);
  EXPECT_TRUE(stream.good()) << file;
  return Json::parse(stream).at("cases").get<std::vector<Json>>();
}

inline double number(const Json& value) {
  if (!value.is_string()) return value.get<double>();
  const auto text = value.get<std::string>();
  const double infinity = std::numeric_limits<double>::infinity();
  return text == "nan" ? std::nan("") : text == "inf" ? infinity : -infinity;
}

/// Stored, or drawn from the core's generator.
inline Tensor tensor(const Json& json) {
  Tensor result = make_tensor(json.at("shape").get<Shape>(), "a golden");
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

/// So that a parameterised test carries the case's own name.
struct CaseName {
  std::string operator()(const testing::TestParamInfo<Json>& info) const {
    std::string name;
    for (char c : info.param.at("name").template get<std::string>()) {
      name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    }
    return name;
  }
};

}  // namespace manyheads::golden
