#pragma once
/// For each struct of computed numbers one table: the name and the member of each number.

#include <array>
#include <string_view>

#include "fields/fields.hpp"

namespace manyheads {

template <typename Struct>
struct Result {
  std::string_view name;
  double (*get)(const Struct&);
};

/// The numbers of a struct: specialised next to each that has a table.
template <typename Struct>
inline constexpr std::array<Result<Struct>, 0> kResults = {};

template <auto Member>
constexpr auto result(std::string_view name) {
  using Struct = typename field::MemberTraits<Member>::Struct;
  return Result<Struct>{name, [](const Struct& from) -> double {
                          if constexpr (requires { (from.*Member).to_double(); }) {
                            return (from.*Member).to_double();
                          } else {
                            return from.*Member;
                          }
                        }};
}

template <typename Struct, typename... More>
constexpr std::array<Result<Struct>, 1 + sizeof...(More)> results(const Result<Struct>& first,
                                                                  const More&... more) {
  return {first, more...};
}

}  // namespace manyheads
