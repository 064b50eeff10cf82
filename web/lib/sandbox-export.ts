import type { SandboxRun } from '../elements/sandbox-run.js';
import { flagNames, toParameters, type SandboxState } from './sandbox-state.js';
import { part } from './tensor-view.js';

/** The weights of every head as comma-separated values: a line a head, query and key. */
export function toCsv({ state, trace }: SandboxRun): string {
  const lines = Array.from({ length: state.heads }, (_, head) =>
    state.tokens.flatMap((query, t) =>
      Array.from(part(trace.weights, head, t).data, (weight, s) =>
        [head, t, quote(query), s, quote(state.tokens[s]!), weight].join(','),
      ),
    ),
  );
  return ['head,query_index,query,key_index,key,weight', ...lines.flat(), ''].join('\n');
}

/** RFC 4180; a leading = + - @ is kept from being run as a formula by a spreadsheet. */
function quote(token: string): string {
  const safe = /^[=+\-@\t\r]/u.test(token) ? `'${token}` : token;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The state and every tensor of the trace, nested as their shapes say. */
export function toJson({ state, trace }: SandboxRun): string {
  const tensors = Object.entries(trace).map(([name, { shape, data }]) => [
    name,
    {
      shape,
      data: Array.from(data as Float32Array, (value) =>
        Number.isFinite(value) ? value : String(value),
      ),
    },
  ]);
  return JSON.stringify({ state, trace: Object.fromEntries(tensors) }, null, 1);
}

/** The program that computes this figure with the npm package. */
export function toProgram(state: SandboxState): string {
  const { tokens, dModel, heads, kvHeads, seed, embeddingScale, causal, removed } = state;
  const config = [
    `dModel: ${dModel}`,
    `numHeads: ${heads}`,
    ...(kvHeads === null ? [] : [`numKvHeads: ${kvHeads}`]),
    ...(state.tie ? ['tieHeads: true'] : []),
    ...(state.scale === 'sqrt-d-head' ? [] : [`scale: '${state.scale}'`]),
    ...(state.outputProjection ? [] : ['outputProjection: false']),
    `seed: ${seed}`,
  ];
  const headMask = Array.from({ length: heads }, (_, head) => (removed.includes(head) ? 0 : 1));
  const options = [
    ...(causal ? ['causal: true'] : []),
    ...(removed.length > 0 ? [`headMask: [${headMask.join(', ')}]`] : []),
  ];
  // With W_O as it was: a layer that is made to sum draws another one.
  const change = state.combine === 'concat' ? '' : `.with({ combine: '${state.combine}' })`;
  return `import { load } from 'manyheads';

const engine = await load();
const tokens = ${JSON.stringify(tokens)};
const words = engine.embed(tokens, { dModel: ${dModel}, seed: ${seed} });
const x = engine.tensor.multiply(words, ${embeddingScale});
const layer = engine.attention({ ${config.join(', ')} })${change};
const { weights, output } = layer.trace(x${options.length > 0 ? `, { ${options.join(', ')} }` : ''});
console.log(engine.tensor.toNested(weights)); // [H, T, S]
layer.dispose();`;
}

/** The element that shows this figure in another page. */
export function toElement(state: SandboxState): string {
  const attributes = Object.entries(toParameters(state)).map(([name, value]) =>
    flagNames.has(name) ? ` ${name}` : ` ${name}="${escapeText(value)}"`,
  );
  return `<mh-sandbox${attributes.join('')}></mh-sandbox>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeText = (text: string): string =>
  text.replace(/[&<>"]/gu, (character) => entities[character]!);
