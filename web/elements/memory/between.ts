import { wrapText } from '../../lib/file-text.js';
import { arrowAcross, arrowDown, rectangle } from '../../lib/drawing.js';
import type { Sheet } from './drawing.js';
import type { StageLayout } from './layout.js';
import { groupMoves, groupName, groupProduct, outputMove, type MoveGroup } from './moves.js';
import type { MemoryRun } from './run.js';
import { words } from './words/index.js';

const lineHeight = 15;
/** How many letters fit into a line. */
const lineLetters = { wide: 24, narrow: 20 } as const;

/** What was moved so far, what moves now, and what is still to come. */
export function drawBetween(sheet: Sheet, run: MemoryRun, layout: StageLayout) {
  const { between, isWide } = layout;
  const { x, y, width } = between;
  const letters = lineLetters[isWide ? 'wide' : 'narrow'];
  const groups = groupMoves(run.step);
  const reads = groups.filter(({ to }) => to === 'fast');
  const writes = groups.filter(({ to }) => to === 'slow');
  const lines = (moved: readonly MoveGroup[]) =>
    moved.flatMap((group) => groupLines(group, run, letters));
  const coming = writes.length === 0 ? comingLines(run, letters) : null;
  const written = { lines: coming ?? lines(writes), isComing: coming !== null };
  if (isWide) {
    const middle = x + width / 2;
    centred(sheet, middle, y + 12, [words.soFar.title]);
    centred(sheet, middle, y + 28, soFar(run), true);
    centred(sheet, middle, y + 76, [words.movesNow], true);
    sheet.path(arrowAcross(x + 6, y + 86, x + width - 6), { stroke: 'ink', width: 1.5 });
    const end = centred(sheet, middle, y + 103, lines(reads));
    if (written.lines.length === 0) return;
    sheet.path(arrowAcross(x + width - 6, end + 10, x + 6), writtenLook(written.isComing));
    const last = centred(sheet, middle, end + 27, written.lines);
    drawTable(sheet, run, x + 14, last + 22);
    return;
  }
  const half = width / 2;
  const [read, wrote] = soFar(run);
  sheet.text(x, y + 20, `${words.soFar.title}: ${read}, ${wrote}`);
  sheet.path(arrowDown(x + 8, y + 34, y + 104), { stroke: 'ink', width: 1.5 });
  sheet.text(x + 16, y + 44, words.movesNow, { weight: 650, fill: 'ink' });
  left(sheet, x + 16, y + 60, lines(reads));
  if (written.lines.length > 0) {
    const to = x + half + 8;
    sheet.path(arrowDown(to, y + 104, y + 34), writtenLook(written.isComing));
    left(sheet, to + 12, y + 44, written.lines);
  }
  drawTable(sheet, run, x + 16, y + 176);
}

const soFar = ({ read, written }: MemoryRun): readonly string[] => [
  words.soFar.read(read),
  words.soFar.written(written),
];

const writtenLook = (isComing: boolean) =>
  ({ stroke: 'ink', width: 1.5, ...(isComing ? { dashes: '2 2.5' } : {}) }) as const;

function groupLines(group: MoveGroup, run: MemoryRun, letters: number): readonly string[] {
  const [name, product] = [groupName(group), groupProduct(group, run)];
  const line = `${name}: ${product}`;
  if (line.length <= letters) return [line];
  return product.length <= letters ? [name, product] : [name, ...product.split(/ (?==)/u)];
}

/** In tiles, the output waits for the last keys that its queries see. */
function comingLines(run: MemoryRun, letters: number): readonly string[] {
  const coming = outputMove(run);
  if (!coming || coming.stepsLater === 0) return [];
  const { what, to, first, count, bytes } = coming.move;
  return [
    ...wrapText(words.afterTiles(coming.stepsLater), letters),
    `${groupName({ what: [what], to, first, count, bytes })}, ${words.bytes(bytes)}`,
  ];
}

/** @return the y of the last line */
function centred(
  sheet: Sheet,
  x: number,
  y: number,
  lines: readonly string[],
  isBold = false,
): number {
  for (const [i, line] of lines.entries()) {
    sheet.text(x, y + i * lineHeight, line, {
      ...{ anchor: 'middle', weight: isBold ? 650 : 400 },
      fill: isBold ? 'ink' : 'ink-2',
    });
  }
  return y + (lines.length - 1) * lineHeight;
}

function left(sheet: Sheet, x: number, y: number, lines: readonly string[]) {
  for (const [i, line] of lines.entries()) sheet.text(x, y + i * lineHeight, line);
}

/** The block tables of both sequences: each logical page's number. */
function drawTable(sheet: Sheet, { state, pages, stepIndex }: MemoryRun, x: number, y: number) {
  if (state.schedule !== 'paged') return;
  const { own, other, returned } = pages[stepIndex]!;
  const tables = [
    [words.pages.own, own],
    [words.pages.other, other],
  ] as const;
  for (const [i, [name, table]] of tables.entries()) {
    const top = y + i * 38;
    const isGivenBack = i === 1 && table.length === 0;
    sheet.text(x, top, name, { fill: 'ink' });
    if (isGivenBack) {
      const text =
        returned.length > 0 ? words.pages.givenBack(returned.join(', ')) : words.pages.none;
      sheet.text(x, top + 16, text);
    }
    for (const [at, page] of table.entries()) {
      sheet.path(rectangle(x + at * 17 + 0.5, top + 5.5, 16, 16), {
        ...{ stroke: 'line', width: 1 },
      });
      sheet.text(x + at * 17 + 8.5, top + 18, String(page), {
        ...{ anchor: 'middle', weight: 650, fill: 'ink' },
      });
    }
  }
}
