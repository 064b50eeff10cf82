import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { SandboxSession } = await bundled('elements/sandbox/session.ts');
const { explainProblem } = await bundled('elements/sandbox/problem.ts');
const { describeSandbox } = await bundled('elements/sandbox/describe.ts');
const { describeFinding } = await bundled('elements/sandbox/finding.ts');
const { parseState, sandboxFormat } = await bundled('elements/sandbox/state.ts');
const engine = await load();

function open(context, settings = {}, loadWeights = () => Promise.reject(new Error('offline'))) {
  const own = { state: parseState({ weights: 'random', ...settings }) };
  const answers = [];
  const session = new SandboxSession({
    state: () => own.state,
    change: (state) => {
      own.state = state;
      session.compute();
    },
    show(state) {
      own.state = state;
      session.compute();
    },
    draw: () => {},
    loadWeights,
    openEditor: () => {},
    explainer: () => explainProblem,
    sendAnswer: (answer) => answers.push(answer),
  });
  context.after(() => session.model?.dispose());
  session.open(engine);
  return { session, own, answers };
}

test('invalid settings keep the last run until they are repaired', (context) => {
  const { session } = open(context);
  const { run } = session;
  session.change({ tokens: [] });
  assert.equal(session.run, run);
  session.last.problem.repair.act();

  assert.equal(session.last.problem, null);
  assert.notEqual(session.run, run);
});

test('a repaired width is within the limits, and comes back from the address', (context) => {
  const { session, own } = open(context, { dModel: 256 });
  session.change({ heads: 3 });
  session.last.problem.repair.act();

  assert.equal(own.state.dModel, 255);
  assert.deepEqual(sandboxFormat.parse(sandboxFormat.toParameters(own.state)), own.state);
});

test('a first experiment waits for a prediction, which is graded and reported', (context) => {
  const { session, own, answers } = open(context);
  session.ask({ tie: true });
  assert.deepEqual([own.state.tie, session.predictions.question.id], [false, 'tie']);
  session.guess(0);

  assert.ok(session.run.state.tie);
  assert.deepEqual(
    answers.map(({ question, correct }) => [question, correct]),
    [['predict:tie', true]],
  );
});

test('an experiment that was predicted once is switched without a question', (context) => {
  const { session, own, answers } = open(context);
  session.ask({ causal: true });
  session.guess(3);
  for (const causal of [false, true]) session.ask({ causal });

  assert.ok(own.state.causal);
  assert.equal(answers.length, 1);
});

test('a prediction is about what is shown, and changes nothing but its setting', (context) => {
  const { session, own } = open(context);
  session.ask({ outputProjection: false });
  session.move({ head: 0, query: 4, key: 1 });
  assert.match(session.predictions.question.ask, /head 0/u);
  session.guess(0);
  const { head, query, key, outputProjection } = own.state;

  assert.deepEqual([head, query, key, outputProjection], [0, 4, 1, false]);
});

test('a state that the page assigns stays after the prediction', (context) => {
  const { session, own } = open(context);
  own.state = parseState({ weights: 'random', heads: 8, tokens: 'I love deep learning' });
  session.compute();
  assert.match(session.predictions.question.ask, /eight heads/u);
  session.guess(0);

  const { heads, tokens, tie } = own.state;
  assert.deepEqual([heads, tokens.length, tie], [8, 4, true]);
});

test('a prediction keeps what was chosen meanwhile, also if it cannot be run', (context) => {
  const { session, own } = open(context);
  session.change({ heads: 5 });
  session.guess(0);

  assert.deepEqual([own.state.heads, own.state.tie], [5, true]);
});

test('a cell under the pointer is shown until a setting changes', (context) => {
  const { session } = open(context, { query: 1, head: 0, key: 0 });
  const pinned = session.shown(session.run);
  session.preview(1, { row: 2, column: 1 });
  assert.deepEqual(session.shown(session.run), { head: 1, row: 2, column: 1 });
  session.change({ seed: 7 });

  assert.deepEqual(session.shown(session.run), pinned);
});

test('a drag of a slider is one step of undo, and no change is none', (context) => {
  const { session, own } = open(context);
  session.move({ query: 4 });
  session.reset(parseState({ weights: 'random' }));
  session.change({ seed: own.state.seed });
  assert.ok(!session.history.canUndo);

  for (const seed of [7, 8, 9]) session.ask({ seed }, 'seed');
  session.history.endStep();
  session.ask({ seed: 10 }, 'seed');
  session.back('undo');
  assert.equal(own.state.seed, 9);
  session.back('undo');
  assert.equal(own.state.seed, 6);
});

test('if the trained weights cannot be loaded, they are random, and a notice explains it', async (context) => {
  const { session, own } = open(context, { weights: 'trained' });
  await new Promise(setImmediate);
  assert.equal(own.state.weights, 'random');
  assert.ok(session.run && session.last.problem);

  session.last.problem.repair.act();
  assert.equal(own.state.weights, 'trained');
});

test('if the trained weights cannot be loaded, one undo brings back what was changed', async (context) => {
  const { session, own } = open(context);
  session.edits.set({ matrix: 'wq', head: null, row: 0, column: 0 }, 1);
  session.change({ weights: 'trained' });
  await new Promise(setImmediate);
  assert.ok(session.last.problem);

  session.back('undo');
  await new Promise(setImmediate);
  assert.deepEqual([own.state.weights, own.state.edits], ['random', ['wq.0.0=1']]);
  session.back('undo');
  assert.deepEqual(own.state.edits, []);
  assert.ok(!session.history.canUndo);
});

test('weights that cannot be loaded at first are no step of undo', async (context) => {
  const { session } = open(context, { weights: 'trained' });
  await new Promise(setImmediate);
  assert.ok(!session.history.canUndo);
});

test('weights that fail to load after others were chosen change nothing', async (context) => {
  const failures = [];
  const loadWeights = () => new Promise((_, reject) => failures.push(reject));
  const { session, own } = open(context, { weights: 'trained' }, loadWeights);
  session.change({ weights: 'random', tie: true });
  const { state } = own;

  for (const fail of failures) fail(new Error('offline'));
  await new Promise(setImmediate);

  assert.equal(failures.length, 1);
  assert.equal(own.state, state);
  assert.equal(session.last.problem, null);
});

/** What is seen of a template of Lit. */
const textOf = (value) =>
  value?.strings
    ? value.strings
        .map((text, i) => text + textOf(value.values[i] ?? ''))
        .join('')
        .replace(/<[^>]+>/gu, '')
        .replace(/\s+/gu, ' ')
    : String(value);

test('where a first word already gives itself nearly all its weight, 1 is the right guess', (context) => {
  for (const seed of Array.from({ length: 13 }, (_, seed) => seed)) {
    for (const head of [0, 1, 2, 3]) {
      const { session, answers } = open(context, { seed, head, embeddingScale: 4 });
      session.ask({ causal: true });
      const { ask, options } = session.predictions.question;
      const isSame = options.some(({ label }) => label === 'about the same');
      assert.ok(!isSame || !/weight of 1\.00/u.test(textOf(ask)), `seed ${seed}, head ${head}`);
      session.guess(options.findIndex(({ label }) => label === '1'));
      assert.ok(answers[0].correct, `seed ${seed}, head ${head}`);
    }
  }
});

for (const [settings, change] of [
  [{ heads: 4, dModel: 4 }, { scale: 'none' }],
  [{ heads: 1 }, { scale: 'sqrt-d-model' }],
  [{ embeddingScale: 0 }, { scale: 'none' }],
  [{ embeddingScale: 0 }, { tie: true }],
  [{ tokens: 'cat' }, { scale: 'none' }],
  [{ tokens: 'cat' }, { tie: true }],
  [{ tokens: 'The cat', heads: 1, dModel: 256, seed: 4, embeddingScale: 4 }, { scale: 'none' }],
  [{ edits: 'scores1.2.0=50' }, { tie: true }],
  [{ edits: 'mask.0.0=0' }, { causal: true }],
]) {
  const [name] = Object.keys(change);
  test(`${name} is not asked about with ${JSON.stringify(settings)}`, (context) => {
    const { session, own } = open(context, settings);
    session.ask(change);
    assert.equal(own.state[name], change[name]);
    assert.equal(session.predictions.verdict, null);
  });
}

test('without a division by √d_model, scores are √d_model times as large', (context) => {
  const { session } = open(context, { scale: 'sqrt-d-model' });
  session.ask({ scale: 'none' });
  assert.match(textOf(session.predictions.question.ask), /√32 times as large/u);
});

test('where no key has much weight, the description names the largest', (context) => {
  const tokens = Array.from({ length: 64 }, (_, i) => `w${i}`);
  const { run } = open(context, { tokens, embeddingScale: 0.5 }).session;
  const said = describeSandbox(run).match(/Head \d, entropy [\d.]+: 0\.0\d on “w\d+” \d+\./gu);

  assert.equal(said.length, 4);
});

test('the caption is true of what was changed by hand', (context) => {
  const caption = (settings) => textOf(describeFinding(open(context, settings).session.run));
  assert.match(caption({ tie: true }), /by 0 nats: .*pattern of head 0/u);
  const tied = caption({ tie: true, edits: 'scores1.2.0=50' });
  assert.match(tied, /Two heads differ by 0.0\d nats on average/u);

  assert.match(caption({ tokens: 'The' }), /a weight of 1/u);
  assert.doesNotMatch(caption({ tokens: 'The', edits: 'mask.0.0=0' }), /a weight of 1|NaN/u);
});
