import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { MasksSession } = await bundled('elements/masks/session.ts');
const { masksFormat, startOfMasks } = await bundled('elements/masks/state.ts');

/** A session whose element is on the page. */
async function open(t, change = {}) {
  const own = { state: masksFormat.parse(change) };
  const session = new MasksSession({
    state: () => own.state,
    change(state) {
      own.state = state;
      session.compute();
    },
    draw: () => {},
    isConnected: () => true,
    onTrained: () => {},
  });
  t.after(() => session.end());
  await session.open(engine);
  return { session, own };
}

const weightsOf = ({ run }) => [...run.after.weights.data];

test('an edit changes the weights, and undo and redo go back and forth', async (t) => {
  const { session, own } = await open(t);
  const causal = weightsOf(session);

  session.change({ ...own.state, turned: [20] });
  const edited = weightsOf(session);
  session.back('undo');

  assert.notDeepEqual(edited, causal);
  assert.deepEqual(weightsOf(session), causal);
  session.back('redo');
  assert.deepEqual(own.state.turned, [20]);
  assert.deepEqual(weightsOf(session), edited);
});

test('a drag is one step of undo, and looking at something is none', async (t) => {
  const { session, own } = await open(t);
  for (const turned of [[20], [20, 21], [20, 21, 22]]) {
    session.change({ ...own.state, turned }, 'drag');
  }
  session.show({ row: 3, head: 2 });

  session.back('undo');

  assert.deepEqual(own.state.turned, []);
  assert.equal(session.history.canUndo, false);
});

test('an unknown word keeps the last picture, and the repair replaces it', async (t) => {
  const { session, own } = await open(t);
  const { run } = session;
  session.change({ ...own.state, tokens: ['the', 'elephant'] });

  assert.match(session.last.problem.title, /elephant/u);
  assert.equal(session.run, run);
  session.last.problem.repair.act();

  assert.equal(session.last.problem, null);
  assert.deepEqual(own.state.tokens, startOfMasks.tokens);
  session.back('undo');
  assert.deepEqual(own.state.tokens, ['the', 'elephant']);
});

test('opened with an unknown word, it shows the first sentence and the problem', async (t) => {
  const { session } = await open(t, { tokens: ['the', 'elephant'] });

  assert.match(session.last.problem.title, /elephant/u);
  assert.deepEqual(session.run.state.tokens, startOfMasks.tokens);
});

test('the mean of many draws is dropped with the next change', async (t) => {
  const { session, own } = await open(t, { rate: 0.5 });
  session.findDifferenceOfMean();
  assert.ok(
    session.differenceOfMean > 0 && session.differenceOfMean < 0.2,
    String(session.differenceOfMean),
  );

  session.change({ ...own.state, rate: 0.1 });

  assert.equal(session.differenceOfMean, null);
});

test('an element that left before the model was trained computes nothing', async (t) => {
  const own = { isConnected: false, drawn: 0 };
  const session = new MasksSession({
    state: () => startOfMasks,
    draw: () => own.drawn++,
    isConnected: () => own.isConnected,
    onTrained: () => own.drawn++,
  });
  t.after(() => session.end());
  await session.open(engine);
  assert.equal(session.run, null);
  assert.equal(own.drawn, 0);

  own.isConnected = true;
  await session.open();

  assert.equal(own.drawn, 2);
  assert.equal(session.run.state, startOfMasks);
});

test('a model that could not be trained is trained anew at the next try', async (t) => {
  const failing = { ...engine };
  const session = new MasksSession({
    state: () => startOfMasks,
    draw: () => {},
    isConnected: () => true,
    onTrained: () => {},
  });
  t.after(() => session.end());
  failing.trainer = () => {
    throw new Error('no memory');
  };
  await assert.rejects(session.open(failing), { message: 'no memory' });

  failing.trainer = engine.trainer;
  await session.open();

  assert.equal(session.run.state, startOfMasks);
});
