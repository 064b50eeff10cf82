import type { Engine } from '../../../emscripten/package/contract.js';
import { Costs } from './costs.js';
import { runOf, shapeOf } from './models.js';
import type { CostState, DeskModel } from './state.js';
import { modelName } from './names.js';

/** One of the two models that are compared. */
export interface Side {
  readonly model: DeskModel;
  readonly name: string;
  /** What its columns' names begin with. */
  readonly prefix: '' | 'b-';
  readonly costs: Costs;
}

/** What the desk shows of a state. The core counted every number, or the state gives it. */
export interface Desk {
  readonly engine: Engine;
  readonly state: CostState;
  readonly sides: readonly Side[];
}

/** @throws ConfigError, OutOfMemoryError for a model that cannot be */
export function openDesk(engine: Engine, state: CostState): Desk {
  const { model, rival } = state;
  const side = (model: DeskModel, prefix: Side['prefix']): Side => ({
    ...{ model, prefix, name: modelName(model) },
    costs: new Costs(engine, shapeOf(model, state, engine.cost), runOf(state)),
  });
  const sides = [side(model, ''), ...(rival === null ? [] : [side(rival, 'b-')])];
  return { engine, state, sides };
}
