#pragma once
/// The same attention in several orders, and what each moves between a large slow memory, in which
/// queries, keys, values and outputs lie, and a small fast one, in which alone is computed. The
/// loops get at a matrix only by loading it, and keep a result only by storing it: what is counted
/// is what they did.
/// @see Dao et al. 2022, section 2.1 and algorithm 1 (the two memories, tiles); Shazeer 2019,
///      section 2.4 (token by token); Kwon et al. 2023, section 4 (pages and their table).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "attention/attend_online_softmax.hpp"
#include "attention/kernels/attend.hpp"
#include "fields/choices.hpp"

namespace manyheads {

enum class ScheduleKind : std::uint8_t {
  kPlain,    ///< three passes: scores, softmax, sum; scores and weights go through slow memory
  kTiled,    ///< tiles of keys with an online softmax; hidden tiles are never loaded
  kCached,   ///< token by token, each against all keys and values so far
  kPaged,    ///< the same, keys and values in pages that a table of 4 bytes a page finds
  kChunked,  ///< several tokens at a time against all so far
};
template <>
inline constexpr auto kChoices<ScheduleKind> = choices("plain", "tiled", "cached", "paged",
                                                       "chunked");

struct Schedule {
  ScheduleKind kind = ScheduleKind::kPlain;
  Tile tile = {0, 0};           ///< of kTiled
  std::size_t page_size = 0;    ///< of kPaged, tokens
  std::size_t chunk = 0;        ///< of kChunked, tokens
  double bytes_per_number = 4;  ///< what a number counts for; computed is in float32
};

/// What moves.
enum class Moved : std::uint8_t { kQueries, kKeys, kValues, kScores, kWeights, kTable, kOutput };
template <>
inline constexpr auto kChoices<Moved> = choices("queries", "keys", "values", "scores", "weights",
                                                "table", "output");

struct Move {
  Moved what;
  bool is_load;              ///< from slow to fast; else a store
  std::size_t first, count;  ///< rows; of the table, entries
  double bytes;
};

/// A part of the work of one head, in the order in which it ran.
struct ScheduleStep {
  std::size_t first_query, queries;
  std::size_t first_key, keys;
  double multiplications = 0;  ///< of q k and weight v, and of what rescales sums and outputs
  double held_bytes = 0;       ///< the most that lay in fast memory at once
  std::vector<Move> moves = {};
};

/// Of the first head of the first batch row: all of a batch row have the same.
struct ScheduleSteps {
  std::vector<ScheduleStep> steps;
  double stored_scores = 0;      ///< bytes of slow memory for scores and weights
  double read = 0, written = 0;  ///< bytes, of all steps
  double multiplications = 0;
};

/// Equals attend_reference to 1e-6 of the largest |V|, whatever the schedule. It is there to be
/// looked at: attend_blocked is what is fast.
/// @param arguments  the cached kinds have as many queries as keys, and are causal
/// @param heads      [B, H, T, d_value], written; 0 for a query that sees no key
/// @throws ConfigError naming the setting that cannot be; OutOfMemoryError
ScheduleSteps attend_scheduled(const AttendArguments& arguments, const Schedule& schedule,
                               HeadRows<float> heads);

}  // namespace manyheads
