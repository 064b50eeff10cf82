#include "differential/cases.hpp"
#include "differential/exact_attention.hpp"
#include "lesson/schedules/trace_schedules.hpp"

namespace manyheads::differential {
namespace {

/// The shape of a call's output.
Shape output_shape(const MultiHeadAttention& layer, const Tensor& x) {
  Shape shape = shape_of(x);
  const AttentionConfig& config = layer.config();
  shape.back() = config.output_projection ? config.d_model : combined_width(config);
  return shape;
}

Tile draw_tile(Draw& draw) { return {.queries = draw.size(4, 40), .keys = draw.size(4, 40)}; }

Schedule draw_schedule(Draw& draw, const ForwardOptions& options) {
  const bool can_be_cached = options.causal && !options.context && !options.keys;
  using enum ScheduleKind;
  Schedule schedule;
  schedule.kind = can_be_cached ? draw.choose({kPlain, kTiled, kCached, kPaged, kChunked})
                                : draw.choose({kPlain, kTiled});
  schedule.tile = draw_tile(draw);
  schedule.page_size = draw.size(4, 20);
  schedule.chunk = draw.size(4, 20);
  return schedule;
}

}  // namespace

void run_forward_case(Draw& draw, Comparison& comparison) {
  DrawnCall call(draw, false);
  const Matrix expected = exact_forward(ExactCall(call.layer, call.x, call.options)).output;
  const Shape shape = output_shape(call.layer, call.x);

  const auto compare = [&](std::string_view what, const Tensor& output) {
    comparison.expect_shape(what, output, shape);
    comparison.expect_close(what, output, expected);
  };
  for (const Kernel kernel : {Kernel::kReference, Kernel::kFused}) {
    call.options.kernel = kernel;
    compare(to_text(kernel), call.layer.forward(call.x, call.options));
    comparison.expect("last_kernel is what ran", call.layer.last_kernel() == kernel);
  }
  call.options.kernel = Kernel::kAuto;
  if (draw.one_in(3)) {
    compare("the online softmax",
            trace_online(call.layer, call.x, draw_tile(draw), call.options).output);
  }
  if (draw.one_in(3)) {
    const Schedule schedule = draw_schedule(draw, call.options);
    compare(to_text(schedule.kind),
            trace_schedule(call.layer, call.x, schedule, call.options).output);
  }
}

}  // namespace manyheads::differential
