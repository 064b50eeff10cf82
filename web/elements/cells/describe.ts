import { spoken } from '../../lib/symbols.js';
import type { GroupCell } from './group.js';
import type { LessonCell } from './programs/index.js';
import { defines, missingName, type Ran } from './python/service.js';
import type { CellRun } from './run.js';
import { words } from './words/index.js';

/** What screen readers announce: a text in the language of the words, and one that is always English. */
export interface Announcement {
  readonly text: string;
  readonly english: string;
}

export const silence: Announcement = { text: '', english: '' };

/** The result for screen readers, without the output, which was announced before. */
export function resultText(
  { error, failing }: Ran,
  line: number | null,
  hint: string,
  lesson: LessonCell | undefined,
): Announcement {
  const { done, failed, failedAt, passes, fails } = words;
  if (error) return { text: `${line ? failedAt(line) : failed} ${hint}`.trim(), english: '' };
  if (failing === null) return { text: done, english: '' };
  return failing === ''
    ? { text: passes, english: spoken(lesson?.passed ?? '') }
    : { text: fails, english: failing };
}

/** The kind and status of the cell, above its heading. */
export function cellKind(
  { phase, code, number }: CellRun,
  source: string,
  isExercise: boolean,
  place: { readonly number: number; readonly of: number },
): string {
  const { kind, states, ran, edited } = words;
  const state = phase === 'ran' ? (code === source ? ran(number) : edited) : states[phase];
  return `${kind(isExercise, place.number, place.of)}, ${state}`;
}

/** For a missing name: which cell of the group defines it. */
export function orderHint(ran: Ran | null, own: GroupCell, cells: readonly GroupCell[]): string {
  const name = ran?.error ? missingName(ran.error) : null;
  if (!name) return '';
  const { above, below } = words;
  const definingCell = cells.find((cell) => cell !== own && defines(cell.running.source, name));
  if (!definingCell) return '';
  return cells.indexOf(definingCell) < cells.indexOf(own) ? above(name) : below(name);
}
