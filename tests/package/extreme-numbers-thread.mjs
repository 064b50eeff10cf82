/** Makes the requested calls of extreme-numbers.mjs and reports the result of each. */
import { parentPort } from 'node:worker_threads';
import { numbersOf } from './extreme-numbers.mjs';
import { engine, manyheads } from './installed.mjs';

const calls = new Map(numbersOf(engine));

function wrongIn(call, value) {
  try {
    call(value);
    return null;
  } catch (error) {
    return error instanceof manyheads.ManyheadsError && error.message !== '' ? null : error.stack;
  }
}

parentPort.on('message', ({ name, value }) =>
  parentPort.postMessage({ wrong: wrongIn(calls.get(name), value) }),
);
