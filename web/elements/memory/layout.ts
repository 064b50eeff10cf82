import type { Box } from '../../lib/drawing.js';
import { fastFooter } from './footer.js';
import { readStore } from './pages.js';
import type { MemoryRun } from './run.js';
import { groupSize, sizes } from './state.js';

/** Where the two memories and what is between them are, in px at the default text size. */
export interface StageLayout {
  readonly isWide: boolean;
  readonly width: number;
  readonly height: number;
  readonly slow: Box;
  readonly between: Box;
  readonly fast: Box;
  /** The height of the lines at the bottom of the fast memory. */
  readonly footer: number;
  /** The size of a number in the slow memory. */
  readonly cell: { readonly width: number; readonly height: number };
  /** For words left of the rows. */
  readonly label: number;
  /** Between two matrices. */
  readonly gap: number;
}

/** Above the boxes: their names. */
const titleHeight = 28;
/** In a box: above the first row, and below the last one. */
export const inset = { top: 36, bottom: 30, side: 12 } as const;
const wideFrom = 1080;
const betweenWidth = 172;
const rowHeight = 13.5;
/** All gaps between groups of tokens together. */
const groupGaps = 24;
/** Room for all that lies there: plain's scores and weights, two sequences in pages. */
const slowWidths = { plain: 744, tiled: 430, cached: 430, paged: 462, chunked: 430 } as const;
const stackedBetween = { plain: 132, tiled: 146, cached: 146, chunked: 146, paged: 240 } as const;

export const isWideFigure = (width: number): boolean => width >= wideFrom;

/** Side by side where both fit, else the slow memory above. */
export function layOut(run: MemoryRun, available: number): StageLayout {
  const width = Math.min(available, 1120);
  const isWide = isWideFigure(width);
  const { schedule, tokens } = run.state;
  const isPlain = schedule === 'plain';
  const gap = isWide ? 14 : 8;
  const label = isWide ? 58 : 48;
  const room = width - label - 2 * inset.side - 3 * gap;
  const columns = 4 * sizes.dHead;
  const pages = schedule === 'paged' ? label + gap : 0;
  const cell = {
    width: isWide ? 9 : Math.max(4, Math.min(12, Math.floor((room - pages) / columns))),
    height: rowHeight,
  };
  const isDouble = isPlain && !isWide;
  const slots = schedule === 'paged' ? countSlots(run) : 0;
  const rows = Math.max(tokens.length * rowHeight + (isDouble ? 0 : groupGaps), rowTop(run, slots));
  const slowHeight =
    inset.top + rows * (isDouble ? 2 : 1) + (isDouble ? 28 : 0) + inset.bottom + (isWide ? 0 : 16);
  const slowWidth = isWide ? slowWidths[schedule] : width;
  const footer = footerHeight(run, isWide ? width - slowWidth - betweenWidth : width);
  const fastHeight = Math.max(isWide ? slowHeight : 0, neededByFast(run, footer));
  const top = titleHeight;
  const height = isWide ? Math.max(slowHeight, fastHeight) : slowHeight;
  const slow = { x: 0, y: top, width: slowWidth, height };
  const common = { isWide, width, cell, label, gap, slow, footer };
  if (isWide) {
    const x = slowWidth + betweenWidth;
    return {
      ...common,
      height: top + height,
      between: { x: slowWidth, y: top, width: betweenWidth, height },
      fast: { x, y: top, width: width - x, height },
    };
  }
  const between = { x: 0, y: top + height, width, height: stackedBetween[schedule] };
  const y = between.y + between.height + titleHeight;
  return {
    ...{ ...common, between },
    height: y + fastHeight,
    fast: { x: 0, y, width, height: fastHeight },
  };
}

/** The top of a token's row below the first one. */
export function rowTop({ state }: MemoryRun, token: number): number {
  const size = groupSize(state);
  const groups = Math.ceil(state.tokens.length / size);
  const gap = groups > 1 ? Math.min(8, groupGaps / (groups - 1)) : 0;
  return token * rowHeight + Math.floor(token / size) * gap;
}

/** The rows of all pages, of both sequences. */
const countSlots = ({ state, pages }: MemoryRun): number =>
  readStore(pages, 0, state.page).length * state.page;

/** The fast memory has keys at the top, and one row per query below. */
export const fastRows = { top: 128, least: 12.5, most: 30 } as const;

/** Of the step with most lines, so that all steps have one height. */
function footerHeight(run: MemoryRun, width: number): number {
  const room = width - 2 * inset.side;
  const lines = run.schedule.steps.map((step) => fastFooter(run, step, room).length);
  return 12 + 15 * Math.max(2, ...lines);
}

const neededByFast = ({ state, step }: MemoryRun, footer: number): number =>
  state.schedule === 'plain'
    ? 250
    : fastRows.top + Math.max(4 * 26, step.queries * fastRows.least) + footer + 8;
