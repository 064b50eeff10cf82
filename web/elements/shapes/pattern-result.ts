import { html, nothing, type TemplateResult } from 'lit';
import type { Engine } from '../../../emscripten/package/index.js';
import { inEnglish } from '../../ui/in-english.js';
import { axisTable, markColumn } from '../../ui/check/shape-verdict.js';
import { icon } from '../../ui/icons.js';
import { firstDifference, isRight, type CompletedRun, type FailedRun } from './chain.js';
import { patternGrid } from './pattern-grid.js';
import { findErrorPlace, sizesFor, splitPattern, type PatternTask } from './pattern-state.js';
import { words } from './words/index.js';

/** What a chain made, in words. */
export const verdictOn = (result: CompletedRun, task: PatternTask): string =>
  `${lead(result)} ${explain(result, task)}`;

function lead(result: CompletedRun): string {
  const { right, wrongContents, wrongShape } = words.pattern;
  if (isRight(result)) return right;
  return result.run.firstMisplaced ? wrongContents : wrongShape;
}

const explain = ({ run }: CompletedRun, task: PatternTask): string =>
  words.pattern.explain(run, splitPattern(task).goal);

/** What the chain made, with the verdict. */
export function resultView(result: CompletedRun, task: PatternTask): TemplateResult {
  const { shape, wanted: expected } = result.run;
  return html`<p class="verdict">
      ${isRight(result) ? icon('right') : nothing} <b>${lead(result)}</b> ${explain(result, task)}
    </p>
    ${axisTable(shape, firstDifference(shape, expected.shape), expected.shape, {
      ...words.pattern,
      core: words.pattern.goal,
    })}
    ${patternGrid(words.pattern.made, result.run)}`;
}

/** The tensor before the first chain. */
export function startView(task: PatternTask, seed: number, engine: Engine): TemplateResult {
  const { start } = splitPattern(task);
  const run = engine.shapes.runPattern([], sizesFor(task, seed), `${start} -> ${start}`);
  return patternGrid(words.pattern.start, run);
}

/** Where a chain could not be run, and why; the place is marked. */
export function failureView(failed: FailedRun): TemplateResult {
  const { chain, error } = failed;
  const { line, column } = findErrorPlace(error, chain);
  return html`<p class="verdict">${whyFailed(failed)}</p>
    ${column === null ? nothing : markColumn(chain.split('\n')[line - 1]!, column)}`;
}

/** The same without the mark, to be announced too. */
export function whyFailed({ chain, error }: FailedRun): TemplateResult {
  const { line, column, reason } = findErrorPlace(error, chain);
  return html`<b>${words.pattern.line(line, column)}</b> ${inEnglish(reason)}`;
}
