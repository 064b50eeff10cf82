import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const web = new URL('../../../web/', import.meta.url);
const styled = readdirSync(web, { recursive: true })
  .filter((file) => /\.(ts|css|html)$/u.test(file))
  .map((file) => [file, readFileSync(new URL(file, web), 'utf8')]);

test('underlines with a thickness or a colour are longhands: WebKit knows no such shorthand', () => {
  const shorthand = /text-decoration\s*:(?!\s*(?:none|underline)\s*;)[^;}]*/gu;
  const found = styled.flatMap(([file, text]) =>
    Array.from(text.matchAll(shorthand), ([declaration]) => `${file}: ${declaration}`),
  );

  assert.deepEqual(found, []);
});

test('the styles that are looked through are there', () => {
  const names = styled.map(([file]) => file);
  for (const name of ['site/site.css', 'ui/style.ts', 'ui/control-style.ts']) {
    assert.ok(names.includes(name), name);
  }
});
