/**
 * The core's kernels by themselves (programs/kernels.cpp), without the way into WebAssembly and
 * back: the product of a packed matrix, as layers use it, and what the machine can do at most.
 * @param core  the module of programs/kernels.cpp
 */
export const kernels = (core) => ({
  name: 'manyheads kernel',
  peer: false,
  variants: ({ kind }) => (kind === 'product' ? ['packed'] : []),
  async prepare({ sizes: { M, K, N } }, { a, b }) {
    const product = new core.PackedProduct(M, K, N);
    product.a().set(a);
    product.b().set(b);
    product.pack();
    return {
      time: (count) => milliseconds(() => product.run(count)),
      output() {
        product.run(1);
        return product.c().slice();
      },
      dispose: () => product.delete(),
    };
  },
});

export const limits = (core) => ({
  multiplyAdd: () => ({
    amount: core.multiply_add(1),
    time: (count) => milliseconds(() => core.multiply_add(count)),
  }),
  readMemory(bytes) {
    const memory = new core.Memory(bytes);
    return {
      amount: memory.read(1),
      time: (count) => milliseconds(() => memory.read(count)),
      dispose: () => memory.delete(),
    };
  },
});

function milliseconds(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}
