import type { Test } from '../../lib/museum.js';
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

/** What must hold of any multi-head attention; the last one knows the right answer. */
export const tests: readonly Test[] = [
  {
    id: 'rows',
    run: rows,
    source: rowsSource,
    name: 'Rows sum to 1',
    short: 'rows',
    claim: 'Every query shares out all of its attention: each row of the weights sums to 1.',
    measure: 'Largest |sum − 1|',
  },
  {
    id: 'future',
    run: future,
    source: futureSource,
    name: 'The future stays hidden',
    short: 'future',
    claim: 'Causal: with other tokens from position t on, the outputs before t stay.',
    measure: 'Largest change of an earlier output, as a share of the largest',
  },
  {
    id: 'order',
    run: order,
    source: orderSource,
    name: 'Order moves along',
    short: 'order',
    claim: 'Without a mask, tokens in another order give the same outputs in that order.',
    measure: 'Largest difference, as a share of the largest',
  },
  {
    id: 'slices',
    run: slices,
    source: slicesSource,
    name: 'Each head writes its slice',
    short: 'slices',
    claim:
      'Where heads lie side by side, other values in head 1 leave the columns of head 0 alone.',
    measure: 'Largest change in head 0’s columns, as a share of the largest',
  },
  {
    id: 'silence',
    run: silence,
    source: silenceSource,
    name: 'No rows in W_O, no say',
    short: 'W_O rows',
    claim: 'With head 1’s rows of W_O set to 0, other values in head 1 change no output.',
    measure: 'Largest change of an output, as a share of the largest',
  },
  {
    id: 'values',
    run: values,
    source: valuesSource,
    name: 'Values do not steer',
    short: 'values',
    claim: 'W_V says what is read, not where: with another W_V all weights stay.',
    measure: 'Largest change of a weight, as a share of the largest',
  },
  {
    id: 'cross',
    run: cross,
    source: crossSource,
    name: 'The context is read',
    short: 'cross',
    claim:
      'Cross-attention of 3 queries on 5 keys: another token in the context moves the outputs, whichever it is.',
    measure: 'Smallest change by one of the 5 tokens, as a share of the largest',
    isOfSizes: true,
  },
  {
    id: 'widths',
    run: widths,
    source: widthsSource,
    name: 'Heads need not fill the width',
    short: 'widths',
    claim: '2 heads of 4 on 12 numbers a token: d_in is not d_out, and W_O brings 8 back to 12.',
    measure: 'Numbers a token that come out',
    isOfSizes: true,
  },
  {
    id: 'start',
    run: start,
    source: startSource,
    name: 'A spread-out start',
    short: 'start',
    claim:
      'Before training, attention over 16 keys is about as spread out as in a layer of the engine.',
    measure: 'Mean entropy, in nats',
  },
  {
    id: 'padding',
    run: padding,
    source: paddingSource,
    name: 'Padding is ignored',
    short: 'padding',
    claim: 'With other tokens behind each sequence’s valid length, the outputs before it stay.',
    measure: 'Largest change of a valid output, as a share of the largest',
  },
  {
    id: 'groups',
    run: groups,
    source: groupsSource,
    name: 'Groups are copies',
    short: 'groups',
    claim: '4 heads on 2 key/value heads are 4 heads with copies of them.',
    measure: 'Largest difference, as a share of the largest',
  },
  {
    id: 'batch',
    run: batch,
    source: batchSource,
    name: 'Sequences keep apart',
    short: 'batch',
    claim: 'Three sequences of different lengths: each alone gives what it gives among the others.',
    measure: 'Largest difference, as a share of the largest',
  },
  {
    id: 'oracle',
    run: oracle,
    source: oracleSource,
    name: 'The engine agrees',
    short: 'engine',
    claim:
      'The oracle: the same weights in the engine’s own layer give the same outputs, multi-head, grouped, causal, padded and across.',
    measure: 'Largest difference, as a share of the largest',
    isOracle: true,
  },
];
