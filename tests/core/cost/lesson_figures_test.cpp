/// Every figure about cost in the lesson's tables; a comment gives the number of its item.

#include "core/cost/models.hpp"
#include "core/cost/printed_figure.hpp"
#include "cost/flops.hpp"
#include "cost/memory.hpp"
#include "cost/parameters.hpp"

namespace manyheads::lesson_figures_test {
namespace {

constexpr double kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB, kGB = 1e9;
constexpr double kMillion = 1e6, kBillion = 1e9;

/// Plain multi-head attention without biases: 4 d^2 parameters.
constexpr ModelShape plain_attention(Size d_model, Size num_heads) {
  return {.d_model = d_model, .num_heads = num_heads};
}

/// The dense approximation of Llama-2 70B: two feed-forward matrices of width 4 d.
constexpr ModelShape kDense{.d_model = 8192, .num_heads = 64, .d_ff = 4 * 8192};

double parameters(const ModelShape& model, Count ParameterCounts::*part) {
  return (parameter_counts(model).*part).to_double();
}
double attention_parameters(const ModelShape& model) {
  return parameters(model, &ParameterCounts::attention);
}
double total_parameters(const ModelShape& model) {
  return parameters(model, &ParameterCounts::total);
}
double percent_of_feed_forward(const ModelShape& model) {
  return 100 * parameters(model, &ParameterCounts::feed_forward) /
         parameters(model, &ParameterCounts::per_layer);
}

double flops(const ModelShape& model, Size seq_len, Count LayerFlops::*part) {
  return (layer_flops(model, {.seq_len = seq_len}).*part).to_double();
}
/// FLOPs of attention in a plain model of width 4096.
double flops_4096(Size seq_len, Count LayerFlops::*part = &LayerFlops::attention) {
  return flops(plain_attention(4096, 32), seq_len, part);
}
double percent_of_scores_4096(Size seq_len) {
  return 100 *
         (flops_4096(seq_len, &LayerFlops::scores) +
          flops_4096(seq_len, &LayerFlops::weighted_sum)) /
         flops_4096(seq_len);
}

/// Llama-2 70B: 4096 tokens, batch 8, FP16.
KvCacheCost llama2_cache(Size num_kv_heads) {
  return kv_cache_cost(llama2_70b(num_kv_heads), {.seq_len = 4096, .batch = 8}, 2);
}

class LessonFigures : public testing::TestWithParam<PrintedFigure> {};

TEST_P(LessonFigures, AreWhatTheCoreComputes) { expect_as_printed(GetParam()); }

// Item 57.
INSTANTIATE_TEST_SUITE_P(Llama2Sizes, LessonFigures,
                         testing::ValuesIn(std::vector<PrintedFigure>{
                             {"Llama-2 70B has 64 query heads", "64",
                              [] { return double(preset("llama2-70b").num_heads); }},
                             {"Llama-2 70B has 8 key/value groups", "8",
                              [] { return double(preset("llama2-70b").num_kv_heads); }},
                             {"Llama-2 70B has d_model 8192", "8192",
                              [] { return double(preset("llama2-70b").d_model); }},
                             {"Llama-2 70B has d_k 8192/64 = 128", "128",
                              [] { return double(resolved(preset("llama2-70b")).d_head); }},
                             {"Llama-2 70B holds 8 times less than MHA", "8",
                              [] { return 1 / llama2_cache(8).ratio_to_mha; }}}),
                         SentenceAsName());

// Item 58.
INSTANTIATE_TEST_SUITE_P(
    FeedForwardShare, LessonFigures,
    testing::ValuesIn(std::vector<PrintedFigure>{
        {"dense approximation, d 8192: attention 4 d^2", "268435456",
         [] { return attention_parameters(kDense); }},
        {"dense approximation, d 8192: FFN 8 d^2", "536870912",
         [] { return parameters(kDense, &ParameterCounts::feed_forward); }},
        {"dense approximation, d 8192: FFN share 66.7 %", "66.7",
         [] { return percent_of_feed_forward(kDense); }},
        {"Llama-2 70B: SwiGLU 3 x 8192 x 28672", "704643072",
         [] { return parameters(preset("llama2-70b"), &ParameterCounts::feed_forward); }},
        {"Llama-2 70B: SwiGLU of 80 layers 56.4 B", "56.4",
         [] {
           return 80 * parameters(preset("llama2-70b"), &ParameterCounts::feed_forward) / kBillion;
         }},
        {"Llama-2 70B: attention 2 d^2 + 2 d 1024", "150994944",
         [] { return attention_parameters(preset("llama2-70b")); }},
        {"Llama-2 70B: FFN share 82.4 %", "82.4",
         [] { return percent_of_feed_forward(preset("llama2-70b")); }},
        {"Llama-2 70B: total 68.98 B", "68.98",
         [] { return total_parameters(preset("llama2-70b")) / kBillion; }},
        {"Llama-2 70B: total of the published weights", "68976648192",
         [] { return total_parameters(preset("llama2-70b")); }}}),
    SentenceAsName());

// Item 59.
INSTANTIATE_TEST_SUITE_P(
    CacheOfLlama2, LessonFigures,
    testing::ValuesIn(std::vector<PrintedFigure>{
        {"MHA, 64 key/value heads: 2560 KiB a token", "2560",
         [] { return llama2_cache(64).bytes_per_token / kKiB; }},
        {"MHA, 64 key/value heads: 80 GiB", "80", [] { return llama2_cache(64).bytes / kGiB; }},
        {"MHA, 64 key/value heads: 85.9 GB", "85.9", [] { return llama2_cache(64).bytes / kGB; }},
        {"GQA, 8 key/value heads: 320 KiB a token", "320",
         [] { return llama2_cache(8).bytes_per_token / kKiB; }},
        {"GQA, 8 key/value heads: 10 GiB", "10", [] { return llama2_cache(8).bytes / kGiB; }},
        {"GQA, 8 key/value heads: 10.7 GB", "10.7", [] { return llama2_cache(8).bytes / kGB; }},
        {"MQA, 1 key/value head: 40 KiB a token", "40",
         [] { return llama2_cache(1).bytes_per_token / kKiB; }},
        {"MQA, 1 key/value head: 1.25 GiB", "1.25", [] { return llama2_cache(1).bytes / kGiB; }},
        {"MQA, 1 key/value head: 1.34 GB", "1.34", [] { return llama2_cache(1).bytes / kGB; }}}),
    SentenceAsName());

// Item 60.
INSTANTIATE_TEST_SUITE_P(
    AttentionOfModels, LessonFigures,
    testing::ValuesIn(std::vector<PrintedFigure>{
        {"GPT-2 small: d_model 768", "768", [] { return double(preset("gpt2-small").d_model); }},
        {"GPT-2 small: H 12", "12", [] { return double(preset("gpt2-small").num_heads); }},
        {"GPT-2 small: d_head 64", "64",
         [] { return double(resolved(preset("gpt2-small")).d_head); }},
        {"GPT-2 small: plain MHA 2.36 M", "2.36",
         [] { return attention_parameters(plain_attention(768, 12)) / kMillion; }},
        {"GPT-2 small: plain MHA, exactly", "2359296",
         [] { return attention_parameters(plain_attention(768, 12)); }},
        {"GPT-2 small: attention with its biases", "2362368",
         [] { return attention_parameters(preset("gpt2-small")); }},
        {"GPT-3 175B: d_model 12288", "12288", [] { return double(preset("gpt3-175b").d_model); }},
        {"GPT-3 175B: H 96", "96", [] { return double(preset("gpt3-175b").num_heads); }},
        {"GPT-3 175B: d_head 128", "128",
         [] { return double(resolved(preset("gpt3-175b")).d_head); }},
        {"GPT-3 175B: plain MHA 604 M", "604.0",
         [] { return attention_parameters(plain_attention(12288, 96)) / kMillion; }},
        {"GPT-3 175B: plain MHA, exactly", "603979776",
         [] { return attention_parameters(plain_attention(12288, 96)); }},
        {"Llama-3.1 8B: d_model 4096", "4096",
         [] { return double(preset("llama3.1-8b").d_model); }},
        {"Llama-3.1 8B: H 32", "32", [] { return double(preset("llama3.1-8b").num_heads); }},
        {"Llama-3.1 8B: d_head 128", "128",
         [] { return double(resolved(preset("llama3.1-8b")).d_head); }},
        {"Llama-3.1 8B: plain MHA 67 M", "67108864",
         [] { return attention_parameters(plain_attention(4096, 32)); }},
        {"Llama-3.1 8B: GQA, 8 key/value heads", "8",
         [] { return double(preset("llama3.1-8b").num_kv_heads); }},
        {"Llama-3.1 8B: GQA 41.9 M", "41.9",
         [] { return attention_parameters(preset("llama3.1-8b")) / kMillion; }},
        {"Llama-3.1 405B: d_model 16384", "16384",
         [] { return double(preset("llama3.1-405b").d_model); }},
        {"Llama-3.1 405B: H 128", "128", [] { return double(preset("llama3.1-405b").num_heads); }},
        {"Llama-3.1 405B: d_head 128", "128",
         [] { return double(resolved(preset("llama3.1-405b")).d_head); }},
        {"Llama-3.1 405B: plain MHA 1.07 B", "1073741824",
         [] { return attention_parameters(plain_attention(16384, 128)); }},
        {"Llama-3.1 405B: GQA, 8 key/value heads", "8",
         [] { return double(preset("llama3.1-405b").num_kv_heads); }},
        {"Llama-3.1 405B: GQA 570 M", "570.4",
         [] { return attention_parameters(preset("llama3.1-405b")) / kMillion; }},
        {"DeepSeek-V3: d_model 7168", "7168", [] { return double(preset("deepseek-v3").d_model); }},
        {"DeepSeek-V3: H 128", "128", [] { return double(preset("deepseek-v3").num_heads); }},
        {"DeepSeek-V3: d_head 128", "128", [] { return double(preset("deepseek-v3").d_head); }},
        {"DeepSeek-V3: query rank 1536", "1536",
         [] { return double(preset("deepseek-v3").latent->d_latent_query); }},
        {"DeepSeek-V3: key/value rank 512", "512",
         [] { return double(preset("deepseek-v3").latent->d_latent); }},
        {"DeepSeek-V3: 64 rotary dimensions", "64",
         [] { return double(preset("deepseek-v3").latent->d_rope); }},
        {"DeepSeek-V3: values of width 128", "128",
         [] { return double(preset("deepseek-v3").latent->d_value); }},
        {"DeepSeek-V3: MLA 187.1 M a layer", "187.1",
         [] { return attention_parameters(preset("deepseek-v3")) / kMillion; }}}),
    SentenceAsName());

// Item 61.
INSTANTIATE_TEST_SUITE_P(
    Flops, LessonFigures,
    testing::ValuesIn(std::vector<PrintedFigure>{
        {"d 4096, N 1024: QKV 6 N d^2", "103079215104",
         [] { return flops_4096(1024, &LayerFlops::projections); }},
        {"d 4096, N 1024: Q K^T 2 N^2 d", "8589934592",
         [] { return flops_4096(1024, &LayerFlops::scores); }},
        {"d 4096, N 1024: softmax V 2 N^2 d", "8589934592",
         [] { return flops_4096(1024, &LayerFlops::weighted_sum); }},
        {"d 4096, N 1024: W_O 2 N d^2", "34359738368",
         [] { return flops_4096(1024, &LayerFlops::output); }},
        {"d 4096, N 1024: 1.546e11", "1.546", [] { return flops_4096(1024) / 1e11; }},
        {"d 4096, N 4096: 8.246e11", "8.246", [] { return flops_4096(4096) / 1e11; }},
        {"d 4096, N 8192: 2.199e12", "2.199", [] { return flops_4096(8192) / 1e12; }},
        {"d 4096, N 32768: 2.199e13", "2.199", [] { return flops_4096(32768) / 1e13; }},
        {"d 4096, N 131072: 2.991e14", "2.991", [] { return flops_4096(131072) / 1e14; }},
        {"d 4096, N 1024: attention part 11.1 %", "11.1",
         [] { return percent_of_scores_4096(1024); }},
        {"d 4096, N 4096: attention part 33.3 %", "33.3",
         [] { return percent_of_scores_4096(4096); }},
        {"d 4096, N 8192: attention part 50 %", "50", [] { return percent_of_scores_4096(8192); }},
        {"d 4096, N 32768: attention part 80 %", "80",
         [] { return percent_of_scores_4096(32768); }},
        {"d 4096, N 131072: attention part 94.1 %", "94.1",
         [] { return percent_of_scores_4096(131072); }}}),
    SentenceAsName());

// Items 63 and 64.
INSTANTIATE_TEST_SUITE_P(
    LayerSizes, LessonFigures,
    testing::ValuesIn(std::vector<PrintedFigure>{
        {"num_hiddens 100, heads 5: 40,000 parameters", "40000",
         [] { return attention_parameters(plain_attention(100, 5)); }},
        {"num_hiddens 100, heads 5: 40,400 with bias", "40400",
         [] { return attention_parameters({.d_model = 100, .num_heads = 5, .bias = true}); }},
        {"12 heads of 64 are 768 wide", "768",
         [] {
           const ModelShape model = resolved(preset("gpt2-small"));
           return double(model.num_heads * model.d_head);
         }},
        {"W_O is 768 x 768", "589824",
         [] { return parameters(plain_attention(768, 12), &ParameterCounts::wo); }},
        {"max length 1024", "1024",
         [] { return double(preset("gpt2-small").learned_positions); }}}),
    SentenceAsName());

// Items 66 to 70.
INSTANTIATE_TEST_SUITE_P(
    ModelSizes, LessonFigures,
    testing::ValuesIn(std::vector<PrintedFigure>{
        {"original paper: d_model 512", "512",
         [] { return double(preset("vaswani-base").d_model); }},
        {"original paper: h 8", "8", [] { return double(preset("vaswani-base").num_heads); }},
        {"original paper: d_k 64", "64",
         [] { return double(resolved(preset("vaswani-base")).d_head); }},
        {"original paper: d_ff is 4 d_model", "4",
         [] {
           return double(preset("vaswani-base").d_ff) / double(preset("vaswani-base").d_model);
         }},
        {"Llama-2 70B: intermediate 28672", "28672",
         [] { return double(preset("llama2-70b").d_ff); }},
        {"Llama-3.1 8B: 32 attention calls a generated token", "32",
         [] { return double(preset("llama3.1-8b").num_layers); }},
        {"d 4096: crossover 2 x 4096 = 8192", "8192",
         [] { return layer_flops(plain_attention(4096, 32), {.seq_len = 1}).crossover; }},
        {"12/3 = 4", "4", [] { return double(resolved(plain_attention(12, 3)).d_head); }}}),
    SentenceAsName());

// Items 75 to 85.
INSTANTIATE_TEST_SUITE_P(
    HeadCounts, LessonFigures,
    testing::ValuesIn(std::vector<PrintedFigure>{
        {"8 heads of 64: Q, K and V have 786,432", "786432",
         [] {
           const ParameterCounts counts = parameter_counts(plain_attention(512, 8));
           return (counts.wq + counts.wk + counts.wv).to_double();
         }},
        {"one head of 512: Q, K and V have 786,432", "786432",
         [] {
           const ParameterCounts counts = parameter_counts(plain_attention(512, 1));
           return (counts.wq + counts.wk + counts.wv).to_double();
         }},
        {"from GPT-2 small to GPT-3 d_model grows 16 times", "16",
         [] { return double(preset("gpt3-175b").d_model) / double(preset("gpt2-small").d_model); }},
        {"from GPT-2 small to GPT-3 heads grow 8 times", "8",
         [] {
           return double(preset("gpt3-175b").num_heads) / double(preset("gpt2-small").num_heads);
         }},
        {"GPT-3 with 192 heads: d_head 64", "64",
         [] { return double(resolved(plain_attention(12288, 192)).d_head); }},
        {"GPT-3 with 192 heads: 604 M as before", "603979776",
         [] { return attention_parameters(plain_attention(12288, 192)); }}}),
    SentenceAsName());

// Items 117 and 119.
INSTANTIATE_TEST_SUITE_P(
    MultiQuery, LessonFigures,
    testing::ValuesIn(std::vector<PrintedFigure>{
        {"Llama-3.1 8B as MHA: 67.1 M a layer", "67.1",
         [] { return attention_parameters(plain_attention(4096, 32)) / kMillion; }},
        {"32 heads: MQA holds 32 times less", "32",
         [] {
           return 1 / kv_cache_cost({.d_model = 4096, .num_heads = 32, .num_kv_heads = 1},
                                    {.seq_len = 1})
                          .ratio_to_mha;
         }},
        {"32 heads: MQA holds 96.9 % less", "96.9",
         [] {
           return 100 - 100 * kv_cache_cost({.d_model = 4096, .num_heads = 32, .num_kv_heads = 1},
                                            {.seq_len = 1})
                                  .ratio_to_mha;
         }},
        {"d 4096: K and V of MHA 33.55 M", "33.55",
         [] {
           const ParameterCounts counts = parameter_counts(plain_attention(4096, 32));
           return (counts.wk + counts.wv).to_double() / kMillion;
         }},
        {"d 4096: K and V of MQA 1.05 M", "1.05",
         [] {
           const ParameterCounts counts =
               parameter_counts({.d_model = 4096, .num_heads = 32, .num_kv_heads = 1});
           return (counts.wk + counts.wv).to_double() / kMillion;
         }}}),
    SentenceAsName());

/// Figures of other publications, for numbers that the lesson's tables omit.
INSTANTIATE_TEST_SUITE_P(
    Published, LessonFigures,
    testing::ValuesIn(std::vector<PrintedFigure>{
        {"GPT-2 small: numbers in the checkpoint", "124439808",
         [] { return total_parameters(preset("gpt2-small")); }},
        {"Brown et al. 2020, table D.1: GPT-3 has 174,600 M", "174.60",
         [] { return total_parameters(preset("gpt3-175b")) / kBillion; }},
        {"Llama-3.1 8B: numbers in the checkpoint", "8030261248",
         [] { return total_parameters(preset("llama3.1-8b")); }},
        {"Llama-3.1 405B: numbers in the checkpoint", "405853388800",
         [] { return total_parameters(preset("llama3.1-405b")); }},
        {"Zhao et al. 2025, table 1: DeepSeek-V3 holds 70.272 KB a token", "70.272",
         [] { return kv_cache_cost(preset("deepseek-v3"), {.seq_len = 1}).bytes / 1000; }},
        {"Zhao et al. 2025, table 1: Llama-3.1 405B holds 516.096 KB a token", "516.096",
         [] { return kv_cache_cost(preset("llama3.1-405b"), {.seq_len = 1}).bytes / 1000; }}}),
    SentenceAsName());

}  // namespace
}  // namespace manyheads::lesson_figures_test
