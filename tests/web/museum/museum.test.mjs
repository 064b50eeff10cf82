import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { load } from 'manyheads';
import { sections } from '../../../emscripten/commands/check-content.mjs';
import { bundled } from '../bundled.mjs';

const { museum: content } = await bundled('elements/museum/collection/index.ts');
const { Museum, runTest } = await bundled('elements/museum/museum.ts');
const { makeTrial } = await bundled('elements/museum/trial.ts');
const { lineDiff } = await bundled('elements/museum/line-diff.ts');
const engine = await load();
const museum = new Museum(engine, content);
const { correct, exhibits, tests } = content;
const numberOf = (id) => exhibits.findIndex((exhibit) => exhibit.id === id) + 1;

/** Marks of a row: `.` passes, `x` exposes, `!` cannot run. */
const marks = { passes: '.', exposes: 'x', 'cannot-run': '!' };
const row = (number) => tests.map((each) => marks[museum.verdict(number, each).kind]).join(' ');

describe('the whole table', () => {
  const columns =
    'rows future order slices silence values cross widths start padding groups batch oracle';

  /**
   * What may surprise:
   * - split-, merge-without-transpose, future and padding: positions trade places, later ones too.
   * - wo-transposed, widths: W_O is no longer square, and the product is refused: that is the find.
   * - softmax-over-queries, future: later queries stand in the divisor of earlier ones.
   * - softmax-over-queries, padding, batch, oracle: a hidden key has a column of -Infinity: NaN.
   * - softmax-over-queries, start: a column's entropy is about that of a row.
   * - uniform-weights, oracle: the engine is given the same weights, and the forward pass is right.
   * - heads-summed, silence, oracle: its W_O has no rows of each head, so nobody can clear them.
   * - projections-summed, start: keys of two matrices vary √2 times as much, and so do scores.
   */
  const expected = {
    correct: '. . . . . . . . . . . . .',
    'no-scale': '. . . . . . . . x . . . x',
    'split-without-transpose': '. x x x x . . . . x x . x',
    'causal-off-by-one': '. x . . . . . . . . . . x',
    'wo-transposed': '. . . . x . . x . . . . x',
    'softmax-over-queries': 'x x . . . . . . . x . x x',
    'mask-tiled': '. . . . . . . . . x . x x',
    'uniform-weights': '. . . . . . . . x . . . .',
    'kv-tiled': '. . . . . . . . . . x . x',
    'heads-summed': '. . . x ! . . . . . . . !',
    'no-causal-mask': '. x . . . . . . . . . . x',
    'merge-without-transpose': '. x x x x . . . . x . . x',
    'sqrt-d-model': '. . . . . . . . x . . . x',
    'projections-summed': '. . . . . x . . x . . . x',
    'context-ignored': '. . . . . . x . . . . . x',
  };

  test('has these columns and rows', () => {
    assert.equal(tests.map(({ id }) => id).join(' '), columns);
    assert.deepEqual(['correct', ...exhibits.map(({ id }) => id)], Object.keys(expected));
  });

  test('names tests without commas, since verdicts list them with commas', () => {
    for (const { name } of tests) assert.doesNotMatch(name, /,/u);
  });

  for (const [id, wanted] of Object.entries(expected)) {
    test(`${id} is as expected`, () => assert.equal(row(numberOf(id)), wanted));
  }

  test('exposes each bug with a test that does not know the right outputs', () => {
    for (const [index, { id }] of exhibits.entries()) {
      const exposing = tests.filter(
        (each) => !each.isOracle && museum.verdict(index + 1, each).kind === 'exposes',
      );
      assert.notEqual(exposing.length, 0, id);
    }
  });

  test('has only tests that expose something', () => {
    for (const each of tests) {
      assert.ok(
        exhibits.some((_, index) => museum.verdict(index + 1, each).kind === 'exposes'),
        each.id,
      );
    }
  });

  test('cannot tell five bugs apart without the oracle: two of the mask, three of the start', () => {
    const alike = exhibits.flatMap(({ id }, index) =>
      exhibits
        .slice(index + 1)
        .filter(({ id: other }) => museum.objection(index + 1, numberOf(other), []).test === null)
        .map(({ id: other }) => `${id} ${other}`),
    );

    assert.deepEqual(alike, [
      'no-scale uniform-weights',
      'no-scale sqrt-d-model',
      'causal-off-by-one no-causal-mask',
      'uniform-weights sqrt-d-model',
    ]);
  });

  test('distinguishes those three by their entropy', () => {
    const start = tests.find(({ id }) => id === 'start');
    const of = (id) => museum.verdict(numberOf(id), start).measurement;

    const { from, to } = of('correct');
    assert.ok(of('uniform-weights').measured < of('no-scale').measured);
    assert.ok(of('no-scale').measured < from);
    assert.ok(of('sqrt-d-model').measured > to);
  });
});

describe('the correct program', () => {
  const layer = { dModel: 24, numHeads: 4, numKvHeads: 4, dHead: 6 };
  const cases = {
    'multi-head attention': [layer, {}],
    'grouped-query attention': [{ ...layer, numKvHeads: 2 }, {}],
    'multi-query attention': [{ ...layer, numKvHeads: 1 }, {}],
    'heads wider than the layer': [{ ...layer, dHead: 9 }, {}],
    'causal attention': [layer, { causal: true }],
    'causal attention on more keys than queries': [
      layer,
      { causal: true, context: engine.tensor.randomNormal([2, 9, 24], { seed: 8 }) },
    ],
    'padded sequences': [layer, { validLens: [3, 7] }],
    'cross-attention': [
      layer,
      { context: engine.tensor.randomNormal([2, 4, 24], { seed: 9 }), validLens: [1, 4] },
    ],
  };

  for (const [name, [config, options]] of Object.entries(cases)) {
    test(`equals the engine to 1e-5 in ${name}`, () => {
      const x = engine.tensor.randomNormal([2, 7, 24], { seed: 1 });
      const { config: all, weights, attend } = makeTrial(engine, correct.program).layer(config);
      const layer = engine.attention(all, weights);
      const trace = layer.trace(x, options);
      layer.dispose();

      const own = attend(x, options);

      for (const part of ['weights', 'combined', 'output']) {
        assert.ok(engine.tensor.allclose(own[part], trace[part], { rtol: 0, atol: 1e-5 }), part);
      }
    });
  }
});

describe('an exhibit', () => {
  const folder = new URL('../../../web/elements/museum/collection/', import.meta.url);
  const read = (path) => readFileSync(new URL(path, folder), 'utf8');

  test('is every file in its folder, and what is shown is that file', () => {
    const files = readdirSync(new URL('programs/', folder)).sort();

    assert.deepEqual(files, [...exhibits.map(({ id }) => `${id}.js`), 'correct.js'].sort());
    assert.equal(correct.source, read('programs/correct.js'));
    for (const { id, source } of exhibits) assert.equal(source, read(`programs/${id}.js`));
    for (const { id, source } of tests) assert.equal(source, read(`tests/${id}.js`));
  });

  test('leads to a page of the lesson', () => {
    const known = sections();
    for (const { id, section } of exhibits) {
      const [, place] = /^#([\w-]+)/u.exec(section);
      assert.ok(known.has(place), id);
    }
  });

  test('differs from the correct program by at most five lines', () => {
    for (const { id, source } of exhibits) {
      const changed = lineDiff(source, correct.source).filter(({ kind }) => kind !== 'kept');
      const added = changed.filter(({ kind }) => kind === 'added').length;
      assert.ok(added >= 1 && added <= 5, `${id}: ${added} lines`);
      assert.ok(changed.length - added <= 3, id);
    }
  });

  test('has outputs of the right shape if the engine accepts its weights', () => {
    for (const { id, program } of exhibits) {
      const { attend } = makeTrial(engine, program).layer();
      const x = engine.tensor.randomNormal([2, 5, 8], { seed: 1 });
      for (const options of [{}, { causal: true }, { validLens: [2, 5] }]) {
        const { weights, output } = attend(x, options);
        assert.deepEqual(
          [weights.shape, output.shape],
          [
            [2, 2, 5, 5],
            [2, 5, 8],
          ],
          id,
        );
      }
    }
  });
});

describe('a verdict', () => {
  const measuring = (measurement) => ({ id: 'x', run: () => measurement });
  const failing = (more) => ({
    run: () => {
      throw new Error('matmul: no');
    },
    ...more,
  });
  const kind = (each) => runTest(each, engine, correct.program).kind;

  test('compares the number with both bounds', () => {
    assert.equal(kind(measuring({ measured: 1, from: 1, to: 1 })), 'passes');
    assert.equal(kind(measuring({ measured: 1, from: 1.1 })), 'exposes');
    assert.equal(kind(measuring({ measured: 1, to: 0.9 })), 'exposes');
  });

  test('treats NaN as wrong', () => assert.equal(kind(measuring({ measured: NaN })), 'exposes'));

  test('describes an error in words, which tests of sizes look for', () => {
    const verdict = runTest(failing(), engine, correct.program);

    assert.deepEqual(verdict, { kind: 'cannot-run', measurement: null, error: 'matmul: no' });
    assert.equal(kind(failing({ isOfSizes: true })), 'exposes');
  });
});

describe('an objection to a wrong name', () => {
  const objection = (id, other, run) => museum.objection(numberOf(id), numberOf(other), run);

  test('is a test that was run, if one distinguishes the two', () => {
    const { test: telling, wasRun } = objection('no-causal-mask', 'mask-tiled', ['rows', 'batch']);

    assert.equal(telling.id, 'batch');
    assert.equal(wasRun, true);
  });

  test('is otherwise a test that would distinguish them', () => {
    const { test: telling, wasRun } = objection('no-causal-mask', 'mask-tiled', ['rows']);

    assert.equal(telling.id, 'future');
    assert.equal(wasRun, false);
  });

  test('is never the oracle', () => {
    assert.equal(objection('no-scale', 'uniform-weights', ['oracle']).test, null);
  });
});
