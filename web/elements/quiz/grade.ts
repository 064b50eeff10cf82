import type { Unit } from '../../lib/quantity.js';

/** The part of a quiz that depends on its type. An answer is the typed text or names of options. */
export interface QuizKind {
  /** Options or steps in the order of this seed; empty if the answer is typed. */
  readonly options: readonly QuizOption[];
  /** The right answer as text. */
  readonly right: string;
  /** The value of {answer} in texts. */
  readonly value: number | string;
  /** @throws FormatError, UnitError, GermanNumberError if the text is not an answer */
  readonly grade: (answer: string) => Grade;
}
export interface QuizOption {
  readonly name: string;
  readonly label: string;
  readonly feedback: string;
  readonly isRight: boolean;
}
export interface Grade {
  readonly isRight: boolean;
  /** The answer as text. */
  readonly answerText: string;
  /** The most likely reason for a wrong answer; empty if it is not known. */
  readonly feedback: string;
  /** The index of the first wrong axis, line or step. */
  readonly place?: number;
  /** How many right options were not chosen. */
  readonly missing?: number;
  /** The number would be right with this unit instead of `unit`. */
  readonly rightUnit?: Unit;
  readonly unit?: Unit;
  /** For a wrong number without feedback: how it compares with the right one. */
  readonly size?: Size;
}
export type Size = 'tooBig' | 'tooSmall' | 'overTenTimes' | 'underATenth';
