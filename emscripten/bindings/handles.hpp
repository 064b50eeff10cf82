#pragma once
/// Objects of the core that live until JavaScript releases them. JavaScript knows them by number.

#include <algorithm>
#include <memory>
#include <vector>

#include "tensor/error.hpp"

namespace manyheads {

template <typename Object>
class Handles {
 public:
  /// Keeps what `make` returns. @return its number: the smallest that is free
  template <typename Make>
  std::size_t add(Make make) {
    std::shared_ptr<Object> object(new Object(make()));  // made in place, not moved
    auto place = std::find(objects_.begin(), objects_.end(), nullptr);
    if (place == objects_.end()) {
      objects_.push_back(nullptr);
      place = objects_.end() - 1;
    }
    *place = std::move(object);
    return static_cast<std::size_t>(place - objects_.begin());
  }

  /// Null if no object has this number.
  Object* find(std::size_t number) const {
    return number < objects_.size() ? objects_[number].get() : nullptr;
  }

  Object& at(std::size_t number) const {
    if (Object* object = find(number)) return *object;
    throw Error({"handle ", number, " does not exist"});
  }

  /// For an object that outlives the handle.
  const std::shared_ptr<Object>& shared(std::size_t number) const {
    at(number);
    return objects_[number];
  }

  void release(std::size_t number) {
    if (find(number)) objects_[number].reset();
  }

 private:
  std::vector<std::shared_ptr<Object>> objects_;
};

}  // namespace manyheads
