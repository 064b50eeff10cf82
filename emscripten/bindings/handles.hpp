#pragma once
/// Objects of the core that live until JavaScript releases them, known there by number.

#include <algorithm>
#include <memory>
#include <vector>

#include "tensor/error.hpp"

namespace manyheads {

template <typename Object>
class Handles {
 public:
  /// @return its number: the smallest that is free
  std::size_t add(Object object) {
    auto owned = std::make_unique<Object>(std::move(object));
    auto place = std::find(objects_.begin(), objects_.end(), nullptr);
    if (place == objects_.end()) place = objects_.emplace(place);
    *place = std::move(owned);
    return static_cast<std::size_t>(place - objects_.begin());
  }

  /// Null for a number that no object has.
  Object* find(std::size_t number) const {
    return number < objects_.size() ? objects_[number].get() : nullptr;
  }

  Object& at(std::size_t number) const {
    if (Object* object = find(number)) return *object;
    throw Error({"handle ", number, " is not there"});
  }

  void release(std::size_t number) {
    if (find(number)) objects_[number].reset();
  }

 private:
  std::vector<std::unique_ptr<Object>> objects_;
};

}  // namespace manyheads
