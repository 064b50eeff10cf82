import { describeSizes } from './controls.js';
import type { Desk } from './desk.js';
import { sheetsOf, stacksOf } from './views.js';
import { precisions } from './state.js';
import { words } from './words/index.js';

/** The view in words: what was chosen, the bars, every row. */
export function describeDesk(desk: Desk): string {
  const say = words.describe;
  const { state } = desk;
  const models = [describeModels(desk)];
  const run = say.run(state.tokens, state.batch, precisions[state.precision]);
  const bars = stacksOf(desk).map(({ name, parts }) =>
    say.stack(
      name,
      parts.map(({ name, text }) => say.cell(name, text)),
    ),
  );
  const rows = sheetsOf(desk).sheets.flatMap(({ caption, columns, rows }) => [
    caption,
    ...rows.map(({ name, cells }) =>
      say.row(
        name,
        cells.flatMap(({ text }, i) => (text === '' ? [] : [say.cell(columns[i]!, text)])),
      ),
    ),
  ]);
  return [...models, run, ...bars, ...rows].map((sentence) => `${sentence}.`).join(' ');
}

export const describeModels = ({ sides }: Desk): string =>
  sides.map((side) => words.describe.of(side.name, describeSizes(side))).join('. ');
