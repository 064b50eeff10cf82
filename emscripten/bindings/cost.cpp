#include "cost/flops.hpp"
#include "cost/memory.hpp"
#include "cost/parameters.hpp"
#include "exchange.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answer_size;
using exchange::answer_text;
using exchange::Message;

ModelShape model_in(Message& message) {
  auto model = message.fields<ModelShape>();
  if (message.flag()) model.latent = message.fields<LatentShape>();
  return model;
}

/// The message has whether they are given, and a number.
double bytes_per_element_in(Message& message) {
  const bool is_given = message.flag();
  const double bytes = message.number();
  return is_given ? bytes : kDefaultBytesPerElement;
}

/// Answers in the order in which model_in reads.
void answer_model(const ModelShape& model) {
  exchange::answer_fields(model);
  answer_number(model.latent.has_value());
  if (model.latent) exchange::answer_fields(*model.latent);
}

void models(Message&) {
  answer_size(model_presets().size());
  for (const ModelPreset& preset : model_presets()) {
    answer_text(preset.key);
    answer_text(preset.name);
    answer_model(preset.shape);
  }
}

void parameters(Message& message) { exchange::answer(parameter_counts(model_in(message))); }

void flops(Message& message) {
  const ModelShape model = model_in(message);
  const auto run = message.fields<ModelRun>();
  const bool causal = message.flag();
  const bool decode = message.flag();
  exchange::answer(decode ? decode_flops(model, run) : layer_flops(model, run, causal));
}

void count_weight_bytes(Message& message) {
  const ModelShape model = model_in(message);
  answer_number(weight_bytes(model, bytes_per_element_in(message)));
}

void kv_cache(Message& message) {
  const ModelShape model = model_in(message);
  const auto run = message.fields<ModelRun>();
  exchange::answer(kv_cache_cost(model, run, bytes_per_element_in(message)));
}

void scores(Message& message) {
  const ModelShape model = model_in(message);
  const auto run = message.fields<ModelRun>();
  const double bytes_per_element = bytes_per_element_in(message);
  exchange::answer(score_memory(model, run, bytes_per_element, message.flag()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(cost) {
  using exchange::bind;
  bind<&models>("model_presets");
  bind<&parameters>("parameter_counts");
  bind<&flops>("layer_flops");
  bind<&count_weight_bytes>("weight_bytes");
  bind<&kv_cache>("kv_cache_cost");
  bind<&scores>("score_memory");
}

}  // namespace manyheads
