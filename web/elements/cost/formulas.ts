/**
 * How the core's costs come about, as formulas that a learner can read: every name in them is a size
 * of the model or of the run, or a result that was shown before. A test evaluates each of them in the
 * core and holds it against the core's own count.
 */
import type { Cost, ModelShape } from '../../../emscripten/package/contract.js';

/** How a model is used: what the costs depend on besides its sizes. */
export interface CostRun {
  readonly tokens: number;
  readonly batch: number;
  readonly bytes: number;
  readonly causal: boolean;
  /** One new token that reads the cache of all so far, instead of all tokens at once. */
  readonly decode: boolean;
}

type Result<Call extends keyof Cost> = Cost[Call] extends (...given: never[]) => infer Numbers
  ? keyof Numbers & string
  : never;
export type ParameterName = Result<'parameters'>;
export type FlopName = Result<'flops'>;
export type CacheName = Result<'kvCache'>;

const isGated = ({ activation }: ModelShape) => activation?.endsWith('glu') === true;
/** With its bias, where the model has them. */
const biased = (matrix: string, bias: string, { bias: has }: ModelShape) =>
  has ? `${matrix} + ${bias}` : matrix;

/** The width of a key for scores, and of a value for the weighted sum. */
const scoreWidth = ({ latent }: ModelShape) => (latent?.dRope ? '(d_head + d_rope)' : 'd_head');
const valueWidth = ({ latent }: ModelShape) => (latent ? 'd_value' : 'd_head');

/** The same in FLOPs: a step reads the latents as they are kept. */
const scoredWidth = (shape: ModelShape, { decode }: CostRun) =>
  shape.latent && decode ? latentWidth(shape) : scoreWidth(shape);
const mixedWidth = (shape: ModelShape, { decode }: CostRun) =>
  shape.latent && decode ? 'd_latent' : valueWidth(shape);

export function parameterFormula(name: ParameterName, shape: ModelShape): string {
  const { latent } = shape;
  switch (name) {
    case 'wq':
      if (!latent) return biased('d_model * num_heads * d_head', 'num_heads * d_head', shape);
      return latent.dLatentQuery
        ? `d_model * d_latent_query + d_latent_query * num_heads * ${scoreWidth(shape)}`
        : `d_model * num_heads * ${scoreWidth(shape)}`;
    case 'wk':
      return latent
        ? `d_model * ${latentWidth(shape)} + d_latent * num_heads * d_head`
        : biased('d_model * num_kv_heads * d_head', 'num_kv_heads * d_head', shape);
    case 'wv':
      return latent
        ? 'd_latent * num_heads * d_value'
        : biased('d_model * num_kv_heads * d_head', 'num_kv_heads * d_head', shape);
    case 'wo':
      return biased(`num_heads * ${valueWidth(shape)} * d_model`, 'd_model', shape);
    case 'attention':
      return 'wq + wk + wv + wo';
    case 'feedForward': {
      const matrices = 'matrices * d_model * d_ff';
      return isGated(shape) ? matrices : biased(matrices, 'd_ff + d_model', shape);
    }
    case 'perLayer':
      return 'attention + feed_forward';
    case 'embeddings':
      return embeddingFormula(shape);
    case 'norms':
      return normFormula(shape);
    case 'total':
      return 'num_layers * per_layer + embeddings + norms';
  }
}

const latentWidth = ({ latent }: ModelShape) =>
  latent?.dRope ? '(d_latent + d_rope)' : 'd_latent';

function embeddingFormula({ vocabSize, tiedEmbeddings, learnedPositions }: ModelShape): string {
  const tokens = `${tiedEmbeddings ? '' : 'in_and_out * '}vocab_size * d_model`;
  const terms = [
    ...(vocabSize ? [tokens] : []),
    ...(learnedPositions ? ['learned_positions * d_model'] : []),
  ];
  return terms.join(' + ') || '0';
}

function normFormula({ bias, latent }: ModelShape): string {
  const norms = `(norms_per_layer * num_layers + last_norm) * d_model${bias ? ' * scale_and_shift' : ''}`;
  if (!latent) return norms;
  const compressed = latent.dLatentQuery ? '(d_latent + d_latent_query)' : 'd_latent';
  return `${norms} + num_layers * ${compressed}`;
}

export function flopFormula(name: FlopName, shape: ModelShape, run: CostRun): string {
  const tokens = run.decode ? 'batch' : 'seq_len * batch';
  const pairs = run.decode ? 'kept_tokens * batch' : 'seq_len * seq_len * batch';
  const halved = run.causal && !run.decode ? ' / causal_half' : '';
  const [scored, mixed] = [scoredWidth(shape, run), mixedWidth(shape, run)];
  const pair = `num_heads * (${scored} + ${mixed})`;
  const doubled = halved && ' * causal_half';
  switch (name) {
    case 'projections':
      return `multiply_add * ${tokens} * qkv_weights`;
    case 'scores':
      return `multiply_add * num_heads * ${scored} * ${pairs}${halved}`;
    case 'weightedSum':
      return `multiply_add * num_heads * ${mixed} * ${pairs}${halved}`;
    case 'output':
      return `multiply_add * ${tokens} * wo_weights`;
    case 'attention':
      return 'projections + scores + weighted_sum + output';
    case 'feedForward':
      return `multiply_add * ${tokens} * feed_forward_weights`;
    case 'crossover':
      return `attention_weights / (${pair})${doubled}`;
    case 'crossoverWithFeedForward':
      return `(attention_weights + feed_forward_weights) / (${pair})${doubled}`;
  }
}

export function cacheFormula(name: CacheName, shape: ModelShape): string {
  const held = shape.latent ? latentWidth(shape) : 'num_kv_heads * d_head';
  const perToken = `${shape.latent ? '' : 'k_and_v * '}num_layers * ${held}`;
  switch (name) {
    case 'bytes':
      return `${perToken} * seq_len * batch * bytes`;
    case 'bytesPerToken':
      return `${perToken} * bytes`;
    case 'ratioToMha':
      return shape.latent
        ? `${held} / (num_heads * (d_head + d_value))`
        : 'num_kv_heads / num_heads';
  }
}

/** Scores and weights together, or of the fused kernel the rows that it holds at a time. */
export const scoreFormula = (kernel: 'reference' | 'fused'): string =>
  kernel === 'reference'
    ? 'scores_and_weights * num_heads * seq_len * seq_len * batch * bytes'
    : 'num_heads * fused_rows * seq_len * batch * bytes';

/** A formula as it is written down: factors with their names, and the signs between them. */
export type Part = { readonly sign: string } | { readonly name: string; readonly value: number };

const signs: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '-': '−' };

/** A number has no name. */
export function splitFormula(formula: string, sizes: Readonly<Record<string, number>>): Part[] {
  const tokens = formula.match(/[A-Za-z_]\w*|\d[\d.]*|[-+*/^()]/gu) ?? [];
  return tokens.map((token) => {
    if (/^\d/u.test(token)) return { name: '', value: Number(token) };
    if (Object.hasOwn(sizes, token)) return { name: token, value: sizes[token]! };
    return { sign: signs[token] ?? token };
  });
}
