import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { listingLines } = await bundled('elements/steps/listing-lines.ts');
const { runSteps } = await bundled('elements/steps/run.ts');
const { StepsSession } = await bundled('elements/steps/session.ts');
const { atSameStage, defaultSteps, stepsFormat } = await bundled('elements/steps/state.ts');
const { variants } = await bundled('elements/steps/list.ts');
const { findOrigin } = await bundled('elements/steps/origins.ts');
const { makeView } = await bundled('elements/steps/matrices.ts');

const nested = (tensor) => engine.tensor.toNested(tensor);
const edits = ['wq.2.1=1.25', 'scores1.3.0=2.31', 'mask.1.0=0', 'mask.1.1=0', 'mask.0.2=1'];
const close = (actual, expected) =>
  assert.ok(engine.tensor.allclose(actual, expected, { rtol: 1e-5, atol: 1e-6 }));

test('a changed score is in the scores, its head’s weights follow, other heads stay', () => {
  const before = runSteps(engine, defaultSteps);
  const { trace, computedScores } = runSteps(engine, { ...defaultSteps, edits: [edits[1]] });

  const changed = nested(before.trace.scores);
  changed[1][3][0] = 2.31;

  close(trace.scores, changed);
  close(trace.weights, engine.tensor.softmax(changed));
  assert.deepEqual(nested(trace.weights)[0], nested(before.trace.weights)[0]);
  assert.deepEqual(computedScores, before.trace.scores);
});

test('a key that is hidden gets weight 0 in all heads, one that is shown gets some', () => {
  const run = runSteps(engine, { ...defaultSteps, causal: true, edits: edits.slice(2) });

  for (const head of nested(run.trace.weights)) {
    assert.deepEqual(head[1], [0, 0, 0, 0]);
    assert.ok(head[0][2] > 0);
    assert.equal(head[0][1], 0);
  }
  assert.deepEqual(nested(run.mask)[0], [0, -Infinity, 0, -Infinity]);
});

test('a changed weight changes the queries, and what was drawn is still known', () => {
  const before = runSteps(engine, defaultSteps);
  const run = runSteps(engine, { ...defaultSteps, edits: [edits[0]] });

  const wq = nested(before.weights.wq);
  wq[2][1] = 1.25;

  assert.deepEqual(nested(run.weights.wq), wq);
  assert.deepEqual(run.drawnWeights, before.weights);
  assert.deepEqual(run.unedited.output, before.trace.output);
  close(
    nested(run.trace.q)[0],
    engine.tensor.slice(engine.tensor.matmul(run.x, wq), [
      [0, 4],
      [0, 4],
    ]),
  );
});

const source = readFileSync(
  new URL('../../../web/elements/steps/listings/attention.js', import.meta.url),
  'utf8',
);
for (const variant of variants) {
  for (const causal of [false, true]) {
    const name = variant + (causal ? ', causal' : '');
    test(`${name}: the JavaScript listing computes what was changed`, async () => {
      const state = stepsFormat.parse({ variant, causal, edits });
      const { x, drawnWeights, trace, unedited } = runSteps(engine, state);
      const changes = { language: 'javascript', edits: state.edits, tokens: 4, causal };
      const lines = listingLines(source, variant, causal, changes).map(({ text }) => text);
      const program = `${lines.join('\n')}\nexport { attention };`;
      const { attention } = await import(`data:text/javascript,${encodeURIComponent(program)}`);
      const layer = Object.fromEntries(
        Object.entries(drawnWeights).map(([name, weight]) => [name, nested(weight)]),
      );

      const output = attention(nested(x), layer, 2);

      close(output, trace.output);
      assert.ok(!engine.tensor.allclose(output, unedited.output, { atol: 1e-3 }));
      assert.deepEqual(layer.wq, nested(drawnWeights.wq), 'the caller’s weights stay');
    });
  }
}

test('every listing says each change, at its step, and is as before without any', () => {
  const changes = { edits, tokens: 4, causal: true };
  for (const [language, end] of Object.entries({
    ...{ pseudocode: 'txt', numpy: 'py', pytorch: 'torch.py', cpp: 'cpp', javascript: 'js' },
  })) {
    const file = new URL(`../../../web/elements/steps/listings/attention.${end}`, import.meta.url);
    const text = readFileSync(file, 'utf8');
    const plain = listingLines(text, 'multi-head', true);
    const lines = listingLines(text, 'multi-head', true, { ...changes, language });
    const stagesOf = (pattern) =>
      lines.filter((line) => pattern.test(line.text)).map(({ stage }) => stage);

    assert.deepEqual(
      listingLines(text, 'multi-head', true, { ...changes, language, edits: [] }),
      plain,
    );
    assert.deepEqual(stagesOf(/wq\[2\]?(\[|, )1\] = 1\.25/u), ['split'], language);
    assert.deepEqual(stagesOf(/3\]?(\[|, )0\] = 2\.31/u), ['scores'], language);
    assert.deepEqual(stagesOf(/\[1\]?(\[|, )0\] = (−∞|false|False)/u), ['scores'], language);
    assert.deepEqual(stagesOf(/sees no key/u), ['softmax'], language);
  }
});

test('numbers that were changed say so, and weights of a query without keys are no quotient', () => {
  const run = runSteps(engine, { ...defaultSteps, causal: true, edits });
  const origin = (step, id, row, column) => {
    const { from, to } = makeView(run, step, id);
    const matrix = [...from, ...to].find((matrix) => matrix.id === id);
    return findOrigin(run, step, { matrix, row, column });
  };

  const weight = origin({ stage: 'split', head: null }, 'wq', 2, 1);
  const score = origin({ stage: 'scores', head: 1 }, 'scores', 3, 0);
  const hidden = origin({ stage: 'scores', head: 1 }, 'mask', 1, 0);
  const unseen = origin({ stage: 'softmax', head: 0 }, 'weights', 1, 3);

  assert.deepEqual([weight.kind, weight.value], ['changedWeight', 1.25]);
  assert.equal(score.kind, 'changedScore');
  assert.match(score.result, / → 2\.31$/u);
  assert.deepEqual([hidden.kind, hidden.value], ['mask', -Infinity]);
  assert.deepEqual([unseen.kind, unseen.value], ['unseen', 0]);
});

test('a change is in the address, and goes with what it belongs to', () => {
  const state = stepsFormat.parse({ edits: 'wq.2.1=1.25 scores1.3.0=2.31 scores1.3.9=1 wo.9.0=1' });
  assert.deepEqual(state.edits, ['wq.2.1=1.25', 'scores1.3.0=2.31']);

  const address = stepsFormat.toParameters(state);

  assert.deepEqual(address, { edits: 'wq.2.1=1.25 scores1.3.0=2.31' });
  assert.deepEqual(stepsFormat.parse(address), state);
  assert.deepEqual(atSameStage(state, { tokens: ['a', 'b', 'c', 'd'] }).edits, ['wq.2.1=1.25']);
  assert.deepEqual(atSameStage(state, { causal: true }).edits, state.edits);
  assert.deepEqual(atSameStage(state, { seed: 1 }).edits, []);
});

/** A session whose state is kept here. */
function openSession(state) {
  const host = { state: () => state, draw() {}, onRepair() {} };
  const session = new StepsSession({
    ...host,
    change: (next) => {
      state = next;
      session.compute();
    },
  });
  session.open(engine);
  const view = () => makeView(session.run, { stage: 'scores', head: 0 }, 'mask');
  const matrix = (id) => [...view().from, ...view().to].find((matrix) => matrix.id === id);
  return { session, matrix, state: () => state };
}

test('a drag follows the pointer, is one step of undo, and a reset can be undone too', () => {
  const { session, matrix, state } = openSession({ ...defaultSteps, step: 4 });
  const start = { row: 3, column: 1 };
  const base = session.run.trace.scores.data[13];

  session.drag(matrix('scores'), { start, cell: start, across: 10, isFirst: true });
  session.drag(matrix('scores'), { start, cell: start, across: 40, isFirst: false });
  session.edits.endDrag();

  assert.equal(state().cell, 'scores,3,1');
  assert.deepEqual(state().edits, [`scores0.3.1=${Math.round((base + 2) * 100) / 100}`]);
  session.step(matrix('scores'), { cell: start, steps: -1 });
  assert.equal(state().edits.length, 1);
  session.reset(defaultSteps);
  assert.deepEqual(state().edits, []);
  for (const count of [1, 1, 0]) {
    session.back('undo');
    assert.equal(state().edits.length, count);
  }
  assert.equal(session.run.trace.scores.data[13], base);
  session.back('redo');
  assert.equal(state().edits.length, 1);
});

test('in the mask a drag paints what its first cell becomes; a result stays as it is', () => {
  const { session, matrix, state } = openSession({ ...defaultSteps, step: 4 });
  const [start, next] = [0, 1].map((column) => ({ row: 2, column }));

  session.drag(matrix('mask'), { start, cell: next, across: 30, isFirst: true });
  session.drag(matrix('mask'), { start, cell: null, across: 90, isFirst: false });

  assert.deepEqual(state().edits, ['mask.2.0=0', 'mask.2.1=0']);
  session.step(matrix('q'), { cell: start, steps: 1 });
  assert.equal(state().cell, 'q,2,0');
  assert.equal(state().edits.length, 2);
});
