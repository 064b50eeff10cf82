import { spoken } from '../../lib/symbols.js';
import type { GroupCell } from './group.js';
import type { LessonCell } from './programs/index.js';
import { defines, missingName, type Ran } from './python/service.js';
import type { CellRun } from './run.js';
import { words } from './words/index.js';

/** The result for screen readers, without the output, which was announced before. */
export function resultText(
  { error, failing }: Ran,
  line: number | null,
  hint: string,
  lesson: LessonCell | undefined,
): string {
  const { done, failed, failedAt, passes, fails } = words;
  if (error) return `${line ? failedAt(line) : failed} ${hint}`.trim();
  if (failing === null) return done;
  return failing === '' ? `${passes} ${spoken(lesson?.passed ?? '')}` : `${fails} ${failing}`;
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
