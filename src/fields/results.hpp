#pragma once
/// For each struct of results one table: the name and the member of each result. The table decides
/// how the struct crosses to JavaScript. The build also writes the package's own table,
/// emscripten/package/fields.ts, from it. A result is a number, a flag, a value of an enumeration
/// that has names, a text, a tensor, a struct with a table of its own, or an optional, a pair or a
/// list of these.

#include <concepts>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "fields/tensors.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

template <auto Member>
struct Result {
  std::string_view name;
  static constexpr auto kMember = Member;
};

/// The results of a struct: specialised next to each that has a table.
template <typename Struct>
inline constexpr std::tuple<> kResults = {};

template <typename Struct>
concept HasResults = !std::same_as<decltype(kResults<Struct>), const std::tuple<>>;

template <auto Member>
constexpr Result<Member> result(std::string_view name) {
  return {name};
}

template <auto... Members>
constexpr std::tuple<Result<Members>...> results(const Result<Members>&... all) {
  return {all...};
}

/// Calls visit(name, value) for each result of a struct.
template <typename Struct, typename Visit>
void for_each_result(Struct& values, Visit visit) {
  std::apply([&](const auto&... result) { (visit(result.name, values.*result.kMember), ...); },
             kResults<std::remove_const_t<Struct>>);
}

enum class ResultKind {
  kNumber,
  kFlag,
  kChoice,  ///< a value of an enumeration that has names
  kText,
  kTensor,
  kTensors,   ///< a struct with a table of tensors
  kStruct,    ///< a struct with a table of results
  kOptional,  ///< a value of one of these kinds, or none
  kPair,      ///< an array of two
  kList,
  kNamed,  ///< a list of names with one value each, which is an object in JavaScript
};

/// What crosses to JavaScript as this kind.
template <typename Type>
constexpr ResultKind kind_of() {
  if constexpr (std::same_as<Type, bool>) {
    return ResultKind::kFlag;
  } else if constexpr (std::is_enum_v<Type>) {
    return ResultKind::kChoice;
  } else if constexpr (std::is_arithmetic_v<Type> || requires(Type value) { value.to_double(); }) {
    return ResultKind::kNumber;
  } else if constexpr (std::convertible_to<Type, std::string_view>) {
    return ResultKind::kText;
  } else if constexpr (std::same_as<Type, Tensor>) {
    return ResultKind::kTensor;
  } else if constexpr (!kTensors<Type>.empty()) {
    return ResultKind::kTensors;
  } else if constexpr (HasResults<Type>) {
    return ResultKind::kStruct;
  } else if constexpr (requires(Type value) { value.has_value(); }) {
    return ResultKind::kOptional;
  } else if constexpr (requires { std::tuple_size<Type>::value; }) {
    static_assert(std::tuple_size_v<Type> == 2);
    return ResultKind::kPair;
  } else if constexpr (requires(Type value) { value.front().name; }) {
    return ResultKind::kNamed;
  } else {
    return ResultKind::kList;
  }
}

}  // namespace manyheads
