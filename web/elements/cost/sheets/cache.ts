import { Costs } from '../costs.js';
import type { Desk, Side } from '../desk.js';
import { byteText, chooseByteUnit, countText, decimalTwin, fractionText } from '../format.js';
import { variants, type Variant } from '../models.js';
import { countedCell, inputCell, type Sheet, type SheetRow } from '../sheet.js';
import { words } from '../words/index.js';
import type { Unit } from '../../../lib/quantity.js';

interface Kept {
  readonly side: Side;
  readonly variant: Variant;
  readonly costs: Costs;
}

/** What the model could keep of keys and values, and what the other model does. */
export function cacheSheets({ sides, engine }: Desk): { sheets: Sheet[]; first: string } {
  const rows = sides.flatMap((side) =>
    variants(side.costs.shape)
      .filter(({ isBuilt }) => side.prefix === '' || isBuilt)
      .map((variant): Kept => ({
        ...{ side, variant },
        costs: variant.isBuilt ? side.costs : new Costs(engine, variant.shape, side.costs.run),
      })),
  );
  const { caption, corner, columns } = words.cache;
  const unit = chooseByteUnit(rows.map(({ costs }) => costs.cache.bytes));
  const built = rows.find(({ variant }) => variant.isBuilt)!;
  return {
    sheets: [
      {
        ...{ caption, corner },
        columns: [
          columns.heads,
          columns.token,
          columns.gib,
          columns.gb(decimalTwin(unit)),
          columns.ratio,
        ],
        rows: toRows(rows, unit, sides.length > 1),
      },
    ],
    first: `${built.variant.id}.bytes`,
  };
}

function toRows(rows: readonly Kept[], wholeUnit: Unit, isCompared: boolean): SheetRow[] {
  const most = Math.max(...rows.map(({ costs }) => costs.cache.bytes));
  const tokenUnit = chooseByteUnit(rows.map(({ costs }) => costs.cache.bytesPerToken));
  return rows.map(({ side, variant, costs }) => {
    const id = side.prefix + variant.id;
    const groups = costs.shape.numKvHeads ?? costs.shape.numHeads;
    const bytes = costs.kept('bytes');
    return {
      id,
      name: isCompared
        ? words.cache.of(variant.id.toUpperCase(), side.name)
        : variant.id.toUpperCase(),
      about: describeVariant(variant),
      cells: [
        costs.shape.latent
          ? inputCell(`${id}.heads`, words.cache.latent, null)
          : inputCell(`${id}.heads`, countText(groups), groups),
        countedCell(`${id}.token`, costs.kept('bytesPerToken'), (n) => byteText(n, tokenUnit)),
        countedCell(`${id}.bytes`, bytes, (n) => byteText(n, wholeUnit)),
        countedCell(`${id}.gb`, bytes, (n) => byteText(n, decimalTwin(wholeUnit))),
        countedCell(`${id}.ratio`, costs.kept('ratioToMha'), fractionText),
      ],
      bar: bytes.value / most,
      isMain: variant.isBuilt && side.prefix === '',
    };
  });
}

function describeVariant({ id, shared, isBuilt }: Variant): string {
  const say = words.cache.about;
  const about = id === 'gqa' ? say.gqa(shared) : say[id];
  return isBuilt ? words.cache.built(about) : about;
}
