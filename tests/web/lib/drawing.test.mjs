import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { arrowAcross, arrowDown, drawMarks, Sheet } = await bundled('lib/drawing.ts');
const { savedPicture } = await bundled('lib/saved-picture.ts');

test('texts are in front of paths, and empty paths are left out', () => {
  const sheet = new Sheet(13);
  sheet.text(1, 2, 'first');
  sheet.path('M0 0h1', { fill: 'ink' });
  sheet.path('', { fill: 'ink' });

  const { marks } = sheet.finish(10, 10);

  assert.deepEqual(
    marks.map(({ path, text }) => path ?? text),
    ['M0 0h1', 'first'],
  );
  assert.equal(marks[1].size, 13);
});

test('a saved picture has the light colours, escaped texts, and what follows an index on the line', () => {
  const svg = drawMarks([
    { path: 'M0 0h1', stroke: { head: 9 }, dashes: '1 2', opacity: 0.5 },
    { path: 'M0 0h1', fill: { signed: 0 } },
    { x: 1 / 3, y: 0, text: '<b>', fill: { on: 1 }, isWord: true },
    { x: 0, y: 0, text: [{ text: 'W' }, { text: 'Q', look: 'sub' }, { text: ' [8]' }] },
  ]);

  assert.match(svg, /stroke="#db664d" stroke-width="1" stroke-dasharray="1 2" opacity="0.5"/u);
  assert.match(svg, /fill="#f3f1ec"/u);
  assert.match(svg, /<text x="0.33" .*fill="#fff" .*font-style="italic".*>&lt;b&gt;</u);
  assert.match(svg, />W<tspan [^>]*dy="3">Q<\/tspan><tspan dy="-3"> \[8\]<\/tspan>/u);
  assert.doesNotMatch(svg, /var\(|undefined|NaN/u);
});

test('a saved picture has symbols as in formulas, and what follows them on the line', () => {
  const svg = savedPicture({
    ...{ width: 500, bottom: 100, question: 'What does W_O do?', content: [] },
    caption: 'Without W\u200aO, d_model & num_heads stay.',
  });

  assert.match(
    svg,
    />What does <tspan [^>]*>W<tspan dy="3" [^>]*>O<\/tspan><\/tspan><tspan dy="-3"> do\?</u,
  );
  assert.match(svg, />Without <tspan [^>]*>W<tspan [^>]*>O</u);
  assert.match(svg, />d<tspan [^>]*>model<\/tspan><\/tspan><tspan dy="-3"> &amp; num_heads stay/u);
});

test('an arrow has its head at its end, in both directions', () => {
  assert.equal(arrowAcross(0, 5, 10), 'M0 5H10m-6 -4l6 4l-6 4');
  assert.equal(arrowAcross(10, 5, 0), 'M10 5H0m6 -4l-6 4l6 4');
  assert.equal(arrowDown(5, 0, 10), 'M5 0V10m-4 -6l4 6l4 -6');
  assert.equal(arrowDown(5, 10, 0), 'M5 10V0m-4 6l4 -6l4 6');
});

test('the caption of a saved picture is in lines that fit, and its note is below it', () => {
  const caption = 'word '.repeat(60).trim();
  const svg = savedPicture({
    ...{ width: 500, bottom: 100, question: 'Why & how?', content: ['<g/>'], caption },
    note: 'Seed 7.',
  });

  const lines = Array.from(svg.matchAll(/<text x="40" y="(\d+)"[^>]*>([^<]*)</gu));
  const [title, ...below] = lines;
  assert.equal(title[2], 'Why &amp; how?');
  assert.equal(below.map(([, , text]) => text).join(' '), `${caption} Seed 7.`);
  assert.ok(below.every(([, , text]) => text.length * 8 <= 420));
  assert.ok(Number(below[0][1]) > 100 && Number(below.at(-1)[1]) < svg.match(/height="(\d+)"/u)[1]);
});
