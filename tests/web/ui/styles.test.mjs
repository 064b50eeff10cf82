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

/** Rules without rules in them, as the text of their declarations in alphabetical order. */
const bodies = ([, text]) =>
  Array.from(text.matchAll(/\bcss`([^`]*)`/gu), ([, sheet]) => sheet).flatMap((sheet) =>
    Array.from(
      sheet
        .replace(/\/\*.*?\*\//gsu, '')
        .replace(/\$\{(\w+)\};?/gu, '--part: $1;')
        .matchAll(/\{([^{}]*)\}/gu),
      ([, body]) =>
        body
          .split(';')
          .map((declaration) => declaration.trim())
          .filter(Boolean)
          .sort(),
    ),
  );

test('no two rules of four or more declarations are equal: those are a part in ui/style-parts.ts', () => {
  const counts = new Map();
  for (const declarations of styled.flatMap(bodies).filter(({ length }) => length >= 4)) {
    const body = declarations.join('; ');
    counts.set(body, (counts.get(body) ?? 0) + 1);
  }
  const twice = Array.from(counts).filter(([, count]) => count > 1);

  assert.ok(counts.size > 200, `${counts.size} bodies`);
  assert.deepEqual(twice, []);
});

test('the styles that are looked through are there', () => {
  const names = styled.map(([file]) => file);
  for (const name of ['site/site.css', 'ui/style.ts', 'ui/control-style.ts']) {
    assert.ok(names.includes(name), name);
  }
});
