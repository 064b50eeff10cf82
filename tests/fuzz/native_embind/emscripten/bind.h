#pragma once
/// Stands in for Embind in a native build: it only keeps the functions that the bindings register.

#include <map>
#include <string_view>
#include <variant>

namespace emscripten {

using Function = std::variant<double (*)(),            // a call with a message
                              double (*)(double),      // reserve_message
                              void (*)(),              // release_inputs
                              void (*)(std::size_t),   // release and reset
                              double (*)(std::size_t)  // bytes of an object
                              >;

inline std::map<std::string_view, Function>& functions() {
  static std::map<std::string_view, Function> all;
  return all;
}

template <typename Pointer>
void function(const char* name, Pointer pointer) {
  functions()[name] = pointer;
}

}  // namespace emscripten

#define EMSCRIPTEN_BINDINGS(name)                                       \
  static struct Register_##name { Register_##name(); } register_##name; \
  Register_##name::Register_##name()
