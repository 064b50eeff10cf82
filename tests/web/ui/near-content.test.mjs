/** Node has no IntersectionObserver: everything is near at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { NearContent } = await bundled('ui/near-content.ts');

const makeHost = () => ({
  drawn: 0,
  addController() {},
  requestUpdate() {
    this.drawn += 1;
  },
});
const settled = () => new Promise((done) => setTimeout(done));

test('content is loaded once the element is on the page, and only once', async () => {
  const host = makeHost();
  let loads = 0;
  const near = new NearContent(host, async () => ++loads);
  assert.equal(loads, 0);

  near.hostConnected();
  await settled();
  near.hostDisconnected();
  near.hostConnected();
  await settled();

  assert.deepEqual([near.content, near.failure, near.waiting, loads], [1, null, false, 1]);
  assert.ok(host.drawn > 0);
});

test('content that failed to load can be loaded again', async () => {
  const answers = [Promise.reject(new Error('gone')), Promise.resolve('here')];
  const opened = [];
  const near = new NearContent(
    makeHost(),
    () => answers.shift(),
    (content) => opened.push(content),
  );
  near.hostConnected();
  await settled();
  assert.deepEqual([near.content, near.failure.message, opened], [null, 'gone', []]);

  await near.retry();

  assert.deepEqual([near.content, near.failure, opened], ['here', null, ['here']]);
});

test('an error while using the content is a failure too', async () => {
  const near = new NearContent(
    makeHost(),
    async () => ({}),
    () => {
      throw new RangeError('too large');
    },
  );

  near.hostConnected();
  await settled();

  assert.equal(near.failure.message, 'too large');
});

test('what is awaited of the content is a failure too if it is rejected', async () => {
  const near = new NearContent(
    makeHost(),
    async () => ({}),
    async () => {
      throw new RangeError('too large');
    },
  );

  near.hostConnected();
  await settled();

  assert.equal(near.failure.message, 'too large');
});

test('content on demand is loaded when it is wanted; removing the element cancels the loading', async () => {
  const host = makeHost();
  const signals = [];
  const near = new NearContent(
    host,
    (cancelled) => {
      signals.push(cancelled);
      return signals.length === 1 ? new Promise(() => {}) : Promise.resolve('editor');
    },
    () => {},
    { onDemand: true },
  );
  near.hostConnected();
  assert.deepEqual([near.isLoading, signals.length], [false, 0]);

  assert.deepEqual([near.want(), near.want()], [null, null]);
  assert.deepEqual([near.isLoading, signals.length], [true, 1]);
  near.hostDisconnected();
  assert.deepEqual([near.isLoading, signals[0].aborted], [false, true]);

  near.hostConnected();
  near.want();
  await settled();
  near.hostDisconnected();
  assert.deepEqual([near.want(), signals.length], ['editor', 2]);
});

test('content on demand that failed is not loaded again before a retry', async () => {
  let loads = 0;
  const load = async () => {
    loads++;
    throw new Error('gone');
  };
  const near = new NearContent(makeHost(), load, () => {}, { onDemand: true });
  near.want();
  await settled();

  near.want();

  assert.deepEqual([near.failure.message, loads], ['gone', 1]);
});

test('a worker is freed when the element is removed, and started again when it comes back', async () => {
  const events = [];
  const near = new NearContent(
    makeHost(),
    async (cancelled) => {
      events.push('started');
      cancelled.addEventListener('abort', () => events.push('cancelled'));
      return 'worker';
    },
    () => {},
    { free: () => events.push('freed') },
  );
  near.hostConnected();
  await settled();
  near.report(new Error('it ended'));
  assert.equal(near.failure.message, 'it ended');

  near.hostDisconnected();
  assert.deepEqual([near.content, near.failure], [null, null]);
  near.hostConnected();
  near.hostDisconnected();
  await settled();

  assert.deepEqual(events, ['started', 'freed', 'started', 'cancelled', 'freed']);
  assert.equal(near.content, null);
});

test('a result or an error after cancelling is ignored', async () => {
  for (const late of [() => Promise.resolve('late'), () => Promise.reject(new Error('ended'))]) {
    const near = new NearContent(makeHost(), late, assert.fail, { onDemand: true });
    void near.retry();
    near.cancel();
    await settled();

    assert.deepEqual([near.content, near.failure, near.isLoading], [null, null, false]);
  }
});

test('loading again drops the old content at once, and then shows the new one', async () => {
  const answers = ['first', 'second'];
  const near = new NearContent(makeHost(), async () => answers.shift());
  await near.loadAgain();
  assert.equal(near.content, null); // it was not near yet

  near.hostConnected();
  await settled();
  const loading = near.loadAgain();

  assert.equal(near.content, null);
  await loading;
  assert.equal(near.content, 'second');
});
