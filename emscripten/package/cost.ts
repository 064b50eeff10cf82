/** What models cost, counted by the core. */
import type { Answer } from './answer.js';
import type { Cost, ModelShape } from './contract.js';
import type { Exchange, Operation } from './exchange.js';
import { fieldChecks, fieldSettings, toNumbers } from './field-kinds.js';
import {
  KV_CACHE_COST,
  LATENT_SHAPE,
  LAYER_FLOPS,
  MODEL_RUN,
  MODEL_SHAPE,
  PARAMETER_COUNTS,
  SCORE_MEMORY,
} from './fields.js';
import { definedEntries, flag, number, oneOf, required, settings, text } from './settings.js';

const MODEL = {
  name: text,
  ...fieldChecks(MODEL_SHAPE),
  latent: (value: unknown, name: string) => {
    const checked = fieldSettings(name, value, LATENT_SHAPE, `${name}.`);
    required(checked.dLatent, `${name}.dLatent`, 'model');
    return checked;
  },
};

const RUN = fieldChecks(MODEL_RUN);
const BYTES = { bytesPerElement: number };
/** Without them the core takes its default. */
const bytesMessage = ({ bytesPerElement }: { bytesPerElement?: number }): [boolean, number] => [
  bytesPerElement !== undefined,
  bytesPerElement ?? 0,
];

export function cost(exchange: Exchange): Cost {
  const results = <Table extends object>(
    operation: Operation,
    table: Table,
    message: readonly (number | boolean)[],
  ) => exchange.call(operation, { message }, (answer) => answer.fields(table));
  return {
    models: exchange.call('model_presets', {}, presets),
    parameters: (model) => results('parameter_counts', PARAMETER_COUNTS, modelMessage(model)),
    flops(model, run) {
      const checks = { ...RUN, causal: flag, decode: flag };
      const { causal = false, decode = false, ...tokens } = settings('run', run, checks);
      const message = [...modelMessage(model), ...runMessage(tokens), causal, decode];
      return results('layer_flops', LAYER_FLOPS, message);
    },
    weights(model, options) {
      const message = [
        ...modelMessage(model),
        ...bytesMessage(settings('options', options, BYTES)),
      ];
      return { bytes: exchange.number('weight_bytes', { message }) };
    },
    kvCache(model, run) {
      const checked = settings('run', run, { ...RUN, ...BYTES });
      const message = [...modelMessage(model), ...runMessage(checked), ...bytesMessage(checked)];
      return results('kv_cache_cost', KV_CACHE_COST, message);
    },
    attentionMemory(model, run) {
      const kernels = oneOf('reference', 'fused');
      const checked = settings('run', run, { ...RUN, ...BYTES, kernel: kernels });
      const fused = required(checked.kernel, 'kernel', 'run') === 'fused';
      const message = [
        ...modelMessage(model),
        ...runMessage(checked),
        ...bytesMessage(checked),
        fused,
      ];
      return results('score_memory', SCORE_MEMORY, message);
    },
  };
}

function modelMessage(model: unknown): (number | boolean)[] {
  const { latent, ...checked } = settings('model', model, MODEL);
  required(checked.dModel, 'dModel', 'model');
  required(checked.numHeads, 'numHeads', 'model');
  const latents = latent ? toNumbers(LATENT_SHAPE, latent) : [];
  return [...toNumbers(MODEL_SHAPE, checked), latent !== undefined, ...latents];
}

function runMessage(run: { seqLen?: number; batch?: number }): number[] {
  required(run.seqLen, 'seqLen', 'run');
  return toNumbers(MODEL_RUN, run);
}

function presets(answer: Answer): Cost['models'] {
  const models = answer.list(() => [answer.text(), preset(answer)] as const);
  return Object.freeze(Object.fromEntries(models)) as Cost['models'];
}

/** A model without its fields that are 0 or false: the core computes them, or the model has none. */
function preset(answer: Answer): Readonly<ModelShape> {
  const name = answer.text();
  const { activation, ...fields } = answer.fields(MODEL_SHAPE);
  const latent = answer.flag() ? withoutZeros(answer.fields(LATENT_SHAPE)) : 0;
  const all = { name, ...fields, activation: fields.dFf > 0 && activation, latent };
  return withoutZeros(all) as Readonly<ModelShape>;
}

function withoutZeros(settings: object): object {
  const entries = definedEntries(settings, 'model').filter(
    ([, value]) => value !== 0 && value !== false,
  );
  return Object.freeze(Object.fromEntries(entries));
}
