import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { findOrigin } = await bundled('elements/steps/origins.ts');
const { makeView } = await bundled('elements/steps/matrices.ts');
const { runSteps } = await bundled('elements/steps/run.ts');
const { defaultSteps } = await bundled('elements/steps/state.ts');
const { listSteps, variants } = await bundled('elements/steps/list.ts');

const sum = (values) => Array.from(values).reduce((total, value) => total + value, 0);
const products = ([left, right]) => Array.from(left.values, (value, i) => value * right.values[i]);

/** The number again, in plain JavaScript, from the rows that are shown; null for those without. */
function reproduced({ kind, rows }, { column }, { dHead }) {
  switch (kind) {
    case 'projection':
    case 'average':
    case 'mixture':
      return sum(products(rows));
    case 'score':
      return sum(products(rows)) / Math.sqrt(dHead);
    case 'hidden':
      return -Infinity;
    case 'weight':
      return rows[1].values[column] / sum(rows[1].values);
    case 'sum':
    case 'shares':
      return sum(rows[0].values);
    default:
      return null;
  }
}

const settings = variants.flatMap((variant) => [
  { variant, causal: true, heads: 4, tokens: ['I', 'love', 'deep', 'learning'] },
  { variant, causal: false, heads: 2 },
]);

function everyCell(run, visit) {
  for (const step of listSteps(run.state.heads, run.state.variant)) {
    for (const chosen of step.stage === 'projections' ? ['q', 'k', 'v'] : [null]) {
      const view = makeView(run, step, chosen);
      for (const matrix of [...view.from, ...view.to]) {
        const [rows, columns] = matrix.tensor.shape;
        for (let row = 0; row < rows; row++) {
          for (let column = 0; column < columns; column++) visit(step, { matrix, row, column });
        }
      }
    }
  }
}

for (const setting of settings) {
  const { variant, causal } = setting;
  const name = variant + (causal ? ', causal' : '');
  const run = runSteps(engine, { ...defaultSteps, ...setting });

  test(`${name}: every number of every step has an origin that is that number`, () => {
    everyCell(run, (step, cell) => {
      const origin = findOrigin(run, step, cell);
      const { tensor } = cell.matrix;
      const value = tensor.data[cell.row * tensor.shape[1] + cell.column];
      assert.equal(origin.value, value, origin.formula);
      assert.ok(origin.formula.length > 0);
    });
  });

  test(`${name}: what is shown of a number gives that number`, () => {
    const kinds = new Set();
    everyCell(run, (step, cell) => {
      const origin = findOrigin(run, step, cell);
      const again = reproduced(origin, cell, run);
      kinds.add(origin.kind);
      if (again === null || again === origin.value) return;
      const bound = 1e-5 * Math.max(1, Math.abs(origin.value));
      assert.ok(Math.abs(again - origin.value) <= bound, `${origin.formula}: ${again}`);
    });
    for (const kind of ['projection', 'score', 'weight', 'average']) assert.ok(kinds.has(kind));
    assert.equal(kinds.has('hidden'), causal);
    assert.equal(kinds.has('sum'), variant === 'summed');
    assert.equal(kinds.has('shares'), variant !== 'no-output');
  });
}

test('an embedding is its word plus its position', () => {
  const run = runSteps(engine, defaultSteps);
  const [step] = listSteps(2, 'multi-head');
  const { from, to } = makeView(run, step, null);
  to[0].tensor.data.forEach((value, i) => {
    const parts = from.map(({ tensor }) => tensor.data[i]);
    assert.ok(Math.abs(parts[0] + parts[1] - value) < 1e-6);
    const [row, column] = [Math.floor(i / 8), i % 8];
    const wave = column % 2 === 0 ? Math.sin : Math.cos;
    assert.ok(Math.abs(parts[1] - wave(row / 10000 ** ((column - (column % 2)) / 8))) < 1e-6);
  });
});

test('the slices of one step are the columns of the head: times the input they give q, k and v', () => {
  const run = runSteps(engine, { ...defaultSteps, heads: 4, variant: 'grouped' });
  const step = { stage: 'projections', head: 3 };
  for (const [i, letter] of ['q', 'k', 'v'].entries()) {
    const { from, to } = makeView(run, step, letter);
    const product = engine.tensor.matmul(from[0].tensor, from[1].tensor);
    assert.ok(engine.tensor.allclose(product, to[i].tensor, { atol: 1e-5 }), letter);
  }
});
