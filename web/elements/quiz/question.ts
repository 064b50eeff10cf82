/**
 * A question as data: web/elements/quiz/quizzes/quiz.schema.json says what each field means, and tests
 * hold every file to it.
 */
export type Quiz =
  MultipleChoice | MultipleResponse | ShortAnswer | Numeric | ShapeQuiz | OutputQuiz | OrderQuiz;

interface Common {
  readonly id: string;
  readonly topic: string;
  readonly question: string;
  readonly code?: Code;
  readonly numbers?: readonly Numbers[];
  /** What the steps of its answers go on from. */
  readonly tensors?: readonly Step[];
  readonly explanation: string;
  readonly multiplication?: Formula;
  readonly section: string;
}
export interface MultipleChoice extends Common {
  readonly type: 'multiple-choice';
  /** Without it, an option of text says that it is right. */
  readonly answer?: NumberSource | ShapeSource;
  readonly options: readonly Option[];
}
export interface MultipleResponse extends Common {
  readonly type: 'multiple-response';
  readonly options: readonly Statement[];
}
export interface ShortAnswer extends Common {
  readonly type: 'short-answer';
  readonly answer: WrittenFormula | WrittenWords;
  readonly mistakes: readonly (Feedback & Partial<Omit<WrittenFormula, 'names'> & WrittenWords>)[];
}
export interface Numeric extends Common {
  readonly type: 'numeric';
  readonly answer: NumberSource;
  readonly unit?: Unit;
  readonly tolerance?: number;
  readonly mistakes: readonly (Feedback & { readonly value: NumberSource })[];
}
export interface ShapeQuiz extends Common {
  readonly type: 'shape';
  readonly answer: ShapeSource;
  readonly mistakes: readonly (Feedback & { readonly shape: string })[];
}
export interface OutputQuiz extends Common {
  readonly type: 'output';
  readonly code: Code;
  readonly answer: readonly Line[];
  readonly mistakes: readonly (Feedback & { readonly lines: readonly (Line | null)[] })[];
}
export interface OrderQuiz extends Common {
  readonly type: 'order';
  readonly steps: readonly (Feedback & { readonly text: string; readonly group?: string })[];
}

interface Feedback {
  readonly feedback: string;
}
export type Option = Feedback & {
  readonly value?: Formula;
  readonly shape?: string;
  readonly text?: string;
  readonly right?: true;
};
export type Statement = Feedback & {
  readonly text: string;
  readonly right?: true | { readonly same: Pair } | { readonly differ: Pair };
};
type Pair = readonly [NumberSource, NumberSource];
export interface WrittenFormula {
  readonly formula: Formula;
  readonly names: readonly string[];
}
export interface WrittenWords {
  readonly words: readonly string[];
}
/** A line of an output: text, or what the core prints. A mistaken shape is written down. */
export type Line =
  | string
  | { readonly value: NumberSource; readonly decimals?: number }
  | { readonly shape: ShapeSource | string }
  | { readonly values: ValuesSource; readonly decimals?: number };
export interface Code {
  readonly language: 'python' | 'javascript' | 'text';
  readonly lines: readonly string[];
}

export type Numbers = Readonly<Record<string, number>>;
/** As the core's formulas.evaluate reads it. */
export type Formula = string;
export type Unit =
  | 'B'
  | 'kB'
  | 'MB'
  | 'GB'
  | 'TB'
  | 'KiB'
  | 'MiB'
  | 'GiB'
  | 'TiB'
  | 'FLOPs'
  | 'MFLOPs'
  | 'GFLOPs'
  | 'TFLOPs'
  | '%'
  | 'nats'
  | 'tokens'
  | 'heads'
  | 'parameters';

/** What the core is to run, and which number of it is meant. */
export type NumberSource =
  | Formula
  | {
      readonly run: 'attention';
      readonly config: ConfigFormulas;
      readonly read: 'dModel' | 'numHeads' | 'numKvHeads' | 'dHead';
    }
  | {
      readonly run: 'cost';
      readonly call: 'parameters' | 'flops' | 'kvCache' | 'attentionMemory';
      readonly model: string | Readonly<Record<string, Formula | boolean>>;
      readonly given?: Readonly<Record<string, Formula | boolean>>;
      readonly read: string;
    }
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
interface Steps {
  readonly run: 'tensor';
  readonly steps?: readonly Step[];
}
/** A call of the engine; a text in its arguments is the name of a step before it, or a formula. */
export interface Step {
  readonly name: string;
  readonly call: string;
  readonly arguments: readonly unknown[];
}
export type ConfigFormulas = Readonly<Record<string, Formula | boolean>>;
