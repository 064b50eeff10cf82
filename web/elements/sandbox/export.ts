import type { AttentionTrace } from '../../../emscripten/package/index.js';
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
  const { tokens, embeddingScale, causal, heads, removed } = state;
  const headMask = Array.from({ length: heads }, (_, head) => (removed.includes(head) ? 0 : 1));
  const options = [
    ...(causal ? ['causal: true'] : []),
    ...(removed.length > 0 ? [`headMask: [${headMask.join(', ')}]`] : []),
  ];
  const { imports, words, layer } =
    state.weights === 'trained' ? trainedLayer(state) : randomLayer(state);
  return `import { load } from 'manyheads';
${imports}
const engine = await load();
const tokens = ${JSON.stringify(tokens)};
${words}
const x = engine.tensor.multiply(words, ${embeddingScale});
${layer}
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
  const config = [
    `dModel: ${dModel}`,
    `numHeads: ${heads}`,
    ...(kvHeads === null ? [] : [`numKvHeads: ${kvHeads}`]),
    ...changes(state).filter((change) => !change.startsWith('combine')),
    `seed: ${seed}`,
  ];
  // `with` keeps W_O. A layer created with combine: 'sum' would have another W_O.
  const change = state.combine === 'concat' ? '' : `.with({ combine: '${state.combine}' })`;
  return {
    imports: '',
    words: `const words = engine.embed(tokens, { dModel: ${dModel}, seed: ${seed} });`,
    layer: `const layer = engine.attention({ ${config.join(', ')} })${change};`,
  };
}

function trainedLayer(state: SandboxState): LayerLines {
  const pooled = state.kvHeads === null ? '' : `.toGrouped(${state.kvHeads})`;
  const changed = changes(state);
  const change = changed.length === 0 ? '' : `.with({ ${changed.join(', ')} })`;
  return {
    imports: "import { lessonWeights } from 'manyheads/lesson-weights';\n",
    words: `const model = engine.trainerFromCheckpoint(lessonWeights());
const words = model.embed(tokens);`,
    layer: `const layer = model${pooled}.attention()${change};`,
  };
}

const changes = ({ tie, scale, combine, outputProjection }: SandboxState): string[] => [
  ...(tie ? ['tieHeads: true'] : []),
  ...(scale === 'sqrt-d-head' ? [] : [`scale: '${scale}'`]),
  ...(combine === 'concat' ? [] : [`combine: '${combine}'`]),
  ...(outputProjection ? [] : ['outputProjection: false']),
];
