import { css } from 'lit';
import { px, type Mark, type PathMark, type TextMark } from '../../lib/drawing.js';
import { drawing } from '../../ui/style-parts.js';

/** How paths look. */
export const looks = {
  undivided: { fill: 'line', part: 'undivided' },
  divided: { fill: 'ink', part: 'divided' },
  zoom: { fill: 'sunk' },
  mid: { fill: 'hair' },
  band: { fill: 'hair' },
  axis: { stroke: 'line' },
  grid: { stroke: 'hair' },
  chosen: { fill: 'ink' },
  now: { stroke: 'ink' },
  uniform: { stroke: 'line', dashes: '1 3' },
  none: { stroke: 'line', width: 2 },
  'sqrt-d-head': { stroke: 'ink', width: 2.5 },
  'sqrt-d-model': { stroke: 'ink', width: 2, dashes: '6 4' },
  'none-dot': { fill: 'line', stroke: 'page', width: 2 },
  dot: { fill: 'ink', stroke: 'page', width: 2 },
  weight: { stroke: 'line' },
} as const satisfies Record<string, Omit<PathMark, 'path'>>;

/** How texts look. */
const texts = {
  tick: { size: 12 },
  'chosen-tick': { fill: 'ink', size: 12, weight: 650 },
  note: { size: 12 },
  name: { fill: 'ink', size: 13 },
  title: { fill: 'ink', size: 13, weight: 600 },
} as const satisfies Record<string, Partial<TextMark>>;

export const label = (
  look: keyof typeof texts,
  x: number,
  y: number,
  anchor: 'start' | 'middle' | 'end',
  text: TextMark['text'],
): TextMark => ({ ...texts[look], x, y, anchor, text });

export const sceneStyles = css`
  .scene {
    ${drawing}
    font-family: var(--mh-font-ui);
  }
  .scene .letter {
    font-family: var(--mh-font-prose);
    font-style: italic;
  }
  .scene .result {
    fill: var(--mh-ink);
    font-weight: 650;
  }
  .scene .index {
    font-size: 0.75em;
  }
`;

/** Moves marks that were drawn at 0. */
export const shift = (marks: readonly Mark[], x: number, y: number): Mark[] =>
  marks.map((mark) =>
    'path' in mark
      ? { ...mark, path: movePath(mark.path, x, y) }
      : { ...mark, x: mark.x + x, y: mark.y + y },
  );

/** Moves the absolute commands M, L, H and V. The others, h, v and the arcs of dots, are relative. */
const movePath = (path: string, x: number, y: number) =>
  path.replace(
    /([MLHV])(-?[\d.]+)(?: (-?[\d.]+))?/gu,
    (_, letter: string, a: string, b?: string) =>
      letter === 'V'
        ? `V${px(Number(a) + y)}`
        : `${letter}${px(Number(a) + x)}${b === undefined ? '' : ` ${px(Number(b) + y)}`}`,
  );
