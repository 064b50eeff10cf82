/** Messages of the worker that runs a stranger's Python: 10,000, and 1,000 errors in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bundled } from '../../bundled.mjs';
import { anything, check, text } from '../../lib/any-input.mjs';

const { readMessage } = await bundled('elements/cells/python/messages.ts');
const { defines, describeError, missingName, pythonError } = await bundled(
  'elements/cells/python/service.ts',
);

const types = ['started', 'ready', 'failed', 'output', 'end'];
const fields = {
  started: ['type'],
  ready: ['type', 'version'],
  failed: ['type', 'message'],
  output: ['type', 'run', 'text'],
  end: ['type', 'run', 'ran'],
};
const run = fc.oneof(fc.maxSafeInteger(), anything);
const short = fc.oneof(text, anything);
const error = fc.record(
  { type: short, message: short, trace: short, more: anything },
  { requiredKeys: [] },
);
const messageLike = fc.record(
  {
    type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...types) }, anything),
    ...{ run, version: short, message: short, text: short, more: anything },
    ran: fc.oneof(
      fc.record({
        error: fc.oneof(fc.constant(null), error, anything),
        failing: fc.oneof(fc.constant(null), text, anything),
      }),
      anything,
    ),
  },
  { requiredKeys: ['type'] },
);

test('a message is a checked copy, or refused', () => {
  const accepted = new Map(types.map((type) => [type, 0]));
  check(
    fc.property(fc.oneof({ weight: 9, arbitrary: messageLike }, anything), (data) => {
      const message = readMessage(data);
      if (message === null) return;
      assert.notEqual(message, data);
      assert.deepEqual(Object.keys(message), fields[message.type]);
      assert.deepEqual(readMessage(message), message);
      assert.deepEqual(readMessage(structuredClone(message)), message);
      accepted.set(message.type, accepted.get(message.type) + 1);
    }),
  );
  for (const [type, count] of accepted) assert.ok(count > 50, `${type}: ${count}`);
});

test('an error is described, whatever its trace', () => {
  const line = fc.oneof(
    fc
      .tuple(text, fc.nat(), text)
      .map(([file, at, where]) => `  File "${file}", line ${at}, in ${where}`),
    text,
  );
  const trace = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
  check(
    fc.property(text, text, trace, text, (type, message, trace, name) => {
      const error = pythonError({ type, message, trace });
      const { line, text: shown } = describeError(error, name);
      assert.ok(line === null || Number.isInteger(line));
      assert.equal(typeof shown, 'string');
      const missing = missingName({
        type: 'NameError',
        message: `name '${message}' is not defined`,
      });
      assert.equal(typeof defines(trace, missing ?? 'x'), 'boolean');
    }),
    1000,
  );
});
