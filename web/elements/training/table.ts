import { html, type TemplateResult } from 'lit';
import { lossText } from './loss-text.js';
import { at } from '../../lib/tensor-view.js';
import type { Race } from './charts.js';
import { dataTable } from '../../ui/table.js';
import { words } from './words/index.js';
import { runNames } from './state.js';

const mostRows = 30;

/** The figure as tables: the curves at about 30 steps, and heads x relations. */
export function trainingTable(race: Race): TemplateResult {
  return html`<div class="tables">
    ${curves(race)} ${runNames.map((run) => ablation(race, run))}
  </div>`;
}

function curves({ records, at }: Race): TemplateResult {
  const { relations } = records.a.model;
  const say = words.table;
  const every = Math.max(1, Math.ceil(at / mostRows));
  const steps = Array.from({ length: Math.ceil(at / every) }, (_, i) => 1 + i * every);
  if (at > 0 && steps.at(-1) !== at) steps.push(at);
  const heads = [
    ...runNames.map((run) => say.loss(run)),
    ...relations.flatMap((relation) => runNames.map((run) => say.accuracy(run, relation))),
  ];
  const rows = steps.map((step) => ({
    name: String(step),
    values: [
      ...runNames.map((run) => records[run].lossAt(step)),
      ...relations.flatMap((_, r) => runNames.map((run) => records[run].averageAt(r, step))),
    ],
  }));
  return table(say.curves, say.step, heads, rows);
}

function ablation({ records, at: step }: Race, run: 'a' | 'b'): TemplateResult {
  const { model } = records[run];
  const { matrix, relation, table: say } = words;
  const finding = records[run].findingAt(step);
  const rows = finding
    ? [
        { name: say.none, values: finding.accuracy },
        ...Array.from({ length: model.layers * model.heads }, (_, i) => {
          const [layer, head] = [Math.floor(i / model.heads), i % model.heads];
          return {
            name: matrix.head(head, layer, model.layers),
            values: model.relations.map((_, r) => at(finding.ablation, layer, head, r)),
          };
        }),
      ]
    : [];
  return table(say.ablation(run), matrix.columns.head, model.relations.map(relation), rows);
}

function table(
  caption: string,
  corner: string,
  heads: readonly string[],
  rows: readonly { name: string; values: readonly (number | null)[] }[],
): TemplateResult {
  return dataTable({
    caption,
    corner,
    columns: heads,
    rows: rows.map(({ name, values }) => ({
      name,
      cells: values.map((value) => (value === null ? '–' : lossText(value))),
    })),
  });
}
