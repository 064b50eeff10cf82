import type { Desk, Side } from '../desk.js';
import type { ParameterName } from '../formulas.js';
import { countText, percentText } from '../format.js';
import {
  countedCell,
  emptyCell,
  type Sheet,
  type SheetCell,
  type SheetRow,
  type Stack,
} from '../sheet.js';
import { words } from '../words/index.js';

const inLayer: readonly ParameterName[] = [
  ...(['wq', 'wk', 'wv', 'wo', 'attention', 'feedForward', 'perLayer'] as const),
];
const ofModel: readonly ParameterName[] = ['embeddings', 'norms', 'total'];
/** The sums, set apart from what they are made of. */
const mains: readonly string[] = ['attention', 'feedForward', 'total'];

export function parameterSheets({ sides }: Desk): { sheets: Sheet[]; first: string } {
  const { caption, corner, layer, all } = words.parameters;
  const columns = sides.flatMap(({ name, costs }) => {
    const heads = [layer, all(costs.sizes['num_layers']!)];
    return sides.length > 1 ? heads.map((head) => words.ofModel(head, name)) : heads;
  });
  const rows = [
    ...inLayer.map((part) =>
      row(
        part,
        sides.flatMap((side) => layerCells(side, part)),
      ),
    ),
    row('share', sides.flatMap(shareCells)),
    ...ofModel.map((part) =>
      row(
        part,
        sides.flatMap((side) => modelCells(side, part)),
      ),
    ),
  ];
  return { sheets: [{ caption, corner, columns, rows }], first: 'attention.layer' };
}

const row = (id: string, cells: readonly SheetCell[]): SheetRow => ({
  ...{ id, cells, about: '', bar: null },
  name: words.parameters.parts[id as keyof typeof words.parameters.parts],
  isMain: mains.includes(id),
});

function layerCells({ costs, prefix }: Side, part: ParameterName): SheetCell[] {
  const one = costs.parameter(part);
  return [
    countedCell(`${part}.${prefix}layer`, one, countText),
    countedCell(
      `${part}.${prefix}all`,
      costs.derive('num_layers * perLayer', { perLayer: one.value }),
      countText,
    ),
  ];
}

function shareCells({ costs, prefix }: Side): SheetCell[] {
  const share = costs.derive('feed_forward / per_layer');
  return [countedCell(`share.${prefix}layer`, share, percentText), emptyCell(`share.${prefix}all`)];
}

function modelCells({ costs, prefix }: Side, part: ParameterName): SheetCell[] {
  return [
    emptyCell(`${part}.${prefix}layer`),
    countedCell(`${part}.${prefix}all`, costs.parameter(part), countText),
  ];
}

/** Attention and feed-forward as shares of a layer. */
export function parameterStacks({ name, costs }: Side): Stack {
  const { attention, feedForward } = words.parameters.parts;
  const { parameters } = costs;
  const parts = [
    { name: attention, count: parameters.attention, look: 'ink' as const },
    { name: feedForward, count: parameters.feedForward, look: 'kept' as const },
  ];
  return {
    name,
    mark: null,
    parts: parts
      .filter(({ count }) => count > 0)
      .map(({ name, count, look }) => {
        const share = costs.derive('part / per_layer', { part: count }).value;
        return { name, share, look, text: percentText(share) };
      }),
  };
}
