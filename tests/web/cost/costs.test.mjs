import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { Costs } = await bundled('elements/cost/costs.ts');
const { fractionText } = await bundled('elements/cost/format.ts');
const { openDesk } = await bundled('elements/cost/desk.ts');
const { toJson, toProgram } = await bundled('elements/cost/export.ts');
const { startOfCost, views } = await bundled('elements/cost/state.ts');
const engine = await load();

test('one share of any number of heads is a whole fraction', () => {
  for (let heads = 1; heads <= 256; heads++) {
    assert.equal(fractionText(1 / heads), heads === 1 ? '1' : `1/${heads}`);
  }
  assert.equal(fractionText(576 / 32768), '1/56.9');
});

const shapes = {
  ...engine.cost.models,
  'odd sizes': { dModel: 30, numHeads: 5, numKvHeads: 1, dHead: 7, dFf: 11, activation: 'relu' },
  'biases everywhere': {
    ...{ dModel: 12, numHeads: 3, bias: true, numLayers: 2, dFf: 9, activation: 'gelu' },
    ...{ vocabSize: 10, learnedPositions: 4 },
  },
  'latent without compressed queries': {
    ...{ dModel: 24, numHeads: 4, latent: { dLatent: 5, dValue: 3 }, numLayers: 3 },
  },
};
const usual = { tokens: 4096, batch: 8, bytes: 2, causal: false, decode: false };
const runs = [
  usual,
  { ...usual, tokens: 7, batch: 3, bytes: 0.5 },
  { ...usual, causal: true, bytes: 4 },
  { ...usual, decode: true },
  { ...usual, decode: true, causal: true },
];

const names = {
  parameter: [
    ...['wq', 'wk', 'wv', 'wo', 'attention', 'feedForward', 'perLayer'],
    ...['embeddings', 'norms', 'total'],
  ],
  flop: [
    ...['projections', 'scores', 'weightedSum', 'output', 'attention', 'feedForward'],
    ...['crossover', 'crossoverWithFeedForward'],
  ],
  kept: ['bytes', 'bytesPerToken', 'ratioToMha'],
  scoreBytes: ['reference', 'fused'],
};

function agrees({ value, formula, sizes }, name) {
  const product = engine.formulas.evaluate(formula, sizes);
  const isNear = Math.abs(product - value) <= 1e-12 * value;
  assert.ok(isNear, `${name}: ${formula} is ${product}, the core has ${value}`);
}

describe('the multiplication that is shown has the value that the core counted', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    test(name, () => {
      for (const run of runs) {
        const costs = new Costs(engine, shape, run);
        for (const [kind, reads] of Object.entries(names)) {
          for (const read of reads) agrees(costs[kind](read), `${kind} ${read}`);
        }
        agrees(costs.weightBytes, 'weights');
      }
    });
  }
});

describe('the program counts what the JSON of the view has', () => {
  for (const view of views) {
    test(view, () => {
      const desk = openDesk(engine, {
        ...startOfCost,
        view,
        rival: 'gpt2-small',
        precision: 'fp8',
      });
      const program = toProgram(desk).replace(/^[^]*?await load\(\);/u, '');
      const logged = [];
      new Function('engine', 'console', program)(engine, { log: (counts) => logged.push(counts) });

      const wanted = JSON.parse(toJson(desk)).models.flatMap(
        ({ parameters, flops, kvCache, attentionMemory: { fused, reference } }, i) => [
          ...[parameters, flops, kvCache],
          ...(view === 'memory' ? [desk.sides[i].costs.weights, fused, reference] : []),
        ],
      );
      assert.deepEqual(JSON.parse(JSON.stringify(logged)), JSON.parse(JSON.stringify(wanted)));
    });
  }
});
