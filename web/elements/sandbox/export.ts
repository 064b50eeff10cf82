import type { AttentionTrace } from '../../../emscripten/package/index.js';
import { editsOf } from '../../lib/edits.js';
import type { SandboxState } from './state.js';
import { quote } from '../../lib/file-text.js';
import { part } from '../../lib/tensor-view.js';

/** The weights of all heads as CSV, one line per head, query and key. */
export function toCsv({
  state,
  trace,
}: {
  readonly state: Pick<SandboxState, 'tokens' | 'heads'>;
  readonly trace: Pick<AttentionTrace, 'weights'>;
}): string {
  const lines = Array.from({ length: state.heads }, (_, head) =>
    state.tokens.flatMap((query, t) =>
      Array.from(part(trace.weights, head, t).data, (weight, s) =>
        [head, t, quote(query), s, quote(state.tokens[s]!), weight].join(','),
      ),
    ),
  );
  return ['head,query_index,query,key_index,key,weight', ...lines.flat(), ''].join('\n');
}

/** A program that computes this figure with the npm package. */
export function toProgram(state: SandboxState): string {
  const { tokens, embeddingScale, heads, removed } = state;
  const headMask = Array.from({ length: heads }, (_, head) => (removed.includes(head) ? 0 : 1));
  const { maskLines, scoreLines, visible, bias } = changedScores(state);
  const options = [
    ...visible,
    ...(removed.length > 0 ? [`headMask: [${headMask.join(', ')}]`] : []),
    ...bias,
  ];
  const { imports, words, layer } =
    state.weights === 'trained' ? trainedLayer(state) : randomLayer(state);
  return `import { load } from 'manyheads';
${imports}
const engine = await load();
const tokens = ${JSON.stringify(tokens)};
${words}
const x = engine.tensor.multiply(words, ${embeddingScale});
${[layer, ...maskLines, ...scoreLines].join('\n')}
const { weights, output } = layer.trace(x${options.length > 0 ? `, { ${options.join(', ')} }` : ''});
console.log(engine.tensor.toNested(weights)); // [H, T, S]
layer.dispose();`;
}

/** The lines of the program that depend on the kind of weights. */
interface LayerLines {
  readonly imports: string;
  readonly words: string;
  readonly layer: string;
}

function randomLayer(state: SandboxState): LayerLines {
  const { dModel, heads, kvHeads, seed } = state;
  const changed = weightLines(state);
  const config = [
    `dModel: ${dModel}`,
    `numHeads: ${heads}`,
    ...(kvHeads === null ? [] : [`numKvHeads: ${kvHeads}`]),
    ...(changed ? [] : changes(state).filter((change) => !change.startsWith('combine'))),
    `seed: ${seed}`,
  ];
  const base = `engine.attention({ ${config.join(', ')} })`;
  // `with` keeps W_O. A layer created with combine: 'sum' would have another W_O.
  const change = state.combine === 'concat' ? '' : `.with({ combine: '${state.combine}' })`;
  return {
    imports: '',
    words: `const words = engine.embed(tokens, { dModel: ${dModel}, seed: ${seed} });`,
    layer: changed ? changed(base) : `const layer = ${base}${change};`,
  };
}

function trainedLayer(state: SandboxState): LayerLines {
  const pooled = state.kvHeads === null ? '' : `.toGrouped(${state.kvHeads})`;
  const base = `model${pooled}.attention()`;
  const changed = changes(state);
  const change = changed.length === 0 ? '' : `.with({ ${changed.join(', ')} })`;
  return {
    imports: "import { lessonWeights } from 'manyheads/lesson-weights';\n",
    words: `const model = engine.trainerFromCheckpoint(lessonWeights());
const words = model.embed(tokens);`,
    layer: weightLines(state)?.(base) ?? `const layer = ${base}${change};`,
  };
}

const changes = ({ tie, scale, combine, outputProjection }: SandboxState): string[] => [
  ...(tie ? ['tieHeads: true'] : []),
  ...(scale === 'sqrt-d-head' ? [] : [`scale: '${scale}'`]),
  ...(combine === 'concat' ? [] : [`combine: '${combine}'`]),
  ...(outputProjection ? [] : ['outputProjection: false']),
];

/** The lines that change weights of a layer before the experiments; null if none are changed. */
function weightLines(state: SandboxState): ((base: string) => string) | null {
  const { heads, kvHeads, dModel, edits } = state;
  const shared = ((kvHeads ?? heads) * dModel) / heads;
  const widths = { wq: dModel, wk: shared, wv: shared, wo: dModel } as const;
  const names = (['wq', 'wk', 'wv', 'wo'] as const).filter(
    (name) => editsOf(edits, name).length > 0,
  );
  if (names.length === 0) return null;
  const lines = names.flatMap((name) =>
    editsOf(edits, name).map(
      ({ row, column, value }) =>
        `${name}.data[${row} * ${widths[name]} + ${column}] = ${value}; // ${name}[${row}, ${column}]`,
    ),
  );
  return (base) => `const drawn = ${base};
const { ${names.join(', ')} } = drawn.weights();
${lines.join('\n')}
drawn.setWeights({ ${names.join(', ')} });
const layer = drawn.with({ ${changes(state).join(', ')} });
drawn.dispose();`;
}

/** The lines that change the mask and scores, and the options that pass them on. */
function changedScores({ tokens, heads, causal, edits }: SandboxState) {
  const T = tokens.length;
  const mask = editsOf(edits, 'mask').map(
    ({ row, column, value }) => `mask.data[${row} * ${T} + ${column}] = ${value};`,
  );
  const scores = editsOf(edits, 'scores').map(({ head, row, column, value }) => {
    const place = `[(${head} * ${T} + ${row}) * ${T} + ${column}]`;
    return `scoreBias.data${place} = ${value} - scores.data${place};`;
  });
  const ones = `engine.tensor.ones([${T}, ${T}])`;
  return {
    visible: mask.length > 0 ? ['mask'] : causal ? ['causal: true'] : [],
    maskLines:
      mask.length > 0
        ? [`const mask = ${causal ? `engine.tensor.tril(${ones})` : ones};`, ...mask]
        : [],
    bias: scores.length > 0 ? ['scoreBias'] : [],
    scoreLines:
      scores.length > 0
        ? [
            'const { scores } = layer.trace(x);',
            `const scoreBias = engine.tensor.zeros([1, ${heads}, ${T}, ${T}]);`,
            ...scores,
          ]
        : [],
  };
}
