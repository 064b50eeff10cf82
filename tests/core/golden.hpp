#pragma once
/// Reads tests/golden/*.json; the schema is in the README there. nlohmann_json compiles slowly, so
/// its class is instantiated once, in golden.cpp.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "core/tensors.hpp"
#include "tensor/tensor.hpp"

extern template class nlohmann::basic_json<>;

namespace nlohmann {
/// Makes GoogleTest print the name of a case, and other values whole.
void PrintTo(const json& value, std::ostream* stream);
}  // namespace nlohmann

namespace manyheads::golden {

using Json = nlohmann::json;

/// @throws Json::parse_error where the text isn't JSON
Json parse(const std::string& text);

/// Calls `reader` with each value of the text until it returns false. @return whether all was read
bool parse(const std::string& text, nlohmann::json_sax<Json>& reader);

std::vector<Json> cases(const std::string& file);

double number(const Json& value);

/// The stored numbers, or numbers drawn with the core's generator.
Tensor tensor(const Json& json);

/// Names a parameterised test after its case.
struct CaseName {
  std::string operator()(const testing::TestParamInfo<Json>& info) const;
};

}  // namespace manyheads::golden
