import { css as hex, signedColour } from '../../lib/colour.js';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { bytesText } from './amounts.js';
import { heads } from './groups.js';
import {
  barLength,
  bottom,
  columnsOf,
  headCentre,
  label,
  lineEnd,
  rowHeight,
  top,
  type Column,
  type FormLayout,
} from './layout.js';
import { circle, px, rectangle, type Mark } from '../../lib/drawing.js';
import type { FormRun, KvRun } from './run.js';
import { seqLen, type Form } from './state.js';
import { words } from './words/index.js';

/** One form without its cells: heads, lines, letters, frames, and the bar of its bytes. */
export function formMarks(run: KvRun, form: FormRun, layout: FormLayout): readonly Mark[] {
  const columns = columnsOf(form, layout);
  return [
    ...frames(run, form, columns),
    ...letters(run),
    ...columnNames(form, columns),
    ...lines(run, form, columns, layout),
    ...headMarks(run, layout),
    ...bar(run, form, layout),
  ];
}

export const isChosenForm = ({ state }: KvRun, form: Form): boolean => state.form === form;

/** The column that the chosen head reads. */
export const columnOf = ({ columns }: FormRun, head: number): number =>
  columns.findIndex(({ readers }) => readers.includes(head));

function headMarks({ state }: KvRun, layout: FormLayout): Mark[] {
  return Array.from({ length: heads }, (_, head): Mark[] => {
    const x = headCentre(layout, head);
    const isChosen = head === state.head;
    return [
      {
        ...{ text: String(head), x, y: top.number, anchor: 'middle' },
        ...(isChosen ? { fill: 'ink', weight: 700 } : {}),
      },
      { path: rectangle(x - 5, top.swatch, 10, 10), fill: { head } },
    ];
  }).flat();
}

/** The chosen head's line is the last, in front of all others. */
function lines(
  { state }: KvRun,
  form: FormRun,
  columns: readonly Column[],
  layout: FormLayout,
): Mark[] {
  const line = (head: number, width: number): Mark => {
    const column = columnOf(form, head);
    const end = lineEnd(form.columns[column]!, columns[column]!, head);
    const x = px(headCentre(layout, head));
    return {
      path: `M${x} ${top.line}C${x} 66 ${px(end)} 60 ${px(end)} ${top.ring}`,
      ...{ stroke: { head }, width },
    };
  };
  const others = Array.from({ length: heads }, (_, head) => head).filter((h) => h !== state.head);
  const { x, y } = ringPlace(form, columns, state.head);
  return [
    ...others.map((head) => line(head, 1.5)),
    line(state.head, 4),
    { path: circle(x, y, 4.5), fill: 'stage', stroke: 'ink', width: 2 },
  ];
}

export function ringPlace(form: FormRun, columns: readonly Column[], head: number) {
  const column = columnOf(form, head);
  return { x: lineEnd(form.columns[column]!, columns[column]!, head), y: top.ring };
}

function columnNames({ form }: FormRun, columns: readonly Column[]): Mark[] {
  const name = (text: string, x: number): Mark => ({ text, x, y: top.name, anchor: 'middle' });
  return columns.flatMap(({ x, width, centre }) =>
    form === 'mla'
      ? [name(words.stage.latent, centre)]
      : [name('K', x + width / 4), name('V', x + (3 * width) / 4)],
  );
}

function letters({ tokens, state }: KvRun): Mark[] {
  return tokens.slice(0, state.letters).map((token, i) => ({
    ...{ text: token, x: 6, y: top.cells + (i + 0.75) * rowHeight, anchor: 'middle', size: 14 },
    ...{ isWord: true, fill: i === state.letters - 1 ? 'ink' : 'ink-2' },
    weight: i === state.letters - 1 ? 700 : 400,
  }));
}

/** Room for all letters, a ring around the newest, and a bar below what the chosen head reads. */
function frames({ state }: KvRun, form: FormRun, columns: readonly Column[]): Mark[] {
  const kept = state.letters * rowHeight;
  const chosen = columns[columnOf(form, state.head)]!;
  return [
    ...columns.map(({ x, width }): Mark => ({
      path: rectangle(x - 0.5, top.cells + 0.5, width + 1, seqLen * rowHeight),
      stroke: 'kept',
    })),
    ...columns.map(({ x, width }): Mark => ({
      path: rectangle(x - 1, top.cells + kept - rowHeight, width + 2, rowHeight),
      ...{ stroke: 'ink', width: 2 },
    })),
    { path: rectangle(chosen.x, bottom + 4, chosen.width, 3), fill: 'ink' },
  ];
}

function bar(run: KvRun, form: FormRun, layout: FormLayout): Mark[] {
  const isChosen = isChosenForm(run, form.form);
  const length = barLength(form.bytes, layout);
  return [
    { path: rectangle(label, bottom + 22, length, 10), fill: isChosen ? 'ink' : 'line' },
    {
      ...{ text: bytesText(form.bytes), x: label + length + 10, y: bottom + 31, size: 13 },
      ...(isChosen ? { fill: 'ink', weight: 700 } : {}),
    },
  ];
}

/** The cells of a column as text of a saved picture. */
export function cellsText(kept: Tensor, limit: number, column: Column, layout: FormLayout): string {
  const width = kept.shape[1]!;
  return Array.from(kept.data, (value, i) => {
    const x = column.x + (i % width) * layout.cell;
    const y = top.cells + Math.floor(i / width) * rowHeight;
    const colour = signedColour(value, limit, 0);
    return `<path d="${rectangle(x, y, layout.cell, rowHeight)}" fill="${hex(colour)}"/>`;
  }).join('');
}

/** The rows of the letters that are kept so far. */
export const keptRows = ({ shape, data }: Tensor, letters: number): Tensor => ({
  shape: [letters, shape[1]!],
  data: data.subarray(0, letters * shape[1]!),
});
