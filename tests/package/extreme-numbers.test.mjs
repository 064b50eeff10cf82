/** Extremes of every number in the contract: an answer or a typed error, and never a long wait. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { numbersOf, VALUES } from './extreme-numbers.mjs';
import { engine } from './installed.mjs';

/** Most take microseconds; a busy machine may take seconds for some hundred MB. */
const MOST_SECONDS = 60;

const script = new URL('./extreme-numbers-thread.mjs', import.meta.url);

/** Nothing can interrupt a call, but its thread can be ended. */
async function outcomeOf(worker, name, value) {
  worker.postMessage({ name, value });
  const timer = setTimeout(() => worker.terminate(), 1000 * MOST_SECONDS);
  const [outcome] = await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
  clearTimeout(timer);
  return outcome;
}

test('an extreme of any number gives an answer or a typed error, in time', async () => {
  const worker = new Worker(script);
  for (const [name] of numbersOf(engine)) {
    for (const value of VALUES) {
      const outcome = await outcomeOf(worker, name, value);
      assert.equal(outcome?.wrong, null, `${name} = ${value}: ${outcome?.wrong ?? 'no answer'}`);
    }
  }
  await worker.terminate();
});

for (const [name, value, field] of [
  ['trainer numLayers', 2 ** 16, 'numLayers'],
  ['trainer numLayers', 2 ** 20, 'numLayers'],
  ['trainer seqLen', 2 ** 16, 'seqLen'],
  ['trainer dModel', 2 ** 13, 'dModel'],
  ['trainer step count', 2 ** 53, 'count'],
  ['latentAttention numHeads', 2 ** 20, 'numHeads'],
  ['embed dModel', 2 ** 29 - 1, 'dModel'],
  ['limits multiplyAdd rounds', 2 ** 53, 'rounds'],
  ['limits multiplyAdd chains', 9, 'chains'],
  ['limits readMemory rounds of much', 2 ** 16, 'rounds'],
]) {
  test(`${name} of ${value} is refused by name before any work`, () => {
    const call = new Map(numbersOf(engine)).get(name);

    assert.throws(
      () => call(value),
      ({ name: kind, field: found, message }) => {
        assert.equal(kind, 'ConfigError', message);
        assert.equal(found, field);
        return message.includes(field);
      },
    );
  });
}
