/** `npx manyheads pack`: pages, folders and SCORM packages, as installed. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { folder, own, read, run, write } from './command.mjs';
import { readXml } from './qti-rules.mjs';

/** Each page's scripts, as the HTML has them. */
const scriptsIn = (html) =>
  [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/gu)].map(([, attributes, text]) => ({
    ...{ attributes, text },
  }));

test('a lesson becomes one file, a folder and a SCORM package', async () => {
  write('quiz.json', [{ ...own, question: 'With {T}: </script><b>?' }]);
  write(
    'lesson.md',
    '---\ntitle: Masks & <heads>\nlang: de\nmastery: 80\n---\n\n# Masks\n\nThe <mh-value expr="2*3"></mh-value> of\n\n<mh-quiz-set src="quiz.json"></mh-quiz-set>\n',
  );
  for (const form of ['html', 'site', 'scorm']) {
    const { code, lines } = await run('pack', 'lesson.md', `--${form}`);
    assert.deepEqual([code, lines.length], [0, 1], lines.join('\n'));
  }

  const html = read('lesson.html');
  assert.match(html, /<html lang="de">[^]*<title>Masks &amp; &lt;heads&gt;<\/title>/);
  assert.match(html, /<p>The <mh-value expr="2\*3"><\/mh-value> of<\/p>/);
  assert.match(html, /<mh-quiz-set src="#mh-file-fe46fc21"><\/mh-quiz-set>/); // of quiz.json
  const [data, script, ...others] = scriptsIn(html);
  assert.deepEqual(
    [data.attributes, others],
    [' type="application/json" id="mh-file-fe46fc21"', []],
  );
  assert.equal(JSON.parse(data.text)[0].question, 'With {T}: </script><b>?');
  const hash = createHash('sha256').update(script.text).digest('base64');
  assert.ok(html.includes(`script-src 'wasm-unsafe-eval' '`) && html.includes(`'sha256-${hash}'`));
  assert.doesNotMatch(html.slice(0, html.indexOf('<style>')), /unsafe-inline|unsafe-eval' \*/);

  const site = ['THIRD-PARTY-NOTICES.txt', 'index.html', 'manyheads.iife.js'];
  assert.deepEqual(readdirSync(join(folder, 'lesson-site')).sort(), site);
  assert.doesNotMatch(read('lesson-site/index.html'), /https?:\/\//);

  const zip = unzipSync(readFileSync(join(folder, 'lesson.zip')));
  assert.deepEqual(Object.keys(zip).sort(), [...site, 'imsmanifest.xml', 'scorm.js'].sort());
  const manifest = new TextDecoder().decode(zip['imsmanifest.xml']);
  const listed = [...manifest.matchAll(/<file href="([^"]+)"/gu)].map(([, name]) => name);
  assert.deepEqual(listed.sort(), [...site, 'scorm.js'].sort());
  assert.match(manifest, /<adlcp:masteryscore>80<\/adlcp:masteryscore>/);
  assert.equal(readXml(manifest).name, 'manifest');

  const before = readFileSync(join(folder, 'lesson.zip'));
  await run('pack', 'lesson.md', '--scorm');
  assert.ok(before.equals(readFileSync(join(folder, 'lesson.zip'))));
});

test('answers stay with their quiz file when another one is put above it', async () => {
  write('first.json', own);
  write('second.json', own);
  const idsIn = async (...names) => {
    write('kept.md', names.map((name) => `<mh-quiz-set src="${name}"></mh-quiz-set>`).join('\n\n'));
    await run('pack', 'kept.md', '--html');
    return [...read('kept.html').matchAll(/<mh-quiz-set src="([^"]*)"/gu)].map(([, id]) => id);
  };

  const [alone] = await idsIn('first.json');
  const [above, below] = await idsIn('./second.json', './first.json');

  assert.equal(below, alone);
  assert.notEqual(above, alone);
});

test('a file with a long name is packed with a shorter one', async () => {
  const name = `${'x'.repeat(251)}.pdf`;
  write(name, '%PDF-1.4');
  write('long.md', `# T\n\n[l](${name})\n`);

  assert.equal((await run('pack', 'long.md', '--site')).code, 0);
  assert.deepEqual(readdirSync(join(folder, 'long-site/files')), [`1-${'x'.repeat(96)}.pdf`]);
});

test('the name of a packed file can still be read, also with umlauts and brackets', async () => {
  for (const name of ['Größe (Lösung).pdf', 'Cafe\u0301.csv', '習題.txt']) write(name, '');
  write('names.md', '# N\n\n[a](<Größe (Lösung).pdf>) [b](Cafe\u0301.csv) [c](習題.txt)\n');
  await run('pack', 'names.md', '--site');

  const names = ['1-Grosse-Losung.pdf', '2-Cafe.csv', '3-.txt'];
  assert.deepEqual(readdirSync(join(folder, 'names-site/files')).sort(), names);
});

test('a lesson in a language from right to left has this direction', async () => {
  write('arabic.md', '---\nlang: ar\n---\n\n# قناع\n');
  await run('pack', 'arabic.md', '--html');

  assert.match(read('arabic.html'), /^<!doctype html>\n<html lang="ar" dir="rtl">/u);
});

test('files that a lesson links to come along, or are refused with their line', async () => {
  write('Übung 1.pdf', '%PDF');
  write('page.html', '<script>alert(1)</script>');
  const links = '[a](<Übung 1.pdf>) [b](<Übung 1.pdf#page=2>) [c](https://example.org/x) [d](#e)';
  const figure = '<mh-softmax id="e"></mh-softmax>';
  write('links.md', `# Links\n\n${links} [f](mailto:a@example.org)\n\n${figure}\n`);
  await run('pack', 'links.md', '--site');
  await run('pack', 'links.md', '--scorm');

  const html = read('links-site/index.html');
  const addresses = [...html.matchAll(/<a href="([^"]*)"/gu)].map(([, address]) => address);
  const file = 'files/1-Ubung-1.pdf';
  assert.deepEqual(addresses, [
    ...[file, `${file}#page=2`, 'https://example.org/x', '#e', 'mailto:a@example.org'],
  ]);
  assert.equal(read(`links-site/${file}`), '%PDF');
  const zip = unzipSync(readFileSync(join(folder, 'links.zip')));
  assert.equal(new TextDecoder().decode(zip[file]), '%PDF');
  assert.ok(new TextDecoder().decode(zip['imsmanifest.xml']).includes(`<file href="${file}"/>`));

  assert.deepEqual(await run('pack', 'links.md', '--html'), {
    code: 1,
    lines: ["links.md:3: 'Übung 1.pdf' cannot be in one file: use --site or --scorm"],
  });
  write('dead.md', '# Links\n\n[a](missing.pdf)\n\n[b](page.html) [c](/etc/hostname)\n');
  assert.deepEqual(await run('check', 'dead.md'), {
    code: 1,
    lines: [
      "dead.md:3: 'missing.pdf' is not a file in the folder of the lesson",
      "dead.md:5: 'page.html' cannot be packed: only files such as .pdf or .zip can",
      "dead.md:5: '/etc/hostname' is not a file in the folder of the lesson",
    ],
  });
});
