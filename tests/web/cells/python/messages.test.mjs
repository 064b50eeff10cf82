/** What the page takes from a thread that may be hostile. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { bundled } from '../../bundled.mjs';

const { readMessage } = await bundled('elements/cells/python/messages.ts');
const { bootHash, bootScript } = await bundled('elements/cells/python/frame-boot.ts');

const error = { type: 'NameError', message: 'x', trace: '' };
for (const message of [
  { type: 'started' },
  { type: 'ready', version: '1.2.3' },
  { type: 'failed', message: 'why' },
  { type: 'output', run: 1, text: 'x' },
  { type: 'end', run: 1, ran: { error: null, failing: null } },
  { type: 'end', run: 1, ran: { error, failing: null } },
  { type: 'end', run: 1, ran: { error: null, failing: 'Not yet' } },
]) {
  test(`${JSON.stringify(message)} is taken as it is, and nothing else`, () => {
    assert.deepEqual(readMessage({ ...message, more: 1, toString: 'x' }), message);
  });
}

for (const message of [
  ...[null, undefined, 7, 'started', [], {}, () => {}],
  ...[
    { type: 'constructor' },
    { type: '__proto__' },
    { type: 7 },
    Object.create({ type: 'started' }),
  ],
  ...[
    { type: 'ready' },
    { type: 'ready', version: 7 },
    { type: 'ready', version: 'x'.repeat(1e3) },
  ],
  ...[
    { type: 'failed', message: {} },
    { type: 'failed', message: 'x'.repeat(1e5) },
  ],
  ...[
    { type: 'output', run: 1 },
    { type: 'output', run: '1', text: 'x' },
  ],
  ...[
    { type: 'output', run: 1, text: ['x'] },
    { type: 'output', run: 1, text: 'x'.repeat(3e5) },
  ],
  ...[
    { type: 'end', run: 1 },
    { type: 'end', run: 1, ran: null },
    { type: 'end', run: 1, ran: {} },
  ],
  { type: 'end', run: 1, ran: { error: 'x', failing: null } },
  { type: 'end', run: 1, ran: { error: null, failing: 7 } },
  { type: 'end', run: 1.5, ran: { error: null, failing: null } },
  Object.assign(Object.create({ run: 1 }), { type: 'output', text: 'x' }),
]) {
  test(`${JSON.stringify(message)?.slice(0, 60)} is no message`, () => {
    assert.equal(readMessage(message), null);
  });
}

test('a getter of a message does not run', () => {
  const message = {
    type: 'output',
    run: 1,
    get text() {
      throw new Error('ran');
    },
  };

  assert.equal(readMessage(message), null);
});

test('only three texts of an error are taken, and they are cut', () => {
  const long = {
    type: 'x'.repeat(1e6),
    message: 7,
    trace: 'x'.repeat(1e6),
    __proto__: { message: 'x' },
  };
  const { ran } = readMessage({ type: 'end', run: 1, ran: { error: long, failing: null } });

  assert.deepEqual(Object.keys(ran.error), ['type', 'message', 'trace']);
  assert.ok(ran.error.type.length <= 200 && ran.error.trace.length <= 50_000);
  assert.equal(ran.error.message, '');
});

test('policies know the script of the frame by its hash', () => {
  const hash = createHash('sha256').update(bootScript).digest('base64');

  assert.equal(bootHash, `sha256-${hash}`);
});
