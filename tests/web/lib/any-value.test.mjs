/** Numbers as authors write them in sentences, and as learners type them: 10,000 of each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FormatError, load, ManyheadsError } from 'manyheads';
import { bundled } from '../bundled.mjs';
import { check, text } from './any-input.mjs';

const { computeValue, valueText } = await bundled('lib/value.ts');
const { parseQuantity, quantity, unitFactor, UnitError } = await bundled('lib/quantity.ts');
const engine = await load();

const word = fc.constantFrom(
  ...['kvCache', 'parameters', 'flops', 'attentionMemory', 'weights', 'trainer', 'results'],
  ...['llama2-70b', 'gpt2-small', 'relations', 'induction', 'batch', 'tokens', 'bytes', 'causal'],
  ...[
    'kernel',
    'reference',
    'numHeads',
    'dModel',
    'numLayers',
    'native',
    'steps',
    'seed',
    'decode',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'call_1',
    '.total',
    '.median',
    '.bytes',
    '.constructor',
  ],
);
const sign = fc.constantFrom(...'()(),,, + - * / ^ . '.split(' '), '(', ')', ', ', ' ');
const number = fc.oneof(fc.nat(64), fc.nat(), fc.double()).map(String);
const pieces = fc
  .array(fc.oneof(word, word, sign, number), { maxLength: 12 })
  .map((all) => all.join(''));
/** A call as authors write it, perhaps with an argument too many. */
const call = fc
  .tuple(
    fc.constantFrom('kvCache(', 'parameters(', 'flops(', 'attentionMemory(', 'weights('),
    fc.constantFrom('llama2-70b', 'gpt2-small', 'gpt3-175b', '__proto__'),
    fc.array(
      fc.oneof(
        number,
        fc.tuple(word, number).map((pair) => pair.join(' ')),
        word,
      ),
      { maxLength: 3 },
    ),
    fc.constantFrom('', '.total', '.bytes', '.ratioToMha', '.toString', ' / 2^30', ' * -1'),
  )
  .map(([name, model, list, end]) => `${name}${[model, ...list].join(', ')})${end}`);

/** Calls that are right, each with a unit of its kind. */
const right = fc
  .tuple(
    fc.constantFrom(['kvCache', 'GiB'], ['flops', 'GFLOPs'], ['attentionMemory', 'MB']),
    fc.constantFrom('llama2-70b', 'gpt2-small'),
    fc.oneof(fc.integer({ min: 1, max: 5000 }).map(String), number),
  )
  .map(([[name, unit], model, tokens]) => [`${name}(${model}, ${tokens})`, unit]);

const isTyped = (error) => error instanceof RangeError || error instanceof ManyheadsError;

test('an expression has a number, or an error that says why', () => {
  let computed = 0;
  const unit = fc.oneof(fc.constantFrom('', 'GiB', 'FLOPs', '%'), text);
  const anyCall = fc.tuple(fc.oneof(pieces, call, text), unit);
  const decimals = fc.oneof(
    fc.constant(null),
    fc.constant(null),
    fc.integer({ min: -1, max: 7 }),
    fc.double(),
  );
  check(
    fc.property(fc.oneof(right, anyCall), decimals, ([expr, unit], decimals) => {
      try {
        const value = computeValue({ expr, unit, decimals }, engine);
        assert.equal(typeof value.value, 'number');
        assert.equal(typeof valueText(value), 'string');
        computed += 1;
      } catch (error) {
        if (!isTyped(error)) throw error;
        assert.ok(error.message.length < 1000);
      }
    }),
  );
  assert.ok(computed > 200, `${computed} were computed`);
});

const units = [undefined, 'GiB', 'MB', 'FLOPs', '%', 'tokens', 'parameters'];

test('what is typed is a quantity, or an error that says why', () => {
  const typed = fc.array(
    fc.oneof(number, fc.constantFrom('GiB', ' mb', 'k', '%', 'T', '≈', '^', '²', ',', ' '), text),
    { maxLength: 5 },
  );
  check(
    fc.property(typed, fc.constantFrom(...units), (typed, unit) => {
      try {
        const { value, unit: read } = parseQuantity(typed.join(''), unit, engine.formulas);
        assert.equal(typeof value, 'number');
        assert.ok(read === undefined || typeof read === 'string');
      } catch (error) {
        assert.ok(error instanceof UnitError || error instanceof FormatError, error);
      }
    }),
  );
});

test('a quantity that is printed is read as the same', () => {
  const amount = fc.oneof(fc.nat(), fc.double({ min: 0.01, max: 1e12, noNaN: true }));
  check(
    fc.property(amount, fc.constantFrom(...units), (amount, unit) => {
      const value = amount * unitFactor(unit);
      const read = parseQuantity(quantity(value, unit), unit, engine.formulas);
      const error = Math.abs(read.value - value) / Math.max(value, 1e-9);
      assert.ok(error < 1e-3, `${quantity(value, unit)} is read as ${read.value}`); // four digits
      assert.equal(read.unit, unit);
    }),
  );
});
