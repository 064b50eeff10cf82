import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { addWords, speak } = await bundled('lib/language.ts');

test('words that come late do not undo a newer choice of language', async () => {
  await speak('de');
  let shown = 'english';
  let arrive;
  const de = () => new Promise((resolve) => (arrive = () => resolve('german')));
  addWords({ en: 'english', de }, (words) => (shown = words));

  await speak('en');
  arrive();
  await setImmediate();

  assert.equal(shown, 'english');
});

test('where German could not be loaded, words that come later are English too', async () => {
  let isOffline = true;
  const de = async () => {
    if (isOffline) throw new Error('offline');
    return 'german';
  };
  addWords({ en: 'english', de }, () => {});
  await assert.rejects(speak('de'));
  isOffline = false;

  let shown = 'english';
  addWords({ en: 'english', de }, (words) => (shown = words));
  await setImmediate();

  assert.equal(shown, 'english');
});
