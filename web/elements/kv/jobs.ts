import type { ModelSource } from '../../lib/training/models.js';
import { areEqualSizes, heads, isUsual, usualGroups, type Groups } from './groups.js';
import type { KvModel } from './model.js';
import type { Pooling } from './pooled-file.js';
import type { Form, KvState } from './state.js';

/** A model that is evaluated or trained; what is found is kept by its key. */
export interface Job {
  readonly key: string;
  readonly trains: boolean;
  readonly source: () => ModelSource;
}

/** How the trained layer is converted. */
export type Recipe =
  { readonly groups: Groups; readonly from: Pooling } | { readonly width: number };

/** A row of the table of conversions. */
export interface Converted {
  readonly form: Form;
  readonly recipe: Recipe;
  readonly from: Pooling | null;
  readonly kvHeads: number;
  /** Numbers kept per letter. */
  readonly kept: number;
}

/** A point of the chart. */
export type Point = Pick<Converted, 'kept' | 'recipe'>;

const numbersPerHead = 8;
const poolings = ['mean', 'first'] as const;
/** Where the curve of the latent is measured. */
const curveWidths = [2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48];
const pooledCounts = [1, 2, 4];

export const accuracyKey = (recipe: Recipe): string =>
  'width' in recipe ? `latent ${recipe.width}` : `${recipe.from} ${recipe.groups.join()}`;
export const stepsKey = (recipe: Recipe): string => `steps of ${accuracyKey(recipe)}`;
export const scratchKey = ({ kvHeads }: KvState): string => `steps from scratch ${kvHeads}`;

/** Heads that share are trained as one, which the core does in groups of equal size. */
export const canTrain = (recipe: Recipe): boolean =>
  'width' in recipe || areEqualSizes(recipe.groups);

export function conversions(state: KvState): readonly Converted[] {
  const { kvHeads, latent } = state;
  const pooled = (form: Form, groups: Groups, from: Pooling): Converted => {
    const count = new Set(groups).size;
    const recipe = { groups, from };
    return { ...{ form, recipe, from }, kvHeads: count, kept: count * numbersPerHead };
  };
  const groups = state.groups ?? usualGroups(kvHeads);
  return [
    ...poolings.map((from) => pooled('gqa', groups, from)),
    ...poolings.map((from) => pooled('mqa', usualGroups(1), from)),
    { form: 'mla', recipe: { width: latent }, from: null, kvHeads: 0, kept: latent },
  ];
}

/** The conversion that is drawn. */
export const chosenConversion = (state: KvState, form: Form): Converted | undefined =>
  conversions(state).find((row) => row.form === form && (!row.from || row.from === state.from));

export const latentPoints = ({ latent }: KvState): readonly Point[] =>
  [...new Set([...curveWidths, latent])]
    .sort((a, b) => a - b)
    .map((width) => ({ kept: width, recipe: { width } }));

/** Uses the groups in the picture if their number fits, otherwise groups of neighbours. */
export const pooledPoints = (state: KvState, from: Pooling): readonly Point[] =>
  pooledCounts.map((count) => {
    const own = count === state.kvHeads ? state.groups : null;
    const groups = own ?? usualGroups(count);
    return { kept: count * numbersPerHead, recipe: { groups, from } };
  });

/** Everything that is shown: the accuracies of the table, its steps, then the chart. */
export function jobsOf(state: KvState, model: KvModel): readonly Job[] {
  const rows = conversions(state);
  const points = [...latentPoints(state), ...poolings.flatMap((from) => pooledPoints(state, from))];
  const measure = ({ recipe }: Point): Job => ({
    ...{ key: accuracyKey(recipe), trains: false },
    source: () => sourceOf(recipe, model),
  });
  const train = ({ recipe }: Point): Job => ({
    ...{ key: stepsKey(recipe), trains: true },
    source: () => trainableOf(recipe, model),
  });
  return [
    ...rows.map(measure),
    ...rows.filter(({ recipe }) => canTrain(recipe)).map(train),
    { key: scratchKey(state), trains: true, source: () => scratchOf(state) },
    ...points.map(measure),
  ];
}

const scratchOf = ({ kvHeads, seed }: KvState): ModelSource => ({
  config: { task: 'relations', numHeads: heads, numKvHeads: kvHeads, seed },
});

function sourceOf(recipe: Recipe, model: KvModel): ModelSource {
  if ('width' in recipe) return latentOf(recipe.width, model);
  return { file: model.pooledFile(recipe.groups, recipe.from) };
}

/** Heads of a group have one set of weights, so that training keeps them equal. */
function trainableOf(recipe: Recipe, model: KvModel): ModelSource {
  if ('width' in recipe) return latentOf(recipe.width, model);
  const { groups, from } = recipe;
  const kvHeads = new Set(groups).size;
  const file = isUsual(groups, kvHeads) ? model.file : model.orderedFile(groups);
  return { file, convert: { kind: 'grouped', kvHeads, from } };
}

const latentOf = (width: number, { file }: KvModel): ModelSource => ({
  ...{ file, convert: { kind: 'latent', width } },
});
