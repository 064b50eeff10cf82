import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { css as hex, shareColour } from '../../lib/colour.js';
import { at } from '../../lib/tensor-view.js';
import { button } from '../../ui/controls.js';
import { field } from '../../ui/field.js';
import { uiWords } from '../../ui/words/index.js';
import {
  exponentText,
  inExpression,
  termText,
  togetherText,
  typedScore,
  weightText,
} from './numbers.js';
import { isShare, type SoftmaxRun } from './run.js';
import { readScore, softmaxLimits, type SoftmaxState } from './state.js';
import { words } from './words/index.js';

/** What the rows show and ask for. */
export interface SoftmaxBoard {
  readonly run: SoftmaxRun;
  /** What is typed or dragged; a drag is over with `endDrag`. */
  readonly setScore: (key: number, score: number) => void;
  readonly endDrag: () => void;
  readonly change: (change: Partial<SoftmaxState>) => void;
}

/** One row per key, read from left to right: score, power, division, weight. */
export function rows(board: SoftmaxBoard): TemplateResult {
  const { run } = board;
  const { columns } = words;
  return html`<div class="rows">
    <div class="line head" aria-hidden="true">
      <span></span><span class="score">${columns.score()}</span>
      <span class="power">${columns.power(run)}</span><span class="weight">${columns.weight}</span>
    </div>
    <ol>
      ${run.state.scores.map((score, key) => row(board, key, score))}
    </ol>
    ${sumRow(board)}
  </div>`;
}

function row(board: SoftmaxBoard, key: number, score: number): TemplateResult {
  const { run } = board;
  const [power, weight] = [at(run.powers, key), at(run.weights, key)];
  return html`<li class="line">
    <span class="key">${words.key(key)}</span>
    <span class="score">${slider(board, key, score)} ${entry(board, key, score)}</span>
    <span class="power"
      ><span class="number" dir="ltr">${powerTerm(run, key)}</span>${powerBar(run, power)}</span
    >
    <span class="weight"
      ><span class="division" dir="ltr">${division(run, power)}</span
      ><b dir="ltr">${weightText(weight)}</b>${weightBar(weight)}</span
    >
  </li>`;
}

function slider({ setScore, endDrag }: SoftmaxBoard, key: number, score: number): TemplateResult {
  const { dragged } = softmaxLimits;
  return html`<input
    type="range"
    min=${-dragged}
    max=${dragged}
    step="0.1"
    .value=${live(String(Math.min(dragged, Math.max(-dragged, score))))}
    aria-label=${words.typeScore(key)}
    aria-valuetext=${words.spokenScore(key, typedScore(score))}
    @input=${(event: Event) => setScore(key, (event.target as HTMLInputElement).valueAsNumber)}
    @change=${endDrag}
  />`;
}

const entry = ({ setScore, endDrag }: SoftmaxBoard, key: number, score: number): TemplateResult =>
  html`${field({
    label: html`<span class="unseen">${words.typeScore(key)}</span>`,
    kind: 'number',
    step: 'any',
    value: typedScore(score),
    refuse: ({ value }) =>
      readScore(value) === undefined
        ? { words: uiWords.fields.notTaken(value, words.refused(softmaxLimits.score)) }
        : null,
    use: ({ value }) => {
      setScore(key, readScore(value)!);
      endDrag();
    },
  })}`;

/** e with its exponent, and what it comes to. */
function powerTerm({ state, exponents, powers }: SoftmaxRun, key: number): TemplateResult {
  const power = termText(at(powers, key), state.power);
  return state.power
    ? html`${words.power(exponentText(at(exponents, key)))} = ${power}`
    : html`${power}`;
}

const division = ({ sum, state }: SoftmaxRun, power: number) => {
  const [term, total] = [power, sum].map((value) => inExpression(termText(value, state.power)));
  return `${term} ÷ ${total} =`;
};

/** As long as its share of the largest one that is finite. */
function powerBar({ powers, engine }: SoftmaxRun, power: number): TemplateResult {
  const finite = powers.data.filter((each) => Number.isFinite(each));
  const most = finite.length > 0 ? at(engine.tensor.max(finite)) : 0;
  const share = Number.isFinite(power) && most > 0 ? Math.max(0, power / most) : 0;
  return bar([{ share, colour: 'var(--mh-line)' }]);
}

const weightBar = (weight: number): TemplateResult =>
  isShare(weight)
    ? bar([{ share: weight, colour: hex(shareColour(weight)) }])
    : html`<span class="none">${Number.isNaN(weight) ? '' : words.notAShare}</span>`;

const bar = (parts: readonly { share: number; colour: string }[]): TemplateResult =>
  html`<span class="bar" aria-hidden="true"
    >${parts.map(
      ({ share, colour }) =>
        html`<span .style=${`inline-size:${share * 100}%;background:${colour}`}></span>`,
    )}</span
  >`;

function sumRow({ run, change }: SoftmaxBoard): TemplateResult {
  const { scores } = run.state;
  const { keys } = softmaxLimits;
  const all = Array.from(run.weights.data, (share) => ({
    share,
    colour: hex(shareColour(share)),
  }));
  return html`<div class="line sum">
    <span class="edit"
      >${button(words.addKey, () => change({ scores: [...scores, 0] }), 'link', {
        disabled: scores.length === keys.max,
      })}
      ${button(words.removeKey, () => change({ scores: scores.slice(0, -1) }), 'link', {
        disabled: scores.length === keys.min,
      })}</span
    >
    <span class="power"
      ><span class="number" dir="ltr"><b>${termText(run.sum, run.state.power)}</b></span
      ><span>${words.sum}</span></span
    >
    <span class="weight"
      ><span class="division">${words.together}</span
      ><b dir="ltr">${togetherText(run.together)}</b>${
        all.every(({ share }) => isShare(share)) ? bar(all) : html`<span class="none"></span>`
      }</span
    >
  </div>`;
}

export const rowStyles = css`
  .rows {
    font: var(--mh-control) var(--mh-font-ui);
  }
  .line {
    display: grid;
    grid-template-columns: 6.25rem 18rem minmax(12rem, 1fr) minmax(20.5rem, 1.1fr);
    gap: 4px 24px;
    align-items: center;
    min-block-size: 3.25rem;
    padding-block: 6px;
    border-block-end: 1px solid var(--mh-hair);
  }
  .head {
    min-block-size: 0;
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
    border-block-end-color: var(--mh-line);
  }
  .line:not(.head) .score {
    display: flex;
    align-items: flex-start;
    gap: 16px;
  }
  .score > input {
    flex: 1;
    min-inline-size: 0;
    block-size: var(--mh-target);
    margin: 0;
    accent-color: var(--mh-ink);
  }
  .score .entered {
    flex: 0 0 5.25rem;
  }
  .score .field > span {
    margin: 0;
  }
  .score .field input {
    text-align: end;
  }
  .score .refusal {
    inline-size: 11rem;
    margin-inline-start: -6rem;
  }
  .line:not(.head) :is(.power, .weight) {
    display: grid;
    align-items: center;
    gap: 12px;
  }
  .power {
    grid-template-columns: 7.25rem minmax(0, 1fr);
  }
  .weight {
    grid-template-columns: 9.75rem 3.5rem minmax(0, 1fr);
  }
  .number,
  .weight b {
    text-align: end;
    white-space: nowrap;
  }
  .number sup {
    font-size: 0.8em;
    line-height: 1;
  }
  .division {
    text-align: end;
    color: var(--mh-ink-2);
    white-space: nowrap;
  }
  .line b {
    font-weight: 650;
  }
  .bar {
    display: flex;
    block-size: 12px;
    forced-color-adjust: none;
  }
  .none {
    color: var(--mh-ink-2);
    font: var(--mh-label) var(--mh-font-ui);
  }
  .sum {
    border-block-end-color: var(--mh-hair);
  }
  .edit {
    grid-column: 1 / 3;
    display: flex;
    gap: 20px;
  }
  @container (inline-size < 62rem) {
    .head {
      display: none;
    }
    .line {
      grid-template-columns: 6.25rem minmax(0, 1fr);
      padding-block: 10px;
    }
    .line :is(.power, .weight, .edit) {
      grid-column: 1 / -1;
    }
  }
  @container (inline-size < 30rem) {
    .weight {
      grid-template-columns: 9.5rem 3rem minmax(0, 1fr);
    }
    .power {
      grid-template-columns: 9.5rem minmax(0, 1fr);
    }
    .line {
      grid-template-columns: 5.5rem minmax(0, 1fr);
      column-gap: 8px;
    }
  }
  /* Large text on a phone. */
  @container (inline-size < 16rem) {
    .line,
    .line:not(.head) :is(.power, .weight) {
      grid-template-columns: minmax(0, 1fr);
    }
    .number,
    .division,
    .weight b {
      text-align: start;
      white-space: normal;
      overflow-wrap: anywhere;
    }
  }
`;
