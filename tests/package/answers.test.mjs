/** The package checks that it reads each answer of the core to its end. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expectError } from './expect-error.mjs';
import { installed, manyheads } from './installed.mjs';

let memory;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...args) => {
  const made = await instantiate(...args);
  memory ??= Object.values((made.instance ?? made).exports).find(
    (each) => each instanceof WebAssembly.Memory,
  );
  return made;
};

/** How many calls of the core from now until the one whose answer has a number too many. */
let callsLeft = 0;
const { get } = WebAssembly.Table.prototype;
WebAssembly.Table.prototype.get = function (index) {
  const call = get.call(this, index);
  return (...args) => {
    const address = call(...args);
    callsLeft -= 1;
    if (callsLeft === 0) new Float64Array(memory.buffer, address)[2] += 1;
    return address;
  };
};
const engine = await manyheads.load({ wasm: readFileSync(`${installed}/dist/manyheads.wasm`) });

const isInternal = (error) =>
  error.message === 'internal error: 1 numbers were not read' && error.name === 'ManyheadsError';

function expectUnread(nth, call) {
  callsLeft = nth;
  assert.throws(call, isInternal);
}

test('the answer of an operation is read to its end', () => {
  const x = engine.tensor.ones([2, 3]);
  engine.tensor.exp(x);

  expectUnread(1, () => engine.tensor.exp(x));
});

test('the address of a tensor is all that the core answers when it reserves memory for one', () => {
  expectUnread(1, () => engine.tensor.exp(engine.tensor.array([1, 2, 3, 4, 5])));
});

test('the address of a message is all that the core answers when it reserves memory for one', () => {
  expectUnread(1, () => engine.formulas.sameValue(`1${' + 1'.repeat(1000)}`, '1', []));
});

test('an error is read to its end', () => {
  expectUnread(1, () => engine.formulas.evaluate('1 +', {}));
});
