#pragma once
/// What is fuzzed. Each target makes calls from bytes, and throws std::logic_error where the core
/// does what it must not do: something else than a result or a typed error, or a result that
/// contradicts itself.

#include <array>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "fuzz/choices.hpp"
#include "fuzz/require.hpp"
#include "tensor/error.hpp"

namespace manyheads::fuzz {

void fuzz_safetensors(Choices& choices);
void fuzz_axis_expressions(Choices& choices);
void fuzz_patterns(Choices& choices);
void fuzz_formulas(Choices& choices);
void fuzz_names(Choices& choices);
void fuzz_attention_options(Choices& choices);
void fuzz_caches(Choices& choices);
void fuzz_trainers(Choices& choices);
void fuzz_messages(Choices& choices);

struct Target {
  std::string_view name;
  void (*run)(Choices& choices);
};
inline constexpr std::array kTargets = {Target{"safetensors", fuzz_safetensors},
                                        Target{"axis-expressions", fuzz_axis_expressions},
                                        Target{"patterns", fuzz_patterns},
                                        Target{"formulas", fuzz_formulas},
                                        Target{"names", fuzz_names},
                                        Target{"attention-options", fuzz_attention_options},
                                        Target{"caches", fuzz_caches},
#ifndef __EMSCRIPTEN__
                                        Target{"messages", fuzz_messages},
#endif
                                        Target{"trainers", fuzz_trainers}};

/// Runs `call`. @return the kind of the typed error that it throws; empty if it returns
template <typename Call>
std::optional<Error::Kind> kind_of_error(Call call) {
  try {
    call();
    return {};
  } catch (const Error& error) {
    require(error.what()[0] != '\0', "an error has a message");
    require(error.message().size() < 4096, "a message is short");
    return error.kind;
  } catch (const std::bad_alloc&) {  // what crosses to JavaScript as an OutOfMemoryError
    return Error::Kind::kOutOfMemory;
  }
}

}  // namespace manyheads::fuzz
