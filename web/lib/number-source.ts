/** Where the numbers of content come from, as data: what the core runs, and what is read of it. */

import type { RunRequest } from './lesson/training-results.js';

/** In the syntax of `engine.formulas.evaluate`, with calls as in expression.ts. */
export type Formula = string;
/** What the core runs, and which number of the result is used. */
export type NumberSource =
  | Formula
  | {
      readonly run: 'attention';
      readonly config: ConfigFormulas;
      readonly read: 'dModel' | 'numHeads' | 'numKvHeads' | 'dHead';
    }
  | {
      readonly run: 'cost';
      readonly call: 'parameters' | 'flops' | 'kvCache' | 'attentionMemory' | 'weights';
      /** `from` names one of `engine.cost.models`; the other fields change it. */
      readonly model: string | ModelFormulas;
      readonly given?: ConfigFormulas;
      readonly read: string;
    }
  | {
      readonly run: 'trainer';
      readonly config: ConfigFormulas;
      readonly read: string;
    }
  | (RunRequest & {
      /** A number that was measured in a training run, and recorded. */
      readonly run: 'results';
      /** For one of its seeds. */
      readonly seed: number | null;
      readonly read: string;
    })
  | {
      readonly run: 'formula';
      readonly formula: Formula;
      readonly of: Readonly<Record<string, NumberSource>>;
    }
  | (Steps & { readonly value: string; readonly at?: readonly Formula[] });
export type ShapeSource =
  | {
      readonly run: 'trace';
      readonly config: ConfigFormulas;
      readonly B?: Formula;
      readonly T: Formula;
      readonly S?: Formula;
      readonly read: string;
    }
  | (Steps & { readonly shape: string });
export type ValuesSource = Steps & { readonly values: string };
export interface Steps {
  readonly run: 'tensor';
  readonly steps?: readonly Step[];
}
/** A call of the engine. A string among its arguments is the name of an earlier step or a formula. */
export interface Step {
  readonly name: string;
  readonly call: string;
  readonly arguments: readonly unknown[];
}
export type ConfigFormulas = Readonly<Record<string, Formula | boolean>>;
export type ModelFormulas = Readonly<Record<string, Formula | boolean | ConfigFormulas>>;
