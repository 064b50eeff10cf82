import type {
  Formula,
  NumberSource,
  Numbers,
  ShapeSource,
  Step,
  ValuesSource,
} from '../../lib/computed.js';
import type { Unit } from '../../lib/quantity.js';

/**
 * A question as data. quizzes/quiz.schema.json explains each field, and tests check every file
 * against it.
 */
export type Quiz =
  MultipleChoice | MultipleResponse | ShortAnswer | Numeric | ShapeQuiz | OutputQuiz | OrderQuiz;

interface Common {
  readonly id: string;
  readonly topic: string;
  readonly question: string;
  readonly code?: Code;
  readonly numbers?: readonly Numbers[];
  /** Steps that run before those of the answers. */
  readonly tensors?: readonly Step[];
  readonly explanation: string;
  readonly multiplication?: Formula;
  readonly section: string;
}
export interface MultipleChoice extends Common {
  readonly type: 'multiple-choice';
  /** Without it, the right option has `right: true`. */
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
/** A line of output: text, or values that the core computes. In mistakes, a shape is a string. */
export type Line =
  | string
  | { readonly value: NumberSource; readonly decimals?: number }
  | { readonly shape: ShapeSource | string }
  | { readonly values: ValuesSource; readonly decimals?: number };
export interface Code {
  readonly language: 'python' | 'javascript' | 'text';
  readonly lines: readonly string[];
}
