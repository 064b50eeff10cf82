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
  multiplyAdd() {
    const chains = fastestChains(core);
    return {
      amount: core.multiply_add(1, chains),
      time: (count) => milliseconds(() => core.multiply_add(count, chains)),
    };
  },
  readMemory(bytes) {
    const memory = new core.Memory(bytes);
    return {
      amount: memory.read(1),
      time: (count) => milliseconds(() => memory.read(count)),
      dispose: () => memory.delete(),
    };
  },
});

/** Which number of chains is fastest depends on the engine, so each is timed a few times. */
function fastestChains(core) {
  const speed = (chains) => {
    const rounds = 2000;
    const run = () => milliseconds(() => core.multiply_add(rounds, chains));
    return (rounds * core.multiply_add(1, chains)) / Math.min(...Array.from({ length: 5 }, run));
  };
  const tried = core.chain_counts().map((chains) => ({ chains, speed: speed(chains) }));
  return tried.reduce((best, each) => (each.speed > best.speed ? each : best)).chains;
}

function milliseconds(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}
