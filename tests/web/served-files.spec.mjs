import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serve } from '../../emscripten/commands/serve.mjs';

let parent, file, address;
test.beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'manyheads-served-'));
  const folder = join(parent, 'site');
  mkdirSync(folder);
  writeFileSync(join(parent, 'secret.txt'), 'secret');
  file = join(folder, 'page.html');
  writeFileSync(file, 'one');
  delete process.env.PORT; // at the next one that is free
  address = await serve(folder);
});
test.afterAll(() => rmSync(parent, { recursive: true }));

test('a copy is right until the file is written anew', async () => {
  const first = await fetch(`${address}page.html`);
  expect(await first.text()).toBe('one');
  const headers = { 'If-None-Match': first.headers.get('ETag') };
  const again = await fetch(`${address}page.html`, { headers });
  expect(again.status).toBe(304);

  writeFileSync(file, 'three');

  const anew = await fetch(`${address}page.html`, { headers });
  expect(anew.status).toBe(200);
  expect(await anew.text()).toBe('three');
});

for (const path of ['missing.html', '%2e%2e/secret.txt', '..%2fsecret.txt', '%', '%00']) {
  test(`there is no /${path}`, async () => {
    expect((await fetch(address + path)).status).toBe(404);
  });
}
