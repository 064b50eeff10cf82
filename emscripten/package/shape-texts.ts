/** The sentences of shape checks in English. The core returns ids, names and sizes. */
import type { PatternRun, ShapeVerdict } from './contract.js';

interface QuestionText {
  readonly prompt: string;
  /** The stage in NumPy. */
  readonly code: string;
}

/** Questions by stage. */
export const questions: Readonly<Record<string, QuestionText>> = {
  projection: {
    prompt: 'What is the shape of x @ W_Q, before the heads are split?',
    code: 'x = rng.standard_normal((B, T, d_model))\nq = x @ W_Q',
  },
  output: { prompt: "What is the shape of the layer's output?", code: 'y = attention(x)' },
  'feed-forward-hidden': {
    prompt: 'What is the shape of the hidden layer of the feed-forward network?',
    code: 'hidden = np.maximum(0, x @ W_1)',
  },
  'feed-forward': {
    prompt: 'What is the shape of the output of the feed-forward network?',
    code: 'hidden = np.maximum(0, x @ W_1)\ny = hidden @ W_2',
  },
  'split-heads': {
    prompt: 'What is the shape of q after the reshape and the transpose?',
    code: 'q = (x @ W_Q).reshape(B, T, H, d_head)\nq = q.transpose(0, 2, 1, 3)',
  },
  'reshape-heads': {
    prompt: 'What is the shape of q after the reshape, before anything is transposed?',
    code: 'q = (x @ W_Q).reshape(B, T, H, d_head)',
  },
  'transpose-back': {
    prompt: 'What is the shape of the heads after they are transposed back?',
    code: 'heads = weights @ v\nback = heads.transpose(0, 2, 1, 3)',
  },
  'merge-heads': {
    prompt: 'What is the shape of the heads put side by side, before W_O?',
    code: 'merged = heads.transpose(0, 2, 1, 3).reshape(B, T, -1)',
  },
  scores: {
    prompt: 'What is the shape of the scores of all heads?',
    code: 'scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d_head)',
  },
  'transposed-keys': {
    prompt: 'q is multiplied by k with its last two axes swapped. What is the shape of that k?',
    code: 'k_t = np.swapaxes(k, -1, -2)\nscores = q @ k_t',
  },
  weights: {
    prompt: 'T queries attend to S keys of another sequence. What is the shape of the weights?',
    code: 'weights = softmax(scores, axis=-1)',
  },
  heads: {
    prompt: 'What is the shape of the heads, the result of weights @ v?',
    code: 'heads = weights @ v',
  },
  'cross-scores': {
    prompt: 'T queries attend to S keys of another sequence. What is the shape of the scores?',
    code: 'scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d_head)',
  },
  'masked-scores': {
    prompt:
      'A mask with T rows and S columns hides keys in all heads. What is the shape of the masked scores?',
    code: 'assert mask.shape == (T, S)\nmasked = np.where(mask, scores, -np.inf)',
  },
  'grouped-keys': {
    prompt:
      'H query heads share G key heads. What is the shape of k after the reshape and the transpose?',
    code: 'k = (x @ W_K).reshape(B, T, G, d_head)\nk = k.transpose(0, 2, 1, 3)',
  },
  'repeated-keys': {
    prompt: 'H query heads share G key heads. What is the shape of k after np.repeat?',
    code: 'assert k.shape == (B, G, T, d_head)\nk = np.repeat(k, H // G, axis=1)',
  },
  'cached-keys': {
    prompt:
      'The cache gets T tokens at once, then n more one by one. What is the shape of its keys?',
    code: 'cache.step(prompt)  # T tokens\nfor token in new_tokens:  # n of them\n    cache.step(token)',
  },
  'cached-step': {
    prompt: 'T tokens are in the cache, and one more goes in. What is the shape of the output?',
    code: 'cache.step(prompt)  # T tokens\ny = cache.step(token)  # one',
  },
  'summed-heads': {
    prompt:
      'By mistake, the heads are summed instead of put side by side. What is the shape of the sum?',
    code: 'summed = heads.sum(axis=1)',
  },
  'heads-in-batch': {
    prompt: 'The heads are merged into the batch axis. What is the shape of q?',
    code: 'q = q.reshape(B * H, T, d_head)',
  },
  'scores-in-batch': {
    prompt:
      'The heads are merged into the batch axis, and T queries attend to S keys. What is the shape of the scores?',
    code: 'q = q.reshape(B * H, T, d_head)\nk = k.reshape(B * H, S, d_head)\nscores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d_head)',
  },
  'lens-in-batch': {
    prompt:
      'Each sequence has a valid length, and the heads are merged into the batch axis. What is the shape of the lengths after np.repeat?',
    code: 'assert lens.shape == (B,)\nlens = np.repeat(lens, H)',
  },
  'mask-in-batch': {
    prompt:
      'The lengths become a mask for scores of shape (B*H, T, S), the same for all T queries. What is its shape?',
    code: 'assert lens.shape == (B * H,)\nmask = np.arange(S) < lens[:, None]\nmask = mask[:, None, :]',
  },
  'latent-cache': {
    prompt: 'Latent attention has read T tokens. What is the shape of its cache?',
    code: 'c_kv = x @ W_DKV  # d_latent wide\nk_rope = x @ W_KR  # d_rope wide, one for all heads\ncache = np.concatenate([c_kv, rope(k_rope)], axis=-1)',
  },
};

/** What each axis is for. */
const meanings: Readonly<Record<string, string>> = {
  B: 'the sequences of the batch',
  T: 'the tokens',
  S: 'the keys',
  n: 'the new tokens',
  H: 'the heads',
  G: 'the key/value heads',
  d_head: 'the numbers of one head',
  d_model: 'the numbers of one token',
  d_ff: 'the numbers of the hidden layer',
  d_latent: 'the numbers of the latent vector',
  d_rope: 'the numbers of the rotary key',
  'H*d_head': 'the numbers of all heads together',
  'B*H': 'every head of every sequence',
  'T+n': 'all tokens in the cache',
  'd_latent+d_rope': 'the latent vector and the rotary key together',
  '1': 'a single entry',
};

/**
 * Explanations by misconception, and by stage where it depends on it. "{H}" becomes "H = 4"; "{0}" is
 * the first axis.
 */
const misconceptions: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  'merged-too-early':
    'This is the shape one step later, after the reshape. A transpose only moves axes, so the heads ({H}) still have their own axis.',
  'not-reshaped':
    'The tokens are in front of the heads again, which is right. The reshape then joins the last two axes, {H} and {d_head}, into one.',
  transposed:
    'You have {2} in front of {1}. Here the head axis comes first, so that each head has its own matrix.',
  'transposed-too-early':
    'Here the tokens ({T}) come before the heads ({H}). Your order, (B, H, T, d_head), is the one that attention needs between the two transposes.',
  'keys-not-transposed':
    'This is k after the split. Swapping the last two axes puts {d_head} in front of {T}, so that the product with q sums over d_head.',
  'scores-for-keys':
    'This is the shape of the scores, the result of q @ k_t. The question is about k_t, and its columns have {d_head} numbers.',
  'split-too-early':
    'This is q after the split. The matrix product with W_Q alone makes no head axis: the numbers of all heads ({H}) are still in one row.',
  'weights-for-result': {
    projection:
      'This is the shape of W_Q itself. The product x @ W_Q keeps the axes of x in front: {B} and {T}.',
    'feed-forward-hidden':
      'This is the shape of W_1 itself. The product x @ W_1 keeps the axes of x in front: {B} and {T}.',
    'feed-forward':
      'This is the shape of W_2 itself. The product hidden @ W_2 keeps the axes in front: {B} and {T}.',
  },
  'not-split':
    'In your answer the heads are side by side in one axis. The split gives the heads an axis of their own, and each head has {d_head} numbers.',
  'not-merged': {
    'merge-heads':
      'In your answer the heads are still separate. Side by side, {H} heads with {d_head} numbers each make one axis.',
    output:
      'These are the heads before they are put side by side. The output of the layer is again one row per token, as wide as x: {d_model}.',
  },
  'one-head-for-all':
    '{d_head} is the width of one head. W_O reads all heads and returns rows as wide as x: {d_model}.',
  'heads-not-summed':
    'These are the heads before the sum. sum(axis=1) adds up the heads, so the axis of {H} is gone.',
  'missing-token':
    'The token axis is missing. One token is still an axis, of size 1: {B}, then 1, then {d_model}.',
  'missing-batch':
    'The batch axis is missing. {B} sequences are computed at once, and this axis stays in front.',
  'missing-heads':
    'The head axis is missing. {B} sequences are computed at once, each by all heads, so the heads have their own axis.',
  'concatenated-not-summed':
    'Side by side, the heads would be H * d_head wide. A sum is as wide as one head: {d_head}.',
  'd-model-for-d-head':
    '{d_model} is the width of all heads together. The width of one head is d_model / H, so {d_head}.',
  'hidden-for-output':
    '{d_ff} is the width of the hidden layer. W_2 makes each row as wide as a token again: {d_model}.',
  'output-for-hidden':
    '{d_model} is the width of x and of the output. In between, W_1 makes each row wider: {d_ff}.',
  'summed-not-concatenated':
    '{d_head} is the width of one head. All heads side by side are H times as wide, with {H}.',
  'query-heads-for-kv-heads':
    '{H} is the number of query heads. Keys and values have fewer heads: {G}.',
  'not-repeated':
    '{G} is the number of key heads before np.repeat. After it, there is one copy for each query head: {H}.',
  'prompt-only':
    '{T} is what the prompt added to the cache. Each of the later tokens ({n}) adds one more key.',
  'new-tokens-only':
    '{n} counts only the tokens that came one by one. The keys of the prompt ({T}) are still in the cache.',
  'queries-for-keys': 'The last axis is for the keys ({S}), not for the queries ({T}).',
  'keys-for-queries':
    'Each query is a row and each key is a column, so {T} comes before {S}. In your answer each key is a row.',
  'width-for-keys':
    'The product of q and k sums over d_head ({d_head}), so that axis is gone. One score remains for each query and key.',
  'weights-for-heads':
    'This is the shape of the weights. The product weights @ v sums over the keys and returns rows of v, each with {d_head} numbers.',
  'mask-for-scores':
    'This is the shape of the mask. Broadcasting uses it for all sequences ({B}) and all heads ({H}), and the scores keep their shape.',
  'heads-not-in-batch':
    'In your answer the heads still have their own axis. Merging the heads into the batch makes one axis of two: {B} times {H}.',
  'batch-without-heads':
    '{B} counts the sequences. With the heads merged in, each sequence appears once per head: {B} times {H}.',
  'mask-a-query':
    'The axis made by None has size 1. Broadcasting uses it for every query ({T}), but the mask itself does not grow.',
  'mask-without-queries':
    'Broadcasting aligns axes from the right, so the first axis ({0}) would be compared with the queries ({T}). An axis of size 1 between them prevents that.',
  'whole-sequence':
    '{T} tokens are already in the cache. Only the new token goes in, so only one row comes out.',
  'keys-for-latents':
    'These would be the keys of all heads ({H}, {d_head}). The cache keeps only what they are computed from: {d_latent}, and {d_rope} next to it.',
  'latent-without-rope': 'The rotary key is cached too: per token, {d_rope} next to {d_latent}.',
};

type Explained = Omit<ShapeVerdict, 'explanation'>;

/** Why the answer is right or wrong. */
export function explainVerdict(verdict: Explained): string {
  const { actual, explanationId, values } = verdict;
  switch (explanationId) {
    case 'right':
      return `${shape(actual)} is ${shape(values.axes)}.`;
    case 'rank':
      return explainRank(verdict);
    case 'order':
      return `The sizes are right, but not their order. ${explainAxis(verdict)}`;
    case 'axis':
      return explainAxis(verdict);
  }
  const texts = misconceptions[explanationId]!;
  return fillIn(typeof texts === 'string' ? texts : texts[values.stage]!, values);
}

function explainRank({ details, values }: Explained): string {
  const { rank, rankWanted } = details;
  const text = `The answer has ${rankWanted} ${rankWanted === 1 ? 'axis' : 'axes'}, yours has ${rank}.`;
  const missing = values.missing.map(meaning).join(', ');
  return missing ? `${text} Yours has no axis for: ${missing}.` : text;
}

function explainAxis({ axis, details, values }: Explained): string {
  const text = `Axis ${axis} is for ${meaning(values.axes[axis!]!)}.`;
  const { found } = values;
  return found === null ? text : `${text} ${details.given} is ${found}, for ${meaning(found)}.`;
}

const meaning = (axis: string): string => meanings[axis] ?? axis;

function fillIn(text: string, { axes, sizes }: ShapeVerdict['values']): string {
  return text.replace(/\{(.+?)\}/g, (_, place: string) => {
    const name = axes[Number(place)] ?? place;
    return `${name} = ${sizes[name]}`;
  });
}

const shape = (axes: readonly (number | string)[]): string => `[${axes.join(', ')}]`;

/** Where the elements of a chain of patterns are, and where they should be. */
export function explainRun(run: Omit<PatternRun, 'explanation'>, expected: string): string {
  const { firstMisplaced: first, misplaced, origins, wanted } = run;
  const count = origins.data.length;
  if (misplaced === 0) return `Each of the ${count} elements is where it should be.`;
  if (!first) {
    const goal = expected.slice(expected.indexOf('->') + 2).trim();
    return `The shape is ${shape(run.shape)}. The goal is ${shape(wanted.shape)}, ${goal}.`;
  }
  return (
    `The shape is right, but ${misplaced} of ${count} elements are in the wrong place. ` +
    `At ${shape(first.at)} is ${element(first.holds, run)}, which belongs at ` +
    `${shape(first.belongsAt)}. The right one is ${element(first.shouldHold, run)}.`
  );
}

const elementWords: ReadonlyMap<string, string> = new Map([
  ['B', 'sequence'],
  ['T', 'token'],
  ['S', 'key'],
  ['H', 'head'],
  ['G', 'key head'],
]);

/** "token 1, head 0, number 2". Axes of size 1 are left out. */
function element(
  indices: Readonly<Record<string, number>>,
  { axes, meanings }: Pick<PatternRun, 'axes' | 'meanings'>,
): string {
  const words = Object.keys(axes)
    .filter((name) => axes[name] !== 1)
    .map((name) => {
      const meaning = meanings[name]!;
      const word = elementWords.get(meaning) ?? (meaning.startsWith('d_') ? 'number' : name);
      return `${word} ${indices[name]}`;
    });
  return words.join(', ') || 'the only element';
}
