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

test('what failed can be tried again', async () => {
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

test('what goes wrong with the content is a failure too', async () => {
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
