import { html, type TemplateResult } from 'lit';
import { symbol } from '../../../ui/symbols.js';
import { whole } from '../../../lib/numbers.js';
import type { Repair } from '../diagnosis.js';
import type { Scale } from '../draws.js';
import type { Measure } from '../run.js';

type Text = string | TemplateResult;

export const english = {
  question: 'What stays the same when scores are divided?',
  count: whole,
  nothing: 'nothing',
  spokenScale: {
    'sqrt-d-head': 'square root of d_head',
    'sqrt-d-model': 'square root of d_model',
    none: 'nothing',
  } satisfies Record<Scale, string>,
  progress: (share: string) => `${share} drawn`,

  controls: {
    width: 'Width of a head',
    divisor: 'Divide the scores by',
    draws: 'Draws of q and k',
    again: 'Draw again',
  },

  histogram: {
    title: 'Scores of 1,024 queries, 16 keys each',
    note: 'Upper row: one axis for all three. Lower row: the part from −4 to +4, after dividing. Each upper histogram is scaled to its own height. Scores beyond the axis are not drawn. σ is the standard deviation.',
    undivided: 'not divided',
    divided: (root: string) => `divided by ${root}`,
    spread: 'σ =',
  },

  chart: {
    title: 'The weights after the softmax',
    note: (error: string): Text =>
      html`Means over 1,024 queries at each width. The bands contain 8 of 10 queries.
      ${symbol('d_model')} is 8 × ${symbol('d_head')}. With new draws, a mean changes by about
      ${error}. The numbers at the right are those at width 512.`,
    largest: 'Largest weight',
    entropy: 'Entropy of a row, nats',
    trace: 'Trace of the softmax Jacobian',
    uniform: 'uniform',
  } satisfies Record<Measure, string> & Record<string, unknown>,

  row: {
    title: (dHead: number) => `One row of weights at width ${dHead}: one query, three divisors`,
    note: 'This query was chosen because its largest weight without division is nearest to the mean.',
    scores: 'scores',
    divided: (scale: Scale, divisor: string): string =>
      scale === 'none' ? 'not divided' : `by ${divisor}`,
    facts: ['standard deviation', 'largest', 'entropy', 'trace'],
    scoreKey: 'scores',
    weightKey: 'weights',
  },

  case: {
    title: 'Find the fault: almost every weight is 0 or 1, although the scores were divided',
    setup: (): Text =>
      html`Inputs and matrices are drawn from <i class="word">U</i>[0, 1), as in one tutorial:
        ${symbol('d_model')} is 100, there are five heads of 20 and 16 tokens, and scores are
        divided by √20. What is wrong?`,
    row: (mean: string, spread: string) =>
      `The 16 scores of one query of head 0, and its weights. All heads: mean ${mean}, standard deviation within a row ${spread}.`,
    weight: (score: string) => `${score}: weight`,
    table: 'The layer after each change',
    columns: ['the layer', 'mean score', 'standard deviation', 'largest', 'entropy', 'trace'],
    repairs: {
      'as-is': 'As it is',
      divisor: 'Divide by √100, not √20',
      tokens: 'Only 4 tokens',
      centred: 'Matrices around 0: U(−0.5, 0.5)',
      small: 'and small: standard deviation 1/√100',
      inputs: 'and inputs around 0, standard deviation 1',
    } satisfies Record<Repair, string>,
    predict: {
      ask: 'Which change makes the attention weights more even?',
      options: [
        'A larger divisor: √100 instead of √20',
        'Matrices around 0 instead of from 0 to 1',
        'Fewer tokens: 4 instead of 16',
      ],
      act: 'Check',
      verdict: (spread: string, divided: string): Text =>
        `The divisor is not the cause: all numbers are positive. A score adds 20 products of about 25 × 25, and nothing cancels. Divided by √20, the scores of a row still have a standard deviation of ${spread}, and divided by √100 of ${divided}. The rule needs numbers around 0 with a standard deviation of 1.`,
    },
  },

  caption: (found: Found): TemplateResult =>
    html`Without dividing, the largest of 16 weights grows from ${found.first} at a width of 8
      ${found.chosen && html`to <b>${found.chosen}</b> at ${found.width} and`} to
      <b>${found.last}</b> at 512. Divided by √${symbol('d_head')} it stays at
      <b>${found.right}</b>. Divided by √${symbol('d_model')} the weights are almost uniform: their
      entropy at ${found.width} is ${found.wrong} nats; the maximum is ${found.uniform}.`,

  table: {
    caption: 'Scores and weights at each width',
    corner: 'width of a head',
    spreads: ['standard deviation of the scores', 'standard deviation when divided'],
    scales: {
      'sqrt-d-head': 'divided by √d_head',
      'sqrt-d-model': 'divided by √d_model',
      none: 'not divided',
    } satisfies Record<Scale, string>,
  },

  describe: {
    width: (dHead: number, spread: string, divided: string) =>
      `At width ${dHead} the scores have a standard deviation of ${spread}, and ${divided} after dividing by the square root of ${dHead}.`,
    chosen: (dHead: number, divisor: string) =>
      `Now chosen: width ${dHead}, divided by ${divisor}. Means at this width:`,
    scale: (divisor: string, largest: string, entropy: string, trace: string) =>
      `Divided by ${divisor}: largest weight ${largest}, entropy ${entropy} nats, trace of the Jacobian ${trace}.`,
    case: (mean: string, spread: string, largest: string) =>
      `In the layer with the fault, scores have a mean of ${mean} and a standard deviation of ${spread} within a row, and the largest weight is ${largest} on average.`,
  },
};

/** The numbers in the caption; chosen is empty at the ends of the axis. */
export interface Found {
  readonly first: string;
  readonly chosen: string;
  readonly width: string;
  readonly last: string;
  readonly right: string;
  readonly wrong: string;
  readonly uniform: string;
}
