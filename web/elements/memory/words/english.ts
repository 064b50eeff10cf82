import { html, type TemplateResult } from 'lit';
import { anySize, counted, fixed, plural, unit, whole } from '../../../lib/numbers.js';
import type { LongSizes } from '../long-run.js';
import { areSeveral } from '../range.js';
import type { ScheduleName } from '../state.js';

type Text = string | TemplateResult;

const bytes = (count: number) => unit(whole(count), 'B');
const keysIn = (range: string) => `${areSeveral(range) ? 'keys' : 'key'} ${range}`;

export const english = {
  question: 'Which numbers must be moved, and which need not be stored?',
  whole,
  bytes,
  /** 138.4 MB, 4.30 GB. */
  large: (count: number) =>
    count >= 1e9 ? unit(fixed(count / 1e9), 'GB') : unit(fixed(count / 1e6, 1), 'MB'),
  tabs: 'The five orders of computing',
  names: {
    plain: 'Plain',
    tiled: 'Tiled',
    cached: 'Cache',
    paged: 'Paged',
    chunked: 'Chunks',
  } satisfies Record<ScheduleName, string> as Record<ScheduleName, string>,
  unitOf: {
    plain: 'pass',
    tiled: 'tile',
    cached: 'token',
    paged: 'token',
    chunked: 'chunk',
  } satisfies Record<ScheduleName, string> as Record<ScheduleName, string>,
  title: (head: number, unitName: string, step: number, steps: number, sentence: string) =>
    `Head ${head}, ${unitName} ${step} of ${steps}: ${sentence}`,
  pairs: (queries: string, keys: string, isOne: boolean) =>
    `${isOne ? 'query' : 'queries'} ${queries} with ${keysIn(keys)}`,
  what: {
    queries: 'queries',
    keys: 'keys',
    values: 'values',
    scores: 'scores',
    weights: 'weights',
    table: 'block table',
    output: 'output',
  },
  /** One row of them. */
  one: {
    queries: 'query',
    keys: 'key',
    values: 'value',
    scores: 'scores',
    weights: 'weights',
    table: 'block table',
    output: 'output',
  },
  slow: {
    title: 'Slow memory, large',
    contents: (tokens: number, width: number, count: number) =>
      `Q, K, V and output: 4 × ${tokens} × ${width} × 4 B = ${bytes(count)}.`,
    scores: (tokens: number, count: number) =>
      count === 0
        ? 'No scores.'
        : `Scores and weights: 2 × ${tokens} × ${tokens} × 4 B = ${bytes(count)}.`,
  },
  fast: {
    title: 'Fast memory, small (drawn larger)',
    shortTitle: 'Fast memory, small',
    mix: 'values so far',
    shortMix: 'values',
    held: (count: number, isPlain: boolean) =>
      isPlain
        ? `At most ${bytes(count)} at once.`
        : `At most ${bytes(count)} at once. Then the scores are discarded.`,
    tile: (tokens: number, tile: number, count: number) =>
      `4 tiles of ${bytes(tile)}, ${tokens * tokens} scores, ${tokens} maxima, ${tokens} sums: ${bytes(count)}. Then the scores are discarded.`,
    passes: [
      { title: 'Pass 1: scores', sentence: 'all queries × all keys' },
      { title: 'Pass 2: softmax', sentence: 'all scores → all weights' },
      { title: 'Pass 3: average', sentence: 'all weights × all values' },
    ],
  },
  soFar: {
    title: 'so far',
    read: (count: number) => `${bytes(count)} read`,
    written: (count: number) => `${bytes(count)} written`,
  },
  movesNow: 'moves now',
  afterTiles: (tiles: number) =>
    tiles === 1 ? 'after one more tile' : `after ${tiles} more tiles`,
  pages: {
    own: 'this sentence’s pages',
    other: 'another sentence’s pages',
    givenBack: (pages: string) => `freed pages ${pages}`,
    none: 'none: it has ended',
  },
  scale: { numbers: 'queries, keys, values, output', scores: 'scores' },
  rings: {
    tiled: 'Solid ring: moved in this step. Dotted ring: already loaded, or not computed yet.',
    other: 'Solid ring: moved in this step. Empty frames: not there yet.',
  },

  grid: {
    title: (tokens: number, schedule: ScheduleName): string =>
      schedule === 'plain'
        ? `${tokens} × ${tokens} scores, all stored`
        : `${tokens} × ${tokens} scores, never all at once`,
    key: (schedule: ScheduleName): string =>
      schedule === 'plain'
        ? 'Frames: computed, then hidden by the mask.'
        : 'Grey: used, discarded. Ring: now. Frames: later.',
    never: {
      plain: '',
      tiled: 'later keys: these tiles are never loaded',
      cached: 'later keys: not there yet',
      paged: 'later keys: not there yet',
      chunked: 'later keys: not there yet, or hidden',
    } satisfies Record<ScheduleName, string>,
  },

  row: {
    title: (token: TemplateResult, width: number): Text =>
      html`What is kept for row ${token}: a maximum, a sum, ${width} numbers`,
    caption: 'The row, tile by tile',
    keys: 'keys',
    largest: 'largest',
    max: 'max',
    shrink: 'factor',
    sum: 'sum',
    mix: 'values so far, not yet divided by the sum',
    before: 'sum before',
    exponent: (before: string, now: string) => `exp(${before} − ${now})`,
    added: (count: number) => `${count} new ${plural(count, 'power', 'powers')} of e`,
    soFar: 'sum so far',
    first: 'These are the first keys, so there is no earlier sum to scale down.',
    kept: 'No score is larger than before: the sum and the values so far stay as they are.',
    larger:
      'A score is larger than before: the sum and the values so far are scaled down by the same factor.',
    next: (keys: string) =>
      areSeveral(keys) ? `Keys ${keys}, in grey, come next.` : `Key ${keys}, in grey, comes next.`,
    last: 'These were the last keys: values ÷ sum is the output.',
  },
  step: {
    title: {
      plain: 'What this pass moves',
      tiled: 'What this tile moves',
      cached: 'What this token moves',
      paged: 'What this token moves',
      chunked: 'What this chunk moves',
    } satisfies Record<ScheduleName, string>,
    rows: 'rows',
    way: 'direction',
    product: 'calculation',
    ways: { fast: 'slow → fast', slow: 'fast → slow' },
    multiplications: (count: number) =>
      `${whole(count)} ${plural(count, 'multiplication', 'multiplications')} in this step.`,
    sentences: {
      plain:
        'Scores and weights are written and read again. In long texts they are far larger than Q, K and V.',
      tiled: '',
      cached: 'Keys and values of earlier tokens are read again, but not computed again.',
      paged: 'The block table says which page has the keys and values of a token.',
      chunked: 'Earlier keys and values are read once for the whole chunk.',
    } satisfies Record<ScheduleName, string>,
    page: (token: TemplateResult, at: number, logical: number, physical: number, slot: number) =>
      html`Token ${at}, ${token}: logical page ${logical} is page ${physical}, row ${slot}.`,
  },

  traffic: {
    title: (tokens: number) => `Bytes moved for the same ${tokens} outputs`,
    settings: (width: number) =>
      `One head of width ${width}, causal, FP32. Each bar: first what is read, then what is written.`,
    columns: {
      name: 'order',
      read: 'read',
      written: 'written',
      bar: 'read and written',
      stored: 'scores stored',
      multiplications: 'multiplications',
      long: (tokens: number) => `at ${whole(tokens)}`,
      difference: 'difference',
    },
    sentences: {
      plain: () => 'all at once, in three passes',
      tiled: (steps: number, size: number) =>
        `${counted(steps, 'tile', 'tiles')} of ${size} × ${size}, as in FlashAttention`,
      cached: (steps: number) => `token by token, ${steps} steps`,
      paged: (_: number, size: number) => `the same, in pages of ${size} tokens`,
      chunked: (steps: number, size: number) =>
        `${counted(steps, 'chunk', 'chunks')} of up to ${size} tokens`,
    } satisfies Record<ScheduleName, (steps: number, size: number) => string>,
    uncached: (count: number) => `Token by token without a cache: ${bytes(count)}.`,
    longNote: ({ tokens, dHead, tile, page, chunk }: LongSizes) =>
      `At ${whole(tokens)} tokens: width ${dHead}, FP16, tiles of ${tile}, pages of ${page}, chunks of ${chunk}, every loop run in full.`,
    difference: 'Difference: the largest difference from the output of Plain.',
    run: (tokens: number) => `Run at ${whole(tokens)} tokens`,
    again: 'Run again',
    cancel: 'Cancel',
    running: (name: string, at: number, of: number) => `Running ${name}: ${at} of ${of}`,
    progress: 'Progress of the long run',
    cancelled: 'Cancelled.',
    finished: (tokens: number) => `All five ran at ${whole(tokens)} tokens.`,
    notYet: 'not run yet',
    duration: 'This takes several seconds.',
  },

  controls: {
    back: 'Back',
    next: (what: string) => `Next: ${what}`,
    end: 'Next',
    nextToken: (tokens: string) => `token ${tokens}`,
    nextChunk: (tokens: string) => `tokens ${tokens}`,
    nextKeys: keysIn,
    nextQueries: (queries: string) => `queries ${queries}`,
    step: {
      plain: 'Pass',
      tiled: 'Tile',
      cached: 'Token',
      paged: 'Token',
      chunked: 'Chunk',
    } satisfies Record<ScheduleName, string>,
    tile: 'Tokens in a tile',
    page: 'Tokens in a page',
    chunk: 'Tokens in a chunk',
    row: 'Row',
    head: 'Head',
    tokens: (min: number, max: number) => `Your words, ${min} to ${max}`,
    count: (min: number, max: number) => `${min} to ${max} words`,
  },

  predict: {
    ask: ({ tokens, tile }: LongSizes) =>
      `With ${whole(tokens)} tokens, one head has ${whole(tokens)} × ${whole(tokens)} scores. How many bytes does Plain move, compared with tiles of ${tile} × ${tile}?`,
    options: {
      1: 'just as many',
      2: 'about 2 times as many',
      4: 'about 4 times as many',
      16: 'about 16 times as many',
    },
    verdict: (plain: string, tiled: string, ratio: string) =>
      `Plain moves ${plain} and Tiled ${tiled}. That is ${ratio} times as many bytes, for the same output.`,
    waiting: 'You see the answer when Plain and Tiled have run.',
  },

  caption: {
    same: (difference: number, bound: number): Text =>
      html`All five give the same output: largest difference <b>${anySize(difference)}</b>; rounding
        alone can cause up to ${anySize(bound)}.`,
    traffic: (plain: string, tiled: string): Text =>
      html`The number of bytes moved differs: one head moves ${plain} in Plain and
        <b>${tiled}</b> in Tiled.`,
    longTraffic: (tokens: number, plain: string, tiled: string): Text =>
      html`The number of bytes moved differs: with ${whole(tokens)} tokens, one head moves ${plain}
        in Plain and <b>${tiled}</b> in Tiled.`,
    origin: (seed: number) => `The parameters are random, from seed ${seed}.`,
  },

  describe: {
    sizes: (tokens: string, width: number) =>
      `${tokens}: one head of width ${width}, causal, computed in five orders.`,
    total: (name: string, read: number, written: number) =>
      `${name} reads ${bytes(read)} and writes ${bytes(written)}.`,
    held: (count: number) => `The fast memory holds up to ${bytes(count)}.`,
    move: (name: string, isRead: boolean, count: number) =>
      `${isRead ? 'Read' : 'Written'}: ${name}, ${bytes(count)}.`,
    row: (token: string, max: string, sum: string) =>
      `Row ${token} has maximum ${max} and sum ${sum}.`,
  },
  table: {
    traffic: 'Bytes moved by one head',
    schedule: 'order',
    steps: 'Steps of this order',
    step: 'step',
    columns: {
      queries: 'queries',
      keys: 'keys',
      read: 'read',
      written: 'written',
      multiplications: 'multiplications',
      held: 'fast memory',
    },
  },
  problems: {
    failed: 'The long run failed.',
  },
};
