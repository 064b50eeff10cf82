import type { Test } from '../museum.js';
import rows from './tests/rows.js';
import rowsSource from './tests/rows.js?raw';
import future from './tests/future.js';
import futureSource from './tests/future.js?raw';
import order from './tests/order.js';
import orderSource from './tests/order.js?raw';
import slices from './tests/slices.js';
import slicesSource from './tests/slices.js?raw';
import silence from './tests/silence.js';
import silenceSource from './tests/silence.js?raw';
import values from './tests/values.js';
import valuesSource from './tests/values.js?raw';
import cross from './tests/cross.js';
import crossSource from './tests/cross.js?raw';
import widths from './tests/widths.js';
import widthsSource from './tests/widths.js?raw';
import start from './tests/start.js';
import startSource from './tests/start.js?raw';
import padding from './tests/padding.js';
import paddingSource from './tests/padding.js?raw';
import groups from './tests/groups.js';
import groupsSource from './tests/groups.js?raw';
import batch from './tests/batch.js';
import batchSource from './tests/batch.js?raw';
import oracle from './tests/oracle.js';
import oracleSource from './tests/oracle.js?raw';

/** Properties of every multi-head attention. The last test compares with the right result. */
export const tests: readonly Test[] = [
  {
    id: 'rows',
    run: rows,
    source: rowsSource,
    name: 'Rows sum to 1',
    short: 'rows',
    claim: 'Each query distributes all of its attention: each row of the weights sums to 1.',
    measure: 'Largest |sum − 1|',
  },
  {
    id: 'future',
    run: future,
    source: futureSource,
    name: 'The future stays hidden',
    short: 'future',
    claim: 'Causal: if the tokens from position t on change, the outputs before t stay the same.',
    measure: 'Largest change of an earlier output, as a share of the largest output',
  },
  {
    id: 'order',
    run: order,
    source: orderSource,
    name: 'Reordered tokens give reordered outputs',
    short: 'order',
    claim: 'Without a mask, tokens in another order give the same outputs, in that order.',
    measure: 'Largest difference, as a share of the largest output',
  },
  {
    id: 'slices',
    run: slices,
    source: slicesSource,
    name: 'Each head writes to its own columns',
    short: 'slices',
    claim:
      'When heads are put side by side, other values in head 1 do not change the columns of head 0.',
    measure: 'Largest change in head 0’s columns, as a share of the largest number',
  },
  {
    id: 'silence',
    run: silence,
    source: silenceSource,
    name: 'A head whose W_O rows are zero has no effect',
    short: 'W_O rows',
    claim: 'If head 1’s rows of W_O are 0, other values in head 1 do not change the output.',
    measure: 'Largest change of an output, as a share of the largest output',
  },
  {
    id: 'values',
    run: values,
    source: valuesSource,
    name: 'Values do not change the weights',
    short: 'values',
    claim: 'W_V decides what is read, not where. With another W_V, all weights stay the same.',
    measure: 'Largest change of a weight, as a share of the largest weight',
  },
  {
    id: 'cross',
    run: cross,
    source: crossSource,
    name: 'Each context token is read',
    short: 'cross',
    claim:
      'Cross-attention of 3 queries on 5 keys: changing any token of the context changes the outputs.',
    measure: 'Smallest change caused by one of the 5 tokens, as a share of the largest output',
    isOfSizes: true,
  },
  {
    id: 'widths',
    run: widths,
    source: widthsSource,
    name: 'Heads need not fill d_model',
    short: 'widths',
    claim:
      '2 heads of width 4 with d_model 12: W_O has 8 rows and 12 columns, so the output has 12 numbers per token again.',
    measure: 'Numbers per token in the output',
    isOfSizes: true,
  },
  {
    id: 'start',
    run: start,
    source: startSource,
    name: 'Attention is spread out at the start',
    short: 'start',
    claim:
      'Before training, attention over 16 keys is about as spread out as in a layer of the core.',
    measure: 'Mean entropy, in nats',
  },
  {
    id: 'padding',
    run: padding,
    source: paddingSource,
    name: 'Padding is ignored',
    short: 'padding',
    claim:
      'If the tokens after each sequence’s valid length change, the outputs before it stay the same.',
    measure: 'Largest change of a valid output, as a share of the largest output',
  },
  {
    id: 'groups',
    run: groups,
    source: groupsSource,
    name: 'Grouped heads equal copied heads',
    short: 'groups',
    claim: '4 heads that share 2 key/value heads equal 4 heads with copies of these.',
    measure: 'Largest difference, as a share of the largest output',
  },
  {
    id: 'batch',
    run: batch,
    source: batchSource,
    name: 'Sequences of a batch do not mix',
    short: 'batch',
    claim:
      'Three sequences of different lengths: each one gives the same outputs alone and in the batch.',
    measure: 'Largest difference, as a share of the largest output',
  },
  {
    id: 'oracle',
    run: oracle,
    source: oracleSource,
    name: 'The core agrees',
    short: 'core',
    claim:
      'The core’s own layer, with the same parameters, gives the same outputs: multi-head, grouped, causal, padded and cross-attention.',
    measure: 'Largest difference, as a share of the largest output',
    isOracle: true,
  },
];
