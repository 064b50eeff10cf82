import type { Picture } from '../../lib/drawing.js';
import { drawShapes, type Shape } from './drawing.js';
import type { LayerKind, Sublayers } from './sublayers.js';
import { words } from './words/index.js';

const tokens = 4;
const pitch = 26;
const top = 30;
const lineAt = (token: number) => top + token * pitch;
const boxTop = top - 13;
const boxHeight = tokens * pitch;

/** A line is a token: attention is one box where lines meet, feed-forward one bar per line. */
export function sublayerDrawing(kind: LayerKind, count: Sublayers, isWide: boolean): Picture {
  const perParameter = isWide ? 20 : 11;
  const space = isWide ? { before: 44, plus: 24 } : { before: 14, plus: 14 };
  const kinds = kind === 'encoder' ? (['self'] as const) : (['masked', 'cross'] as const);
  const shapes: Shape[] = [];
  let x = 0;
  for (const each of kinds) {
    const width = count.attention * perParameter;
    x += space.before;
    shapes.push(...attentionBox(each, x, width), ...label(x, each, count.attention, isWide));
    x += width + space.plus;
    shapes.push(...additions(x));
  }
  x += space.before;
  const width = count.feedForward * perParameter;
  shapes.push(...bars(x, width), ...label(x, 'feedForward', count.feedForward, isWide));
  x += width + space.plus;
  shapes.push(...additions(x));
  const end = x + space.before;
  return drawShapes(end, boxTop + boxHeight + 44, [...lines(end), ...shapes]);
}

const each = (draw: (token: number) => Shape | readonly Shape[]): Shape[] =>
  Array.from({ length: tokens }, (_, token) => draw(token)).flat();

const lines = (end: number) =>
  each((token) => ({ look: 'line', path: `M0 ${lineAt(token)}H${end}` }));

const bars = (x: number, width: number) =>
  each((token) => ({ look: 'kept', x, y: lineAt(token) - 9, width, height: 18 }));

const additions = (x: number) =>
  each((token) => [
    { look: 'dot', x, y: lineAt(token), radius: 6 },
    { look: 'line', path: `M${x - 4} ${lineAt(token)}h8m-4 -4v8` },
  ]);

/** Each token's line on the right gets something from those on the left that it may read. */
function attentionBox(kind: 'self' | 'masked' | 'cross', x: number, width: number): Shape[] {
  const box: Shape[] = [
    { look: 'page', x, y: boxTop, width, height: boxHeight },
    { look: 'ring', x, y: boxTop, width, height: boxHeight },
  ];
  if (kind === 'cross') return [...box, ...fromEncoder(x, width)];
  const reads = (query: number, key: number) => kind === 'self' || key <= query;
  const curves = each((query) =>
    Array.from({ length: tokens }, (_, key) => key)
      .filter((key) => reads(query, key))
      .map((key) => ({ look: 'thin', path: curve(x, lineAt(key), x + width, lineAt(query)) })),
  );
  return [...box, ...curves];
}

function curve(x: number, from: number, end: number, to: number): string {
  const middle = (x + end) / 2;
  return `M${x} ${from}C${middle} ${from} ${middle} ${to} ${end} ${to}`;
}

/** Keys and values come from above. */
function fromEncoder(x: number, width: number): Shape[] {
  const sources = [0.25, 0.5, 0.75].map((share) => x + share * width);
  return sources.flatMap((source): Shape[] => [
    { look: 'ink-line', path: `M${source} 0V${boxTop}` },
    ...each((token) => ({
      look: 'thin',
      path: `M${source} ${boxTop}Q${source} ${lineAt(token)} ${x + width} ${lineAt(token)}`,
    })),
  ]);
}

function label(
  x: number,
  part: 'self' | 'masked' | 'cross' | 'feedForward',
  parameters: number,
  isWide: boolean,
): Shape[] {
  const { name, note } = words.sublayers.parts[part];
  const y = boxTop + boxHeight + 18;
  const size = `${parameters} d²`;
  if (!isWide) return [{ look: 'bold', x, y, words: size }];
  return [
    { look: 'title', x, y, words: name },
    { look: 'quiet', x, y: y + 16, words: `${size}, ${note}` },
  ];
}
