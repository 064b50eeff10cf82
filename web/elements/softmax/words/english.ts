import { html, type TemplateResult } from 'lit';
import { capital } from '../../../lib/capital.js';
import { anySize, inWords, plain } from '../../../lib/numbers.js';
import { word } from '../../../ui/word.js';
import { inExpression, powerText, scoreText, weightText } from '../numbers.js';
import type { SoftmaxRun } from '../run.js';
import type { Experiment, Predicted } from '../experiments.js';

type Text = string | TemplateResult;

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const keyName = (key: number) => `${ordinals[key]} key`;

const power = (exponent: string): TemplateResult =>
  html`<span dir="ltr"
    ><i class="word">e</i><span class="unseen"> to the power of </span><sup>${exponent}</sup></span
  >`;

/** The exponent of e for the current settings: s, or (s − maximum) ÷ temperature. */
function exponent({ state, maximum }: SoftmaxRun): Text {
  const { subtractMax, temperature } = state;
  const score = word('s');
  const shifted = subtractMax ? html`${score} − ${inExpression(scoreText(maximum))}` : score;
  if (temperature === 1) return shifted;
  return subtractMax
    ? html`(${shifted}) ÷ ${plain(temperature)}`
    : html`${shifted} ÷ ${plain(temperature)}`;
}

export const english = {
  question: (keys: number): string =>
    `${capital(inWords(keys))} scores: what weight does each key get?`,
  key: keyName,

  columns: {
    score: (): Text => html`score ${word('s')}, drag it or type it`,
    power: (run: SoftmaxRun): Text =>
      run.state.power
        ? html`${word('e')} to the power of ${exponent(run)}`
        : run.state.subtractMax || run.state.temperature !== 1
          ? exponent(run)
          : 'the score itself',
    weight: 'divided by the sum: the weight',
  },
  power,
  sum: 'the sum',
  together: 'together',
  notAShare: 'not a share',
  typeScore: (key: number) => `Score of the ${keyName(key)}`,
  refused: (most: number) => `a number from −${most} to ${most}`,
  addKey: 'Add a key',
  removeKey: 'Remove the last key',

  experiments: {
    add: 'Add 1 to every score',
    double: 'Double every score',
    overflow: 'Set the first score to 100',
    'no-power': 'Leave out e, and set the last score to −1',
  } satisfies Record<Experiment, string>,
  which: 'One of the first two buttons changes no weight. Which?',
  found: {
    add: (run: SoftmaxRun, _before: SoftmaxRun, change: number): Text =>
      Number.isNaN(change)
        ? 'There are no weights to compare.'
        : run.state.power
          ? html`Adding 1 changed no weight: every power became ${word('e')} times as large, and so
            did the sum.
            ${change === 0 ? '' : html`Rounding left a difference of ${anySize(change)}.`}`
          : html`Adding 1 changed the weights, by up to <b>${weightText(change)}</b>. With powers of
              ${word('e')} it changes nothing.`,
    double: (run: SoftmaxRun, before: SoftmaxRun, change: number): Text => {
      const { first } = before.lead;
      const [from, to] = [before, run].map(({ weights }) => weightText(weights.data[first]!));
      if (Number.isNaN(change)) return 'There are no weights to compare.';
      if (run.state.power && change === 0) return 'Doubling changed no weight here.';
      return run.state.power
        ? html`Doubling made the weights less equal: that of the ${keyName(first)} went from ${from}
            to <b>${to}</b>.`
        : html`Doubling changed no weight: without powers, only the ratio of the scores matters.`;
    },
  },
  tooLarge: (most: number) => `Scores go up to ${most}.`,

  controls: {
    temperature: 'Temperature',
    subtractMax: 'Subtract the largest score first',
    power: 'Take powers of e',
    undo: 'Undo',
    redo: 'Redo',
  },

  predict: {
    overflow: {
      ask: 'The first score becomes 100. What will the first weight be, in 32-bit numbers?',
      options: ['1', '∞', 'NaN'],
      act: 'Set it to 100',
      verdict: (run: SoftmaxRun): Text =>
        html`The power is ${powerText(run.powers.data[0]!)}, so the sum is ${powerText(run.sum)},
        and ∞ ÷ ∞ is NaN: not a number. Now switch on “Subtract the largest score first”.`,
    },
    'no-power': {
      ask: 'Divide each score by the sum of the scores, without e. The last score becomes −1. What will its weight be?',
      options: ['0', 'above 0, but small', 'below 0'],
      act: 'Leave out e',
      verdict: (run: SoftmaxRun): Text =>
        html`It is ${weightText(run.weights.data.at(-1)!)}, which cannot be a share. Powers of
        ${word('e')} are always above 0.`,
    },
  } satisfies Record<Predicted, Predictable>,

  caption: {
    lead: ({ lead, weights, state }: SoftmaxRun, times: number): Text => {
      const [first, second] = [lead.first, lead.second].map((key) =>
        weightText(weights.data[key]!),
      );
      const exponent =
        state.temperature === 1
          ? plain(lead.ahead)
          : `${plain(lead.ahead)} ÷ ${plain(state.temperature)}`;
      return lead.ahead === 0
        ? html`The ${keyName(lead.first)} and the ${keyName(lead.second)} have the same score, so
          they get the same weight.`
        : html`The score of the ${keyName(lead.first)} is ${plain(lead.ahead)} more than that of the
            ${keyName(lead.second)}, so its weight is ${power(exponent)} =
            <b>${powerText(times)}</b> times as
            large${Number(second) === 0 ? '' : `: ${first} ÷ ${second}`}. Numbers are rounded for
            display only.`;
    },
    vanished: ({ lead }: SoftmaxRun): Text =>
      html`The score of the ${keyName(lead.first)} is ${plain(lead.ahead)} more than that of the
        ${keyName(lead.second)}. The power of the ${keyName(lead.second)} is too small for a 32-bit
        number: its weight is exactly <b>0</b>.`,
    overflow: (largest: number | null): Text =>
      html`The largest power
        ${largest === null ? 'is too large even for 64-bit numbers' : html`is about ${anySize(largest)}`}.
        32-bit numbers (float32) end at 3.4 × 10³⁸, so it becomes <b>∞</b>, and ∞ ÷ ∞ is not a
        number. In practice, programs subtract the largest score first: the largest power is then 1.`,
    allVanished: (): Text =>
      html`Every power is too small for a 32-bit number and becomes 0, and 0 ÷ 0 is not a number.
      Subtract the largest score first: the largest power is then 1.`,
    noPower: (sum: number): Text =>
      html`Without powers, a score below 0 gives a weight below 0, and scores that add up to 0
        cannot be divided at all. Their sum is <b>${plain(sum)}</b> here.`,
  },

  why: {
    title: (): Text => html`Why ${word('e')}? Four facts, computed now`,
    columns: { fact: 'fact', number: 'computed', reason: 'what it is good for' },
    positive: 'Powers are above 0 for any score, so every key gets a weight above 0.',
    slope: (score: string): Text =>
      html`The slope of the curve at ${score} is the power itself. This makes the derivative of a
      softmax simple, and training needs derivatives.`,
    logarithm: (): Text =>
      html`The natural logarithm undoes the power: losses of language models are logarithms of such
      weights.`,
    limit: (): Text =>
      html`${word('e')} is Euler’s number. If 1 earns 100 % interest per year, paid in a million
      parts, it grows to almost ${word('e')} in a year.`,
  },

  table: 'Softmax by hand',
  tableCorner: 'key',
  tableColumns: ['score', 'exponent', 'power', 'weight'],

  describe: {
    key: (name: string, score: string, power: string, weight: string) =>
      `${capital(name)}: score ${score}, power ${power}, weight ${weight}.`,
    sum: (sum: string, together: string) =>
      `The powers add up to ${sum}, the weights to ${together}.`,
    settings: {
      subtractMax: (maximum: string) => `The largest score, ${maximum}, is subtracted first.`,
      temperature: (temperature: string) => `Scores are divided by the temperature ${temperature}.`,
      noPower: 'No powers are taken: the scores themselves are divided by their sum.',
    },
  },
};

interface Predictable {
  readonly ask: string;
  readonly options: readonly string[];
  readonly act: string;
  readonly verdict: (run: SoftmaxRun) => Text;
}
