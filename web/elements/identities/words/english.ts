import { html, type TemplateResult } from 'lit';
import { copies, type Sizes } from '../sizes.js';
import type { Identity } from '../state.js';
import { listIn } from '../../../lib/listed.js';

type Text = string | TemplateResult;

/** The words of one row. */
interface RowWords {
  readonly title: string;
  readonly left: (sizes: Sizes) => string;
  readonly right: (sizes: Sizes, isBroken: boolean) => string;
  /** The label of its switch. */
  readonly breakIt: (sizes: Sizes) => string;
  /** Below the right line of code, and below the wrong one. */
  readonly rightLine: (sizes: Sizes) => string;
  readonly wrongLine: (sizes: Sizes) => string;
}

/** In one piece: 0 0 1 1. */
const order = (sizes: Sizes, isBroken: boolean) => copies(sizes, isBroken).join('\u00a0');

export const english = {
  question: 'Which ways of computing give the same output?',
  columns: {
    left: 'one way',
    right: 'the other way',
    bound: 'bound 10⁻⁵',
    number: 'largest difference',
    breakIt: 'break it',
  },
  controls: {
    tokens: (min: number, max: number) => `Your words, ${min} to ${max}`,
    count: (min: number, max: number) => `${min} to ${max} words`,
    heads: (width: number) => `Heads of width ${width}`,
    seed: (seed: number) => `Parameters from seed ${seed}`,
    draw: 'New random layer',
  },
  cannotBreak: 'both heads read the same copy, so there is no other order',

  rows: {
    concat: {
      title: 'Concat or sum',
      left: () => 'heads side by side × W_O',
      right: (_, isBroken) =>
        isBroken
          ? 'heads 0 and 1 × each other’s rows of W_O'
          : 'each head × its rows of W_O, then added',
      breakIt: () => 'swap the rows of heads 0 and 1',
      rightLine: () => 'Head h is multiplied by its own rows of W_O.',
      wrongLine: () =>
        'Heads 0 and 1 use each other’s rows. The shape is the same, so there is no error.',
    },
    tied: {
      title: 'Equal heads or one head',
      left: ({ heads }) => `${heads} equal heads × W_O`,
      right: (_, isBroken) =>
        isBroken
          ? 'one head × the mean of all rows of W_O'
          : 'one head × the sum of the heads’ blocks of W_O',
      breakIt: () => 'take the mean of the rows, not the sum',
      rightLine: ({ heads }) => `The rows of all ${heads} heads are added.`,
      wrongLine: ({ heads }) => `The mean makes the output ${heads} times too small.`,
    },
    grouped: {
      title: 'Shared or copied keys',
      left: ({ heads, kvHeads }) =>
        kvHeads === 1
          ? `${heads} heads share 1 head of keys and values`
          : `${heads} heads share ${kvHeads} heads of keys and values`,
      right: (sizes, isBroken) => `copied in the order ${order(sizes, isBroken)}`,
      breakIt: (sizes) => `copy in the order ${order(sizes, true)}`,
      rightLine: (sizes) =>
        `${order(sizes, false)}: neighbouring heads read the same keys and values.`,
      wrongLine: (sizes) => `${order(sizes, true)}: the shape is the same, so there is no error.`,
    },
    tiles: {
      title: 'Tiles or the whole row',
      left: () => 'the whole row at once',
      right: ({ tile }, isBroken) =>
        isBroken
          ? `keys in tiles of ${tile}, the sum is never rescaled`
          : `keys in tiles of ${tile}, with a running maximum and sum`,
      breakIt: () => 'don’t rescale the sum when the maximum rises',
      rightLine: () => 'When the maximum m rises, the sum so far is scaled down.',
      wrongLine: () => 'The sum so far keeps the scale of the old maximum.',
    },
    cached: {
      title: 'Cache or all at once',
      left: () => 'all words at once, causal',
      right: (_, isBroken) =>
        isBroken ? 'one word at a time, the cache is empty' : 'one word at a time, with a cache',
      breakIt: () => 'empty the cache before each word',
      rightLine: () => 'Word t reads the keys and values of words 0 to t.',
      wrongLine: () => 'Each word sees only itself.',
    },
    paged: {
      title: 'Pages or all at once',
      left: () => 'all words at once, causal',
      right: ({ page }, isBroken) =>
        isBroken
          ? `a cache in pages of ${page}, page 0 belongs to another sequence`
          : `a cache in pages of ${page}, found by a block table`,
      breakIt: () => 'read page 0 from another sequence',
      rightLine: () => 'The block table says which pages belong to this sequence.',
      wrongLine: () => 'Page 0 holds the keys and values of other words.',
    },
    chunked: {
      title: 'Chunks or all at once',
      left: () => 'all words at once, causal',
      right: ({ chunks }, isBroken) =>
        isBroken
          ? `chunks of ${chunks[0]} and ${chunks[1]}, each alone`
          : `chunks of ${chunks[0]} and ${chunks[1]}, with a cache`,
      breakIt: () => 'let each chunk read only itself',
      rightLine: () => 'A chunk attends to the cache and to itself.',
      wrongLine: () => 'The second chunk cannot see the first.',
    },
    absorbed: {
      title: 'Absorbed or expanded',
      left: () => 'heads attend to the latent vectors c',
      right: (_, isBroken) =>
        isBroken
          ? 'keys and values computed first, but each value with the next head’s W_UV'
          : 'keys and values are computed from c first',
      breakIt: () => 'give each head the next head’s W_UV',
      rightLine: () => 'Head h computes its values from c with its own W_UV.',
      wrongLine: () => 'Each head has the values of the next head.',
    },
    order: {
      title: 'Reverse before or after',
      left: (_) => 'words reversed, then attention',
      right: () => 'attention, then outputs reversed',
      breakIt: () => 'hide later keys on both sides',
      rightLine: () => 'Without a mask, reversing the words only reverses the outputs.',
      wrongLine: () => 'With a causal mask, what a word sees depends on the order.',
    },
    future: {
      title: 'Later words: same or different',
      left: () => 'causal, with the words as they are',
      right: (_, isBroken) =>
        isBroken
          ? 'no mask, each output with different words after it'
          : 'causal, each output with different words after it',
      breakIt: () => 'show later keys on both sides',
      rightLine: () => 'A word sees itself and the words before it.',
      wrongLine: () => 'A word also sees later words, so they change its output.',
    },
  } satisfies Record<Identity, RowWords> as Record<Identity, RowWords>,

  ruler: (reach: string, zeros: number): string =>
    `${zeros > 0 ? 'A ring at the left end means exactly 0: both ways add the same numbers in the same order. ' : ''}The dotted line is the bound, 10⁻⁵. The axis is logarithmic. ${english.changed.reach(reach)}`,

  detail: {
    held: (title: string) => `${title}: what each head gives`,
    broken: (title: string) => `${title}: which heads are wrong now?`,
    breakIt: (mistake: string) => `Break it: ${mistake}`,
    beforeOutput: (tokens: number, width: number) =>
      `Rows are the ${tokens} words, columns the ${width} numbers of each head, before W_O.`,
    afterOutput: (tokens: number, width: number) =>
      `Rows are the ${tokens} words, columns the ${width} numbers of each head’s part of the output.`,
    squares: {
      concat: 'The number in the square says which head’s rows of W_O are used.',
      grouped: 'The number in the square says which shared head of keys and values the head reads.',
      absorbed: 'The number in the square says which head’s W_UV computes the values.',
    },
    minus: 'left − right',
    difference: 'largest difference',
    scale: (maps: number) => `one scale for all ${maps} heat maps`,
    head: (head: number) => `Head ${head}`,
    equal: 'equal',
    unequal: 'not equal',
  },
  changed: {
    title: 'What the switch changes',
    rightLine: 'right',
    wrongLine: 'wrong',
    output: 'The outputs, after W_O',
    broken: 'largest difference with the mistake',
    held: 'largest difference without it',
    reach: (reach: string): string => `No output here is larger than ${reach}.`,
  },

  predict: {
    ask: (sizes: Sizes) =>
      `Keys and values are copied in the order ${order(sizes, true)} instead of ${order(sizes, false)}. Which heads give wrong numbers?`,
    options: ['none', 'all but the first and the last', 'all'],
    act: 'Break it',
    verdict: (count: number, equal: string, wrong: string): Text =>
      count === 0
        ? 'No head gives other numbers here.'
        : equal === ''
          ? html`Every head reads other keys, so the outputs of heads <b>${wrong}</b> differ.`
          : html`Heads ${equal} read the same keys in both orders, so only rounding is left. Heads
              <b>${wrong}</b> read other keys.`,
  },
  and: listIn('en-GB'),

  caption: {
    held: (worst: string): Text =>
      html`All ten agree within <b dir="ltr">${worst}</b>. What is left is rounding: the same
        numbers, added in another order.`,
    harmless: (title: string, difference: string): Text =>
      html`The mistake in “${title}” changes nothing with these words: the outputs differ by
        <b dir="ltr">${difference}</b>, just as without the mistake. A test on one input can miss a
        mistake. Try other words.`,
    broken: (worst: string, title: string, difference: string): Text =>
      html`Without a mistake, all ten agree within <b dir="ltr">${worst}</b>. With the mistake in
        “${title}”, the outputs differ by <b dir="ltr">${difference}</b>. Every shape is still
        right: only the numbers show it.`,
  },

  table: 'Ten identities',
  headTable: (title: string) => `${title}: head by head`,
  tableColumns: {
    identity: 'identity',
    left: 'one way',
    right: 'the other way',
    holds: 'largest difference',
    broken: 'with the mistake',
    head: 'head',
  },
  describe: {
    layer: (words: number, heads: number, seed: number) =>
      `${words} words, ${heads} heads of width 8, parameters from seed ${seed}.`,
    row: (number: number, title: string, left: string, right: string, difference: string) =>
      `${number}. ${title}. One way: ${left}. The other way: ${right}. Largest difference: ${difference}.`,
    broken: (mistake: string, difference: string) =>
      `Broken: ${mistake}. Largest difference now: ${difference}.`,
    head: (head: number, difference: string) => `Head ${head}: ${difference}.`,
    open: (title: string) => `Head by head in “${title}”:`,
  },
};
