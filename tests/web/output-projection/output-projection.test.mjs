import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { ProjectionPrediction } = await bundled('elements/output-projection/prediction.ts');
const { projectionCode, projectionCsv, projectionJson } = await bundled(
  'elements/output-projection/export.ts',
);
const { layOutProjection } = await bundled('elements/output-projection/layout.ts');
const { ProjectionModel } = await bundled('elements/output-projection/model.ts');
const { columnsReached } = await bundled('elements/output-projection/run.ts');
const { projectionFormat, startOfProjection } = await bundled(
  'elements/output-projection/state.ts',
);
const { projectionSvg } = await bundled('elements/output-projection/svg.ts');

const file = new URL('../../../web/lib/lesson/sentences.safetensors', import.meta.url);
const model = new ProjectionModel(engine);
model.file = readFileSync(file);
after(() => model.dispose());

const run = (change = {}) => model.run(projectionFormat.parse(change));
const random = { weights: 'random', heads: 2, dModel: 8, tokens: ['a', 'b', 'c'] };
const { tensor } = engine;

for (const [name, change] of [
  ['trained weights', {}],
  ['random weights', random],
  ['eight heads', { ...random, heads: 8, dModel: 64 }],
  ['a head left out', { leftOut: 2 }],
  ['no W_O', { outputProjection: false }],
]) {
  test(`${name}: the products add up to the output`, () => {
    const { sum, output, difference, step } = run(change);

    assert.ok(tensor.allclose(sum, output, { atol: 1e-4 }));
    assert.ok(difference <= 8 * step, `${difference}, ${step}`);
  });

  test(`${name}: what the panel shows gives the chosen number`, () => {
    const { terms, sum, state, lengths } = run(change);
    const value = sum.data[state.token * state.dModel + state.column];

    const total = (values) => Array.from(values).reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(total(terms.adds) - value) < 1e-4);
    assert.ok(Math.abs(terms.soFar.at(-1) - value) < 1e-4);
    if (state.outputProjection)
      assert.ok(Math.abs(total(terms.products) - terms.adds[state.head]) < 1e-4);
    assert.ok(Math.abs(total(lengths.heads) - lengths.oneDirection) < 1e-3);
    assert.ok(lengths.sum <= lengths.oneDirection + 1e-3);
  });
}

test('with W_O a head reaches all columns, without it only its own', () => {
  const { reach, reachAlone } = run();

  for (const head of [0, 1, 2, 3]) {
    assert.equal(columnsReached(reach, head).length, 32);
    const own = columnsReached(reachAlone, head);
    assert.ok(own.length > 0);
    assert.ok(own.every((column) => Math.floor(column / 8) === head));
  }
});

test('a head that is left out adds 0', () => {
  const { terms, lengths } = run({ leftOut: 1 });

  assert.equal(terms.adds[1] + 0, 0);
  assert.equal(lengths.heads[1], 0);
});

test('without a head the output moves by the length of what it added', () => {
  for (const outputProjection of [true, false]) {
    const [length] = run({ outputProjection }).lengths.heads.slice(1);
    assert.ok(length > 0.1);
    assert.ok(Math.abs(run({ outputProjection, leftOut: 1 }).moved - length) < 1e-3);
  }
  assert.equal(run().moved, 0);
});

test('the step is the distance to the next float32', () => {
  const { largest, step } = run();
  const [value] = Float32Array.of(largest);

  assert.ok(Float32Array.of(value + step)[0] > value);
  assert.equal(Float32Array.of(value + step / 4)[0], value);
});

test('the core grades the guess, once', () => {
  const shown = run({ head: 2 });
  const results = [0, 1, 2, 3].map((guess) => new ProjectionPrediction().grade(shown, guess));
  const right = results.filter(({ correct }) => correct);

  const reached = columnsReached(shown.reachAlone, 2).length;
  assert.deepEqual(
    right.map(({ answer }) => answer),
    [String(reached)],
  );
  const prediction = new ProjectionPrediction();
  prediction.grade(shown, 0);
  assert.equal(prediction.grade(shown, 1), null);
  assert.equal(prediction.question(shown), null);
});

test('an address brings back every state, and what does not fit is moved', () => {
  const changed = projectionFormat.parse({ ...random, seed: 3, token: 1, column: 5, leftOut: 1 });
  assert.deepEqual(projectionFormat.parse(projectionFormat.toParameters(changed)), changed);
  assert.deepEqual(projectionFormat.toParameters(startOfProjection), {});

  const moved = projectionFormat.parse({ ...random, token: 7, column: 63, head: 7, leftOut: 5 });
  assert.deepEqual([moved.token, moved.column, moved.head, moved.leftOut], [2, 7, 1, null]);
  assert.equal(projectionFormat.parse({ heads: 8, dModel: 64 }).heads, 4);
  assert.deepEqual(
    projectionFormat.parse({ heads: 3, token: -1, leftOut: 'x' }),
    startOfProjection,
  );
});

test('words that the trained model does not know are named', () => {
  const tokens = ['The', 'elephant', 'sat'];
  assert.deepEqual(model.unknownWords(projectionFormat.parse({ tokens })), ['elephant']);
  assert.deepEqual(model.unknownWords(projectionFormat.parse({ ...random, tokens })), []);
});

test('three matrices fit beside each other, and one on a phone', () => {
  for (const width of [1120, 900, 328]) {
    for (const dModel of [8, 32, 64]) {
      const { isWide, matrix, label } = layOutProjection(width, { tokens: 6, dModel, dHead: 8 });
      const needed = isWide ? label + 3 * matrix + 2 * 44 + 126 : label + matrix;
      assert.ok(needed <= width, `${width}, ${dModel}: ${needed}`);
    }
  }
  assert.equal(layOutProjection(1120, { tokens: 6, dModel: 32, dHead: 8 }).pitch, 9);
});

test('what is saved has every number, and no word is run as a formula', () => {
  const shown = run({ ...random, tokens: ['=A1', 'b'] });
  const lines = projectionCsv(shown).split('\n');

  assert.equal(lines.length, 1 + 2 * 8 + 8 * 8 + 2 * 2 * 8 + 2 * 8 + 1);
  assert.ok(lines[1].startsWith(`combined,,"'=A1",0,`));
  const { trace } = JSON.parse(projectionJson(shown));
  assert.deepEqual(trace.products.shape, [2, 2, 8]);
  const words = {
    question: '<',
    caption: `> ${'long '.repeat(60)}end`,
    sideBySide: 's',
    adds: 'a',
    head: String,
  };
  const svg = projectionSvg(shown, words);
  assert.ok(svg.includes('&lt;') && svg.includes('&gt; long') && !/NaN|undefined/u.test(svg));
  assert.ok(!/>[^<]{150,}</u.test(svg), 'no line is longer than the picture is wide');
});

for (const [name, change] of [
  ['random weights', { ...random, leftOut: 0 }],
  ['trained weights', {}],
  ['no W_O', { ...random, outputProjection: false }],
  ['no W_O and a head left out', { outputProjection: false, leftOut: 2 }],
]) {
  test(`${name}: the code computes what is shown`, async () => {
    const shown = run(change);
    const [, program] = /await load\(\);\n([^]*?)\n<mh-/u.exec(projectionCode(shown.state));
    const logged = [];
    const products = new Function(
      'engine',
      'lessonWeights',
      'console',
      `${program} return products;`,
    )(engine, () => readFileSync(file), { log: (...printed) => logged.push(...printed) });

    const stacked = tensor.reshape(tensor.concat(products), shown.products.shape);
    assert.ok(tensor.allclose(stacked, shown.products, { atol: 1e-6 }));
    assert.deepEqual(logged[0], tensor.toNested(shown.output));
    assert.ok(Math.abs(logged.at(-1) - shown.difference) <= 8 * shown.step);
  });
}

test('the difference is that of the two matrices that are shown', () => {
  for (const change of [
    {},
    { leftOut: 2 },
    { ...random, leftOut: 0 },
    { outputProjection: false },
  ]) {
    const { sum, output, difference } = run(change);

    const largest = Math.max(...sum.data.map((value, i) => Math.abs(value - output.data[i])));
    assert.ok(Math.abs(largest - difference) < 1e-9, `${largest}, ${difference}`);
  }
});
