import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { Clipboard } = await bundled('ui/clipboard.ts');

/** A clipboard, and what its host could announce each time when it is drawn. */
function open(writeText) {
  Object.defineProperty(globalThis, 'navigator', {
    value: { clipboard: { writeText } },
    configurable: true,
  });
  const drawn = [];
  const box = { focus() {}, select() {} };
  const clipboard = new Clipboard({
    requestUpdate: () => drawn.push(clipboard.isCopied),
    updateComplete: Promise.resolve(),
    renderRoot: { querySelector: () => box, querySelectorAll: () => [box] },
  });
  return { clipboard, drawn };
}

test('a second copy is announced too: what was said of the first is gone before', async () => {
  const { clipboard, drawn } = open(async () => {});

  for (const text of ['a', 'a']) assert.equal(await clipboard.copy(text), true);

  assert.deepEqual(drawn, [false, true, false, true]);
});

test('without a clipboard the text is there to be copied by hand', async () => {
  const { clipboard } = open(() => Promise.reject(new Error('not allowed')));

  assert.equal(await clipboard.copy('a'), false);

  assert.deepEqual([clipboard.isCopied, clipboard.text], [false, 'a']);
  clipboard.forget();
  assert.equal(clipboard.text, '');
});
