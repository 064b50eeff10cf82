#include "lesson/training/task.hpp"

#include "lesson/training/induction_task.hpp"
#include "lesson/training/relations_task.hpp"
#include "lesson/training/sentences_task.hpp"

namespace manyheads {

std::unique_ptr<Task> make_task(TaskName name, Size seq_len) {
  switch (name) {
    case TaskName::kRelations:
      return relations_task(seq_len);
    case TaskName::kRelationsAndDigit:
      return relations_and_digit_task(seq_len);
    case TaskName::kInduction:
      return induction_task(seq_len);
    case TaskName::kSentences:
      break;
  }
  return sentences_task(seq_len);
}

}  // namespace manyheads
