/** The lesson's cells and exercises: their code, checks, solutions and recorded outputs. */
import axis from './axis.py?raw';
import axisCheck from './axis.check.py?raw';
import axisSolution from './axis.solution.py?raw';
import causal from './causal.py?raw';
import causalCheck from './causal.check.py?raw';
import causalSolution from './causal.solution.py?raw';
import texts from './cells.json' with { type: 'json' };
import concat from './concat.py?raw';
import concatCheck from './concat.check.py?raw';
import concatSolution from './concat.solution.py?raw';
import define from './define.py?raw';
import empty from './empty.py?raw';
import emptyCheck from './empty.check.py?raw';
import emptySolution from './empty.solution.py?raw';
import forward from './forward.py?raw';
import grouped from './grouped.py?raw';
import groupedCheck from './grouped.check.py?raw';
import groupedSolution from './grouped.solution.py?raw';
import lengths from './lengths.py?raw';
import lengthsCheck from './lengths.check.py?raw';
import lengthsSolution from './lengths.solution.py?raw';
import merge from './merge.py?raw';
import mergeCheck from './merge.check.py?raw';
import mergeSolution from './merge.solution.py?raw';
import recorded from './recorded.json' with { type: 'json' };
import scale from './scale.py?raw';
import scaleCheck from './scale.check.py?raw';
import scaleSolution from './scale.solution.py?raw';
import writeCausal from './write-causal.py?raw';
import writeCausalCheck from './write-causal.check.py?raw';
import writeCausalSolution from './write-causal.solution.py?raw';
import writeGrouped from './write-grouped.py?raw';
import writeGroupedCheck from './write-grouped.check.py?raw';
import writeGroupedSolution from './write-grouped.solution.py?raw';
import writeMultiHead from './write-multi-head.py?raw';
import writeMultiHeadCheck from './write-multi-head.check.py?raw';
import writeMultiHeadSolution from './write-multi-head.solution.py?raw';
import writeOneHead from './write-one-head.py?raw';
import writeOneHeadCheck from './write-one-head.check.py?raw';
import writeOneHeadSolution from './write-one-head.solution.py?raw';

/** A cell of the lesson. One with a check is an exercise. */
export interface LessonCell {
  readonly question: string;
  readonly code: string;
  /** The cells that must run before it, in order. */
  readonly after: readonly string[];
  /** Python code with assertions, which runs after the learner's code. */
  readonly check?: string;
  readonly solution?: string;
  /** The text that is shown when the check passes. */
  readonly passed?: string;
  /** Its output, recorded by `tests/golden/record_cells.mjs`. */
  readonly recorded: string;
}

const codes = {
  define: [define],
  forward: [forward],
  causal: [causal, causalCheck, causalSolution],
  merge: [merge, mergeCheck, mergeSolution],
  scale: [scale, scaleCheck, scaleSolution],
  empty: [empty, emptyCheck, emptySolution],
  grouped: [grouped, groupedCheck, groupedSolution],
  concat: [concat, concatCheck, concatSolution],
  lengths: [lengths, lengthsCheck, lengthsSolution],
  axis: [axis, axisCheck, axisSolution],
  'write-one-head': [writeOneHead, writeOneHeadCheck, writeOneHeadSolution],
  'write-multi-head': [writeMultiHead, writeMultiHeadCheck, writeMultiHeadSolution],
  'write-causal': [writeCausal, writeCausalCheck, writeCausalSolution],
  'write-grouped': [writeGrouped, writeGroupedCheck, writeGroupedSolution],
} as const;

export const lessonCells: ReadonlyMap<string, LessonCell> = new Map(
  Object.entries(codes).map(([id, [code, check, solution]]) => {
    const { question, after = [], passed } = (texts as Record<string, CellTexts>)[id]!;
    const output = (recorded as Record<string, string>)[id] ?? '';
    const checked = check && solution && passed ? { check, solution, passed } : {};
    return [id, { question, code: code.trimEnd(), after, recorded: output, ...checked }];
  }),
);

interface CellTexts {
  readonly question: string;
  readonly after?: readonly string[];
  readonly passed?: string;
}
