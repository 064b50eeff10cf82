/**
 * The tensors of a row and its float64 result, as files that every environment and program reads:
 * all compute the same layer. Weights are those that the package draws from a seed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../emscripten/commands/run.mjs';
import { layerOf, seed } from './contestants/manyheads.mjs';
import { trainingSeed } from './training-run.mjs';
import { decode, lastByHeads, lastByLatents, layer, product } from './reference.mjs';

/** Each kind's tensors; `expected` is the float64 result, all others are float32. */
const make = {
  product(engine, { M, K, N }) {
    const a = normal(engine, [M, K], 1);
    const b = normal(engine, [K, N], 2);
    return { a, b, expected: product(a, b, { M, K, N }) };
  },
  layer(engine, sizes) {
    const tensors = { x: normal(engine, [sizes.T, sizes.dModel], 1), ...weights(engine, sizes) };
    return { ...tensors, expected: layer(tensors, sizes) };
  },
  decode(engine, sizes) {
    const { dModel, past } = sizes;
    const tensors = {
      past: normal(engine, [past, dModel], 1),
      x: normal(engine, [1, dModel], 2),
      ...weights(engine, sizes),
    };
    const { k, v, output } = decode(tensors, sizes);
    return { ...tensors, k: new Float32Array(k), v: new Float32Array(v), expected: output };
  },
  form(engine, sizes) {
    const { dModel, past } = sizes;
    const tokens = normal(engine, [past + 1, dModel], 1);
    const weights = weightsOf(layerOf(engine, sizes));
    const lastBy = sizes.dLatent ? lastByLatents : lastByHeads;
    return {
      past: tokens.slice(0, past * dModel),
      x: tokens.slice(past * dModel),
      expected: lastBy(tokens, weights, sizes),
    };
  },
  /** The losses of the first steps, which tests/golden has from PyTorch. */
  training() {
    const golden = readFileSync(join(repository, 'tests/golden/training_runs.json'), 'utf8');
    const { losses } = JSON.parse(golden).cases.find(({ seed }) => seed === trainingSeed);
    return { expected: Float64Array.from(losses) };
  },
};

/** Writes a row's tensors to `folder`/<id>/. */
export function writeInputs(engine, row, folder) {
  const place = join(folder, row.id);
  mkdirSync(place, { recursive: true });
  for (const [name, data] of Object.entries(make[row.kind](engine, row.sizes))) {
    writeFileSync(join(place, `${name}.bin`), data);
  }
}

function normal(engine, shape, stream) {
  return engine.tensor.randomNormal(shape, { seed: seed + stream }).data;
}

const weights = (engine, { dModel, numHeads }) =>
  weightsOf(engine.attention({ dModel, numHeads, seed }));

/** Takes the layer away. */
function weightsOf(layer) {
  const drawn = Object.entries(layer.weights()).map(([name, { data }]) => [name, data]);
  layer.dispose();
  return Object.fromEntries(drawn);
}
