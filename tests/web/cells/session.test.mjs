import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';
import { pause, until } from '../until.mjs';

const { CellSession } = await bundled('elements/cells/session.ts');

const lesson = { code: 'x = 1', question: 'Set x.', check: 'assert x', solution: 'x = 2' };
const passes = { error: null, failing: '' };
const fails = { error: null, failing: 'x is 1' };
const fault = { type: 'NameError', message: 'y', trace: '  File "cell 1", line 1, in <module>' };

/** A session whose element is an object, in a group of its own. */
function open(attributes = {}, state = {}, startPython = async () => {}) {
  const own = { code: null, tries: 0, passed: false, shown: false, ...state };
  const [events, answers] = [[], []];
  const element = {
    ...{ group: '', exercise: '', code: null, question: '', fromLink: false },
    ...attributes,
  };
  const session = new CellSession({
    element,
    text: () => '\n    a = 1\n    a\n',
    state: () => own,
    content: () => ({ lessonCells: new Map([['set', lesson]]), startPython }),
    change: (next) => Object.assign(own, next),
    draw: () => {},
    ask: () => events.push('ask'),
    sendReady: (engine) => events.push(engine),
    sendAnswer: (answer) => answers.push(answer),
  });
  return { session, element, state: own, events, answers };
}

test('the code is the learner’s, or the author’s: an attribute, the text or a lesson’s cell', () => {
  assert.equal(open().session.source, 'a = 1\na');
  assert.equal(open({ code: 'b' }).session.source, 'b');
  assert.equal(open({ code: 'b', exercise: 'set' }).session.source, 'x = 1');
  assert.equal(open({ exercise: 'set' }, { code: 'c' }).session.source, 'c');
});

test('the heading is a text, also if a framework assigns a number', () => {
  assert.equal(open({ question: 5 }).session.heading, '5');
  assert.equal(open({ exercise: 'set' }).session.heading, 'Set x.');
});

test('code that is edited back is unchanged', () => {
  const { session, state } = open({ code: 'b' });
  session.edit('c');
  assert.equal(state.code, 'c');
  session.edit('b');
  assert.equal(state.code, null);
});

test('a line of an error is marked until the code is edited', () => {
  const { session } = open({ code: 'y' });
  session.onStart(1);
  session.onEnd({ error: fault, failing: null });
  const { wrongLine } = session;
  session.edit('z');

  assert.equal(wrongLine, 1);
  assert.equal(session.wrongLine, null);
});

test('what is edited during a run is neither graded nor marked', () => {
  const { session, answers } = open({ exercise: 'set' });
  session.onStart(1);
  session.edit('z');
  session.onEnd({ ...passes, error: fault });

  assert.deepEqual(
    answers.map(({ answer }) => answer),
    ['x = 1'],
  );
  assert.equal(session.wrongLine, null);
});

test('a run that ends after another exercise was chosen is no try at that one', () => {
  const { session, element, state, answers } = open({ exercise: 'set' });
  session.onStart(1);
  element.exercise = 'other';
  session.onEnd(passes);

  assert.deepEqual([state.tries, state.passed, answers], [0, false, []]);
});

test('tries are counted and reported until one passes', () => {
  const { session, state, answers } = open({ exercise: 'set' });
  for (const ran of [fails, passes, passes]) {
    session.onStart(1);
    session.onEnd(ran);
  }

  assert.deepEqual([state.tries, state.passed], [3, true]);
  const question = 'cell/set';
  assert.deepEqual(answers, [
    { question, answer: 'x = 1', correct: false, attempts: 1 },
    { question, answer: 'x = 1', correct: true, attempts: 2 },
  ]);
});

test('tries after the solution was shown are counted, but not reported', () => {
  const { session, state, answers } = open({ exercise: 'set' }, { tries: 2 });
  assert.ok(session.canShowSolution);
  session.showSolution();
  session.onStart(1);
  session.onEnd(passes);

  assert.deepEqual([state.tries, state.passed, session.canShowSolution], [3, true, false]);
  assert.deepEqual(answers, []);
});

test('code from a link needs the learner’s consent, once', () => {
  const { session, element, events } = open({ fromLink: true, code: 'b' });
  session.enter();
  session.start();
  assert.deepEqual([events, session.isAsking, session.run.isRunning], [['ask'], true, false]);

  session.agree();
  assert.deepEqual([events, session.isAsking, session.run.isRunning], [['ask'], false, true]);
  assert.ok(!element.fromLink);
  session.run.leave();
});

test('a lesson’s own code needs no agreement, even from a link', () => {
  assert.ok(!open({ fromLink: true, code: 'b', exercise: 'set' }).session.mustAsk());
  assert.ok(open({ fromLink: true, exercise: 'set' }, { code: 'c' }).session.mustAsk());
});

test('where Python cannot start, every cell of the group says why', async () => {
  const refuse = () => Promise.reject(new Error('no WebAssembly'));
  const compareDocumentPosition = () => 0;
  const cells = [1, 2].map(() => open({ group: 'refused', compareDocumentPosition }, {}, refuse));
  for (const { session } of cells) session.enter();
  cells[0].session.prepare();
  await new Promise(setImmediate);

  for (const { session } of cells) assert.equal(session.run.refusal.message, 'no WebAssembly');
});

test('cells whose group was removed are like cells that never had one', () => {
  const compareDocumentPosition = () => 0;
  const cells = [null, null].map((group) => open({ group, compareDocumentPosition }).session);
  for (const cell of cells) cell.enter();

  assert.equal(cells[0].isShared, false);
  assert.doesNotMatch(cells[0].kind, /of 2/u);
  for (const cell of cells) cell.leave();
});

/** A thread that runs nothing, and is ready when the test says so. */
function makeThread() {
  const { port1, port2 } = new MessageChannel();
  const ran = [];
  const ended = { type: 'end', ran: { error: null, failing: null } };
  port2.onmessage = ({ data }) => {
    if (data.type !== 'run') return;
    ran.push(data.code.source);
    port2.postMessage({ ...ended, run: data.run });
  };
  const start = async () => ({ port: port1, end: () => port2.close() });
  return { ran, start, becomeReady: () => port2.postMessage({ type: 'ready', version: '1' }) };
}

test('code that came by a link while its cell waited does not run before the learner agrees', async (context) => {
  const { ran, start, becomeReady } = makeThread();
  const { session, element, state, events } = open({ code: 'own', group: 'waits' }, {}, start);
  context.after(() => session.leave());
  session.enter();
  session.start();
  Object.assign(state, { code: 'foreign' });
  element.fromLink = true;
  becomeReady();
  await until(() => session.isAsking);

  assert.deepEqual([ran, session.isAsking], [[], true]);
  assert.deepEqual(events, ['1', 'ask']);
  session.agree();
  await until(() => ran.length > 0);
  assert.deepEqual(ran, ['foreign']);
});

test('a cell that leaves its group while it waits does not run', async (context) => {
  const { ran, start, becomeReady } = makeThread();
  const compareDocumentPosition = () => 0;
  const [first, second] = ['a', 'b'].map(
    (code) => open({ code, group: 'leaves', compareDocumentPosition }, {}, start).session,
  );
  context.after(() => first.leave());
  for (const cell of [first, second]) cell.enter();
  for (const cell of [first, second]) cell.start();
  second.leave();
  becomeReady();
  await until(() => first.run.phase === 'ran');

  assert.deepEqual(ran, ['a']);
});

test('a cell that comes when Python is loaded is ready too', async (context) => {
  const { start, becomeReady } = makeThread();
  const compareDocumentPosition = () => 0;
  const cells = [1, 2].map(() => open({ group: 'late', compareDocumentPosition }, {}, start));
  context.after(() => cells.forEach(({ session }) => session.leave()));
  for (const { session } of cells) {
    session.enter();
    session.prepare();
    if (session === cells[0].session) becomeReady();
    await until(() => session.isReady);
  }

  for (const { events } of cells) assert.deepEqual(events, ['1']);
});

test('Stop frees a cell whose Python never comes', async () => {
  let starts = 0;
  const start = () => new Promise(() => starts++);
  const { session } = open({ code: 'a', group: 'stalled' }, {}, start);
  session.enter();
  session.start();
  session.stop('');
  await new Promise(setImmediate);
  session.start();
  await new Promise(setImmediate);

  assert.equal(starts, 2);
  session.leave();
});
