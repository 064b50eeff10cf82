import type { StepView } from './matrices.js';
import type { StepsRun } from './run.js';
import { quote, traceJson } from '../../lib/file-text.js';

/** The matrices of a step as CSV, one number per line. */
export function stepsCsv(run: StepsRun, { from, to }: StepView): string {
  const { tokens } = run.state;
  const lines = [...from, ...to].flatMap(({ name, head, tensor, rows, columns, firstColumn }) =>
    Array.from(tensor.data, (value, place) => {
      const width = tensor.shape[1]!;
      const [row, column] = [Math.floor(place / width), place % width];
      return [
        name,
        head ?? '',
        rows === 'tokens' ? quote(tokens[row]!) : row,
        columns === 'tokens' ? quote(tokens[column]!) : column + firstColumn,
        value,
      ].join(',');
    }),
  );
  return ['matrix,head,row,column,value', ...lines, ''].join('\n');
}

/** The state and every tensor of the run. */
export const stepsJson = ({ state, trace, x }: StepsRun): string =>
  traceJson({ state, trace: { x, ...trace } });
