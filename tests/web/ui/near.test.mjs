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
