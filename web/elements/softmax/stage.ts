import { html, type TemplateResult } from 'lit';
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
    aria-valuetext=${typedScore(score)}
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
