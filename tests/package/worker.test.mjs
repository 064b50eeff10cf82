/** The engine in a worker: the same results, values and errors, with promises. */
import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { after, test } from 'node:test';
import { expectError, expectRejection } from './expect-error.mjs';
import { engine as here, importInstalled, runAsConsumer } from './installed.mjs';
import { randomNormal } from './tensors.mjs';

const { load } = await importInstalled('manyheads/worker');
const engine = await load();
after(() => engine.terminate());
const x = randomNormal([4, 8], { seed: 1 });

test('it has every function of the engine, with the same values', async () => {
  const { terminate, ...members } = engine;
  assert.equal(typeof terminate, 'function');
  assert.deepEqual(Object.keys(members).sort(), Object.keys(here).sort());
  assert.equal(engine.version, here.version);
  assert.deepEqual(engine.cost.models, here.cost.models);
  assert.deepEqual(await engine.tensor.add([1, 2], 1), here.tensor.add([1, 2], 1));
  assert.equal(await engine.formulas.evaluate('2^n', { n: 5 }), 32);
});

test('the models of the cost and the settings of a layer are frozen, as in this thread', async () => {
  const layer = await engine.attention({ dModel: 4, numHeads: 2 });

  assert.throws(() => (engine.cost.models['gpt2-small'].dModel = 12), TypeError);
  assert.throws(() => (layer.config.dModel = 12), TypeError);
  await layer.dispose();
});

test('a layer computes the same as in this thread', async () => {
  const layer = await engine.attention({ dModel: 8, numHeads: 2, seed: 3 });
  const same = here.attention({ dModel: 8, numHeads: 2, seed: 3 });

  assert.deepEqual(layer.config, same.config);
  assert.equal(layer.lastKernel, null);
  assert.deepEqual(await layer.forward(x, { causal: true }), same.forward(x, { causal: true }));
  assert.equal(layer.lastKernel, 'fused');
  assert.deepEqual(await layer.trace(x), same.trace(x));
  assert.equal(await engine.identities.futureDoesNotMatter(layer, x), 0);
  const grouped = await layer.toGrouped(1);
  assert.equal(grouped.config.numKvHeads, 1);

  const { handles } = await engine.memory();
  assert.equal(handles, 2);
  await Promise.all([layer.dispose(), grouped.dispose(), layer.dispose()]);
  assert.equal((await engine.memory()).handles, 0);
  assert.equal(layer.disposed, true);
  await expectRejection(() => layer.forward(x), { is: 'DisposedError' });
  same.dispose();
});

test('a signal ends the waiting for any call, and what it made is not lost for others', async () => {
  const layer = await engine.attention({ dModel: 8, numHeads: 2 });
  const { signal } = new AbortController();
  assert.deepEqual(await layer.withSignal(signal).forward(x), await layer.forward(x));
  assert.equal(layer.withSignal(signal).config.numHeads, 2);
  assert.equal(await engine.identities.futureDoesNotMatter(layer.withSignal(signal), x), 0);

  const stop = new AbortController();
  const [{ tensor }, stopped] = [engine, layer.withSignal(stop.signal)];
  const calls = [stopped.forward(x), tensor.withSignal(stop.signal).add([1], 1)];
  stop.abort(new Error('changed my mind'));
  for (const call of calls) await assert.rejects(call, /changed my mind/u);
  await assert.rejects(() => stopped.forward(x), /changed my mind/u);

  assert.equal(stopped.disposed, false);
  await stopped.dispose();
  assert.equal(layer.disposed, true);
  assert.equal((await engine.memory()).handles, 0);
});

test('a signal of the engine counts for its topics too', async () => {
  const stop = new AbortController();
  const { tensor, cost } = engine.withSignal(stop.signal);
  assert.deepEqual(await tensor.add([1, 2], 1), here.tensor.add([1, 2], 1));
  assert.deepEqual(cost.models, here.cost.models);

  stop.abort(new Error('changed my mind'));

  await assert.rejects(() => tensor.add([1, 2], 1), /changed my mind/u);
  await assert.rejects(() => cost.parameters(here.cost.models['gpt2-small']), /changed my mind/u);
});

test('a second signal is added to the first', async () => {
  for (const index of [0, 1]) {
    const controllers = [new AbortController(), new AbortController()];
    const [first, second] = controllers.map(({ signal }) => signal);
    const { tensor } = engine.withSignal(first).withSignal(second);
    const layer = await engine.attention({ dModel: 8, numHeads: 2 });
    const both = layer.withSignal(first).withSignal(second);
    assert.equal(await engine.identities.futureDoesNotMatter(both, x), 0);

    controllers[index].abort(new Error('changed my mind'));

    await assert.rejects(() => both.forward(x), /changed my mind/u);
    await assert.rejects(() => tensor.add([1, 2], 1), /changed my mind/u);
    await layer.dispose();
  }
});

test('it starts no engine in this thread', async () => {
  const printed = await runAsConsumer(`
    const { instantiate } = WebAssembly;
    const started = [];
    WebAssembly.instantiate = (module, imports) => {
      started.push(module);
      return instantiate(module, imports);
    };
    const { load, loadModule } = await import('manyheads/worker');
    const engine = await load();
    console.log(started.includes(engine.module), engine.module === (await loadModule()));
    engine.terminate();`);

  assert.equal(printed, 'false true\n');
});

test('a cache has its newest length', async () => {
  const layer = await engine.attention({ dModel: 8, numHeads: 2 });
  const cache = await layer.cache({ capacity: 8, pageSize: 2 });

  await cache.step(x);

  assert.equal(cache.length, 4);
  assert.deepEqual(cache.pages, [0, 1]);
  await Promise.all([cache.dispose(), layer.dispose()]);
});

test('out is written to, and not with another length', async () => {
  const layer = await engine.attention({ dModel: 8, numHeads: 2 });
  const out = new Float32Array(32);

  assert.equal((await layer.forward(x, { out })).data, out);
  assert.deepEqual(out, (await layer.forward(x)).data);
  await expectRejection(() => layer.forward(x, { out: new Float32Array(3) }), {
    is: 'ShapeError',
    argument: 'out',
  });
  await layer.dispose();
});

test('out stays as it is after the call was given up, and may be shared memory', async () => {
  const layer = await engine.attention({ dModel: 8, numHeads: 2 });
  const stop = new AbortController();
  const out = new Float32Array(32);
  const call = layer.withSignal(stop.signal).forward(x, { out });
  stop.abort(new Error('changed my mind'));
  await assert.rejects(call, /changed my mind/u);
  await engine.memory(); // the worker has finished the call
  assert.deepEqual(out, new Float32Array(32));

  const shared = new Float32Array(new SharedArrayBuffer(32 * 4));
  const { data } = await layer.forward(x, { out: shared });
  assert.equal(data, shared);
  assert.deepEqual([...shared], [...(await layer.forward(x)).data]);
  await layer.withSignal(new AbortController().signal).forward(x, { out });
  assert.deepEqual([...out], [...shared]);
  await layer.dispose();
});

test('dispose and then terminate is no unhandled rejection', async () => {
  const other = await load();
  const layer = await other.attention({ dModel: 8, numHeads: 2 });

  const disposed = layer.dispose();
  other.terminate();

  await disposed;
});

test('out that is transferred during the call is a ShapeError, as an empty one is', async () => {
  const layer = await engine.attention({ dModel: 8, numHeads: 2 });
  const out = new Float32Array(32);
  const call = layer.forward(x, { out });
  structuredClone(out.buffer, { transfer: [out.buffer] });

  await expectRejection(() => call, { is: 'ShapeError', argument: 'out', actual: '0 elements' });
  await layer.dispose();
});

test('a checkpoint may be bytes or a Blob', async () => {
  const saved = here.attention({ dModel: 8, numHeads: 2, seed: 5 }).save();
  for (const file of [saved, new Blob([saved])]) {
    const layer = await engine.attentionFromCheckpoint(file, { layer: 0 });
    assert.deepEqual(await layer.save(), saved);
    await layer.dispose();
  }
});

test('errors keep their class, code and fields', async () => {
  for (const call of [
    (engine) => engine.attention({ dModel: 7, numHeads: 2 }),
    (engine) => engine.tensor.matmul([[1, 2]], [[1]]),
    (engine) => engine.shapes.parse('(2, 3', {}),
    (engine) => engine.attention({ dModel: 2 ** 30, numHeads: 1 }),
  ]) {
    const [there, expected] = await Promise.all(
      [engine, here]
        .map(async (each) => call(each))
        .map((result) => result.catch((error) => error)),
    );
    assert.equal(there.code, expected.code);
    const { name, message, ...fields } = { ...expected, message: expected.message };
    await expectRejection(() => Promise.reject(there), { is: name, says: message, ...fields });
  }
});

test('a trainer can be iterated, and a step gives the same as in this thread', async () => {
  const config = { task: 'relations', numHeads: 4, seed: 2 };
  const trainer = await engine.trainer(config);
  const same = here.trainer(config);

  const reports = [];
  for await (const report of trainer.steps({ count: 7, every: 3 })) reports.push(report);

  assert.deepEqual(
    reports.map(({ step }) => step),
    [3, 6, 7],
  );
  assert.deepEqual(reports, [same.step(3), same.step(3), same.step(1)]);
  await trainer.dispose();
  same.dispose();
});

for (const [name, options, says] of [
  ['count', { count: 2.5 }, 'count is 2.5'],
  ['every', { every: 0 }, 'every is 0'],
  ['count', { count: '7' }, 'count is a string'],
  ['every', { every: Symbol('7') }, 'every is a symbol'],
  ['cuont', { cuont: 2 }, "options has an unknown key 'cuont'; known are count, every, signal"],
  ['signal', { signal: {} }, 'signal is not an AbortSignal'],
  ['options', null, 'options is not an object'],
  ['options', [], 'options is not an object'],
]) {
  test(`steps refuses ${says} before it trains`, async () => {
    const trainer = await engine.trainer({ task: 'relations', numHeads: 2 });

    await expectRejection(() => trainer.steps(options).next(), {
      is: 'ConfigError',
      field: name,
      says,
    });
    assert.equal((await trainer.step()).step, 1);
    await trainer.dispose();
  });
}

test('train refuses what steps refuses, and what is no function', async () => {
  const trainer = await engine.trainer({ task: 'relations', numHeads: 2 });
  for (const [options, field] of [
    [{ cuont: 2 }, 'cuont'],
    [{ signal: {} }, 'signal'],
    [{ onProgress: 'print' }, 'onProgress'],
    [null, 'options'],
  ]) {
    await expectRejection(() => trainer.train(options), { is: 'ConfigError', field });
  }
  assert.equal((await trainer.step()).step, 1);
  await trainer.dispose();
});

test('withSignal refuses what is no signal', () => {
  const half = { throwIfAborted() {}, addEventListener() {} };
  for (const value of [{}, null, undefined, new AbortController(), half]) {
    expectError(() => engine.withSignal(value), { is: 'ConfigError', field: 'signal' });
    expectError(() => engine.tensor.withSignal(value), { is: 'ConfigError', field: 'signal' });
  }
});

test('an argument that no worker can get is a ConfigError', async () => {
  const call = () => engine.attention({ dModel: () => 1, numHeads: 2 });

  await expectRejection(call, { is: 'ConfigError', says: 'attention: an argument cannot be sent' });
});

test('an object of another engine as an argument is a ConfigError that says so', async () => {
  const other = here.attention({ dModel: 8, numHeads: 2 });
  const call = () => engine.identities.futureDoesNotMatter(other, x);

  await expectRejection(call, { is: 'ConfigError', says: 'is an object of another engine' });

  other.dispose();
});

test('no plain object is taken for one of the worker’s objects', async () => {
  const layer = await engine.attention({ dModel: 8, numHeads: 2 });
  const call = (argument) => engine.identities.futureDoesNotMatter(argument, x);

  for (const argument of [{ manyheadsHandle: 1 }, null]) {
    await expectRejection(() => call(argument), { is: 'ConfigError', says: 'layer' });
  }
  assert.equal(await call(layer), 0);
  layer.dispose();
});

test('a signal of a trainer counts for train and steps too', async () => {
  const trainer = await engine.trainer({ task: 'relations', numHeads: 2 });
  const stop = new AbortController();
  const stopped = trainer.withSignal(stop.signal).withSignal(new AbortController().signal);
  assert.equal((await stopped.train({ count: 2 })).step, 2);
  const reason = new Error('enough');
  stop.abort(reason);

  await assert.rejects(() => stopped.train(), reason);
  await assert.rejects(() => stopped.steps().next(), reason);
  await assert.rejects(() => trainer.withSignal(stop.signal).train({ count: 2 }), reason);

  assert.equal((await trainer.step()).step, 3);
  await trainer.dispose();
});

test('training reports its progress, ends when all is solved, and can be cancelled', async () => {
  const trainer = await engine.trainer({ task: 'relations', numHeads: 4 });
  const controller = new AbortController();
  const reason = new Error('enough');
  const cancelled = trainer.train({
    signal: controller.signal,
    onProgress: ({ step }) => step === 5 && controller.abort(reason),
  });
  await assert.rejects(cancelled, reason);
  const seen = [];

  const last = await trainer.train({ every: 50, onProgress: ({ step }) => seen.push(step) });

  assert.ok(last.solved);
  assert.equal(last.step, seen.at(-1));
  assert.ok(seen[0] < 60, String(seen[0])); // the cancelled steps count
  await trainer.dispose();
});

test('a signal ends the worker in the middle of a call', async () => {
  const controller = new AbortController();
  const other = await load({ signal: controller.signal });
  const reason = new Error('stop');
  const long = other.limits.readMemory(2 ** 26, 2 ** 11); // 2^37 bytes

  controller.abort(reason);

  await assert.rejects(long, reason);
  await assert.rejects(other.memory(), reason);
  await assert.rejects(load({ signal: AbortSignal.abort(reason) }), reason);
});

test('a signal that lives on keeps nothing of an ended worker', async () => {
  const { signal } = new AbortController();
  const listeners = () => getEventListeners(signal, 'abort').length;
  const other = await load({ signal });
  assert.equal(listeners(), 1);

  other.terminate();

  assert.equal(listeners(), 0);
  await assert.rejects(load({ signal, wasm: new Uint8Array() }), /it is empty/u);
  assert.equal(listeners(), 0);
});

test('load refuses options that are none, and names them', async () => {
  for (const [options, field] of [
    [null, 'options'],
    [7, 'options'],
    ['manyheads.wasm', 'options'],
    [[], 'options'],
    [{ signal: null }, 'signal'],
    [{ signal: 'stop' }, 'signal'],
    [{ signal: new AbortController() }, 'signal'],
    [{ wasm: 8 }, 'wasm'],
    [{ url: 'x' }, 'url'],
  ]) {
    await expectRejection(() => load(options), { is: 'ConfigError', field });
  }
  await expectRejection(() => load({ sginal: 1 }), {
    ...{ is: 'ConfigError', field: 'sginal', says: 'known are wasm, signal' },
  });
});

test('a worker needs no FinalizationRegistry', async () => {
  const printed = await runAsConsumer(`
    delete globalThis.FinalizationRegistry;
    const { load } = await import('manyheads/worker');
    const engine = await load();
    const layer = await engine.attention({ dModel: 8, numHeads: 2 });
    await layer.dispose();
    console.log(layer.disposed, (await engine.memory()).handles);`);

  assert.equal(printed, 'true 0\n');
});

for (const [event, value, says] of [
  ['error', new Error('it broke'), 'the worker ended: Error: it broke'],
  ['exit', 7, 'the worker ended: exit code 7'],
]) {
  test(`if the worker ends by itself (${event}), its calls get the reason`, async () => {
    const started = once(process, 'worker');
    const other = await load();
    const [thread] = await started;
    const pending = other.limits.readMemory(2 ** 26, 2 ** 11);

    thread.emit(event, value);

    await expectRejection(() => pending, { is: 'ManyheadsError', says });
    await expectRejection(() => other.memory(), { is: 'ManyheadsError', says });
  });
}

test('after terminate, calls are errors that name the reason', async () => {
  const started = once(process, 'worker');
  const other = await load({ wasm: engine.module });
  const [thread] = await started;
  const pending = other.limits.readMemory(2 ** 26, 2 ** 11);
  const exited = once(thread, 'exit');
  other.terminate();

  await expectRejection(() => pending, { is: 'DisposedError' });
  await expectRejection(() => other.memory(), { is: 'DisposedError', says: 'terminate()' });
  await exited;
});

test('an idle worker does not keep a program running', async () => {
  const printed = await runAsConsumer(`
    import { load } from 'manyheads/worker';
    const engine = await load();
    console.log(await engine.tensor.toNested([1, 2]));`);

  assert.equal(printed, '[ 1, 2 ]\n');
});
