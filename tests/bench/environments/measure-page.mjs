/** Runs in the page: `measureRow` is called from outside. */
import { load } from '/manyheads/index.js';
import createKernels from '../../../build/wasm/tests/bench/manyheads_bench_kernels.mjs';
import { contestantsOf } from '../contestants/index.mjs';
import { readInputs } from '../inputs.mjs';
import { measure } from '../measure.mjs';

const address = (path) => new URL(path, document.baseURI).href;

const { contestants, limits } = await contestantsOf({
  engine: await load(),
  core: await createKernels(),
  files: {
    onnxruntime: address('ort-wasm-simd-threaded.wasm'),
    tensorflow: address('./'),
  },
});

globalThis.measureRow = async (row, settings) => {
  const inputs = await readInputs(row, async (path) => {
    const response = await fetch(address(`data/${path}`));
    return response.arrayBuffer();
  });
  return measure(row, inputs, contestants, limits, settings);
};
