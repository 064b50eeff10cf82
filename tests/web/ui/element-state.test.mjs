import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { ElementState, FigureState } = await bundled('ui/element-state.ts');
const { declareSettings } = await bundled('ui/settings.ts');
const { stateFormat } = await bundled('lib/state-format.ts');
const { flag } = await bundled('lib/state-fields.ts');
const { sandboxFormat } = await bundled('elements/sandbox/state.ts');

const read = (given, initial) => ({ ...initial, ...given });
let host, shown, announced;

/** As Lit treats an element: it draws when the page's script has ended. */
function draw() {
  state.hostUpdate();
  host.hasUpdated = true;
}
let state;
function stateOf(use = {}) {
  const initial = () => ({ heads: host.heads ?? 4, seed: 0 });
  const show = (next) => void shown.push(next);
  return (state = new ElementState(host, {
    settings: () => ['heads'],
    initial,
    read,
    show,
    ...use,
  }));
}

beforeEach(() => {
  [shown, announced] = [[], []];
  host = Object.assign(new EventTarget(), {
    ...{ id: 'a', localName: 'mh-a', hasUpdated: false },
    addController() {},
    requestUpdate() {},
  });
  host.addEventListener('mh-state', ({ detail }) => announced.push(detail));
});

test('an early state keeps the settings that it does not name, in either order', () => {
  stateOf().assign({ seed: 7 });
  host.heads = 8;

  assert.deepEqual(state.value, { heads: 8, seed: 7 });
  draw();
  assert.deepEqual(shown, [{ heads: 8, seed: 7 }]);
  assert.deepEqual(state.initial, { heads: 8, seed: 0 });
});

test('what was assigned to the element before it was defined is its state', () => {
  host.state = { seed: 7 };
  stateOf();

  assert.equal(Object.hasOwn(host, 'state'), false);
  assert.deepEqual(state.value, { heads: 4, seed: 7 });
});

test('a setting that changes once it is drawn is followed, also before the next drawing', () => {
  stateOf().assign({ seed: 7 });
  draw();
  host.heads = 2;

  assert.deepEqual(state.value, { heads: 2, seed: 0 });
  draw();
  assert.deepEqual(shown.at(-1), { heads: 2, seed: 0 });
});

test('a new list that says the same is no change of a setting', () => {
  host.heads = [[1, 2], [3]];
  stateOf();
  draw();
  state.change({ heads: [[1], [2, 3]], seed: 7 });

  host.heads = [[1, 2], [3]]; // as a framework does at each of its own updates
  draw();
  assert.equal(state.value.seed, 7);

  host.heads = [[1], [2], [3]];
  draw();
  assert.deepEqual(state.value, { heads: [[1], [2], [3]], seed: 0 });
});

test('a setting may be an object that contains itself', () => {
  host.heads = {};
  host.heads.self = host.heads;
  stateOf();

  draw();
  assert.equal(state.value.heads, host.heads);
});

test('a later state keeps the settings that it does not name', () => {
  stateOf();
  draw();
  host.heads = 2;
  state.assign({ seed: 7 });
  draw();

  assert.deepEqual(state.value, { heads: 2, seed: 7 });
});

test('a change by the learner is announced and kept, and stays when content comes', () => {
  const written = [];
  stateOf({ keep: () => ({ read: () => null, write: (...change) => written.push(change) }) });
  draw();
  const before = state.value;
  state.change({ heads: 4, seed: 1 });
  state.refresh();

  assert.deepEqual(state.value, { heads: 4, seed: 1 });
  assert.deepEqual(written, [[{ heads: 4, seed: 1 }, before]]);
  assert.deepEqual(announced, [
    { version: 1, element: 'mh-a', id: 'a', state: { heads: 4, seed: 1 } },
  ]);
});

test('kept progress is read with the id that the element has when its state is read', () => {
  const keep = () => ({ read: () => ({ place: host.id }), write() {} });
  stateOf({ initial: undefined, keep });
  host.id = 'b';

  assert.deepEqual(state.value, { place: 'b' });
});

test('an element can change an assigned value that it cannot show', () => {
  stateOf({ show: ({ seed }) => ({ heads: 1, seed }) }).assign({ heads: 99, seed: 3 });
  draw();

  assert.deepEqual(state.value, { heads: 1, seed: 3 });
});

test('a boolean setting that is false is as if it was never set', () => {
  const sandbox = new FigureState(host, sandboxFormat, declareSettings(sandboxFormat), () => {});
  host.causal = false;
  host.noOutputProjection = false;
  assert.deepEqual(sandbox.value, sandboxFormat.start);

  host.causal = true;
  assert.deepEqual([sandbox.value.weights, sandbox.value.causal], ['random', true]);
});

test('false switches off what is on at first', () => {
  const format = stateFormat({ tag: 'mh-a', start: { on: true }, fields: { on: ['on', flag] } });
  const figure = new FigureState(host, format, declareSettings(format), () => {});
  assert.deepEqual(figure.value, { on: true });

  host.on = false;
  assert.deepEqual(figure.value, { on: false });
});
