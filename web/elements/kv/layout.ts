import { heads, usualGroups } from './groups.js';
import { dHead, type FormRun } from './run.js';
import { seqLen } from './state.js';

/** Where the parts of one form are, in px at the default text size. */
export interface FormLayout {
  readonly width: number;
  /** The size of one number. It is the same in all forms, because area is memory. */
  readonly cell: number;
  /** The distance from one query head to the next. */
  readonly pitch: number;
}
export interface Column {
  readonly x: number;
  readonly width: number;
  readonly centre: number;
}

/** The width of the letters beside the cells. */
export const label = 18;
export const rowHeight = 14;
/** From top to bottom: numbers and swatches, the lines' ends, the columns' names, cells. */
export const top = { number: 11, swatch: 18, line: 28, ring: 92, name: 108, cells: 113 } as const;
export const bottom = top.cells + seqLen * rowHeight;
export const formHeight = bottom + 40;
/** Four forms side by side, two, or one. */
export const gap = 40;

export const formsAbreast = (width: number): 4 | 2 | 1 =>
  width >= 1000 ? 4 : width >= 560 ? 2 : 1;

export function layOutForm(figureWidth: number): FormLayout {
  const abreast = formsAbreast(figureWidth);
  const width = Math.floor((figureWidth - (abreast - 1) * gap) / abreast);
  const pitch = Math.min(44, Math.floor((width - label) / heads));
  const cell = Math.max(2, Math.min(5, Math.floor((pitch - 3) / (2 * dHead))));
  return { width, cell, pitch };
}

const columnWidth = ({ cell }: FormLayout) => 2 * dHead * cell;

export const headCentre = (layout: FormLayout, head: number): number =>
  label + head * layout.pitch + columnWidth(layout) / 2;

/** A column is below the middle of the heads that usually read it, and stays there. */
export function columnsOf(run: FormRun, layout: FormLayout): readonly Column[] {
  const count = run.columns.length;
  const readers = usualGroups(count);
  return run.columns.map(({ kept }, i) => {
    const first = headCentre(layout, readers.indexOf(i));
    const last = headCentre(layout, readers.lastIndexOf(i));
    const width = kept.shape[1]! * layout.cell;
    const centre = (first + last) / 2;
    return { x: Math.round(centre - width / 2), width, centre: Math.round(centre) };
  });
}

/** The column nearest to a place, for drags. */
export function nearestColumn(columns: readonly Column[], x: number): number {
  const far = columns.map(({ centre }) => Math.abs(centre - x));
  return far.indexOf(Math.min(...far));
}

/** Where a head's line ends: lines to one column are next to each other. */
export function lineEnd(
  { readers }: FormRun['columns'][number],
  { centre, width }: Column,
  head: number,
): number {
  const apart = Math.min(4, (width - 4) / Math.max(1, readers.length - 1));
  return centre + (readers.indexOf(head) - (readers.length - 1) / 2) * apart;
}

/** The length of a bar for this many bytes. All numbers of all letters fill the width. */
export const barLength = (bytes: number, { pitch }: FormLayout): number =>
  (bytes / (2 * heads * 2 * dHead * seqLen)) * heads * pitch;
