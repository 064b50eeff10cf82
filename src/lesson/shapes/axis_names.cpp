#include "lesson/shapes/axis_names.hpp"

#include <algorithm>
#include <array>

#include "tensor/message.hpp"

namespace manyheads {
namespace {

using Aliases = std::array<std::string_view, 10>;

/// Names of the same axis, the core's name first. Unused places at the end are empty.
constexpr std::array<Aliases, 10> kAliases = {{
    {"B", "b", "batch", "batch_size", "bs"},
    {"T", "t", "N", "n", "L", "seq_len", "seqLen", "num_queries", "tokens", "seq"},
    {"S", "s", "kv_len", "num_keys", "num_kvpairs", "src_len"},
    {"H", "h", "num_heads", "numHeads", "n_heads", "heads", "n_head", "nh"},
    {"G", "g", "num_kv_heads", "numKvHeads", "n_kv_heads", "kv_heads"},
    {"d_head", "d_k", "d_v", "D", "d", "dHead", "head_dim", "dk", "dv", "hs"},
    {"d_model", "dModel", "C", "embed_dim", "hidden_size", "num_hiddens", "n_embd", "E"},
    {"d_ff", "dFf", "d_hidden", "ffn_dim", "intermediate_size"},
    {"d_latent", "dLatent", "d_c", "kv_lora_rank"},
    {"d_rope", "dRope", "d_R", "qk_rope_head_dim"},
}};

constexpr std::size_t kLongestName = 24;

/// Null if the name is not known.
const Aliases* find_aliases(std::string_view name) {
  if (name.empty()) return nullptr;
  for (const Aliases& row : kAliases) {
    if (std::find(row.begin(), row.end(), name) != row.end()) return &row;
  }
  return nullptr;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Levenshtein's distance: letters to insert, remove or change, ignoring upper and lower case.
std::size_t distance(std::string_view a, std::string_view b) {
  std::array<std::size_t, kLongestName + 1> row;
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (lower(a[i]) != lower(b[j]));
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

const NamedSize* find_exactly(const NamedSizes& sizes, std::string_view name) {
  for (const NamedSize& each : sizes) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

const NamedSize* find_by_alias(const NamedSizes& sizes, std::string_view name) {
  if (const NamedSize* exact = find_exactly(sizes, name)) return exact;
  const Aliases* row = find_aliases(name);
  if (!row) return nullptr;
  for (const std::string_view alias : *row) {
    const NamedSize* found = alias.empty() ? nullptr : find_exactly(sizes, alias);
    if (found) return found;
  }
  return nullptr;
}

Size get_size(const NamedSizes& sizes, std::string_view name) {
  return find_exactly(sizes, name)->size;
}

std::string_view core_name(std::string_view alias) {
  const Aliases* row = find_aliases(alias);
  return row ? row->front() : alias;
}

std::string hint_for(std::string_view unknown, const NamedSizes& sizes) {
  std::string_view nearest;
  std::size_t least = unknown.size() / 3 + 1;  // one letter in three may be wrong
  const auto consider = [&](std::string_view name) {
    if (name.empty() || std::max(name.size(), unknown.size()) > kLongestName) return;
    const std::size_t letters = distance(unknown, name);
    if (letters >= least) return;
    least = letters;
    nearest = name;
  };
  for (const NamedSize& each : sizes) consider(each.name);
  for (const Aliases& row : kAliases) {
    if (!find_by_alias(sizes, row.front())) continue;
    for (const std::string_view alias : row) consider(alias);
  }
  if (!nearest.empty()) return message({"did you mean ", Quoted{nearest}, "?"});
  std::string known;
  for (const NamedSize& each : sizes)
    known += message({known.empty() ? "" : ", ", Quoted{each.name}});
  return known.empty() ? std::string("write a number") : message({"there are ", known});
}

}  // namespace manyheads
