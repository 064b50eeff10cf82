import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chapters } from '../pages.mjs';
import { coverage, items, missing, normal } from './coverage.mjs';

test('the lesson covers all of it', () => assert.deepEqual(missing(), []));

test('every entry names an item, a chapter, an element of it or none, and a text', () => {
  const byId = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  for (const entry of coverage) {
    const { item, page, element, text } = entry;
    const name = JSON.stringify(entry);
    assert.deepEqual(Object.keys(entry).sort(), ['element', 'item', 'page', 'text'], name);
    assert.ok(items.includes(item), name);
    assert.ok(byId.has(page), name);
    assert.ok(normal(text).length >= 3, name);
    if (element !== null) assert.ok(byId.get(page).text.includes(`<${element} id=`), name);
  }
});

test('every item of the inventory is covered', () => {
  assert.equal(items.length, 157);
  assert.deepEqual(missing(), []);
});
