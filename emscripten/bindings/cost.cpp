#include <emscripten/bind.h>

#include "cost/flops.hpp"
#include "cost/memory.hpp"
#include "cost/parameters.hpp"
#include "exchange.hpp"

namespace manyheads {
namespace {

using exchange::answer_number;
using exchange::answer_text;
using exchange::answered;
using exchange::Message;

ModelShape model_in(Message& message) {
  ModelShape model;
  model.d_model = message.whole();
  model.num_heads = message.whole();
  model.num_kv_heads = message.whole();
  model.d_head = message.whole();
  model.bias = message.flag();
  model.num_layers = message.whole();
  model.d_ff = message.whole();
  model.activation = static_cast<Activation>(message.integer());
  model.vocab_size = message.whole();
  model.tied_embeddings = message.flag();
  model.learned_positions = message.whole();
  if (message.flag()) {
    model.latent.emplace();
    model.latent->d_latent = message.whole();
    model.latent->d_rope = message.whole();
    model.latent->d_latent_query = message.whole();
    model.latent->d_value = message.whole();
  }
  return model;
}

ModelRun run_in(Message& message) {
  ModelRun run;
  run.seq_len = message.whole();
  run.batch = message.whole();
  return run;
}

void answer_size(Size size) { answer_number(static_cast<double>(size)); }

/// In the order in which model_in reads.
void answer_model(const ModelShape& model) {
  for (const Size size : {model.d_model, model.num_heads, model.num_kv_heads, model.d_head}) {
    answer_size(size);
  }
  answer_number(model.bias);
  answer_size(model.num_layers);
  answer_size(model.d_ff);
  answer_number(static_cast<double>(model.activation));
  answer_size(model.vocab_size);
  answer_number(model.tied_embeddings);
  answer_size(model.learned_positions);
  answer_number(model.latent.has_value());
  if (!model.latent) return;
  const auto [d_latent, d_rope, d_latent_query, d_value] = *model.latent;
  for (const Size size : {d_latent, d_rope, d_latent_query, d_value}) answer_size(size);
}

double models() {
  return answered([] {
    answer_size(model_presets().size());
    for (const ModelPreset& preset : model_presets()) {
      answer_text(preset.key);
      answer_text(preset.name);
      answer_model(preset.shape);
    }
  });
}

double parameters() {
  return answered([] {
    Message message;
    const ParameterCounts counts = parameter_counts(model_in(message));
    for (const Count& count :
         {counts.wq, counts.wk, counts.wv, counts.wo, counts.attention, counts.feed_forward,
          counts.per_layer, counts.embeddings, counts.norms, counts.total}) {
      answer_number(count.to_double());
    }
  });
}

double flops(bool causal, bool decode) {
  return answered([&] {
    Message message;
    const ModelShape model = model_in(message);
    const ModelRun run = run_in(message);
    const LayerFlops flops = decode ? decode_flops(model, run) : layer_flops(model, run, causal);
    for (const Count& count : {flops.projections, flops.scores, flops.weighted_sum, flops.output,
                               flops.attention, flops.feed_forward}) {
      answer_number(count.to_double());
    }
    answer_number(flops.crossover);
    answer_number(flops.crossover_with_feed_forward);
  });
}

double weights(double bytes_per_element) {
  return answered([&] {
    Message message;
    answer_number(weight_bytes(model_in(message), bytes_per_element));
  });
}

double kv_cache(double bytes_per_element) {
  return answered([&] {
    Message message;
    const ModelShape model = model_in(message);
    const KvCacheCost cost = kv_cache_cost(model, run_in(message), bytes_per_element);
    answer_number(cost.bytes);
    answer_number(cost.bytes_per_token);
    answer_number(cost.ratio_to_mha);
  });
}

double scores(double bytes_per_element, bool fused) {
  return answered([&] {
    Message message;
    const ModelShape model = model_in(message);
    const ScoreMemory memory = score_memory(model, run_in(message), bytes_per_element, fused);
    answer_number(memory.bytes);
    answer_number(memory.scores);
    answer_number(memory.weights);
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(cost) {
  using emscripten::function;
  function("model_presets", &models);
  function("parameter_counts", &parameters);
  function("layer_flops", &flops);
  function("weight_bytes", &weights);
  function("kv_cache_cost", &kv_cache);
  function("score_memory", &scores);
}

}  // namespace manyheads
