#pragma once
/// The same attention in several orders, and what each order moves between two memories: a large
/// slow one, which holds queries, keys, values and outputs, and a small fast one, where everything
/// is computed. The loops can read a matrix only by loading it and keep a result only by storing
/// it, so the counts are what the loops really did.
/// @see Dao et al. 2022, section 2.1 and algorithm 1 (the two memories, tiles); Shazeer 2019,
///      section 2.4 (token by token); Kwon et al. 2023, section 4 (pages and their table).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "attention/kernels/attend.hpp"
#include "fields/choices.hpp"
#include "fields/results.hpp"
#include "lesson/schedules/attend_online_softmax.hpp"

namespace manyheads {

enum class ScheduleKind : std::uint8_t {
  kPlain,    ///< three passes: scores, softmax, sum; scores and weights go through slow memory
  kTiled,    ///< tiles of keys with an online softmax; hidden tiles are never loaded
  kCached,   ///< token by token, each with all keys and values so far
  kPaged,    ///< the same, with keys and values in pages; a table has 4 bytes for each page
  kChunked,  ///< several tokens at a time, each with all keys and values so far
};
template <>
inline constexpr auto kChoices<ScheduleKind> = choices("plain", "tiled", "cached", "paged",
                                                       "chunked");

struct Schedule {
  ScheduleKind kind = ScheduleKind::kPlain;
  Tile tile = {};               ///< for kTiled
  std::size_t page_size = 0;    ///< for kPaged, in tokens
  std::size_t chunk = 0;        ///< for kChunked, in tokens
  double bytes_per_number = 4;  ///< only for the counts; the computation is in float32
};

template <>
inline constexpr auto kFields<Schedule> =
    fields(field::choice<&Schedule::kind>("kind"), field::count<&Schedule::page_size>("page_size"),
           field::count<&Schedule::chunk>("chunk"),
           field::number<&Schedule::bytes_per_number>("bytes_per_number"));

/// The data that a move carries.
enum class MovedData : std::uint8_t {
  kQueries,
  kKeys,
  kValues,
  kScores,
  kWeights,
  kTable,
  kOutput
};
template <>
inline constexpr auto kChoices<MovedData> = choices("queries", "keys", "values", "scores",
                                                    "weights", "table", "output");

enum class MemoryLevel : std::uint8_t { kSlow, kFast };
template <>
inline constexpr auto kChoices<MemoryLevel> = choices("slow", "fast");

struct Move {
  MovedData what;
  MemoryLevel to;
  std::size_t first, count;  ///< rows, or entries of the table
  double bytes;
};
template <>
inline constexpr auto kResults<Move> = results(result<&Move::what>("what"), result<&Move::to>("to"),
                                               result<&Move::first>("first"),
                                               result<&Move::count>("count"),
                                               result<&Move::bytes>("bytes"));

/// One part of the work of one head.
struct ScheduleStep {
  std::size_t first_query, queries;
  std::size_t first_key, keys;
  double multiplications = 0;  ///< of queries with keys, weights with values, and for rescaling
  double held_bytes = 0;       ///< the largest amount in fast memory at one time
  std::vector<Move> moves = {};
};
template <>
inline constexpr auto kResults<ScheduleStep> = results(
    result<&ScheduleStep::first_query>("first_query"), result<&ScheduleStep::queries>("queries"),
    result<&ScheduleStep::first_key>("first_key"), result<&ScheduleStep::keys>("keys"),
    result<&ScheduleStep::multiplications>("multiplications"),
    result<&ScheduleStep::held_bytes>("held_bytes"), result<&ScheduleStep::moves>("moves"));

/// The steps of the first head of the first batch row, in order. The other heads of a batch row
/// have the same steps.
struct ScheduleSteps {
  std::vector<ScheduleStep> steps;
  double stored_scores = 0;      ///< bytes in slow memory for scores and weights
  double read = 0, written = 0;  ///< bytes of all steps
  double multiplications = 0;
};
template <>
inline constexpr auto kResults<ScheduleSteps> =
    results(result<&ScheduleSteps::steps>("steps"), result<&ScheduleSteps::read>("read"),
            result<&ScheduleSteps::written>("written"),
            result<&ScheduleSteps::multiplications>("multiplications"),
            result<&ScheduleSteps::stored_scores>("stored_scores"));

/// Equals attend_reference to 1e-6 of the largest |V|, whatever the schedule. It is made for
/// looking at the steps; attend_blocked is the fast one.
/// @param arguments  for the cached kinds causal, with as many queries as keys
/// @param heads      [B, H, T, d_value], written; 0 for a query that sees no key
/// @throws ConfigError naming the impossible setting; OutOfMemoryError
ScheduleSteps attend_scheduled(const AttendArguments& arguments, const Schedule& schedule,
                               HeadRows<float> heads);

}  // namespace manyheads
