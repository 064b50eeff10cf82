import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { MasksPrediction, changeOfWeights } = await bundled('elements/masks/prediction.ts');
const { describeMasks } = await bundled('elements/masks/describe.ts');
const { manyDraws, differenceOfMean } = await bundled('elements/masks/dropout.ts');
const { maskCode, masksCode, masksCsv, masksJson } = await bundled('elements/masks/export.ts');
const { halfTrained } = await bundled('elements/masks/half-trained.ts');
const { layOutMasks, sumsWidth } = await bundled('elements/masks/layout.ts');
const { editedMask, paintPairs, slopes, tabs, withTab } = await bundled(
  'elements/masks/presets.ts',
);
const { addedText } = await bundled('elements/masks/numbers.ts');
const { runMasks } = await bundled('elements/masks/run.ts');
const { masksFormat, startOfMasks } = await bundled('elements/masks/state.ts');
const { cellsBetween, cellsIn, rangeOf } = await bundled('elements/masks/stroke.ts');
const { HalfTrainedSubject } = await bundled('elements/masks/subject.ts');
const { masksSvg } = await bundled('elements/masks/svg.ts');

const subject = new HalfTrainedSubject(engine, await halfTrained(engine));
after(() => subject.dispose());

const run = (change = {}) => runMasks(subject, masksFormat.parse(change));
const { tensor } = engine;
const { layer, embed } = subject;
const x = embed(startOfMasks.tokens);
const near = (a, b, atol = 1e-6) => assert.ok(tensor.allclose(a, b, { atol }), `${a.data}`);
const ofRow = ({ data, shape }, head, row) => {
  const [, T, S] = shape;
  return [...data.subarray((head * T + row) * S, (head * T + row + 1) * S)];
};

test('the model is half trained: heads are not sharp, and it gets many answers wrong', async () => {
  const trainer = engine.trainerFromCheckpoint(await halfTrained(engine));
  const { accuracy } = trainer.evaluate();
  trainer.dispose();
  const { weights } = layer.trace(x);
  const entropy = [...engine.measure.entropy(weights).data];

  assert.ok(Math.min(...accuracy) < 0.5, `${accuracy}`);
  assert.ok(entropy.reduce((a, b) => a + b) / entropy.length > 0.5);
  assert.equal(await halfTrained(engine), await halfTrained(engine), 'it is trained once');
});

for (const [preset, change, options] of [
  ['none', {}, {}],
  ['causal', {}, { causal: true }],
  ['lengths', { length: 4 }, { validLens: [4] }],
]) {
  test(`${preset}: the mask gives what the layer's own option gives`, () => {
    near(run({ preset, ...change }).after.weights, layer.trace(x, options).weights);
  });
}

test('keys of another sentence come from its words', () => {
  const { after, keys } = run({ preset: 'none', keys: 'another' });

  assert.deepEqual(keys, startOfMasks.context);
  near(after.weights, layer.trace(x, { context: embed(startOfMasks.context) }).weights);
});

test('ALiBi takes slope times distance from each score of a causal mask', () => {
  const { added, after, before } = run({ preset: 'alibi' });

  assert.deepEqual(slopes(engine), [1 / 4, 1 / 16, 1 / 64, 1 / 256]);
  assert.deepEqual(ofRow(added, 1, 3), [-3 / 16, -2 / 16, -1 / 16, -0, -Infinity, -Infinity]);
  const scores = tensor.add(before.scores, added);
  near(after.weights, tensor.softmax(scores));
});

test('a small slope is not printed as 0', () => {
  assert.deepEqual([0, -0.3125, -1 / 256, -Infinity].map(addedText), [
    '0',
    '−0.31',
    '−0.004',
    '−∞',
  ]);
});

test('the panel goes from score to weight, and hidden weight is shared out in proportion', () => {
  const { chosen } = run({ token: 3, column: 1, head: 1 });
  const sum = chosen.exponentials.reduce((a, b) => a + b);

  for (const [key, weight] of chosen.after.entries()) {
    assert.ok(Math.abs(chosen.exponentials[key] / sum - weight) < 1e-6);
    const isHidden = chosen.added[key] === -Infinity;
    assert.equal(isHidden, key > 3);
    if (!isHidden) assert.ok(Math.abs(chosen.before[key] / chosen.left - weight) < 1e-6);
  }
  assert.ok(Math.abs(chosen.lost + chosen.left - 1) < 1e-6 && chosen.lost > 0.01);
});

test('painting keeps the preset, and painting back leaves no edit', () => {
  const cells = [0, 1, 2].map((column) => ({ row: 2, column }));
  const hidden = paintPairs(startOfMasks, cells, false);

  assert.deepEqual(hidden.turned, [20, 21, 22]);
  assert.deepEqual(paintPairs(hidden, cells, false), hidden);
  assert.deepEqual(paintPairs(hidden, cells, true), startOfMasks);
  const { count, blind, after, sums } = runMasks(subject, hidden);
  assert.deepEqual(count, { all: 36, seen: 18, preset: 21, hidden: 3, shown: 0 });
  assert.deepEqual(blind, [2]);
  assert.deepEqual(ofRow(after.weights, 3, 2), [0, 0, 0, 0, 0, 0]);
  assert.equal(sums.data[2], 0);
  assert.deepEqual([...after.output.data.subarray(64, 96)], Array(32).fill(0));
});

test('a mask that is not applied waits: weights are those without', () => {
  const { after, before, blind, count } = run({ turned: [0], masked: false });

  near(after.weights, before.weights);
  assert.deepEqual([blind, count.seen], [[], 20]);
});

test('a row without keys is 0, NaN or uniform', () => {
  for (const turned of [[], [20, 21, 22]]) {
    const { emptyRow } = run({ row: 2, turned });
    const [guarded, alone, instead] = emptyRow.ways;

    assert.equal(emptyRow.isEmpty, turned.length > 0);
    assert.deepEqual([...guarded.weights, guarded.sum], Array(7).fill(0));
    assert.deepEqual([...alone.weights, alone.sum], Array(7).fill(NaN));
    near(instead.weights, tensor.full([6], 1 / 6));
  }
});

test('bottom-right is the whole run for any number of new words, top-left only for all', () => {
  for (let newest = 1; newest <= 6; ++newest) {
    const { aligned, cacheDifference, largest } = run({ newest }).alignments;

    assert.ok(aligned['bottom-right'].difference < 1e-5);
    assert.ok(cacheDifference < 1e-5);
    assert.equal(aligned['top-left'].difference < 1e-5, newest === 6, `${newest} new words`);
    assert.ok(largest > 1);
  }
  const { tooMany } = run().alignments;
  assert.deepEqual(tooMany, { queries: 6, keys: 4, blind: { 'top-left': 0, 'bottom-right': 2 } });
});

test('dropout repeats with its seed, leaves real zeros, and is right in the mean', () => {
  const state = masksFormat.parse({ rate: 0.25, seeds: [1, 2] });
  const { dropout } = runMasks(subject, state);
  const [first, second] = dropout.drawn;

  assert.equal(dropout.again, 0);
  assert.notDeepEqual([...first.weights.data], [...second.weights.data]);
  for (const [i, weight] of first.weights.data.entries()) {
    const kept = dropout.none.weights.data[i] / 0.75;
    assert.ok(weight === 0 || Math.abs(weight - kept) < 1e-6);
  }
  assert.ok(first.sums.some((sum) => Math.abs(sum - 1) > 0.1));
  const mean = differenceOfMean(subject, state);
  assert.ok(mean > 0 && mean < 5 * Math.sqrt(1 / 3 / manyDraws), `${mean}`);
});

test('the guess is graded by what hiding a key does to all rows', () => {
  const prediction = new MasksPrediction();
  assert.equal(prediction.question(run()).options.length, 3);

  assert.deepEqual(prediction.grade(run(), 1), {
    question: 'masks:hide',
    answer: 'grow',
    correct: true,
  });

  assert.equal(prediction.question(run()), null);
  assert.equal(prediction.grade(run(), 0), null);
  const scores = tensor.array([[1, 2, -Infinity]]);
  assert.equal(changeOfWeights(engine, scores, tensor.softmax(scores)), 'same');
  assert.equal(changeOfWeights(engine, scores, tensor.array([[0.9, 0.1, 0]])), 'mixed');
});

test('with one key there is no question about the others', () => {
  const prediction = new MasksPrediction();
  const oneKey = run({ tokens: ['cat'] });

  assert.equal(prediction.question(oneKey), null);
  assert.equal(prediction.grade(oneKey, 0), null);
});

test('a state comes back from its address, and stays inside its sentences', () => {
  const state = masksFormat.parse({
    ...{ tokens: 'the dog sat', preset: 'lengths', length: '2', turned: '2,12', newest: '8' },
    ...{ 'all-pairs': '', row: '7', rate: '0.5', seeds: '3, 4', token: 1, column: 2, head: 3 },
  });

  assert.deepEqual([state.turned, state.newest, state.row, state.masked], [[2, 12], 3, 2, false]);
  assert.deepEqual(state.seeds, [3, 4]);
  assert.deepEqual(masksFormat.parse(masksFormat.toParameters(state)), state);
  assert.equal(masksFormat.parse({ preset: 'causal', keys: 'another' }).preset, 'none');
  assert.deepEqual(masksFormat.parse({ tokens: 'a b', turned: [0, 2, 25, 11] }).turned, [0, 11]);
  assert.deepEqual(masksFormat.parse({ seeds: '1' }).seeds, [1, 2]);
});

test('a tab begins without edits', () => {
  const edited = masksFormat.parse({ turned: [0], masked: false });
  for (const tab of tabs) {
    const { turned, masked, keys } = withTab(edited, tab);

    assert.deepEqual([turned, masked, keys === 'another'], [[], true, tab === 'cross']);
  }
});

test('a fast drag skips no cell, and a range has all its cells', () => {
  const [a, b] = [
    { row: 0, column: 0 },
    { row: 2, column: 4 },
  ];

  const path = cellsBetween(a, b);

  assert.equal(path.length, 5);
  assert.deepEqual([path[0], path.at(-1)], [a, b]);
  assert.deepEqual(cellsBetween(a, a).at(-1), a);
  assert.equal(cellsIn(rangeOf(b, a)).length, 15);
});

test('maps fit into every width', () => {
  for (const width of [320, 360, 620, 768, 1000, 1120]) {
    for (const keys of [1, 6, 8]) {
      const { mode, editor, map } = layOutMasks(width, { keys, longest: 8 });
      const wide = (each) => each.label + keys * (each.cell + (each.gap ?? 2));
      const across = mode === 'tabs' ? 1 : 2;
      const maps = across * (wide(map) + sumsWidth) + (across - 1) * 24;

      assert.ok(wide(editor) <= width + 2, `${width}, ${keys}`);
      assert.ok(
        maps + (mode === 'abreast' ? wide(editor) + 84 : 0) <= width + 6,
        `${width}, ${keys}`,
      );
      if (keys <= 6) assert.ok(editor.cell >= 24, `${width}: ${editor.cell}`);
    }
  }
});

test('what is saved has every number', () => {
  const shown = run({ turned: [20, 21, 22] });
  const lines = masksCsv(shown).split('\n');

  assert.equal(lines.length, 1 + 4 * 36 + 1);
  assert.ok(lines[1 + 12].startsWith('0,2,"sat",0,"the",-Infinity,'), lines[13]);
  const { trace } = JSON.parse(masksJson(shown));
  assert.deepEqual(trace.mask.data, [...editedMask(shown.state).data]);
  const words = { question: '<', caption: `> ${'long '.repeat(60)}end`, mask: 'm', head: String };
  const svg = masksSvg(shown, words);
  assert.ok(svg.includes('&lt;') && svg.includes('&gt; long') && !/NaN|undefined/u.test(svg));
  assert.match(describeMasks(shown), /18 of 36 pairs may be seen. Without any key: sat;/u);
  const program = maskCode(shown).replace('const mask =', 'return');
  assert.deepEqual(new Function(program)().flat(), [...shown.seen.data]);
});

for (const change of [
  {},
  { turned: [20, 21, 22] },
  { preset: 'none' },
  { preset: 'lengths', length: 2 },
  { preset: 'none', keys: 'another', turned: [11] },
  { preset: 'alibi' },
  { preset: 'alibi', turned: [50] },
  { turned: [1], masked: false },
]) {
  test(`the code computes what is shown: ${JSON.stringify(change)}`, () => {
    const shown = run(change);
    const [, program] = /await load\(\);\n([^]*?)console/u.exec(masksCode(shown));

    const weights = new Function('engine', `${program} return weights;`)(engine);

    assert.deepEqual([...weights.data], [...shown.after.weights.data]);
  });
}
