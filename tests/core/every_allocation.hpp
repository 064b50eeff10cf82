#pragma once
/// Fails each allocation of a call in turn, and checks the result and the object.

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/attention/grouped_layer.hpp"
#include "core/bits.hpp"
#include "core/failing_allocation.hpp"
#include "tensor/error.hpp"

namespace manyheads {

/// A function of the core and the object that it is called on.
struct EntryPoint {
  std::string name;
  /// The object and everything else that the call needs.
  struct Subject {
    virtual ~Subject() = default;
    /// Calls with a failing allocation. @return the result; empty if it failed
    virtual std::optional<Bits> call(std::size_t let_through, std::size_t failures) = 0;
    virtual Bits state() const = 0;
    bool has_failed = false;  ///< whether an allocation of the last call has failed
  };
  std::function<std::unique_ptr<Subject>()> make;
  /// @see allowed_stride
  std::size_t stride = 1;
};

/// @param make  returns the object
/// @param call  takes the object and returns its result
/// @param make_state  takes the object and returns what the call must not change if it fails
template <typename Make, typename Call, typename MakeState>
EntryPoint entry_point(std::string name, Make make, Call call, MakeState make_state,
                       std::size_t stride = 1) {
  using Object = decltype(make());
  struct Subject : EntryPoint::Subject {
    Subject(Make& make_object, Call call_it, MakeState copy_state)
        : object(make_object()),
          call_object(std::move(call_it)),
          make_object_state(std::move(copy_state)) {}

    std::optional<Bits> call(std::size_t let_through, std::size_t failures) override {
      std::optional<std::invoke_result_t<Call&, Object&>> result;
      try {
        const FailingAllocation out_of_memory(1, let_through, failures);
        try {
          result.emplace(call_object(object));
        } catch (...) {
          has_failed = out_of_memory.has_failed();
          throw;
        }
        has_failed = out_of_memory.has_failed();
      } catch (const std::bad_alloc&) {
        return {};
      } catch (const OutOfMemoryError&) {
        return {};
      }
      return Bits(*result);
    }
    Bits state() const override { return Bits(make_object_state(object)); }

    Object object;
    Call call_object;
    MakeState make_object_state;
  };
  return {std::move(name),
          [=]() mutable -> std::unique_ptr<EntryPoint::Subject> {
            return std::make_unique<Subject>(make, call, make_state);
          },
          stride};
}

/// A function without an object.
template <typename Call>
EntryPoint entry_point(std::string name, Call call) {
  return entry_point(
      std::move(name), [] { return 0; }, [call](int&) { return call(); },
      [](const int& none) { return none; });
}

/// What a call on an object must not change if it fails: the entire object.
inline const auto entire_object = [](const auto& object) { return &object; };

/// A call on a small grouped layer.
template <typename Call>
EntryPoint layer_entry(std::string name, Call call) {
  return entry_point(
      std::move(name), [] { return random_layer(kGrouped); }, call, entire_object);
}

/// How many allocations apart failures are: `stride`, or 1 if MANYHEADS_EVERY_ALLOCATION is set.
std::size_t allowed_stride(std::size_t stride);

/// Fails each allocation of the call in turn: alone, and together with all that follow. After each
/// failure the object must be unchanged, and the next call must give the same bits. The object's
/// destructor must free all memory.
/// @return how many allocations were failed; prints them
std::size_t fail_every_allocation(const EntryPoint& entry);

/// The same for all entries, which must allocate.
/// @param stride  how many allocations apart failures are, for functions that would take seconds
void fail_all(std::vector<EntryPoint> entries, std::size_t stride = 1);

}  // namespace manyheads
