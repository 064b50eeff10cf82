/** The core checks what a caller writes: the built module itself, without the package's facade. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import createModule from '../../build/wasm/manyheads.mjs';

const bytes = readFileSync(new URL('../../build/wasm/manyheads.wasm', import.meta.url));
const core = await createModule({
  instantiateWasm(imports, receive) {
    WebAssembly.instantiate(bytes, imports).then(({ instance, module }) =>
      receive(instance, module),
    );
    return {};
  },
});
const room = answerOf(core.reserve_message(1024)).numbers[0];

/** The kind of the error, 0 for none; the numbers of the answer; its text. */
function answerOf(address) {
  const [kind, text, count, ...numbers] = core.HEAPF64.subarray(address / 8, address / 8 + 20);
  const length = kind > 0 ? numbers[0] : 0;
  return { kind, count, numbers, text: Buffer.from(core.HEAPF64.buffer, text, length).toString() };
}

function answerTo(name, ...message) {
  core.HEAPF64.set([message.length, ...message], room / 8);
  return answerOf(core[name]());
}

const pickError = ({ kind, text }) => ({ kind, text });

test('a message that is read completely is answered', () => {
  assert.equal(answerTo('reserve_input', 0, 2, 3, 4).kind, 0);
});

test('a message that is not read completely is an internal error', () => {
  assert.deepEqual(pickError(answerTo('reserve_input', 0, 2, 3, 4, 5)), {
    kind: 1,
    text: 'internal error: a message is longer than what is read of it',
  });
});

test('a message that is too short is an internal error, and nothing is read beyond its end', () => {
  for (const message of [[], [0], [0, 2, 3]]) {
    assert.deepEqual(pickError(answerTo('reserve_input', ...message)), {
      kind: 1,
      text: 'internal error: a message is shorter than what is read of it',
    });
  }
});

test('a message that is longer than its room is an internal error', () => {
  core.HEAPF64[room / 8] = 1024; // numbers; the room is 1024 bytes

  assert.deepEqual(pickError(answerOf(core.version())), {
    kind: 1,
    text: 'internal error: a message is shorter than what is read of it',
  });
});

test('a list of more numbers than memory holds is out of memory', () => {
  assert.equal(answerTo('embed_tokens', 2 ** 31).kind, 5);
});

test('the next call works', () => {
  assert.equal(answerTo('version').kind, 0);
});

test('an answer begins with how many numbers follow', () => {
  assert.equal(answerTo('version').count, 1); // the length of the text
  assert.equal(answerTo('reserve_input', 0, 2, 3, 4).count, 1); // an address
});
