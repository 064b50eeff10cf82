import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundled } from '../bundled.mjs';

const { indexAfterKey, stepAlong } = await bundled('lib/row-keys.ts');
const { moveInGrid } = await bundled('lib/grid.ts');

test('the arrows go through tabs as they stand, from the last to the first', () => {
  assert.equal(indexAfterKey({ key: 'ArrowRight' }, 3, 4, 'ltr'), 0);
  assert.equal(indexAfterKey({ key: 'ArrowLeft' }, 0, 4, 'ltr'), 3);
});

test('in a right-to-left page the left arrow goes on', () => {
  assert.equal(indexAfterKey({ key: 'ArrowLeft' }, 3, 4, 'rtl'), 0);
  assert.equal(indexAfterKey({ key: 'ArrowRight' }, 0, 4, 'rtl'), 3);
});

test('with Alt the arrow keys are the browser’s: back and forward', () => {
  const back = { key: 'ArrowLeft', altKey: true };

  assert.equal(indexAfterKey(back, 2, 4, 'ltr'), null);
  assert.equal(stepAlong(back, 'ltr'), 0);
  assert.equal(moveInGrid(back, { row: 1, column: 1 }, { rows: 3, columns: 3 }), null);
  const plain = { ...back, altKey: false };
  assert.deepEqual(moveInGrid(plain, { row: 1, column: 1 }, { rows: 3, columns: 3 }), {
    ...{ row: 1, column: 0 },
  });
});

test('with Alt or Cmd every key of a row is the browser’s', () => {
  for (const key of ['Home', 'End', 'ArrowDown', 'ArrowUp', 'ArrowLeft']) {
    for (const held of ['altKey', 'metaKey']) {
      assert.equal(indexAfterKey({ key, [held]: true }, 2, 4, 'ltr', true), null, key);
    }
  }
});

test('Home and End lead to the ends, other keys nowhere', () => {
  assert.equal(indexAfterKey({ key: 'Home' }, 2, 4, 'rtl'), 0);
  assert.equal(indexAfterKey({ key: 'End' }, 2, 4, 'ltr'), 3);
  assert.equal(indexAfterKey({ key: 'a' }, 2, 4, 'ltr'), null);
});

test('up and down move too where the row is one choice', () => {
  assert.equal(indexAfterKey({ key: 'ArrowDown' }, 3, 4, 'rtl', true), 0);
  assert.equal(indexAfterKey({ key: 'ArrowUp' }, 0, 4, 'ltr', true), 3);
  assert.equal(indexAfterKey({ key: 'ArrowUp' }, 0, 4, 'ltr'), null);
});

test('a slider goes on with the left arrow in a right-to-left page', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp'];

  assert.deepEqual(
    keys.map((key) => stepAlong({ key }, 'rtl')),
    [1, -1, 0],
  );
});

/** Properties that know left and right, and shorthands whose two sides differ. */
const physical =
  /(?:^|[\s;{])(?:(?:margin|padding|border|inset)-)?(?:left|right)(?:-[\w-]+)?\s*:|-(?:left|right)-radius|(?:text-align|float):\s*(?:left|right)/gu;
const fourSides = /(?:margin|padding|inset):\s*[^\s;]+\s+([^\s;]+)\s+[^\s;]+\s+([^\s;]+);/gu;

/** What may know them, and why. */
const allowed = [
  'ui/heat-map.ts: left:', // of the label that follows the finger, px from the map's edge
];

/** The style sheets and style attributes of a file. */
const stylesOf = (name, text) =>
  name.endsWith('.css')
    ? [text]
    : Array.from(text.matchAll(/(?:css|\.style=\$\{)`([^`]*)`/gu), ([, style]) => style);

const web = new URL('../../../web/', import.meta.url);
const styles = readdirSync(fileURLToPath(web), { recursive: true })
  .filter((name) => /\.(?:css|ts)$/u.test(name))
  .flatMap((name) =>
    stylesOf(name, readFileSync(new URL(name, web), 'utf8')).map((style) => ({ name, style })),
  );

test('styles say start and end, not left and right, so that a mirrored page mirrors them', () => {
  assert.ok(styles.length > 40);
  const found = styles.flatMap(({ name, style }) => [
    ...Array.from(style.matchAll(physical), ([declaration]) => `${name}: ${declaration.trim()}`),
    ...Array.from(style.matchAll(fourSides))
      .filter(([, right, left]) => right !== left)
      .map(([declaration]) => `${name}: ${declaration}`),
  ]);

  assert.deepEqual(found, allowed);
});
