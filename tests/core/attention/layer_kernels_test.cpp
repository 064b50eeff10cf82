#include "core/attention/grouped_layer.hpp"
#include "core/expect_error.hpp"

namespace manyheads::layer_kernels_test {
namespace {

TEST(LayerKernels, AgreeForEveryKindOfConfiguration) {
  const Tensor x = random_normal({35, 5}, 1), context = random_normal({33, 5}, 2);
  for (const Scale scale : {Scale::kSqrtDHead, Scale::kSqrtDModel, Scale::kNone}) {
    for (const Combine combine : {Combine::kConcat, Combine::kSum, Combine::kMean}) {
      for (unsigned bits = 0; bits < 8; ++bits) {
        AttentionConfig config = kGrouped;
        config.scale = scale;
        config.combine = combine;
        config.bias = bits & 1u;
        config.output_projection = bits & 2u;
        config.tie_heads = bits & 4u;
        MultiHeadAttention layer = random_layer(config);
        ForwardOptions options{.context = &context, .causal = true, .kernel = Kernel::kFused};

        const Tensor fused = layer.forward(x, options);
        options.kernel = Kernel::kReference;

        // Error bound: unscaled scores exceed 10, and 1e-6 of a score changes a weight by 1e-5.
        expect_close(fused, layer.forward(x, options), 2e-5);
      }
    }
  }
}

TEST(LastKernel, IsEmptyBeforeTheFirstCall) {
  EXPECT_FALSE(MultiHeadAttention(kGrouped).last_kernel().has_value());
}

TEST(LastKernel, IsTheRequestedKernel) {
  MultiHeadAttention layer(kGrouped);
  const Tensor x = random_normal({4, 5}, 1);

  layer.forward(x, {.kernel = Kernel::kFused});
  EXPECT_EQ(layer.last_kernel(), Kernel::kFused);
  layer.forward(x, {.kernel = Kernel::kReference});
  EXPECT_EQ(layer.last_kernel(), Kernel::kReference);
}

TEST(LastKernel, IsTheFusedKernelAtEverySizeByDefault) {
  MultiHeadAttention layer(kGrouped);

  for (const Size T : {1, 100}) {
    layer.forward(random_normal({T, 5}, 1));
    EXPECT_EQ(layer.last_kernel(), Kernel::kFused) << T;
  }
}

TEST(LastKernel, DoesNotChangeWhenACallFails) {
  MultiHeadAttention layer({.d_model = 1, .num_heads = 1});
  layer.forward(full({3, 1}, 1), {.kernel = Kernel::kFused});

  EXPECT_THROW(layer.forward(full({1 << 15, 1}, 1), {.kernel = Kernel::kReference}),
               OutOfMemoryError);

  EXPECT_EQ(layer.last_kernel(), Kernel::kFused);
}

TEST(LastKernel, IsTheReferenceKernelAfterATrace) {
  MultiHeadAttention layer(kGrouped);

  layer.trace(random_normal({4, 5}, 1), {.kernel = Kernel::kFused});

  EXPECT_EQ(layer.last_kernel(), Kernel::kReference);
}

}  // namespace
}  // namespace manyheads::layer_kernels_test
