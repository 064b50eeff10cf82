import { html, nothing, type TemplateResult } from 'lit';
import type { GridCell } from '../../../lib/grid.js';
import { share, shortShare } from '../../../lib/numbers.js';
import { part } from '../../../lib/tensor-view.js';
import { word } from '../../../ui/word.js';
import { icon } from '../../../ui/icons.js';
import { scaleKey } from '../../../ui/scale-key.js';
import { swatch } from '../../../ui/swatch.js';
import { rem } from '../../../ui/text-scale.js';
import { layOutHeads, mapGap, type HeadsLayout } from './layout.js';
import {
  answersAt,
  askedRelations,
  measuredReading,
  type AskedRelation,
  type HeadsRun,
} from './run.js';
import type { HeadsState } from './state.js';
import { words } from './words/index.js';

/** What the stage shows, and what it does on input. */
export interface HeadsView {
  readonly run: HeadsRun;
  readonly width: number;
  /** Whether every cell shows its number. */
  readonly numbers: boolean;
  /** Whether the maps are drawn too. */
  readonly isWhole: boolean;
  readonly theme: string;
  readonly change: (change: Partial<HeadsState>) => void;
  /** Page Up or Page Down in the map of this head. */
  readonly step: (head: number, event: CustomEvent<number>) => void;
}

/** The sentence with its arcs, the model's three answers, and the maps of the heads. */
export function headsStage(view: HeadsView): TemplateResult {
  const { run, width, numbers, isWhole } = view;
  const layout = layOutHeads(width, run.state.tokens.length, numbers);
  return html`<div class="parts ${layout.mode}">
    <div class="words">${sentence(view, layout)} ${answers(run, layout.mode === 'tabs')}</div>
    ${isWhole ? looks(view, layout) : nothing}
  </div>`;
}

const looks = (view: HeadsView, layout: HeadsLayout): TemplateResult =>
  html`<div class="looks">
    ${layout.mode === 'tabs' ? tabs(view) : nothing} ${maps(view, layout)}
    ${scaleKey('share', 1, words.maps.key)}
  </div>`;

function sentence({ run, change }: HeadsView, layout: HeadsLayout): TemplateResult {
  const { tokens, query, removed } = run.state;
  return html`<mh-sentence
    .tokens=${tokens}
    .weights=${run.trace.weights}
    .query=${query}
    .removed=${removed}
    .width=${layout.sentence}
    .label=${words.query}
    .tallest=${layout.arcs}
    @query-change=${(event: CustomEvent<number>) => change({ query: event.detail })}
  ></mh-sentence>`;
}

function answers(run: HeadsRun, isNarrow: boolean): TemplateResult {
  const { tokens, query } = run.state;
  return html`<div class="answers">
    <p>${words.answers.sentence(tokens[query]!)}</p>
    <dl>
      ${askedRelations.map(
        (relation) =>
          html`<div>
            <dt>${words.answers.questions[relation]}</dt>
            <dd>${answer(run, relation, isNarrow)}</dd>
          </div>`,
      )}
    </dl>
  </div>`;
}

function answer(run: HeadsRun, relation: AskedRelation, isNarrow: boolean): TemplateResult {
  const own = answersAt(run).find((each) => each.relation === relation);
  if (!own) return html`${words.answers.nothingBefore}`;
  const { isRight, probability } = own;
  return html`${icon(isRight ? 'right' : 'wrong')}
    <span class="unseen">${isRight ? words.answers.right : words.answers.wrong}</span>
    ${word(own.answer)} ${isNarrow ? shortShare(probability) : share(probability)}`;
}

function tabs({ run, width, change }: HeadsView): TemplateResult {
  const { state, trace } = run;
  return html`<mh-head-tabs
    .run=${{ state: { ...state, tie: false }, trace }}
    .width=${width}
    .label=${words.maps.tabs}
    .names=${Array.from({ length: state.heads }, (_, head) => words.maps.head(head))}
    @head-change=${(event: CustomEvent<number>) => change({ head: event.detail })}
  ></mh-head-tabs>`;
}

function maps(view: HeadsView, layout: HeadsLayout): TemplateResult {
  const { heads, head } = view.run.state;
  const shown = layout.mode === 'tabs' ? [head] : Array.from({ length: heads }, (_, h) => h);
  return html`<div class="maps" .style=${`--gap:${rem(mapGap)}`}>
    ${shown.map((each) => map(view, each, layout))}
  </div>`;
}

function map(view: HeadsView, head: number, { mode, cells }: HeadsLayout): TemplateResult {
  const { run, theme, change, step } = view;
  const { tokens, query, removed, tie } = run.state;
  const { relation, share } = measuredReading(head);
  const name = words.maps.head(head);
  const isUsed = !removed.includes(head);
  // Not measured with tied heads: the line stays blank, and nothing moves.
  const reading = tie
    ? ''
    : words.maps.reading[mode === 'tabs' ? 'long' : 'short'](relation, share);
  return html`<section>
    <h3>
      ${mode === 'tabs' ? nothing : swatch(head, isUsed)}<span class="name">${name}</span>
      <span class="reading">${isUsed ? reading : words.maps.removed}</span>
    </h3>
    <mh-heat-map
      data-head=${head}
      .matrix=${part(run.trace.weights, head)}
      .kind=${'share'}
      .rows=${tokens}
      .columns=${tokens}
      .cell=${cells.cell}
      .cellHeight=${cells.height}
      .gap=${cells.gap}
      .labelWidth=${cells.label}
      .pulled=${query}
      .name=${words.maps.name(head)}
      .theme=${theme}
      @cell-pin=${({ detail }: CustomEvent<GridCell>) => change({ head, query: detail.row })}
      @map-step=${(event: CustomEvent<number>) => step(head, event)}
    ></mh-heat-map>
  </section>`;
}
