import type { Unit } from '../../lib/quantity.js';

/** What a type of question makes of it. An answer is a text: what was typed, or names of options. */
export interface DrawnKind {
  /** Options or steps in the order of this draw; none where the answer is typed. */
  readonly options: readonly DrawnOption[];
  /** The right answer, as people read it. */
  readonly right: string;
  /** What {answer} stands for. */
  readonly value: number | string;
  /** @throws FormatError, UnitError for what is no answer */
  readonly grade: (answer: string) => Grade;
}
export interface DrawnOption {
  readonly name: string;
  readonly label: string;
  readonly feedback: string;
  readonly isRight: boolean;
}
export interface Grade {
  readonly isRight: boolean;
  /** The answer, as people read it. */
  readonly shown: string;
  /** What usually leads to it; empty where nobody knows. */
  readonly feedback: string;
  /** The first wrong axis, line or step. */
  readonly place?: number;
  /** How many right options were left out. */
  readonly missing?: number;
  /** The number would be right in this unit, not in the one that was written. */
  readonly meant?: Unit;
  readonly unit?: Unit;
  /** Of a wrong number that has no feedback: how it compares with the right one. */
  readonly size?: Size;
}
export type Size = 'tooBig' | 'tooSmall' | 'overTenTimes' | 'underATenth';
