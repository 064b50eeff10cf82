import type { Box } from '../../lib/drawing.js';
import { drawColumn, rowLabels } from './columns.js';
import { cells, frames, ring, rowLook, rowWord, type Sheet } from './drawing.js';
import { inset, rowTop, type StageLayout } from './layout.js';
import { otherTokens, readStore, tokenRow, type Page } from './pages.js';
import type { MemoryRun } from './run.js';
import { sizes } from './state.js';
import { words } from './words/index.js';

/** Keys and values lie in numbered pages of two sequences. */
export function drawPages(sheet: Sheet, run: MemoryRun, layout: StageLayout) {
  const { slow, cell, label, gap } = layout;
  const { head } = run;
  const top = slow.y + inset.top;
  const width = sizes.dHead * cell.width;
  const left = slow.x + inset.side + label;
  const right = left + 2 * (width + gap) + label;
  for (const [i, slot] of readSlots(run).entries()) {
    const y = top + rowTop(run, i);
    if (slot.isFirst) {
      sheet.text(slow.x + 4, y + 11, String(slot.page), { weight: 650, fill: 'ink' });
    }
    if (slot.token) drawToken(sheet, run, layout, slot.token, { x: left, y });
    else {
      const row = (x: number) => ({ x, y, width, height: cell.height });
      frames(sheet, [row(left), row(left + width + gap)]);
    }
  }
  ringPages(sheet, run, (slot, count) => ({
    ...{ x: left, y: top + rowTop(run, slot), width: 2 * width + gap },
    height: rowTop(run, slot + count - 1) - rowTop(run, slot) + cell.height,
  }));
  sheet.text(left, top - 8, words.what.keys);
  sheet.text(left + width + gap, top - 8, words.what.values);
  rowLabels(sheet, run, right - 8, top);
  const columns = [
    { what: 'queries', matrix: head.q },
    { what: 'output', matrix: head.output },
  ] as const;
  for (const [i, column] of columns.entries()) {
    drawColumn(sheet, run, layout, { ...column, x: right + i * (width + gap), y: top });
  }
}

interface StoredToken {
  readonly sequence: Page['sequence'];
  readonly index: number;
}

/** A row of a page. */
interface Slot {
  readonly page: number;
  readonly isFirst: boolean;
  /** null while the row is free. */
  readonly token: StoredToken | null;
}

function readSlots({ state, pages, stepIndex }: MemoryRun): readonly Slot[] {
  const lengths = { own: stepIndex + 1, other: pages[stepIndex]!.otherLength };
  return readStore(pages, stepIndex, state.page).flatMap((page, number) =>
    Array.from({ length: state.page }, (_, i): Slot => {
      const index = page && page.first + i;
      const isUsed = page !== null && index! < lengths[page.sequence];
      return {
        page: number,
        isFirst: i === 0,
        token: isUsed ? { sequence: page.sequence, index: index! } : null,
      };
    }),
  );
}

/** A token's word, its key and its value. */
function drawToken(
  sheet: Sheet,
  run: MemoryRun,
  { cell, gap }: StageLayout,
  { sequence, index }: StoredToken,
  { x, y }: { readonly x: number; readonly y: number },
) {
  const { state } = run;
  const isOwn = sequence === 'own';
  const word = (isOwn ? state.tokens : otherTokens)[index]!;
  const isChosen = isOwn && index === run.query;
  const look = { ...rowLook(isChosen), fill: isOwn ? 'ink' : 'ink-3' } as const;
  rowWord(sheet, { x: x - 8, y: y + 11 }, word, index, look);
  const tensors = isOwn ? [run.k, run.v] : [run.otherK, run.otherV];
  for (const [column, tensor] of tensors.entries()) {
    cells(sheet, x + column * (sizes.dHead * cell.width + gap), y, {
      ...{ data: tokenRow(tensor, state.head, index), rows: 1, columns: sizes.dHead },
      ...{ cell: { ...cell, height: cell.height - 0.5 } },
      scale: { kind: 'signed', limit: run.limits.numbers },
    });
  }
}

/** Each of the sentence's pages is read up to its last token. */
function ringPages(
  sheet: Sheet,
  { state, pages, stepIndex }: MemoryRun,
  place: (slot: number, count: number) => Box,
) {
  for (const [logical, page] of pages[stepIndex]!.own.entries()) {
    const count = Math.min(state.page, stepIndex + 1 - logical * state.page);
    ring(sheet, place(page * state.page, count));
  }
}
