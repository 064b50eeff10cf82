import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { addWords, followLanguage, speak } = await bundled('lib/language.ts');

test('an element that comes back to the page drops its texts in the language of before', async () => {
  await speak('en');
  const controllers = [];
  const host = { box: {}, requestUpdate() {}, addController: (each) => controllers.push(each) };
  let forgotten = 0;
  followLanguage(host, () => forgotten++);
  const [controller] = controllers;

  controller.hostConnected();
  forgotten = 0;
  controller.hostDisconnected();
  controller.hostConnected();
  assert.equal(forgotten, 0);
  controller.hostDisconnected();
  await speak('de');
  controller.hostConnected();

  assert.deepEqual([forgotten, host.box.lang], [1, 'de']);
});

test('a room that comes between two choices of language has the words of the second', async () => {
  await speak('de');
  const first = speak('en');
  let shown = 'english';
  addWords({ en: 'english', de: async () => 'german' }, (words) => (shown = words));

  await Promise.all([first, speak('de')]);

  assert.equal(shown, 'german');
});

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
