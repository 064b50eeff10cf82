import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expose } from 'comlink';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { TrainingBench } = await bundled('elements/training/bench.ts');
const { TrainingSession } = await bundled('elements/training/session.ts');
const { parseTraining } = await bundled('elements/training/state.ts');
const engine = await load();

globalThis.requestAnimationFrame = setImmediate;

/** Ends the process after the last test: the channel's ports would keep it alive. */
let leaving;

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
    sendReady: () => ready(),
    sendAnswer: (answer) => answers.push(answer),
  });
  let ready;
  const made = new Promise((resolve) => (ready = resolve));
  context.after(() => {
    session.end();
    leaving = setTimeout(() => process.exit(), 1000).unref();
  });
  clearTimeout(leaving);
  session.createRuns();
  await made;
  return { session, answers, own };
}

const ended = async ({ race }) => {
  while (race.isPlaying) await new Promise(setImmediate);
};

test('a prediction starts the race and is graded once, at its end', async (context) => {
  const { session, answers } = await open(context);
  session.placeBet(3);
  await ended(session);
  assert.equal(session.race.steps, 10);
  assert.match(session.announcement, /10/u);
  assert.deepEqual(answers, [{ question: 'race:relations', answer: 'neither', correct: true }]);

  session.scrub(0);
  await session.pause();
  assert.equal(answers.length, 1);
});

test('with another seed the same prediction is graded again', async (context) => {
  const { session, answers } = await open(context);
  session.placeBet(0);
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
  session.placeBet(0);
  await ended(session);
  assert.ok(!session.bet.isOpen);
  session.changeRun('a', { heads: 2 });

  assert.ok(session.bet.isOpen);
});
