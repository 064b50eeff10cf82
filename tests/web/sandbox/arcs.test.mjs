import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine, trained } from '../computed.mjs';
import { bundled } from '../bundled.mjs';

const { layOutArcs } = await bundled('elements/sandbox/arcs.ts');

const numbers = (text) => text.match(/-?[\d.]+/gu).map(Number);

/** Points along a path of M, L, C and quarter circles A, close enough to measure distances. */
function pointsOf(path) {
  const points = [];
  let at = [0, 0];
  for (const [, command, text] of path.matchAll(/([MLCA])([^MLCA]+)/gu)) {
    const given = numbers(text);
    const to = given.slice(-2);
    for (let i = 1; i <= 12; i++) points.push(pointOn(command, at, given, i / 12));
    at = to;
  }
  return points;
}

function pointOn(command, [x, y], given, t) {
  const [toX, toY] = given.slice(-2);
  if (command === 'M') return [toX, toY];
  if (command === 'L') return [x + t * (toX - x), y + t * (toY - y)];
  if (command === 'C') {
    const [x1, y1, x2, y2] = given;
    const mix = (a, b, c, d) =>
      (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
    return [mix(x, x1, x2, toX), mix(y, y1, y2, toY)];
  }
  // A quarter circle that leaves or reaches its top: up first, or across first.
  const turn = (t * Math.PI) / 2;
  const isUp = toY < y;
  return isUp
    ? [x + (toX - x) * (1 - Math.cos(turn)), y + (toY - y) * Math.sin(turn)]
    : [x + (toX - x) * Math.sin(turn), y + (toY - y) * (1 - Math.cos(turn))];
}

/** What is left between two arcs where they are nearest; below 0 they overlap. */
function clearance(a, b) {
  const others = pointsOf(b.path);
  const nearest = pointsOf(a.path).reduce(
    (least, point) =>
      others
        .slice(1)
        .reduce((least, end, i) => Math.min(least, toLine(point, others[i], end)), least),
    Infinity,
  );
  return nearest - (a.width + b.width) / 2;
}

/** From a point to the straight line between two others. */
function toLine([x, y], [fromX, fromY], [toX, toY]) {
  const [acrossX, acrossY] = [toX - fromX, toY - fromY];
  const length = acrossX ** 2 + acrossY ** 2 || 1;
  const along = ((x - fromX) * acrossX + (y - fromY) * acrossY) / length;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - fromX - t * acrossX, y - fromY - t * acrossY);
}

const sentences = {
  six: 'The cat sat on the mat'.split(' '),
  ten: 'The cat sat on the mat because it was tired'.split(' '),
};
const spaces = {
  'a desk': { width: 504, room: 80, height: 92, gain: 11 },
  'a wide desk': { width: 1000, room: 80, height: 92, gain: 11 },
  'a phone': { width: 328, room: 44, height: 72, gain: 6.5 },
};
const changes = { whole: {}, tied: { tieHeads: true }, undivided: { scale: 'none' } };

for (const [place, { width, ...space }] of Object.entries(spaces)) {
  for (const [name, tokens] of Object.entries(sentences)) {
    test(`no two arcs overlap on ${place} in the sentence of ${name} words`, () => {
      for (const [change, settings] of Object.entries(changes)) {
        const layer = trained.attention().with(settings);
        const { weights } = layer.trace(trained.embed(tokens));
        layer.dispose();
        const heads = engine.tensor.toNested(weights);
        const centres = tokens.map((_, i) => ((i + 0.5) * width) / tokens.length);
        for (const query of tokens.keys()) {
          const strands = heads.flatMap((rows, head) =>
            rows[query].map((weight, key) => ({ head, key, weight })),
          );
          const shown = strands.filter(({ weight }) => weight >= 0.05);
          const arcs = layOutArcs(shown, { ...space, centres, query });
          for (const [i, arc] of arcs.entries()) {
            for (const other of arcs.slice(0, i)) {
              const least = clearance(arc, other);
              const which = `${change}, query ${query}: head ${arc.head} and ${other.head}`;
              assert.ok(least > -0.3, `${which}: ${least}`);
            }
          }
        }
      }
    });
  }
}

test('sixteen heads on one key are thinner and still do not overlap', () => {
  const strands = Array.from({ length: 16 }, (_, head) => ({ head, key: 1, weight: 1 }));
  const arcs = layOutArcs(strands, { ...spaces['a desk'], centres: [50, 130, 210], query: 0 });

  for (let i = 1; i < 16; i++) assert.ok(clearance(arcs[i], arcs[i - 1]) > 0);
});
