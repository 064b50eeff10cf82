import type { Engine, Tensor } from '../../../emscripten/package/contract.js';
import { at, part } from '../../lib/tensor-view.js';
import { isGated, type FeedForwardRun, type Layer } from './run.js';
import type { Picture } from '../../lib/drawing.js';
import { drawShapes, type Shape } from './drawing.js';
import type { Activation } from './state.js';

/** Both axes go from -3 to 3; what is above or below is cut off. */
const end = 3;
const steps = 60;
/** The values of b for which a gated activation is drawn; the one of 1 is the thick one. */
const gates = [-1, 0.5, 1, 2] as const;
/** The curves are mostly above 0, so there is less room below it. */
const [lowest, highest] = [-2, 3];

/** Where a point of the plot is in a drawing of some width. */
function axesOf(width: number) {
  const height = Math.round(width * 0.65) + 34;
  return {
    ...{ width, height },
    across: (a: number) => 8 + ((a + end) / (2 * end)) * (width - 30),
    down: (y: number) => 12 + ((highest - y) / (highest - lowest)) * (height - 36),
  };
}
type Axes = ReturnType<typeof axesOf>;

/** The height of a plot of some width. */
export const curveHeight = (width: number): number => axesOf(width).height;

/** [N]: a from -3 to 3, and the activation there, without a gate. */
export function curveOf(engine: Engine, activation: Activation): { a: Tensor; y: Tensor } {
  const { tensor } = engine;
  const a = tensor.subtract(tensor.multiply(tensor.arange(steps + 1), (2 * end) / steps), end);
  const one = [[1]];
  const layer = engine.feedForward(
    { dModel: 1, dFf: 1, activation },
    { w1: one, w2: one, ...(isGated(activation) ? { w3: one } : {}) },
  );
  try {
    return { a, y: layer.trace(tensor.reshape(a, [steps + 1, 1])).activated };
  } finally {
    layer.dispose();
  }
}

/** The activation's curve, or with a gate a fan of them, with the token's hidden units on it. */
export function curveDrawing(run: FeedForwardRun, layer: Layer, width: number): Picture {
  const axes = axesOf(width);
  const { height } = axes;
  const { engine } = run;
  const { a, y } = curveOf(engine, layer.activation);
  const fan = isGated(layer.activation) ? gates : ([1] as const);
  const curves = fan.flatMap((b) =>
    curve(axes, { a, y: engine.tensor.multiply(y, b), b, isNamed: fan.length > 1 }),
  );
  const ticks = [-end, 0, end].map((value): Shape => {
    const words = String(value).replace('-', '\u2212');
    return { look: 'tick', x: axes.across(value), y: height - 4, anchor: 'middle', words };
  });
  const dots = units(axes, run, layer);
  return drawShapes(width, height, [...zeroLines(axes), ...curves, ...dots, ...ticks]);
}

const zeroLines = ({ across, down }: Axes): Shape[] => [
  { look: 'hair', path: `M${across(-end)} ${down(0)}H${across(end)}` },
  { look: 'hair', path: `M${across(0)} ${down(highest)}V${down(lowest)}` },
];

/** One curve, with its b at its end. */
function curve(
  { across, down }: Axes,
  { a, y, b, isNamed }: { a: Tensor; y: Tensor; b: number; isNamed: boolean },
): Shape[] {
  const points = Array.from(a.data, (value, i) => ({ x: value, y: y.data[i]! }));
  const inside = points.filter((point) => lowest <= point.y && point.y <= highest);
  const path = inside.map((point) => `${across(point.x).toFixed(1)} ${down(point.y).toFixed(1)}`);
  const line: Shape = { look: b === 1 ? 'ink-line' : 'line', path: `M${path.join('L')}` };
  if (!isNamed) return [line];
  const last = inside.at(-1)!;
  const isLeft = b > 1; // the line to its right has its own name
  const name: Shape = {
    look: 'tick',
    x: across(last.x) + (isLeft ? -4 : 4),
    y: down(last.y) + 4,
    anchor: isLeft ? 'end' : 'start',
    words: (isLeft ? 'b = ' : '') + String(b).replace('-', '\u2212'),
  };
  return [line, name];
}

/** One circle per hidden unit of the chosen token; the chosen unit is filled. */
function units(
  { across, down }: Axes,
  { state, unit }: FeedForwardRun,
  { activation, trace }: Layer,
): Shape[] {
  const [a, hidden] = [part(trace.a, state.token), part(trace.hidden, state.token)];
  return Array.from(a.data, (value, i): Shape[] => {
    const h = at(hidden, i);
    if (Math.abs(value) > end || h < lowest || h > highest) return [];
    const isChosen = activation === state.activation && i === unit;
    return [{ look: isChosen ? 'chosen-dot' : 'dot', x: across(value), y: down(h), radius: 3.5 }];
  }).flat();
}
