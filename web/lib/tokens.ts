/**
 * The design tokens: all colours, sizes and durations. They are plain data, so that shadow roots, the
 * site's style sheet and exported pictures share the same values.
 */

type Pair = readonly [light: string, dark: string];
/** The place of the theme's colour in a pair. */
export type Theme = 0 | 1;

export const palette = {
  page: ['#fbfaf7', '#15171a'],
  stage: ['#ffffff', '#1b1e22'],
  sunk: ['#f3f1ec', '#202429'],
  ink: ['#1d1c1a', '#ecebe6'],
  'ink-2': ['#514e48', '#bbb9b2'],
  'ink-3': ['#6b675f', '#9a9891'],
  line: ['#8a867d', '#7b8088'],
  hair: ['#e2dfd7', '#30343a'],
  kept: ['#d3cec2', '#3a3f46'],
  negative: ['#6b2a85', '#c79be0'],
  zero: ['#f3f1ec', '#26292e'],
  positive: ['#1b7548', '#7cc48f'],
} as const satisfies Record<string, Pair>;

/** Each head has the same colour in every figure. Heads 8-15 repeat them with a hollow swatch. */
export const headColours: readonly Pair[] = [
  ['#004bb3', '#5f9bf7'],
  ['#db664d', '#f07900'],
  ['#1f97b5', '#b4f2c8'],
  ['#6e3564', '#a2679f'],
  ['#965e10', '#e4c76b'],
  ['#3377a6', '#89d8d6'],
  ['#641a15', '#e9987f'],
  ['#656d6f', '#92a2b8'],
];

export const fonts = {
  prose: `Charter, "Bitstream Charter", "Iowan Old Style", "Charis SIL", Georgia, "Noto Serif", serif`,
  ui: `system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`,
  mono: `ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace`,
} as const;

/** Font size and line height in px; written in rem, so that they follow the reader's text size. */
const type = {
  chapter: [34, 42],
  question: [19, 26],
  prose: [18, 29],
  caption: [15, 24],
  control: [14, 20],
  label: [13, 20],
  cell: [12, 16],
} as const;

const space = [4, 8, 12, 16, 24, 36, 48, 64];
const durations = { state: 120, pull: 240, step: 480 } as const;

const lines = (entries: readonly string[]) => entries.map((entry) => `  ${entry};`).join('\n');
const colours = [
  ...Object.entries(palette),
  ...headColours.map((pair, head) => [`head-${head}`, pair] as const),
].map(([name, [light, dark]]) => `--mh-${name}: light-dark(${light}, ${dark})`);
const sizes = Object.entries(type).map(
  ([name, [size, line]]) => `--mh-${name}: ${size / 16}rem/${line / 16}rem`,
);
const still = Object.keys(durations).map((name) => `--mh-${name}: 0ms`);

/**
 * Colours follow `color-scheme`, which comes from the page or from the attribute `theme`.
 * A page may set --mh-motion: 0 (nothing moves) and --mh-quiet: visible (every cell's number).
 */
export const tokenText = `
:host, :root {
${lines(colours)}
${lines(Object.entries(fonts).map(([name, stack]) => `--mh-font-${name}: ${stack}`))}
${lines(sizes)}
${lines(space.map((px, step) => `--mh-space-${step + 1}: ${px}px`))}
${lines(Object.entries(durations).map(([name, ms]) => `--mh-${name}: calc(${ms}ms * var(--mh-motion, 1))`))}
  --mh-ease: cubic-bezier(.2, 0, 0, 1);
  --mh-radius: 4px;
  --mh-target: 36px;
}
.box[data-theme='light'], :root[data-theme='light'] { color-scheme: light; }
.box[data-theme='dark'], :root[data-theme='dark'] { color-scheme: dark; }
.box[data-theme='system'], :root[data-theme='system'] { color-scheme: light dark; }
@media (pointer: coarse) { :host, :root { --mh-target: 44px; } }
@media (prefers-reduced-motion: reduce) {
  :host, :root {
${lines(still)}
  }
}
@media print {
  :host, :root { --mh-quiet: visible; }
  .box, .box[data-theme], :root, :root[data-theme] { color-scheme: light; }
}
@media (forced-colors: active) { :host, :root { --mh-quiet: visible; } }
`;
