#include "lesson/schedules/trace_schedules.hpp"

#include <utility>

namespace manyheads {

OnlineTrace trace_online(MultiHeadAttention& layer, const Tensor& x, Tile tile,
                         const ForwardOptions& options, Rescale rescale) {
  const TracedCall call = layer.start_traced_call(x, options, "trace_online");
  OnlineSoftmaxSteps steps = attend_online_softmax(call.arguments(), tile, call.heads(), rescale);
  for (Tensor* tensor : {&steps.running_max, &steps.running_sum, &steps.rescale, &steps.partial}) {
    drop_batch_axis_unless_batched(*tensor, call.arguments().run);
  }
  return {.running_max = std::move(steps.running_max),
          .running_sum = std::move(steps.running_sum),
          .rescale = std::move(steps.rescale),
          .partial = std::move(steps.partial),
          .heads = call.copied_heads(),
          .output = call.output()};
}

ScheduleTrace trace_schedule(MultiHeadAttention& layer, const Tensor& x, const Schedule& schedule,
                             const ForwardOptions& options) {
  const TracedCall call = layer.start_traced_call(x, options, "trace_schedule");
  ScheduleSteps steps = attend_scheduled(call.arguments(), schedule, call.heads());
  return {.schedule = std::move(steps), .heads = call.copied_heads(), .output = call.output()};
}

}  // namespace manyheads
