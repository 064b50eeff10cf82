#include "lesson/schedules/attend_schedules.hpp"

#include "lesson/schedules/scheduled_head.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

constexpr double kMaxBytesPerNumber = 1024;

void require_at_least_one(std::string_view name, std::size_t size) {
  if (size == 0) throw ConfigError(name, {"schedule: ", Name{name}, " must be at least 1"});
}

/// A cache only works where queries, keys and values come from the same tokens.
void require_one_sequence(const AttendArguments& arguments) {
  if (arguments.options.context || arguments.options.keys) {
    const std::string_view name = arguments.options.context ? "context" : "keys";
    throw ConfigError(name, {"schedule: ", Name{name},
                             " cannot be cached token by token; wanted self-attention"});
  }
  if (!arguments.options.causal) {
    throw ConfigError("causal",
                      "schedule: causal is false, but a cache has no later keys; wanted true");
  }
}

void check(const AttendArguments& arguments, const Schedule& schedule) {
  if (!(schedule.bytes_per_number > 0 && schedule.bytes_per_number <= kMaxBytesPerNumber)) {
    throw ConfigError("bytes_per_number",
                      {"schedule: `bytes_per_number` is ", schedule.bytes_per_number,
                       ", wanted a number above 0, at most 1024"});
  }
  switch (schedule.kind) {
    case ScheduleKind::kPlain:
      return;
    case ScheduleKind::kTiled:
      require_at_least_one("tile.queries", schedule.tile.queries);
      require_at_least_one("tile.keys", schedule.tile.keys);
      return;
    case ScheduleKind::kPaged:
      require_at_least_one("page_size", schedule.page_size);
      break;
    case ScheduleKind::kChunked:
      require_at_least_one("chunk", schedule.chunk);
      break;
    case ScheduleKind::kCached:
      break;
  }
  require_one_sequence(arguments);
}

void run_schedule(const ScheduledHead& head, const Schedule& schedule) {
  switch (schedule.kind) {
    case ScheduleKind::kPlain:
      return run_plain(head);
    case ScheduleKind::kTiled:
      return run_tiled(head, schedule.tile);
    case ScheduleKind::kCached:
      return run_cached(head, 1, 0);
    case ScheduleKind::kPaged:
      return run_cached(head, 1, schedule.page_size);
    case ScheduleKind::kChunked:
      return run_cached(head, schedule.chunk, 0);
  }
}

}  // namespace

ScheduleSteps attend_scheduled(const AttendArguments& arguments, const Schedule& schedule,
                               HeadRows<float> heads) {
  check(arguments, schedule);
  ScheduleSteps steps;
  for (std::size_t b = 0; b < arguments.run.B; ++b) {
    for (std::size_t h = 0; h < arguments.H; ++h) {
      FastMemory memory(schedule.bytes_per_number, b == 0 && h == 0, steps);
      run_schedule(ScheduledHead(arguments, b, h, heads, memory), schedule);
    }
  }
  return steps;
}

}  // namespace manyheads
