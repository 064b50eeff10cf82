import type { AttentionTrace } from '../../../emscripten/package/index.js';
import { colourIndex } from '../../ui/swatch.js';
import { fonts } from '../../lib/tokens.js';
import { layOutArcs } from './arcs.js';
import { css, shareColour, textOn } from '../../lib/colour.js';
import { colourIn } from '../../lib/drawing.js';
import { label } from '../../lib/label.js';
import { fixed } from '../../lib/numbers.js';
import { escapeText } from '../../lib/escape-text.js';
import { margin, moveTo, savedPicture, textAt } from '../../lib/saved-picture.js';
import type { SandboxState } from './state.js';
import { part } from '../../lib/tensor-view.js';

/** What the saved picture shows of a run. */
export interface PictureRun {
  readonly state: Pick<SandboxState, 'tokens' | 'heads' | 'query' | 'removed' | 'tie'>;
  readonly trace: Pick<AttentionTrace, 'weights' | 'maskedScores'>;
}

/** The texts of the saved picture. */
export interface PictureWords {
  readonly question: string;
  readonly caption: string;
  readonly note: string;
  readonly head: (head: number) => string;
}

const mapGap = 40;
const pageWidth = 1200;
const headColour = (head: number, { tie }: PictureRun['state']) =>
  colourIn({ head: colourIndex(head, tie) }, 0);

/** The figure as a picture in the light theme, with question, caption and seed. */
export function toSvg(run: PictureRun, words: PictureWords): string {
  const { state } = run;
  const tokens = state.tokens.length;
  const columns = Math.min(4, state.heads);
  const mapWidth = (pageWidth - 2 * margin - mapGap * (columns - 1)) / columns;
  const pitch = Math.min(48, (mapWidth - 56) / tokens);
  const mapHeight = pitch * tokens + 56;
  const mapsTop = 330;
  const rows = Math.ceil(state.heads / columns);
  const maps = Array.from({ length: state.heads }, (_, head) =>
    moveTo(
      margin + (head % columns) * (mapWidth + mapGap),
      mapsTop + Math.floor(head / columns) * (mapHeight + 24),
      map(run, head, pitch, words),
    ),
  );
  return savedPicture({
    ...words,
    width: pageWidth,
    bottom: mapsTop + rows * (mapHeight + 24) - 10,
    content: [moveTo(margin, 250, sentence(run)), ...maps],
  });
}

function sentence({ state, trace }: PictureRun): string {
  const pitch = Math.min(120, (pageWidth - 2 * margin) / state.tokens.length);
  const centres = state.tokens.map((_, index) => pitch * (index + 0.5));
  const strands = Array.from({ length: state.heads }, (_, head) =>
    Array.from(part(trace.weights, head, state.query).data, (weight, key) => ({
      head,
      key,
      weight,
    })),
  )
    .flat()
    .filter(({ head, weight }) => weight >= 0.05 && !state.removed.includes(head));
  const arcs = layOutArcs(strands, {
    centres,
    query: state.query,
    room: Math.min(88, pitch * 0.8),
    height: 140,
    gain: 11,
  });
  const size = Math.min(27, Math.max(6, pitch / 3));
  return [
    ...arcs.map(
      ({ head, path, width }) =>
        `<path d="${path}" fill="none" stroke="${headColour(head, state)}" stroke-width="${width.toFixed(2)}"${head > 7 ? ' stroke-dasharray="7 3"' : ''}/>`,
    ),
    ...state.tokens.map((token, index) => {
      const weight = index === state.query ? 'font-weight="700" text-decoration="underline"' : '';
      const name = label(token, index, Math.max(3, Math.floor(pitch / (size * 0.55))));
      return textAt(
        centres[index]!,
        size + 6,
        name,
        `text-anchor="middle" font-size="${size}" font-family="${escapeText(fonts.prose)}" ${weight}`,
      );
    }),
  ].join('\n');
}

function map(
  { state, trace }: PictureRun,
  head: number,
  pitch: number,
  words: PictureWords,
): string {
  const cell = pitch - (pitch >= 24 ? 2 : pitch >= 8 ? 1 : 0);
  const left = 48;
  const top = 44;
  const letters = Math.max(2, Math.floor(pitch / 6.5));
  const isNamed = pitch >= 15;
  const cells = state.tokens.flatMap((_, t) =>
    Array.from(part(trace.weights, head, t).data, (weight, s) => {
      if (part(trace.maskedScores, head, t).data[s] === -Infinity) return '';
      const colour = shareColour(weight);
      const [x, y] = [left + s * pitch, top + t * pitch];
      const box = `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${cell.toFixed(1)}" height="${cell.toFixed(1)}" fill="${css(colour)}"/>`;
      return cell >= 26 && weight >= 0.1
        ? box +
            textAt(
              x + cell / 2,
              y + cell / 2 + 4,
              fixed(weight),
              `text-anchor="middle" fill="${textOn(colour)}"`,
            )
        : box;
    }),
  );
  const names = isNamed
    ? state.tokens.flatMap((token, i) => [
        textAt(left - 7, top + i * pitch + cell / 2 + 4, label(token, i, 6), 'text-anchor="end"'),
        textAt(
          left + i * pitch + cell / 2,
          top - 7,
          label(token, i, letters),
          'text-anchor="middle"',
        ),
      ])
    : [];
  return [
    `<rect y="0" width="10" height="10" rx="2" fill="${headColour(head, state)}"/>`,
    textAt(17, 10, words.head(head), 'font-size="14" font-weight="600"'),
    ...names,
    ...cells,
  ].join('\n');
}
