#include "cost/model_run.hpp"

#include "cost/model_shape.hpp"

namespace manyheads {

Count count_tokens(ModelRun run) {
  require_size("seq_len", run.seq_len);
  require_size("batch", run.batch);
  return Count(run.seq_len) * run.batch;
}

}  // namespace manyheads
