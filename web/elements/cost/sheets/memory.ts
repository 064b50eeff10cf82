import type { CostNumber } from '../costs.js';
import type { Desk, Side } from '../desk.js';
import { byteText, chooseByteUnit, countText, decimalTwin, percentText } from '../format.js';
import {
  countedCell,
  emptyCell,
  type Sheet,
  type SheetCell,
  type SheetRow,
  type Stack,
  type StackPart,
} from '../sheet.js';
import { words } from '../words/index.js';
import type { Unit } from '../../../lib/quantity.js';

/** What lies in memory while a model writes, against one card. */
export function memorySheets({ sides }: Desk): { sheets: Sheet[]; first: string } {
  const { caption, corner, parts } = words.memory;
  const unit = chooseByteUnit(sides.map(({ costs }) => costs.together.value));
  const units = [unit, decimalTwin(unit)];
  const row = (id: keyof typeof parts, cells: readonly SheetCell[]): SheetRow => ({
    ...{ id, cells, about: words.memory.about[id], bar: null },
    name: parts[id],
    isMain: id === 'together',
  });
  const bytes = (id: keyof typeof parts, read: (side: Side) => CostNumber) =>
    row(
      id,
      sides.flatMap((side) => byteCells(id, side, read(side), units)),
    );
  return {
    sheets: [
      {
        ...{ caption, corner },
        columns: sides.flatMap(({ name }) =>
          units.map((unit) => (sides.length > 1 ? words.ofModel(unit, name) : unit)),
        ),
        rows: [
          bytes('weights', ({ costs }) => costs.weightBytes),
          bytes('cache', ({ costs }) => costs.kept('bytes')),
          bytes('scores', ({ costs }) => costs.scoreBytes('fused')),
          bytes('together', ({ costs }) => costs.together),
          row(
            'share',
            sides.flatMap(({ costs, prefix }) => [
              emptyCell(`share.${prefix}bytes`),
              countedCell(`share.${prefix}gb`, costs.shareOfCard, percentText),
            ]),
          ),
          row(
            'cards',
            sides.flatMap(({ costs, prefix }) => [
              emptyCell(`cards.${prefix}bytes`),
              countedCell(`cards.${prefix}gb`, costs.cards, countText),
            ]),
          ),
          bytes('stored', ({ costs }) => costs.scoreBytes('reference')),
        ],
      },
    ],
    first: 'together.gb',
  };
}

const byteCells = (
  id: string,
  { prefix }: Side,
  number: CostNumber,
  [binary, decimal]: readonly Unit[],
): SheetCell[] => [
  countedCell(`${id}.${prefix}bytes`, number, (bytes) => byteText(bytes, binary!)),
  countedCell(`${id}.${prefix}gb`, number, (bytes) => byteText(bytes, decimal!)),
];

/** To one scale, on which the card's end is marked. */
export function memoryStacks({ sides }: Desk): Stack[] {
  const { parts, card } = words.memory;
  const most = Math.max(...sides.map(({ costs }) => costs.together.value));
  return sides.map(({ name, costs }) => {
    const { card: limit = 0 } = costs.shareOfCard.sizes;
    const scale = Math.max(most, limit);
    const share = (look: StackPart['look'], name: string, { value }: CostNumber) => ({
      ...{ name, look, share: value / scale },
      text: byteText(value, decimalTwin(chooseByteUnit([most]))),
    });
    return {
      name,
      mark: { at: limit / scale, name: card },
      parts: [
        share('ink', parts.weights, costs.weightBytes),
        share('line', parts.cache, costs.kept('bytes')),
        share('kept', parts.scores, costs.scoreBytes('fused')),
      ],
    };
  });
}
