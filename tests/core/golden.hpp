#pragma once
/// Reads tests/golden/*.json; the schema is in the README there. What is heavy to compile in
/// nlohmann_json is compiled once, in golden.cpp.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "core/tensors.hpp"
#include "tensor/tensor.hpp"

extern template class nlohmann::basic_json<>;

namespace nlohmann {
/// What GoogleTest prints: of a case its name, of other values all.
void PrintTo(const json& value, std::ostream* stream);
}  // namespace nlohmann

namespace manyheads::golden {

using Json = nlohmann::json;

/// @throws Json::parse_error where the text isn't JSON
Json parse(const std::string& text);

/// Tells `reader` what the text has, up to the first false. @return whether all was read
bool parse(const std::string& text, nlohmann::json_sax<Json>& reader);

std::vector<Json> cases(const std::string& file);

double number(const Json& value);

/// Stored, or drawn from the core's generator.
Tensor tensor(const Json& json);

/// So that a parameterised test carries the case's own name.
struct CaseName {
  std::string operator()(const testing::TestParamInfo<Json>& info) const;
};

}  // namespace manyheads::golden
