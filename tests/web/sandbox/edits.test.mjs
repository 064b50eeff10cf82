import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { toProgram } = await bundled('elements/sandbox/export.ts');
const { changedCells, detailMatrix, toEdited } = await bundled(
  'elements/sandbox/detail-matrices.ts',
);
const { SandboxModel } = await bundled('elements/sandbox/run.ts');
const { SandboxSession } = await bundled('elements/sandbox/session.ts');
const { changed, parseState, sandboxFormat, starts } = await bundled('elements/sandbox/state.ts');
const file = readFileSync(
  new URL('../../../web/lib/lesson/sentences.safetensors', import.meta.url),
);
const engine = await load();

function modelFor(context) {
  const model = new SandboxModel(engine, () => {});
  model.file = file;
  context.after(() => model.dispose());
  return model;
}
const nested = (tensor) => engine.tensor.toNested(tensor);
const close = (actual, expected) =>
  assert.ok(engine.tensor.allclose(actual, expected, { rtol: 1e-5, atol: 1e-5 }));

test('a changed score, a hidden key and a changed weight are computed by the engine', (context) => {
  const model = modelFor(context);
  const before = model.run(starts.trained);
  const edits = ['scores1.3.1=2.31', 'mask.2.0=0', 'wv.4.30=3'];
  const run = model.run({ ...starts.trained, edits });

  const scores = nested(before.trace.scores);
  scores[1][3][1] = 2.31;
  const masked = scores.map((head) =>
    head.map((row, t) => (t === 2 ? [-Infinity, ...row.slice(1)] : row)),
  );

  close(run.trace.scores, scores);
  close(run.trace.weights, engine.tensor.softmax(masked));
  assert.deepEqual(run.computedScores, before.trace.scores);
  assert.equal(run.unedited, before.trace);
  assert.notDeepEqual(nested(run.trace.v)[3], nested(before.trace.v)[3]);
  assert.deepEqual(nested(run.trace.v)[0], nested(before.trace.v)[0]);
  assert.equal(
    model.valueBefore(run, { matrix: 'scores', head: 1, row: 3, column: 1 }),
    before.trace.scores.data[55],
  );
});

test('one repeated word is too little to say that a head looks for copies', (context) => {
  const edits = ['scores0.1.1=50', 'scores0.2.1=50', 'scores0.3.2=50'];
  const read = (tokens) => modelFor(context).run({ ...starts.random, tokens, edits }).readings[0];

  assert.equal(read(['a', 'b', 'a', 'b']).pattern, 'induction');
  assert.equal(read(['a', 'b', 'a', 'c']).pattern, 'key');
});

test('a head shows its part of each weight, and a cell there is the one of the layer', (context) => {
  const model = modelFor(context);
  const state = { ...starts.trained, edits: ['wq.2.9=1.25', 'wo.9.3=2'] };
  const run = model.run(state);
  const [wq, wo] = ['wq', 'wo'].map((view) => detailMatrix(model, run, view, 1));

  assert.deepEqual(
    [wq.tensor.shape, wo.tensor.shape],
    [
      [32, 8],
      [8, 32],
    ],
  );
  assert.equal(wq.tensor.data[2 * 8 + 1], 1.25);
  assert.equal(wo.tensor.data[1 * 32 + 3], 2);
  assert.deepEqual(changedCells(run, wq), [{ row: 2, column: 1 }]);
  assert.deepEqual(changedCells(run, wo), [{ row: 1, column: 3 }]);
  assert.deepEqual(changedCells(run, detailMatrix(model, run, 'wq', 0)), []);
  assert.deepEqual(toEdited(wo, { row: 1, column: 3 }), {
    ...{ matrix: 'wo', head: null, row: 9, column: 3 },
  });
  const tied = model.run({ ...state, tie: true });
  assert.equal(detailMatrix(model, tied, 'wq', 1).firstColumn, 0);
});

/** What a copied program prints as its output. */
async function outputOf(program) {
  const body = program
    .replaceAll(/^import .*$/gmu, '')
    .replace(/console\.log\(.*/u, 'return output;');
  const run = new Function('load', 'lessonWeights', `return (async () => {${body}})()`);
  return run(load, () => file);
}

const edits = ['wq.2.9=1.25', 'wo.9.3=2', 'scores1.3.1=2.31', 'mask.3.0=0', 'mask.0.2=1'];
for (const settings of [
  {},
  { causal: true, removed: [2], scale: 'none' },
  { weights: 'random', combine: 'sum', tie: true },
  { weights: 'random', kvHeads: 2, heads: 4, outputProjection: false },
  { weights: 'trained', kvHeads: 2, causal: true },
]) {
  test(`copied code computes what was changed: ${JSON.stringify(settings)}`, async (context) => {
    const state = { ...starts[settings.weights ?? 'trained'], ...settings, edits };
    const model = modelFor(context);

    const output = await outputOf(toProgram(state));

    close(output, model.trace(state).output);
    const plain = model.trace({ ...state, edits: [] }).output;
    assert.ok(!engine.tensor.allclose(output, plain, { atol: 1e-3 }));
  });
}

test('edits are in the address, and are dropped with what they belong to', () => {
  const state = parseState({
    weights: 'trained',
    edits: [...edits, 'scores9.0.0=1', 'mask.6.0=0'],
  });
  assert.deepEqual(state.edits, edits);

  const address = sandboxFormat.toParameters(state);

  assert.deepEqual(address, { weights: 'trained', edits: edits.join(' ') });
  assert.deepEqual(parseState(address), state);
  assert.deepEqual(changed(state, { causal: true }).edits, edits);
  assert.deepEqual(changed(state, { tokens: ['the', 'cat'] }).edits, edits.slice(0, 2));
  assert.deepEqual(changed(state, { weights: 'random', seed: 3 }).edits, []);
});

test('undo takes back edits and experiments, and keeps the pinned cell', (context) => {
  const own = { state: starts.random };
  const session = new SandboxSession({
    state: () => own.state,
    change: (state) => {
      own.state = state;
      session.compute();
    },
    ...{ draw() {}, openEditor() {}, sendAnswer() {}, loadWeights: () => Promise.resolve(file) },
  });
  context.after(() => session.model?.dispose());
  session.open(engine);
  const cell = { matrix: 'scores', head: 0, row: 1, column: 2 };

  session.edits.set(cell, 4);
  session.change({ causal: true });
  session.change({ seed: 9 });
  session.move({ query: 5, head: 1 });

  assert.deepEqual(own.state.edits, []);
  session.back('undo');
  assert.deepEqual([own.state.seed, own.state.edits], [6, ['scores0.1.2=4']]);
  session.back('undo');
  assert.ok(!own.state.causal);
  session.back('undo');
  assert.deepEqual(own.state, { ...starts.random, query: 5, head: 1 });
  session.back('redo');
  assert.deepEqual(own.state.edits, ['scores0.1.2=4']);
  session.reset(starts.random);
  assert.deepEqual(own.state.edits, []);
});
