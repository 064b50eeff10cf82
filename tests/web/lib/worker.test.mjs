import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';
import { collectGarbage } from '../collect-garbage.mjs';

const { Connection } = await bundled('lib/worker.ts');

/** A worker that never answers. */
class SilentWorker extends EventTarget {
  isTerminated = false;
  postMessage() {}
  terminate() {
    this.isTerminated = true;
  }
}
const connect = () => {
  const worker = new SilentWorker();
  return { worker, connection: new Connection(() => ({ worker })) };
};
const never = new Promise(() => {});

test('when a worker ends, pending calls are rejected, and later ones too', async () => {
  const { worker, connection } = connect();
  const pending = connection.call(() => never);

  connection.end('stopped');

  await assert.rejects(pending, /stopped/u);
  await assert.rejects(
    connection.call(() => never),
    /stopped/u,
  );
  assert.ok(worker.isTerminated);
});

test('a call is answered or rejected as the worker does it', async () => {
  const { connection } = connect();

  assert.equal(await connection.call(async () => 7), 7);
  await assert.rejects(
    connection.call(() => Promise.reject(new RangeError('no'))),
    RangeError,
  );
});

test('a connection does not keep the answers that it has given', async () => {
  const { connection } = connect();
  const call = async () => new WeakRef(await connection.call(async () => ({})));
  const answer = await call();

  await collectGarbage();

  assert.equal(answer.deref(), undefined);
  connection.end('stopped');
});

test('an answer that never comes is not kept after the end', async () => {
  const { connection } = connect();
  connection.end('stopped');
  const ask = async () => {
    const call = connection.call(() => new Promise(() => {}));
    await assert.rejects(call, /stopped/u);
    return new WeakRef(call);
  };
  const call = await ask();

  await collectGarbage();

  assert.equal(call.deref(), undefined);
});

test('a worker that ended before it answered is let go', async () => {
  const ask = async () => {
    const { worker, connection } = connect();
    const call = connection.call((remote) => remote.load());
    connection.end('stopped');
    await assert.rejects(call, /stopped/u);
    return new WeakRef(worker);
  };
  const worker = await ask();

  for (let i = 0; i < 3; i++) await collectGarbage();

  assert.equal(worker.deref(), undefined);
});

test('the first reason for the end stays', async () => {
  const { connection } = connect();
  connection.end('stopped');
  connection.end('again');

  await assert.rejects(
    connection.call(() => never),
    /stopped/u,
  );
});
