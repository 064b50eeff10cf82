import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expose } from 'comlink';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';
import { pause, until } from '../until.mjs';

const { usualGroups } = await bundled('elements/kv/groups.ts');
const { KvSession } = await bundled('elements/kv/session.ts');
const { kvFormat } = await bundled('elements/kv/state.ts');

const refuseWorker = () => {
  throw new DOMException('workers are not allowed');
};

/** A session on a page; by default one that cannot start workers. */
function open(change = {}, startWorker = refuseWorker) {
  const own = { state: kvFormat.parse(change), drawn: 0, isConnected: true, started: 0 };
  own.answers = [];
  const session = new KvSession({
    state: () => own.state,
    change: (state) => (own.state = state),
    draw: () => own.drawn++,
    isConnected: () => own.isConnected,
    startWorker() {
      own.started++;
      return startWorker();
    },
    sendAnswer: (answer) => own.answers.push(answer),
  });
  return { session, own };
}

test('a head reads another column, a sentence reports it, and undo takes it back', () => {
  const { session, own } = open({ kvHeads: 2, head: 3 });
  session.read('gqa', 1);

  assert.deepEqual(own.state.groups, [0, 0, 0, 1, 1, 1, 1, 1]);
  assert.match(session.note, /Head 3 now reads key\/value head 1/u);
  session.back('undo');
  assert.deepEqual(own.state.groups ?? usualGroups(2), usualGroups(2));
  assert.equal(session.note, '');
});

test('the last reader of a column stays, and a sentence says why', () => {
  const groups = [0, 1, 1, 1, 1, 1, 1, 1];
  const { session, own } = open({ kvHeads: 2, groups, head: 0 });
  session.read('gqa', 1);

  assert.match(session.note, /Head 0 is the only one that reads key\/value head 0/u);
  assert.deepEqual(own.state.groups, groups);
  assert.equal(session.history.canUndo, false);
  assert.equal(own.drawn, 1);
});

for (const form of ['mha', 'mqa', 'mla']) {
  test(`in ${form.toUpperCase()} no head can be moved, and a sentence says why`, () => {
    const { session, own } = open({ head: 3 });
    session.read(form, 1);

    assert.match(session.note, new RegExp(form, 'iu'));
    assert.equal(own.state.groups, null);
  });
}

test('arrow keys stop at the first and the last column', () => {
  const { session, own } = open({ kvHeads: 4, head: 5 });
  session.readNext('gqa', 1);
  session.readNext('gqa', 1);
  assert.equal(own.state.groups[5], 3);
  assert.match(session.note, /Head 5 now reads key\/value head 3/u); // and no refusal

  for (let step = 0; step < 5; step++) session.readNext('gqa', -1);

  assert.equal(own.state.groups[5], 0);
});

test('a drag over several columns is one step of undo', () => {
  const { session, own } = open({ kvHeads: 4, head: 5 });
  for (const column of [1, 0, 3]) session.read('gqa', column, 'drag');
  assert.equal(own.state.groups[5], 3);

  session.back('undo');

  assert.deepEqual(own.state.groups ?? usualGroups(4), usualGroups(4));
  assert.equal(session.history.canUndo, false);
});

test('without a worker there is a failure to show, and trying again starts one more', async () => {
  const { session, own } = open();
  session.open(engine);
  await new Promise(setImmediate);
  assert.equal(session.work.failure.name, 'NoWorkerError');
  assert.equal(session.run, null);

  session.retry();
  await new Promise(setImmediate);

  assert.equal(own.started, 2);
});

test('an element that left the page starts no worker', () => {
  const { session, own } = open();
  own.isConnected = false;
  session.open(engine);

  assert.equal(own.started, 0);
});

test('choosing a head is no step of undo', () => {
  const { session, own } = open({ kvHeads: 2, head: 3 });
  session.choose(5);

  assert.equal(own.state.head, 5);
  assert.equal(session.history.canUndo, false);
});

test('a form that is chosen already is no step of undo', () => {
  const { session, own } = open({ form: 'mqa' });
  session.change({ form: own.state.form });

  assert.equal(session.history.canUndo, false);
});

/** A worker whose training takes no time, but loading does. */
function startWorker() {
  const { port1, port2 } = new MessageChannel();
  const trainer = engine.trainer({ task: 'relations', numHeads: 8 });
  const file = trainer.save();
  trainer.dispose();
  let isLoaded = false;
  const service = {
    async load() {
      await pause(20);
      isLoaded = true;
    },
    openModel() {
      if (!isLoaded) throw new Error('the worker has no core yet');
      return 1;
    },
    trainModel: () => ({ step: 1, solvedAt: 1, diverged: false }),
    evaluateModel: () => ({ accuracy: [1, 1, 1, 1], chance: [0, 0, 0, 0] }),
    saveModel: () => file,
    closeModel() {},
  };
  expose(service, port2);
  return { worker: Object.assign(port1, { terminate: () => port1.close() }) };
}

test('a guess is judged by what was asked, whatever is set meanwhile', async (context) => {
  const { session, own } = open({ latent: 16 }, startWorker);
  context.after(() => session.end());
  session.open(engine);
  await until(() => !session.isTraining);
  session.guess(1);
  session.change({ latent: 64 });

  await until(() => own.answers.length > 0);
  assert.match(session.prediction.verdict.words, /\b16\b/u);
  const measured = () => session.found.rows.find(({ form }) => form === 'mla').accuracy;
  await until(() => measured() !== null);
  assert.equal(session.found.rows.find(({ form }) => form === 'mla').kept, 64);
});

test('an element that is moved says that its layer trains again', async (context) => {
  const { session } = open({}, startWorker);
  context.after(() => session.end());
  session.open(engine);
  await until(() => !session.isTraining);

  session.end();
  session.compute();
  assert.equal(session.isTraining, true);
  await until(() => !session.isTraining);
});

test('a seed that is undone while its layer trains does not use the worker of the next one', async (context) => {
  const { session, own } = open({ seed: 1 }, startWorker);
  context.after(() => session.end());
  const trained = async () => {
    await until(() => !session.isTraining && session.work.base?.seed === 1);
    await pause(50);
  };
  session.open(engine);
  await trained();
  session.guess(1);
  for (const seed of [2, 1]) {
    own.state = { ...own.state, seed };
    session.compute();
  }
  await trained();

  assert.equal(session.work.failure, null);
  assert.equal(session.work.base.seed, 1);
});
