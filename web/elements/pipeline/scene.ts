import type { Paint, Span } from '../../lib/drawing.js';
import type { Sheet } from './drawing.js';
import type { Layout } from './layout.js';
import type { PipelineRun } from './run.js';
import { headAxis, shapeOf, tensorKinds, type TensorId } from './tensors.js';

/** What is written in the picture. */
export interface PictureWords {
  /** Where there is room for no more. */
  readonly tokens: (count: number) => string;
  readonly queries: (count: number) => string;
  readonly memory: (count: number) => string;
  /** A title, and two lines. */
  readonly created: (columns: number, heads: number, width: number) => readonly string[];
  readonly removed: (columns: number, heads: number, width: number) => readonly string[];
  readonly head: (head: number) => string;
  readonly others: (count: number) => string;
  readonly scores: string;
  readonly softmax: string;
  readonly weights: string;
  readonly context: string;
  readonly output: string;
  readonly key: {
    readonly title: string;
    readonly numbers: (width: number) => string;
    readonly token: (queries: number, keys: number) => string;
    readonly coarse: string;
    readonly sheets: (sequences: number) => string;
    readonly product: string;
    readonly pale: string;
    readonly hidden: string;
    readonly score: string;
    readonly weight: string;
  };
}

/** What the picture is drawn from. */
export interface Scene {
  readonly run: PipelineRun;
  readonly layout: Layout;
  readonly words: PictureWords;
  /** The end of the scale of scores. */
  readonly limit: number;
}

/** The heads that have a lane in the picture. */
export const shownHeads = ({ run, layout }: Scene): readonly number[] =>
  layout.isAlone ? [run.state.head] : Array.from({ length: run.sizes.H }, (_, head) => head);

export const laneLeft = ({ layout }: Scene, head: number): number =>
  layout.isAlone ? 0 : head * (layout.laneWidth + layout.laneGap);

/** The colour of a head; keys and values that several heads share are grey. */
export const ownerPaint = (id: TensorId, head: number, { sizes }: PipelineRun): Paint =>
  /^w?[kv]/u.test(id) && sizes.G < sizes.H ? 'line' : { head };

/** What a tensor is called: in self-attention the keys come from the queries' own tokens. */
export const symbolOf = (id: TensorId, { state }: PipelineRun): string =>
  id === 'm' && state.kind !== 'cross' ? 'X' : tensorKinds[id].symbol;

function symbolRuns(symbol: string): readonly Span[] {
  const [name = '', index] = symbol.split('_');
  const variable: Span = { text: name, look: 'math' };
  return index ? [variable, { text: index, look: 'sub' }] : [variable];
}

/** A shape, its axis of heads bold and underlined. */
export function shapeRuns(id: TensorId, { sizes }: PipelineRun): readonly Span[] {
  const bold = headAxis(id);
  const parts = shapeOf(id, sizes).map((size, axis): readonly Span[] => [
    { text: axis === 0 ? '[' : ', ' },
    axis === bold ? { text: String(size), look: 'axis' } : { text: String(size) },
  ]);
  return [...parts.flat(), { text: ']' }];
}

export const labelRuns = (id: TensorId, run: PipelineRun): readonly Span[] => [
  ...symbolRuns(symbolOf(id, run)),
  { text: ' ' },
  ...shapeRuns(id, run),
];

/** Heads from 8 on have the colours of the first ones, hollow. */
export function paintRows(sheet: Sheet, d: string, paint: Paint, part: TensorId, opacity = 1) {
  const isHollow = typeof paint === 'object' && 'head' in paint && paint.head >= 8;
  const look = isHollow ? ({ fill: 'page', stroke: paint, width: 1 } as const) : { fill: paint };
  sheet.path(d, { ...look, opacity, part });
}

/** The lanes begin and end at a rule in their colour. */
export function rules(sheet: Sheet, scene: Scene, y: number) {
  for (const head of shownHeads(scene)) {
    const d = `M${laneLeft(scene, head)} ${y}h${scene.layout.laneWidth}`;
    sheet.path(d, { stroke: { head }, width: 3 });
  }
}
