import { html } from 'lit';
import type {
  PatternRun,
  ShapeQuestion,
  ShapeVerdict,
} from '../../../../emscripten/package/index.js';

/** Words of shape and pattern checks. */
export const english = {
  pattern: {
    name: 'Pattern check',
    unknown: 'There is no pattern check with this name.',
    sizes: (sizes: readonly (readonly [string, number])[]) =>
      sizes.map(([name, size]) => `${name}\u00a0=\u00a0${size}`).join(', '),
    ends: (start: string, startShape: string, goal: string, goalShape: string) =>
      html`From <code dir="ltr">${start}</code>, which is [${startShape}], to
        <code dir="ltr">${goal}</code>, which is [${goalShape}].`,
    label: 'Your steps, one per line',
    run: 'Run',
    first: 'Write a step first.',
    restore: 'Restore the last run',
    keys: 'Ctrl + Enter runs your steps.',
    start: 'What the steps start from',
    made: 'The result of your steps',
    table: 'The shape, axis by axis',
    axis: 'axis',
    yours: 'your steps',
    goal: 'the goal',
    wrong: ' (first wrong axis)',
    block: (place: string) => `[${place}]`,
    row: (index: number) => `row ${index}`,
    column: (index: number) => `column ${index}`,
    misplaced: ', in the wrong place',
    key: 'Dashed border: in the wrong place.',
    leftOut: (shown: number, all: number) => `Only ${shown} of ${all} elements are shown.`,
    right: 'Right.',
    wrongShape: 'Not yet: the shape is wrong.',
    wrongContents: 'Not yet: the shape is right, but elements are in the wrong places.',
    line: (line: number, column: number | null) =>
      column === null ? `Line ${line}:` : `Line ${line}, column ${column}:`,
    oneWay: 'One possible answer:',
    explain: (run: PatternRun, _goal: string): string => run.explanation,
  },

  shape: {
    name: (level: number) => `Shape check, level ${level}`,
    sizes: (sizes: readonly (readonly [string, number])[]) =>
      sizes.map(([name, size]) => `${name}\u00a0=\u00a0${size}`).join(', '),
    label: 'The shape: write a size or a name for each axis',
    placeholder: '[axis 0, axis 1, …]',
    code: 'Show the code',
    coreSays: (sizes: string) => `The core computed the shape [${sizes}].`,
    refused: 'This question does not exist.',
    anyStage: 'Ask another',
    // The package has the sentences in English.
    prompt: ({ prompt }: ShapeQuestion): string => prompt,
    explain: ({ explanation }: ShapeVerdict): string => explanation,
  },
};
