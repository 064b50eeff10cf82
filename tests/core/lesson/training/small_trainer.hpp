#pragma once
/// Small trainers of each task.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lesson/training/trainer.hpp"

namespace manyheads {

/// So small that steps are fast under the sanitizers.
inline TrainerConfig small_config(TaskName task = TaskName::kRelations) {
  TrainerConfig config;
  config.task = task;
  config.num_heads = 2;
  config.d_model = 6;
  config.batch = 3;
  if (task == TaskName::kInduction) config.seq_len = 8;
  return config;
}

inline std::vector<float> copy_values(const Trainer& trainer) {
  const auto values = trainer.model().parameters().values();
  return {values.begin(), values.end()};
}

inline constexpr TaskName kTasks[] = {TaskName::kRelations, TaskName::kRelationsAndDigit,
                                      TaskName::kInduction, TaskName::kSentences};

inline std::string task_test_name(const testing::TestParamInfo<TaskName>& info) {
  std::string name(to_text(info.param));
  std::erase(name, '-');
  return name;
}

}  // namespace manyheads
