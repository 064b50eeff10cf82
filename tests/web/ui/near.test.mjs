import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

let move;
globalThis.IntersectionObserver = class {
  constructor(onMove) {
    move = (target) => onMove([{ isIntersecting: true, target }]);
  }
  observe() {}
  unobserve() {}
};
globalThis.requestAnimationFrame = (act) => act();
const { whenNear } = await bundled('ui/near.ts');
const makeElement = () => ({ closest: () => null, getClientRects: () => [] });

test('all that waits for one element happens when it is near, once', () => {
  const element = makeElement();
  const happened = [];
  for (const name of ['engine', 'editor']) whenNear(element, () => happened.push(name));

  move(element);
  move(element);

  assert.deepEqual(happened, ['engine', 'editor']);
});

test('what is cancelled does not happen, and the rest does', () => {
  const element = makeElement();
  const happened = [];
  const [cancel] = ['engine', 'editor'].map((name) => whenNear(element, () => happened.push(name)));
  cancel();
  cancel();

  move(element);

  assert.deepEqual(happened, ['editor']);
});

test('on a page with many elements, one whose files never come holds up no other', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const elements = Array.from({ length: 31 }, makeElement);
  const started = [];
  for (const element of elements) {
    whenNear(element, () => {
      started.push(element);
      return new Promise(() => {});
    });
  }
  elements.slice(0, 3).forEach(move);
  assert.deepEqual(started, elements.slice(0, 1));

  for (let turn = 0; turn < 6; turn++) {
    context.mock.timers.tick(3000);
    await new Promise(setImmediate);
  }
  assert.deepEqual(started, elements.slice(0, 3));
});
