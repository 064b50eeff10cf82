import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expose } from 'comlink';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { TrainingBench } = await bundled('lib/training/bench.ts');
const { TrainingSession } = await bundled('elements/training/session.ts');
const { parseTraining } = await bundled('elements/training/state.ts');
const engine = await load();

globalThis.requestAnimationFrame = setImmediate;
globalThis.document = { hidden: false };

/** The bench behind a channel, as in its worker. */
function startWorker() {
  const { port1, port2 } = new MessageChannel();
  const bench = new TrainingBench(engine);
  expose({ load: () => engine.version, ...methodsOf(bench) }, port2);
  const worker = Object.assign(port1, {
    terminate: () => {
      port1.close();
      bench.dispose();
    },
  });
  return { worker };
}
const methodsOf = (bench) =>
  Object.fromEntries(
    ['make', 'advance', 'glance', 'measure'].map((name) => [name, bench[name].bind(bench)]),
  );

/** A session with small runs, which are made. */
async function open(context, settings = {}) {
  const own = { state: parseTraining({ steps: 10, pace: 'all', 'd-model': 16, ...settings }) };
  const answers = [];
  const session = new TrainingSession({
    state: () => own.state,
    change: (next) => {
      const before = own.state;
      own.state = next;
      session.show(next, before);
    },
    draw: () => {},
    startWorker,
    shownSteps: () => 1,
    sendAnswer: (answer) => answers.push(answer),
  });
  context.after(() => session.end());
  await session.createRuns();
  return { session, answers, own };
}

const ended = async ({ race }) => {
  while (race.isPlaying) await new Promise(setImmediate);
};

const refused = async ({ race }) => {
  while (!race.refusal) {
    assert.equal(race.failure, null);
    await new Promise(setImmediate);
  }
};

test('a figure that leaves the page shows no runs of a worker that has ended', async (context) => {
  const { session } = await open(context);
  assert.ok(session.shown);

  session.end();
  assert.equal(session.shown, null);
  await session.createRuns();
  assert.ok(session.shown);
  assert.equal(session.race.failure, null);
});

test('a prediction starts the race and is graded once, at its end', async (context) => {
  const { session, answers } = await open(context);
  session.predict(3);
  await ended(session);
  assert.equal(session.race.steps, 10);
  assert.match(session.announcement, /10/u);
  assert.deepEqual(answers, [{ question: 'race:relations', answer: 'neither', correct: true }]);

  session.scrub(0);
  await session.pause();
  assert.equal(answers.length, 1);
});

test('a pause that is taken back is not announced', async (context) => {
  const { session } = await open(context, { steps: 400, 'd-model': 32 });
  session.play();
  while (session.race.steps < 3) await new Promise(setImmediate);
  const pausing = session.pause();
  session.play();
  await pausing;

  assert.ok(session.race.isPlaying);
  assert.doesNotMatch(session.announcement, /Paused/u);
});

test('with another seed the same prediction is graded again', async (context) => {
  const { session, answers } = await open(context);
  session.predict(0);
  await ended(session);
  session.reseed();
  await ended(session);

  assert.deepEqual(
    answers.map(({ answer, correct }) => [answer, correct]),
    [
      ['a', false],
      ['a', false],
    ],
  );
});

test('other runs need another prediction', async (context) => {
  const { session } = await open(context);
  session.predict(0);
  await ended(session);
  assert.ok(!session.prediction.isOpen);
  session.changeRun('a', { heads: 2 });

  assert.ok(session.prediction.isOpen);
});

test('the old runs stay while the core refuses the settings, and nobody can predict', async (context) => {
  const { session } = await open(context);
  const { records } = session.race;
  session.changeRun('a', { heads: 3 });
  await refused(session);
  session.predict(0);

  assert.equal(session.race.refusal.run, 0);
  assert.equal(session.race.records, records);
  assert.ok(session.prediction.isOpen && !session.race.isPlaying);
});

for (const train of ['play', 'step']) {
  test(`settings that the core refuses train nothing after ${train}, even before its answer`, async (context) => {
    const { session } = await open(context);
    session.changeRun('a', { heads: 3 });
    await session[train]();
    await refused(session);
    await ended(session);

    assert.equal(session.race.steps, 0);
  });
}

test('another seed can be undone and redone, and its runs train again', async (context) => {
  const { session, own, answers } = await open(context, { seed: 7 });
  assert.ok(!session.canUndo && !session.canRedo);
  session.predict(0);
  await ended(session);
  session.reseed();
  await ended(session);
  session.goBack('undo');
  await ended(session);
  assert.deepEqual([own.state.seed, session.race.steps, session.canUndo], [7, 10, false]);

  session.goBack('redo');
  await ended(session);
  assert.deepEqual([own.state.seed, session.canRedo], [8, false]);
  assert.equal(answers.length, 4);
});

test('undo repairs what the core refuses, and keeps the pace', async (context) => {
  const { session, own } = await open(context);
  session.changeRun('a', { heads: 3 });
  await refused(session);
  session.change({ ...own.state, pace: '60' });
  session.goBack('undo');
  while (session.race.refusal) await new Promise(setImmediate);

  assert.deepEqual([own.state.a.heads, own.state.pace], [4, '60']);
});

test('training on goes beyond the steps of the state', async (context) => {
  const { session, own } = await open(context);
  session.play();
  await ended(session);
  session.runOn();
  assert.ok(session.race.isPlaying);
  await session.pause();

  assert.ok(own.state.steps > 10 && session.shown.limit === own.state.steps);
});

test('in a hidden tab, which has no frames, a race runs to its end in longer calls', async (context) => {
  const budgets = context.mock.method(TrainingBench.prototype, 'advance').mock.calls;
  const { session } = await open(context, { steps: 3, pace: 60 });
  document.hidden = true;
  context.mock.method(globalThis, 'requestAnimationFrame', () => {});
  context.after(() => (document.hidden = false));

  session.predict(0);
  await ended(session);

  assert.equal(session.race.steps, 3);
  assert.ok(budgets.every(({ arguments: [, budget] }) => budget >= 500));
});
