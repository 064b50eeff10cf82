import { traceJson } from '../../lib/file-text.js';
import { stateMarkup } from '../../lib/state-format.js';
import { codeSteps, hasMask } from './code.js';
import type { PipelineRun } from './run.js';
import { pipelineFormat } from './state.js';
import { tensorKinds } from './tensors.js';

/** The opened tensor as comma-separated values: a line per number, with its index on each axis. */
export function pipelineCsv({ state, tensors }: PipelineRun): string {
  const { shape, data } = tensors[state.tensor];
  const { axes, symbol } = tensorKinds[state.tensor];
  const lines = Array.from(data, (value, place) => {
    let rest = place;
    const index = shape.map((_, axis) => {
      const step = shape.slice(axis + 1).reduce((product, size) => product * size, 1);
      const at = Math.floor(rest / step);
      rest -= at * step;
      return at;
    });
    return [symbol, ...index, value].join(',');
  });
  return [['tensor', ...axes, 'value'].join(','), ...lines, ''].join('\n');
}

/** The state and every tensor of the run. */
export const pipelineJson = ({ state, tensors }: PipelineRun): string =>
  traceJson({ state, trace: tensors });

/** The element, the same run with the package, and the steps as NumPy has them. */
export function pipelineCode(run: PipelineRun): string {
  const { state, sizes } = run;
  const { B, T, S, H, G, dModel, D } = sizes;
  const { kind, lengths, seed } = state;
  const isCross = kind === 'cross';
  const options = [
    ...(isCross ? ['context: m'] : []),
    ...(kind === 'causal' ? ['causal: true'] : []),
    ...(lengths.length > 0 ? [`validLens: [${lengths.join(', ')}]`] : []),
  ];
  const tokens = (name: string, count: number, drawn: number) =>
    `const ${name} = engine.tensor.randomNormal([${B}, ${count}, ${dModel}], { seed: ${drawn} });`;
  const config = `dModel: ${dModel}, numHeads: ${H}, numKvHeads: ${G}, dHead: ${D}, seed: ${seed}`;
  return [
    stateMarkup(pipelineFormat, state),
    '',
    "import { load } from 'manyheads';",
    'const engine = await load();',
    tokens('x', T, seed),
    ...(isCross ? [tokens('m', S, seed + 1)] : []),
    `const layer = engine.attention({ ${config} });`,
    ...(state.skip
      ? [`const right = layer.trace(x, { ${options.join(', ')} });`, ...skippedSteps(run)]
      : [`const { q, maskedScores, output } = layer.trace(x, { ${options.join(', ')} });`]),
    'console.log(q.shape, maskedScores.shape, output.shape);',
    'layer.dispose();',
    '',
    '// In NumPy:',
    ...codeSteps(run).flatMap(({ lines }) => lines.map((line) => `//   ${line}`)),
  ].join('\n');
}

/** The steps after the projections, where Q is reshaped without the transpose. */
function skippedSteps(run: PipelineRun): readonly string[] {
  const { B, T, S, H, G, D } = run.sizes;
  const scores = `tensor.divide(tensor.matmul(q, tensor.transpose(k, [0, 1, 3, 2])), Math.sqrt(${D}))`;
  const copied =
    G === H
      ? ['const { k, v } = right;']
      : [
          `const copies = tensor.zeros([${B}, ${G}, ${H / G}, ${S}, ${D}]);`,
          'const [k, v] = [right.k, right.v].map((shared) =>',
          `  tensor.reshape(tensor.add(tensor.reshape(shared, [${B}, ${G}, 1, ${S}, ${D}]), copies), [${B}, ${H}, ${S}, ${D}]),`,
          ');',
        ];
  return [
    'const { tensor } = engine;',
    'const { wq, wo } = layer.weights();',
    `const q = tensor.reshape(tensor.matmul(x, wq), [${B}, ${H}, ${T}, ${D}]);`,
    ...copied,
    ...(hasMask(run)
      ? [
          'const hidden = Array.from(right.maskedScores.data, (score) => Number(score === -Infinity));',
          `const scores = ${scores};`,
          'const maskedScores = tensor.where({ shape: scores.shape, data: hidden }, -Infinity, scores);',
        ]
      : [`const maskedScores = ${scores};`]),
    'const z = tensor.matmul(tensor.softmax(maskedScores), v);',
    `const combined = tensor.reshape(tensor.transpose(z, [0, 2, 1, 3]), [${B}, ${T}, ${H * D}]);`,
    'const output = tensor.matmul(combined, wo);',
  ];
}
