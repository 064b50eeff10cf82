import type { Engine, ModelShape, Tensor } from '../../../emscripten/package/contract.js';
import { heads, members, usualGroups, type Groups } from './groups.js';
import type { KvModel, Reading, Scales } from './model.js';
import { forms, type Form, type KvState } from './state.js';

/** One of the four forms: what it keeps, and what that costs. */
export interface FormRun {
  readonly form: Form;
  /** The query heads that read each column. */
  readonly columns: readonly { readonly kept: Tensor; readonly readers: readonly number[] }[];
  readonly answers: Reading['answers'];
  /** Numbers kept per letter. */
  readonly numbers: number;
  readonly bytesPerToken: number;
  readonly bytes: number;
  /** How many answers of the whole sequence are wrong. */
  readonly wrong: number;
}

/** Everything that the figure shows of the trained layer, as the core computed it. */
export interface KvRun {
  readonly engine: Engine;
  readonly state: KvState;
  readonly groups: Groups;
  readonly relations: readonly string[];
  readonly tokens: readonly string[];
  /** [T][relations]; '' where there is no question. */
  readonly targets: readonly (readonly string[])[];
  /** The number of answers in the whole sequence. */
  readonly answerCount: number;
  readonly forms: Readonly<Record<Form, FormRun>>;
  readonly scales: Scales;
  /** The largest |difference| of the latent form's outputs, absorbed and expanded. */
  readonly difference: number;
}

export const dModel = 32;
export const dHead = dModel / heads;
/** FP16 */
const bytesPerNumber = 2;

export function runKv(engine: Engine, model: KvModel, state: KvState): KvRun {
  const { sequence, kvHeads, from, latent } = state;
  const { tokens, targets } = model.letters(sequence);
  const groups = state.groups ?? usualGroups(kvHeads);
  const one = usualGroups(1);
  const latents = model.latent(tokens, latent);
  const readings: Readonly<Record<Form, readonly [Reading, Groups]>> = {
    mha: [model.whole(tokens), usualGroups(heads)],
    gqa: [model.pooled(tokens, groups, from), groups],
    mqa: [model.pooled(tokens, one, from), one],
    mla: [latents, one],
  };
  const run = (form: Form): FormRun => {
    const [{ columns, answers }, readers] = readings[form];
    return {
      ...{ form, answers },
      columns: columns.map((kept, i) => ({ kept, readers: members(readers, i) })),
      ...costOf(engine, form, state),
      wrong: countWrong(targets, answers),
    };
  };
  return {
    ...{ engine, state, groups, tokens, targets },
    relations: model.relations,
    answerCount: targets.flat().filter(Boolean).length,
    forms: Object.fromEntries(forms.map((form) => [form, run(form)])) as KvRun['forms'],
    scales: model.scales(tokens),
    difference: latents.difference,
  };
}

const countKvHeads = (form: Exclude<Form, 'mla'>, kvHeads: number): number =>
  ({ mha: heads, gqa: kvHeads, mqa: 1 })[form];

function costOf({ cost }: Engine, form: Form, { kvHeads, latent, letters }: KvState) {
  const shape: ModelShape =
    form === 'mla'
      ? { dModel, numHeads: heads, latent: { dLatent: latent } }
      : { dModel, numHeads: heads, numKvHeads: countKvHeads(form, kvHeads) };
  const { bytes, bytesPerToken } = cost.kvCache(shape, {
    seqLen: letters,
    bytesPerElement: bytesPerNumber,
  });
  return { bytes, bytesPerToken, numbers: bytesPerToken / bytesPerNumber };
}

function countWrong(targets: Reading['answers'], answers: Reading['answers']): number {
  return targets
    .flatMap((row, token) => row.map((target, i) => target !== '' && target !== answers[token]![i]))
    .filter(Boolean).length;
}
