import { html, type TemplateResult } from 'lit';
import type { Tensor } from '../../../emscripten/package/contract.js';
import { rectangle, type Mark, type Picture } from '../../lib/drawing.js';
import { fixed, share } from '../../lib/numbers.js';
import { at, part } from '../../lib/tensor-view.js';
import { paint } from '../../ui/cell-paint.js';
import { scaleKey } from '../../ui/scale-key.js';
import { keys, scales, type Scale } from './draws.js';
import { atWidth, measures, type SaturationRun } from './run.js';
import { label } from './looks.js';
import { spreadOf } from './statistics.js';
import type { SaturationState } from './state.js';
import { words } from './words/index.js';

/** The same for all widths, so that colours can be compared; larger scores have the end's colour. */
const scoreLimit = 20;

/** One query's scores, and its weights with each divisor. */
export interface Row {
  readonly name: string;
  readonly kind: 'share' | 'signed';
  /** Null for the scores. */
  readonly scale: Scale | null;
  readonly values: Tensor;
  /** What the row is like: the spread of what softmax reads; the measures, for weights only. */
  readonly facts: readonly string[];
}

/** The rows of the typical draw at the chosen width. */
export function rowsOf(run: SaturationRun, { dHead }: SaturationState): readonly Row[] {
  const width = atWidth(run, dHead);
  const { typical } = width;
  const scores = part(width.scores, typical);
  const divided = (divisor: number) =>
    fixed(spreadOf(run.engine, run.engine.tensor.divide(scores, divisor)));
  return [
    {
      ...{ name: words.row.scores, kind: 'signed', scale: null, values: scores },
      facts: [divided(1), '', '', ''],
    },
    ...scales.map((scale): Row => {
      const made = width.scales[scale];
      const name = words.row.divided(scale, dividedBy(scale, dHead, made.divisor));
      const facts = measures.map((measure) => share(at(made[measure].values, typical)));
      return {
        ...{ name, kind: 'share', scale, values: part(made.weights, typical) },
        facts: [divided(made.divisor), ...facts],
      };
    }),
  ];
}

const dividedBy = (scale: Scale, dHead: number, divisor: number): string =>
  `√${scale === 'sqrt-d-head' ? dHead : 8 * dHead} = ${fixed(divisor)}`;

/** A number in a cell: all scores, and weights from a tenth on. */
export const cellText = (kind: Row['kind'], value: number): string =>
  kind === 'signed' ? fixed(value, 1) : value >= 0.095 ? share(value) : '';

/** Cells in a row, without their meaning for screen readers: the figure's table has the numbers. */
export const cells = (values: Tensor, kind: Row['kind']): TemplateResult =>
  html`<span class="cells" aria-hidden="true" dir="ltr"
    >${Array.from(
      values.data,
      (value) =>
        html`<span .style=${paint(value, kind, scoreLimit)}
          ><small>${cellText(kind, value)}</small></span
        >`,
    )}</span
  >`;

export function rowsView(run: SaturationRun, state: SaturationState): TemplateResult {
  const { facts } = words.row;
  return html`<div class="rows">
      <p class="line head" aria-hidden="true">
        <span></span
        ><span class="cells"
          >${Array.from({ length: keys }, (_, key) => html`<span>${key}</span>`)}</span
        ><span class="facts">${facts.map((fact) => html`<span>${fact}</span>`)}</span>
      </p>
      ${rowsOf(run, state).map(
        ({ name, kind, scale, values, facts: found }) =>
          html`<p class="line ${scale === state.scale ? 'chosen' : ''}">
            <span class="name">${name}</span>${cells(values, kind)}<span class="facts" dir="ltr"
              >${found.map(
                (fact, i) => html`<span><small>${fact && facts[i]}</small> ${fact}</span>`,
              )}</span
            >
          </p>`,
      )}
    </div>
    <div class="keys">
      ${scaleKey('signed', scoreLimit, words.row.scoreKey)}
      ${scaleKey('share', 1, words.row.weightKey)}
    </div>`;
}

const picture = { name: 160, cell: 36, facts: 90, line: 42 };

/** The same rows in a saved picture. */
export function rowsScene(run: SaturationRun, state: SaturationState, width: number): Picture {
  const rows = rowsOf(run, state);
  const fact = (i: number) => width - (words.row.facts.length - 1 - i) * picture.facts;
  return {
    width,
    height: 24 + rows.length * picture.line,
    marks: [
      ...words.row.facts.map((name, i) => label('note', fact(i), 12, 'end', name)),
      ...rows.flatMap((row, at) => {
        const top = 24 + at * picture.line;
        const look = row.scale === state.scale ? 'title' : 'name';
        return [
          label(look, 0, top + 22, 'start', row.name),
          ...Array.from(row.values.data, (value, key) =>
            cellMarks(row.kind, value, key, top),
          ).flat(),
          ...row.facts.map((each, i) => label(look, fact(i), top + 22, 'end', each)),
        ];
      }),
    ],
  };
}

function cellMarks(kind: Row['kind'], value: number, key: number, top: number): Mark[] {
  const { cell, name } = picture;
  const x = name + key * cell;
  const level = value / scoreLimit;
  return [
    {
      path: rectangle(x, top, cell - 2, cell - 2),
      fill: kind === 'share' ? { share: value } : { signed: level },
    },
    {
      ...label('tick', x + cell / 2 - 1, top + 21, 'middle', cellText(kind, value)),
      fill: kind === 'share' ? { onShare: value } : { on: level },
    },
  ];
}
