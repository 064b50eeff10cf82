import { Costs } from '../costs.js';
import type { Desk } from '../desk.js';
import { countText, fractionText } from '../format.js';
import { isPlainWidth, shapeOf } from '../models.js';
import { modelName } from '../names.js';
import {
  countedCell,
  emptyCell,
  inputCell,
  type Sheet,
  type SheetCell,
  type SheetRow,
} from '../sheet.js';
import { modelNames, type DeskModel } from '../state.js';
import { words } from '../words/index.js';

/** The attention of all models side by side. */
export function modelSheets(desk: Desk): { sheets: Sheet[]; first: string } {
  const { state } = desk;
  const shown = [state.model, state.rival];
  const models: DeskModel[] = [...modelNames, ...(shown.includes('own') ? (['own'] as const) : [])];
  const { caption, corner, columns } = words.models;
  return {
    sheets: [
      {
        ...{ caption, corner },
        columns: Object.values(columns),
        rows: models.map((model) => row(desk, model)),
      },
    ],
    first: `${state.model}.built`,
  };
}

function row({ engine, state, sides }: Desk, model: DeskModel): SheetRow {
  const shape = shapeOf(model, state, engine.cost);
  const costs = new Costs(engine, shape, sides[0]!.costs.run);
  const { numHeads, numKvHeads = numHeads, dModel, dHead, latent } = shape;
  const width = costs.derive('d_model / num_heads');
  return {
    ...{ id: model, name: modelName(model), about: '', bar: null },
    cells: [
      inputCell(`${model}.d-model`, countText(dModel), dModel),
      inputCell(`${model}.heads`, countText(numHeads), numHeads),
      latent
        ? inputCell(`${model}.kv-heads`, words.cache.latent, null)
        : inputCell(`${model}.kv-heads`, countText(numKvHeads), numKvHeads),
      dHead === undefined
        ? countedCell(`${model}.d-head`, width, countText)
        : inputCell(`${model}.d-head`, countText(dHead), dHead),
      plain(model, costs),
      countedCell(`${model}.built`, costs.parameter('attention'), countText),
      countedCell(`${model}.cache`, costs.kept('ratioToMha'), fractionText),
    ],
    isMain: model === state.model,
  };
}

/** Four square matrices: what multi-head attention of this width would have. */
function plain(model: DeskModel, { engine, shape, run }: Costs): SheetCell {
  const id = `${model}.plain`;
  if (!isPlainWidth(shape)) return emptyCell(id);
  const { dModel, numHeads } = shape;
  const { value } = new Costs(engine, { dModel, numHeads }, run).parameter('attention');
  return countedCell(
    id,
    {
      value,
      formula: 'four_matrices * d_model * d_model',
      sizes: { d_model: dModel, four_matrices: 4 },
    },
    countText,
  );
}
