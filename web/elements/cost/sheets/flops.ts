import { Costs } from '../costs.js';
import type { Desk, Side } from '../desk.js';
import type { FlopName } from '../formulas.js';
import { countText, flopText, percentText } from '../format.js';
import {
  countedCell,
  emptyCell,
  type Sheet,
  type SheetCell,
  type SheetRow,
  type Stack,
} from '../sheet.js';
import { words } from '../words/index.js';

const parts: readonly FlopName[] = ['projections', 'scores', 'weightedSum', 'output', 'attention'];

export function flopSheets(desk: Desk): { sheets: Sheet[]; first: string } {
  return {
    sheets: [partSheet(desk), crossoverSheet(desk), lengthSheet(desk)],
    first: 'scores.layer',
  };
}

const columnsOf = (sides: readonly Side[], heads: (side: Side) => readonly string[]): string[] =>
  sides.flatMap((side) =>
    heads(side).map((head) => (sides.length > 1 ? words.ofModel(head, side.name) : head)),
  );

function partSheet({ sides, state }: Desk): Sheet {
  const { caption, captionOfStep, corner, layer, all, parts: names } = words.flops;
  const row = (id: string, cells: readonly SheetCell[]): SheetRow => ({
    ...{ id, cells, about: '', bar: null, isMain: id === 'attention' },
    name: names[id as keyof typeof names],
  });
  const hasFeedForward = sides.some(({ costs }) => costs.flops.feedForward > 0);
  return {
    caption:
      state.phase === 'decode'
        ? captionOfStep(state.tokens, state.batch)
        : caption(state.tokens, state.batch),
    corner,
    columns: columnsOf(sides, ({ costs }) => [layer, all(costs.sizes['num_layers']!)]),
    rows: [
      ...parts.map((part) =>
        row(
          part,
          sides.flatMap((side) => partCells(side, part)),
        ),
      ),
      row('pairs', sides.flatMap(pairCells)),
      ...(hasFeedForward
        ? [
            row(
              'feedForward',
              sides.flatMap((side) => partCells(side, 'feedForward')),
            ),
          ]
        : []),
    ],
  };
}

function partCells({ costs, prefix }: Side, part: FlopName): SheetCell[] {
  const one = costs.flop(part);
  const all = costs.derive('num_layers * flops_of_layer', { flops_of_layer: one.value });
  return [
    countedCell(`${part}.${prefix}layer`, one, flopText),
    countedCell(`${part}.${prefix}all`, all, flopText),
  ];
}

/** The part that grows with the square of the length, as a share of attention. */
const pairShare = (costs: Costs) =>
  costs.derive('(scores + weighted_sum) / attention_flops', {
    attention_flops: costs.flops.attention,
  });

const pairCells = ({ costs, prefix }: Side): SheetCell[] => [
  countedCell(`pairs.${prefix}layer`, pairShare(costs), percentText),
  emptyCell(`pairs.${prefix}all`),
];

/** Where both terms are equal: for the model, as multi-head attention, and with feed-forward. */
function crossoverSheet({ sides, engine }: Desk): Sheet {
  const { caption, corner, tokens, built, mha, withFeedForward } = words.crossover;
  const row = (id: string, name: string, cells: readonly SheetCell[]): SheetRow => ({
    ...{ id, name, cells, about: '', bar: null, isMain: id === 'built' },
  });
  const cells = (id: string, read: (side: Side) => ReturnType<Costs['flop']> | null) =>
    sides.map((side) => {
      const number = read(side);
      const name = `${id}.${side.prefix}crossover`;
      return number ? countedCell(name, number, countText) : emptyCell(name);
    });
  const asMha = ({ costs }: Side) => {
    const { numKvHeads, ...shape } = costs.shape;
    const isMha = shape.latent || (numKvHeads ?? shape.numHeads) === shape.numHeads;
    return isMha ? null : new Costs(engine, shape, costs.run).flop('crossover');
  };
  const rows = [
    row(
      'built',
      built,
      cells('built', ({ costs }) => costs.flop('crossover')),
    ),
    row('mha', mha, cells('mha', asMha)),
    row(
      'feed-forward',
      withFeedForward,
      cells('feed-forward', ({ costs }) =>
        costs.flops.feedForward > 0 ? costs.flop('crossoverWithFeedForward') : null,
      ),
    ),
  ];
  return {
    ...{ caption, corner },
    columns: columnsOf(sides, () => [tokens]),
    rows: rows.filter(({ cells }) => cells.some(({ number }) => number !== null)),
  };
}

const lengths = [1024, 4096, 8192, 32_768, 131_072];

/** Attention of one layer at lengths that people ask for. */
function lengthSheet({ sides, engine }: Desk): Sheet {
  const { caption, corner, columns } = words.lengths;
  const cells = ({ costs, prefix }: Side, tokens: number): SheetCell[] => {
    const there = new Costs(engine, costs.shape, { ...costs.run, tokens });
    return [
      countedCell(`${tokens}.${prefix}total`, there.flop('attention'), flopText),
      countedCell(`${tokens}.${prefix}pairs`, pairShare(there), percentText),
    ];
  };
  return {
    ...{ caption, corner },
    columns: columnsOf(sides, () => [columns.total, columns.pairs]),
    rows: lengths.map((tokens) => ({
      ...{ id: String(tokens), name: words.lengths.tokens(tokens), about: '', bar: null },
      cells: sides.flatMap((side) => cells(side, tokens)),
      isMain: tokens === sides[0]!.costs.run.tokens,
    })),
  };
}

/** The stack of a whole layer. */
export function flopStacks({ name, costs }: Side): Stack {
  const { flops } = costs;
  const { linear, pairs, feedForward } = words.flops.stack;
  const layer = costs.derive('attention_flops + feed_forward_flops', {
    attention_flops: flops.attention,
    feed_forward_flops: flops.feedForward,
  }).value;
  const shares = [
    [linear, 'projections + output', 'ink'],
    [pairs, 'scores + weighted_sum', 'line'],
    ...(flops.feedForward > 0 ? [[feedForward, 'feed_forward_flops', 'kept'] as const] : []),
  ] as const;
  return {
    name,
    mark: null,
    parts: shares.map(([name, formula, look]) => {
      const sizes = { layer_flops: layer, feed_forward_flops: flops.feedForward };
      const share = costs.derive(`(${formula}) / layer_flops`, sizes).value;
      return { name, share, look, text: percentText(share) };
    }),
  };
}
