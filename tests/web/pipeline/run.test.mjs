import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { arithmetic } = await bundled('elements/pipeline/arithmetic.ts');
const { codeSteps } = await bundled('elements/pipeline/code.ts');
const { pipelineCode, pipelineCsv, pipelineJson } = await bundled('elements/pipeline/export.ts');
const { optionOf } = await bundled('elements/pipeline/guess.ts');
const { openMatrix, placeOf } = await bundled('elements/pipeline/open.ts');
const { runPipeline, runSkipped } = await bundled('elements/pipeline/run.ts');
const { pipelineFormat, presets } = await bundled('elements/pipeline/state.ts');
const { drawBand } = await bundled('elements/pipeline/bands.ts');
const { english } = await bundled('elements/pipeline/words/english.ts');
const { layOut } = await bundled('elements/pipeline/layout.ts');
const { pipelineSvg } = await bundled('elements/pipeline/svg.ts');
const { shapeOf, tensorIds } = await bundled('elements/pipeline/tensors.ts');

const run = (change = {}) => runPipeline(engine, pipelineFormat.parse(change));
const { allclose, matmul, reshape, transpose, softmax } = engine.tensor;
const close = (a, b) => allclose(a, b, { atol: 1e-5 });

test('every traced tensor has the shape that the picture shows, in every preset', () => {
  for (const [name, state] of Object.entries(presets)) {
    const { tensors, sizes } = run(state);
    for (const id of tensorIds) {
      assert.deepEqual(tensors[id].shape, shapeOf(id, sizes), `${name}, ${id}`);
    }
  }
});

test('each step of the code makes a tensor from the one before', () => {
  const { tensors: t } = run();

  assert.ok(close(t.q0, matmul(t.x, t.wq)));
  assert.ok(close(t.k0, matmul(t.m, t.wk)));
  assert.ok(allclose(t.q, transpose(reshape(t.q0, [2, 4, 5, 20]), [0, 2, 1, 3])));
  assert.ok(close(t.a, softmax(t.s)));
  assert.ok(close(t.z, matmul(t.a, t.v)));
  assert.ok(allclose(t.c, reshape(transpose(t.z, [0, 2, 1, 3]), [2, 4, 100])));
  assert.ok(close(t.y, matmul(t.c, t.wo)));
});

test('lengths 3 and 2 leave 100 of 240 scores', () => {
  const { data } = run().tensors.s;

  assert.equal(data.length, 240);
  assert.equal(data.filter((score) => score !== -Infinity).length, 100);
});

test('without the transpose 720 of 800 numbers are in the wrong place, and the output differs', () => {
  const right = run();
  const { misplaced } = runSkipped(right);
  assert.equal(misplaced, 720);
  assert.equal(optionOf(misplaced, 800), 2);

  const wrong = run({ skip: true });
  assert.deepEqual(wrong.tensors.q.shape, right.tensors.q.shape);
  const moved = wrong.tensors.q.data.filter((value, i) => value !== right.tensors.q.data[i]);
  assert.equal(moved.length, 720);
  assert.ok(wrong.difference > 0.1);
  // Token 0's row of all heads fills the first lane's rows.
  assert.deepEqual([...wrong.origins.data].slice(0, 8), [0, 1, 2, 3, 4, 0, 1, 2]);
});

test('without the transpose the core’s result is the same if the transpose changes nothing', () => {
  for (const change of [{ tokens: 1 }, { heads: 1 }, { heads: 1, kind: 'causal', lengths: [] }]) {
    const { difference } = run({ ...change, skip: true });
    assert.ok(difference < 1e-5, JSON.stringify(change));
    assert.equal(runSkipped(run(change)).misplaced, 0);
  }
  const { tensors } = run({ ...presets.grouped, skip: true });
  assert.ok(tensors.y.data.every(Number.isFinite), 'with groups and a causal mask');
});

test('the line of arithmetic gives the number in question', () => {
  for (const id of tensorIds) {
    const { value } = arithmetic(id, run({ tensor: id }));
    assert.ok(Number.isFinite(value), id);
  }
  const score = arithmetic('s', run());
  assert.ok(Math.abs(score.product / Math.sqrt(20) - score.value) < 1e-6);
  const weight = arithmetic('a', run());
  assert.ok(Math.abs(weight.exponential / weight.sum - weight.value) < 1e-6);
  const { terms, value } = arithmetic('z', run());
  assert.equal(terms.length, 3, 'only keys that are seen');
  const sum = terms.reduce((sum, { weight, number }) => sum + weight * number, 0);
  assert.ok(Math.abs(sum - value) < 1e-6);
  assert.equal(arithmetic('s', run({ key: 5 })).isHidden, true);
});

test('the same cell is in question in the next tensor', () => {
  const chosen = run({ tensor: 's' });
  const open = openMatrix('s', chosen, 12);
  const place = placeOf(open, { row: 3, column: 1 }, chosen);
  const next = openMatrix('a', run({ ...place, tensor: 'a' }), 12);

  assert.deepEqual([next.rows.here, next.columns.here], [3, 1]);
  assert.deepEqual(next.lead, [0, 2]);
});

test('a wide matrix is opened at the page that has the number', () => {
  const { columns, values } = openMatrix('q0', run({ tensor: 'q0', column: 7 }), 6);

  assert.deepEqual([columns.first, columns.count, columns.here], [42, 6, 5]);
  assert.deepEqual(values.shape, [4, 6]);
});

test('every width and layer can be drawn, with a spot for each tensor, and saved', () => {
  const bands = ['project', 'split', 'lanes', 'merge', 'output'];
  for (const change of [{}, presets.small, presets.grouped, presets.paper, { skip: true }]) {
    for (const width of [288, 640, 800]) {
      const drawn = run(change);
      const layout = layOut(drawn.sizes, width);
      const scene = { run: drawn, layout, words: english.picture, limit: 4 };
      const drawings = bands.map((id) => drawBand(id, scene));
      const spots = new Set(drawings.flatMap((band) => band.spots.map(({ tensor }) => tensor)));
      assert.deepEqual([...spots].sort(), [...tensorIds].sort());
      const svg = pipelineSvg(drawings, {
        ...{ question: 'Heads < tokens?', caption: 'All of it.', note: 'Seed 7.' },
      });
      assert.match(svg, /Heads &lt; tokens\?/u);
      assert.doesNotMatch(svg, /NaN|undefined|light-dark|var\(/u);
    }
  }
});

test('the shape of each split tensor is beside its arrow, not on it', () => {
  const drawn = run();
  const scene = { run: drawn, layout: layOut(drawn.sizes, 800), words: english.picture, limit: 4 };
  const { marks } = drawBand('split', scene);
  const arrows = marks.filter(({ stroke }) => stroke === 'ink-2');
  const shapes = ['qs', 'ks', 'vs'].map((id) =>
    marks.find(({ part, text }) => text && part === id),
  );

  assert.deepEqual(
    shapes.map(({ x }, i) => Math.round(x - Number(/^M([\d.]+)/u.exec(arrows[i].path)[1]))),
    [8, 8, 8],
  );
});

test('code, CSV and JSON are those of this run', () => {
  const state = run();
  assert.deepEqual(
    codeSteps(state).map(({ lines }) => lines.at(-1)),
    [
      ...['V = M @ W_V', 'V = V.reshape(2, 6, 5, 20)', 'V = V.transpose(0, 2, 1, 3)'],
      ...['S = S / np.sqrt(20)', 'S[hidden] = -np.inf', 'A = softmax(S)', 'Z = A @ V'],
      ...['Z = Z.transpose(0, 2, 1, 3)', 'C = Z.reshape(2, 4, 100)', 'Y = C @ W_O'],
    ],
  );
  assert.equal(codeSteps(run(presets.small)).length, 9, 'nothing is hidden');
  assert.match(pipelineCode(state), /validLens: \[3, 2\]/u);
  const lines = pipelineCsv(state).trim().split('\n');
  assert.equal(lines.length, 241);
  assert.equal(lines[0], 'tensor,sequence,head,query,key,value');
  assert.match(lines[61], /^S,0,2,2,0,/u);
  assert.deepEqual(JSON.parse(pipelineJson(state)).trace.q.shape, [2, 5, 4, 20]);
});
