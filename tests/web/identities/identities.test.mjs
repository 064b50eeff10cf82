import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { IdentitiesPrediction } = await bundled('elements/identities/prediction.ts');
const { codeLines } = await bundled('elements/identities/code-lines.ts');
const { caption } = await bundled('elements/identities/describe.ts');
const { identitiesCode, identitiesCsv, identitiesJson } = await bundled(
  'elements/identities/export.ts',
);
const { bound, runIdentities } = await bundled('elements/identities/run.ts');
const { placeOnRuler, ruler } = await bundled('elements/identities/ruler.ts');
const { schemeSize } = await bundled('elements/identities/marks.ts');
const { schemes } = await bundled('elements/identities/schemes.ts');
const { sizesOf } = await bundled('elements/identities/sizes.ts');
const { identitiesSvg } = await bundled('elements/identities/svg.ts');
const { identitiesFormat, identityNames, startOfIdentities } = await bundled(
  'elements/identities/state.ts',
);

const run = (change = {}) =>
  runIdentities(engine, identitiesFormat.parse({ ...startOfIdentities, ...change }));
const heads = [2, 4, 8];
const sentences = ['one two three', 'a b c d e f g h'].map((text) => text.split(' '));
const sum = (tensors) =>
  tensors.reduce((all, one) => engine.tensor.add(all, one), engine.tensor.zeros(tensors[0].shape));

test('all ten hold on every layer, and each mistake is visible', () => {
  for (const count of heads) {
    for (const tokens of sentences) {
      const { rows, worst } = run({ heads: count, tokens });
      assert.ok(worst < bound, `${worst}`);
      for (const { identity, holds, canBreak } of rows) {
        assert.ok(holds <= worst);
        if (!canBreak) continue;
        const { broken } = run({ heads: count, tokens, broken: identity }).rows.find(
          (row) => row.identity === identity,
        );
        const isHarmless = identity === 'tiles' && tokens.length === 3;
        assert.ok(isHarmless || broken > 0.01, `${identity}, ${count} heads: ${broken}`);
      }
    }
  }
});

test('a sum that is never rescaled is right while no maximum rises, and the figure explains this', () => {
  const calm = run({ heads: 2, tokens: sentences[0], broken: 'tiles' });
  const text = caption(calm).strings.join('');

  assert.ok(calm.rows[3].broken <= bound);
  assert.match(text, /changes nothing with these words/u);
  assert.doesNotMatch(caption(run({ broken: 'tiles' })).strings.join(''), /changes nothing/u);
});

test('a cache changes nothing at all, and the future does not either', () => {
  const exact = run()
    .rows.filter(({ holds }) => holds === 0)
    .map(({ identity }) => identity);

  assert.deepEqual(exact, ['cached', 'paged', 'chunked', 'future']);
});

test('head by head, the difference of the heads is that of the row', () => {
  for (const open of identityNames) {
    for (const broken of [null, open]) {
      const { open: row, sizes } = run({ open, broken });
      assert.equal(row.heads.length, 4);
      const isBroken = row.heads.some(({ difference }) => difference > bound);
      assert.equal(isBroken, broken !== null, open);
      const width = open === 'concat' || open === 'tied' ? sizes.dModel : sizes.dHead;
      for (const { left, right, change } of row.heads) {
        for (const { shape } of [left, right, change]) assert.deepEqual(shape, [6, width]);
      }
    }
  }
});

test('the parts of the heads add up to the output, also with the mistake', () => {
  for (const open of ['concat', 'tied']) {
    for (const broken of [null, open]) {
      const { open: row } = run({ open, broken });
      for (const side of ['left', 'right']) {
        const parts = sum(row.heads.map((head) => head[side]));
        assert.ok(engine.tensor.allclose(parts, row[side], { atol: 1e-5 }), `${open} ${side}`);
      }
    }
  }
});

test('a latent layer’s heads times its W_O are its output', () => {
  const { open, sizes, state } = run({ open: 'absorbed' });
  const { dModel, dHead, dLatent } = sizes;
  const layer = engine.latentAttention({
    ...{ dModel, dHead, dLatent },
    ...{ numHeads: 4, seed: state.seed },
  });
  const { wo } = layer.weights();
  layer.dispose();

  const besides = engine.tensor.concat(
    open.heads.map(({ right }) => right),
    1,
  );
  const output = engine.tensor.matmul(besides, wo);
  assert.ok(engine.tensor.allclose(output, open.right, { atol: 1e-5 }));
});

test('copies in the wrong order leave the first and the last head right', () => {
  const wrong = (count) =>
    run({ heads: count, broken: 'grouped' }).open.heads.flatMap(({ difference }, head) =>
      difference > bound ? [head] : [],
    );

  assert.deepEqual(wrong(4), [1, 2]);
  assert.deepEqual(wrong(8), [1, 2, 3, 4, 5, 6]);
});

test('the core grades the guess, and asks once', () => {
  const grades = [0, 1, 2].map((guess) => {
    const prediction = new IdentitiesPrediction();
    assert.ok(prediction.waits(startOfIdentities, 'grouped'));
    assert.ok(!prediction.waits(startOfIdentities, 'concat'));
    const { result, next } = prediction.grade(engine, startOfIdentities, guess);
    assert.equal(next.broken, 'grouped');
    assert.equal(prediction.question(startOfIdentities), null);
    assert.equal(prediction.verdict.correct, result.correct);
    return result.correct;
  });

  assert.deepEqual(grades, [false, true, false]);
  const shown = identitiesFormat.parse({ broken: 'grouped' });
  assert.equal(new IdentitiesPrediction().question(shown), null);
});

test('an address brings back every state, and what cannot be read changes nothing', () => {
  const changed = {
    tokens: ['so', 'it', 'is'],
    ...{ heads: 8, seed: 12, open: 'future', broken: 'tied' },
  };
  assert.deepEqual(identitiesFormat.parse(identitiesFormat.toParameters(changed)), changed);
  assert.deepEqual(identitiesFormat.toParameters(startOfIdentities), {});

  for (const input of [
    null,
    { tokens: 'two words' },
    { heads: 3 },
    { heads: 'toString' },
    { open: 'toString', broken: '__proto__' },
    { seed: -1 },
  ]) {
    assert.deepEqual(identitiesFormat.parse(input), startOfIdentities);
  }
  assert.equal(identitiesFormat.parse({ tokens: '1 2 3 4 5 6 7 8 9' }).tokens.length, 8);
});

test('two heads share one copy, so no order of copies is wrong', () => {
  const { state, rows } = run({ heads: 2, broken: 'grouped' });

  assert.equal(state.broken, null);
  assert.deepEqual(
    rows.filter(({ canBreak }) => !canBreak).map(({ identity }) => identity),
    ['grouped'],
  );
});

test('on the ruler, zero is left of a gap, and every number has a place', () => {
  assert.equal(placeOnRuler(0), ruler.zero);
  assert.equal(placeOnRuler(NaN), null);
  const places = [1e-12, 1e-8, 1e-7, bound, 1, 10, Infinity].map(placeOnRuler);
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
  assert.equal(places[0], ruler.from);
  assert.equal(places.at(-1), ruler.to);
});

test('every scheme fits, and shows its mistake with rings on the right', () => {
  for (const count of heads) {
    for (const tokens of sentences) {
      const sizes = sizesOf({ ...startOfIdentities, tokens, heads: count });
      for (const identity of identityNames) {
        const { left, right } = schemes[identity];
        for (const [side, draw] of Object.entries({ left, right })) {
          for (const mark of [...draw(sizes, false), ...draw(sizes, true)]) {
            const { x = mark.from?.[0], width = 0 } = mark;
            const end = x + width;
            assert.ok(x >= 0 && end <= schemeSize[side], `${identity} ${side} ${count}: ${end}`);
          }
        }
        const rings = (isBroken) => right(sizes, isBroken).filter(({ ring }) => ring).length;
        assert.equal(rings(false), 0, identity);
        if (identity !== 'grouped' || count > 2) assert.notEqual(rings(true), 0, identity);
      }
    }
  }
});

test('the right line of code and the wrong one differ', () => {
  for (const identity of identityNames) {
    const { right, wrong } = codeLines(identity, sizesOf(startOfIdentities));
    assert.notEqual(right, wrong);
  }
});

test('what is saved has every number', () => {
  const broken = run({ broken: 'grouped' });

  const lines = identitiesCsv(broken).trim().split('\n');
  assert.equal(lines.length, 11);
  assert.match(lines[3], /^"groupedIsCopiedMultiHead",\d\S+,\d\.\d+$/u);
  const { state, trace } = JSON.parse(identitiesJson(broken));
  assert.equal(state.broken, 'grouped');
  assert.deepEqual(trace.left.shape, [6, 32]);
  assert.deepEqual(trace.head3Right.shape, [6, 8]);
});

test('the picture has its words, and no NaN', () => {
  const row = () => ({ title: '<b>', breakIt: 'W_O' });
  for (const broken of [null, ...identityNames]) {
    const svg = identitiesSvg(run({ broken, heads: 8 }), {
      ...{ question: 'Which?', caption: 'All', settings: '6 words' },
      row,
    });
    assert.ok(svg.includes('&lt;b&gt;'));
    assert.equal(/W<tspan[^>]*>O</u.test(svg), broken !== null);
    assert.doesNotMatch(svg, /"[^"]*(NaN|undefined|Infinity)/u);
  }
});

test('the code computes what is shown', () => {
  for (const open of identityNames) {
    for (const broken of [null, open]) {
      const shown = run({ open, broken });
      const text = identitiesCode(shown);
      const [, program] = /await load\(\);\n([^]*?)console/u.exec(text);

      const difference = new Function('engine', `${program} layer.dispose(); return difference;`);

      assert.equal(difference(engine), shown.open.row.broken ?? shown.open.row.holds, open);
      assert.match(text, /<mh-identities.*><\/mh-identities>$/u);
    }
  }
});
