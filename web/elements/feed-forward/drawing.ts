import {
  circle,
  rectangle,
  type Mark,
  type PathMark,
  type Picture,
  type TextMark,
} from '../../lib/drawing.js';

/** What the drawings of this figure are made of. */
export type Shape = Bar | Cell | Path | Dot | Label;

interface Bar {
  readonly look: 'ink' | 'bar' | 'kept' | 'ring' | 'page';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** A number of a matrix, as a colour of the signed scale. */
interface Cell extends Omit<Bar, 'look'> {
  readonly look: 'cell';
  readonly value: number;
  readonly limit: number;
}
interface Path {
  readonly look: 'hair' | 'line' | 'ink-line' | 'thin';
  readonly path: string;
}
interface Dot {
  readonly look: 'dot' | 'chosen-dot';
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}
interface Label {
  readonly look: 'text' | 'bold' | 'quiet' | 'tick' | 'on-ink' | 'title' | 'sign';
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly words: string;
}

const paths = {
  ink: { fill: 'ink' },
  bar: { fill: 'line' },
  kept: { fill: 'kept' },
  page: { fill: 'page' },
  ring: { stroke: 'ink', width: 2 },
  hair: { stroke: 'hair' },
  line: { stroke: 'line', width: 1.5 },
  thin: { stroke: 'line' },
  'ink-line': { stroke: 'ink', width: 2.5 },
  dot: { fill: 'page', stroke: 'ink', width: 1.25 },
  'chosen-dot': { fill: 'ink' },
} as const satisfies Record<string, Omit<PathMark, 'path'>>;

const texts = {
  text: { fill: 'ink', hasHalo: true },
  bold: { fill: 'ink', weight: 650, hasHalo: true },
  title: { fill: 'ink', size: 13, weight: 600, hasHalo: true },
  sign: { size: 22 },
  quiet: { hasHalo: true },
  tick: {},
  'on-ink': { fill: 'page', weight: 600 },
} as const satisfies Record<Label['look'], Partial<TextMark>>;

export const drawShapes = (width: number, height: number, shapes: readonly Shape[]): Picture => ({
  ...{ width, height },
  marks: shapes.map(toMark),
});

function toMark(shape: Shape): Mark {
  if ('path' in shape) return { ...paths[shape.look], path: shape.path };
  if ('radius' in shape)
    return { ...paths[shape.look], path: circle(shape.x, shape.y, shape.radius) };
  if ('words' in shape) {
    const { look, words, ...place } = shape;
    return { ...texts[look], ...place, text: look === 'sign' ? [{ text: words, look }] : words };
  }
  const path = rectangle(shape.x, shape.y, shape.width, shape.height);
  if (shape.look !== 'cell') return { ...paths[shape.look], path };
  const { value, limit } = shape;
  return { path, fill: { signed: limit > 0 ? value / limit : 0 } };
}
