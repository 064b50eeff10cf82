import { html, type TemplateResult } from 'lit';
import { symbol } from '../../../ui/symbols.js';
import { fixed, whole } from '../../../lib/numbers.js';
import type { Arithmetic } from '../arithmetic.js';
import { hasMask, type StepId } from '../code.js';
import type { PlaceWords } from '../places.js';
import type { PipelineRun } from '../run.js';
import type { PictureWords } from '../scene.js';
import type { Preset } from '../state.js';
import { shapeOf, type Axis, type TensorId } from '../tensors.js';

type Text = string | TemplateResult;
const plural = (n: number, one: string, many: string) => `${whole(n)} ${n === 1 ? one : many}`;
const shape = (id: TensorId, { sizes }: PipelineRun) => `[${shapeOf(id, sizes).join(', ')}]`;
const isSelf = ({ state }: PipelineRun) => state.kind !== 'cross';

/** What the caption counts. */
export interface Counts {
  readonly scores: number;
  readonly visible: number;
}

const axes: Readonly<Record<Axis, string>> = {
  sequence: 'sequence',
  head: 'head',
  group: 'key/value head',
  query: 'query',
  key: 'key',
  column: 'column',
  feature: 'feature',
  concat: 'head × column',
  groups: 'head × column',
};

const tensors: Readonly<Record<TensorId, (run: PipelineRun) => string>> = {
  x: (run) => (isSelf(run) ? 'the tokens X' : 'the queries’ tokens X'),
  wq: () => 'the matrix W_Q',
  q0: () => 'the queries Q',
  m: (run) => (isSelf(run) ? 'the same tokens X, for the keys' : 'the keys’ tokens M'),
  wk: () => 'the matrix W_K',
  k0: () => 'the keys K',
  wv: () => 'the matrix W_V',
  v0: () => 'the values V',
  qs: () => 'the queries Q, cut into heads',
  ks: () => 'the keys K, cut into heads',
  vs: () => 'the values V, cut into heads',
  q: () => 'the queries Q, heads before tokens',
  k: () => 'the keys K, heads before tokens',
  v: () => 'the values V, heads before tokens',
  s: () => 'the scores S',
  a: () => 'the attention weights A',
  z: () => 'the context Z',
  zt: () => 'the context Z, tokens before heads',
  c: () => 'the joined heads C',
  wo: () => 'the matrix W_O',
  y: () => 'the output Y',
};

export const english = {
  question: 'Where does the head axis begin, and where does it end?',

  picture: {
    tokens: (count) => plural(count, 'token', 'tokens'),
    queries: (count) => (count === 1 ? 'one query' : `the ${count} queries’ tokens`),
    memory: (count) => (count === 1 ? 'one key' : `the ${count} keys’ tokens`),
    created: (columns, heads, width) => [
      'Head axis begins:',
      plural(columns, 'column becomes', 'columns become'),
      `${plural(heads, 'block', 'blocks')} of ${width}.`,
    ],
    removed: (columns, heads, width) => [
      'Head axis ends:',
      `${plural(heads, 'block', 'blocks')} of ${width}`,
      `${heads === 1 ? 'becomes' : 'become'} ${plural(columns, 'column', 'columns')}.`,
    ],
    head: (head) => `Head ${head}`,
    others: (count) => `and ${count} more`,
    scores: 'scores',
    softmax: 'softmax',
    weights: 'weights',
    context: 'context',
    output: 'the output',
    key: {
      title: 'How to read the boxes',
      numbers: (width) => `${plural(width, 'number', 'numbers')} of a token, in every box`,
      token: (queries, keys) =>
        `one token (${plural(queries, 'query', 'queries')}, ${plural(keys, 'key', 'keys')})`,
      coarse: 'Token heights are not to scale.',
      sheets: (sequences) => `${sequences} sheets are ${sequences} sequences`,
      product: 'Each product is right of one factor, below the other.',
      pale: 'Pale: padding, which no query reads.',
      hidden: '−∞ is a hidden score. It gets weight 0.',
      score: 'score',
      weight: 'weight',
    },
  } satisfies PictureWords as PictureWords,

  tensors,

  steps: {
    project: {
      title: 'Project',
      sentence: ({ sizes }) =>
        `Each token is multiplied by a matrix of ${sizes.dModel} × ${sizes.H * sizes.D} parameters. The colours above a matrix show which columns each head will get.`,
    },
    cut: {
      title: 'Cut the columns',
      sentence: (run) =>
        run.state.skip
          ? html`The transpose is left out: the shape is right, but the numbers are in the wrong
              heads. <b>K and V are cut as before.</b>`
          : html`No number moves. <b>The head axis begins here.</b> K and V are cut in the same way,
              with
              ${plural(run.sizes.S, 'token', 'tokens')}${run.sizes.G < run.sizes.H ? ` and ${plural(run.sizes.G, 'head', 'heads')}` : ''}.`,
    },
    transpose: {
      title: 'Heads before tokens',
      sentence: ({ sizes, state }) =>
        state.skip
          ? 'Q is not transposed. The colours show which head each row is from.'
          : sizes.G < sizes.H
            ? `Now each head has its own matrix. ${sizes.H / sizes.G} neighbouring heads read the same keys and values.`
            : 'Now each head has its own matrix, and @ runs once per head. K and V are transposed too.',
    },
    compare: {
      title: 'Compare',
      sentence: (run) =>
        html`${shape('s', run)}: one score for each query and key. The ${symbol('d_head')} axis
        (${run.sizes.D}) is gone.`,
    },
    hide: {
      title: 'Hide',
      sentence: ({ state: { kind, lengths } }) =>
        [
          kind === 'causal' && 'A query does not see later tokens.',
          lengths.length > 0 &&
            `Keys without padding: ${lengths.map((length, b) => `${length} in sequence ${b}`).join(', ')}.`,
          'The mask is the same in every head.',
        ]
          .filter(Boolean)
          .join(' '),
    },
    softmax: {
      title: 'Softmax',
      sentence: (run) => `${shape('a', run)}: each row adds up to 1.`,
    },
    mix: {
      title: 'Average the values',
      sentence: (run) =>
        `${shape('z', run)}: the key axis (${run.sizes.S}) is gone. Each query has ${plural(run.sizes.D, 'number', 'numbers')} from each head.`,
    },
    transposeBack: {
      title: 'Tokens before heads',
      sentence: (run) => `${shape('zt', run)}: the blocks of a token are next to each other.`,
    },
    join: { title: 'Join the columns', sentence: () => html`<b>The head axis ends here.</b>` },
    mixHeads: {
      title: 'Mix the heads',
      sentence: (run) =>
        html`${shape('y', run)}: ${symbol('W_O')} spreads each head’s
        ${plural(run.sizes.D, 'column', 'columns')} over all ${run.sizes.dModel}.`,
    },
  } satisfies Record<StepId, { title: string; sentence: (run: PipelineRun) => Text }>,
  code: 'The layer as NumPy code',
  stepName: (number: number, title: string) => `Step ${number}: ${title}`,

  stage:
    'The layer as a picture. Arrow keys go from tensor to tensor, Page Up and Page Down from head to head.',
  heads: 'Heads',
  head: (head: number) => `Head ${head}`,
  spot: (name: string, shape: string, head: number | null, sequence: number | null) =>
    `${name} ${shape}${head === null ? '' : `, head ${head}`}${sequence === null ? '' : `, sequence ${sequence}`}`,

  open: {
    title: 'Chosen:',
    where: (head: number, sequence: number) => `of head ${head}, sequence ${sequence}`,
    shape: (shape: readonly number[], count: number) =>
      `${shape.slice(-2).join(' × ')} of ${plural(count, 'number', 'numbers')}`,
    made: (id: TensorId, run: PipelineRun): string => {
      const { H, D } = run.sizes;
      const from = isSelf(run) ? 'X' : 'M';
      const made: Partial<Record<TensorId, string>> = {
        ...{ q0: ' = X W_Q', k0: ` = ${from} W_K`, v0: ` = ${from} W_V`, y: ' = C W_O' },
        ...{ qs: ` = Q, ${H} × ${D} columns`, a: ' = softmax of each row', z: ' = A V' },
        ...{
          q: run.state.skip ? ' = Q, not transposed' : ' = Q, transposed',
          zt: ' = Z, transposed',
        },
        ...{ k: ' = K, transposed', v: ' = V, transposed', c: ' = Z, joined' },
        ...(hasMask(run) ? { s: ', with hidden keys' } : { s: ' = Q Kᵀ ÷ √d_head' }),
      };
      return made[id] ?? '';
    },
    label: (axis: Axis, index: number) =>
      axis === 'query'
        ? `q ${index}`
        : axis === 'key'
          ? `key ${index}`
          : axis === 'head' || axis === 'group'
            ? `head ${index}`
            : String(index),
    cell: (row: string, column: string, value: string) => `${row}, ${column}: ${value}`,
    grid: (name: string) => `${name}. Press Enter to choose a number.`,
    range: (axis: Axis, first: number, last: number, size: number) =>
      `${axes[axis]} ${first}–${last} of ${size}`,
    back: 'Back',
    on: 'Next',
    axis: 'axis',
    size: 'size',
    here: 'here',
    step: 'stride',
    axes,
    place: (offset: number, last: number) =>
      html`position <b>${whole(offset)}</b> of 0 to ${whole(last)}`,
    view: 'A transpose moves no number. It only changes the strides. A stride says how many places further in memory the next index of an axis is.',
    lies: (value: string) => `Where ${value} is in memory`,
  },

  arithmetic: (fact: Arithmetic, run: PipelineRun): Text => {
    const value = html`<b>${fixed(fact.value)}</b>`;
    const { query, key, head } = run.state;
    switch (fact.kind) {
      case 'drawn':
        return fact.isWeight
          ? html`${value} is a parameter, random from seed ${run.state.seed}. Training would change
            it.`
          : html`${value} is part of the input, random from seed ${run.state.seed}.`;
      case 'product':
        return html`Row ${fact.row} of ${symbol(fact.left)} times column ${fact.column} of
        ${symbol(fact.right)}:
        ${fact.terms === 1 ? 'the one product is' : `${fact.terms} products, added up, give`}
        ${value}.`;
      case 'cut':
        return html`Column ${fact.index} = ${fact.head} × ${fact.width} + ${fact.column}: head
        ${fact.head}, column ${fact.column}. The number stays where it was: ${value}.`;
      case 'join':
        return html`Head ${fact.head}, column ${fact.column} becomes column ${fact.head} ×
        ${fact.width} + ${fact.column} = ${fact.index}: ${value}.`;
      case 'turned':
        return html`The axes of heads and tokens change places. The number is the same: ${value}.`;
      case 'skipped':
        return fact.from === head
          ? html`${value} is from this head, but may be from another token.`
          : html`${value} belongs to head ${fact.from}, but is now in head ${head}.`;
      case 'score': {
        const product = html`${symbol(`q_${query}`)} · ${symbol(`k_${key}`)} =
        ${fixed(fact.product)}, and ${fixed(fact.product)} ÷ √${fact.width} = `;
        return fact.isHidden
          ? html`${product}${fixed(fact.value)}. The key is hidden: <b>−∞</b>, and its weight is 0.`
          : html`${product}${value}. The softmax of its row gives ${fixed(fact.weight)}.`;
      }
      case 'weight':
        return fact.exponential === 0
          ? html`A hidden key: exp(−∞) = 0, so its weight is ${value}.`
          : html`exp(${fixed(fact.score)}) = ${fixed(fact.exponential, 3)}, and
            ${fixed(fact.exponential, 3)} ÷ ${fixed(fact.sum, 3)} = ${value}. It is divided by the
            sum of its row.`;
      case 'mixture':
        return html`${fact.terms
          .slice(0, 4)
          .map(
            ({ weight, number }, i) =>
              `${i === 0 ? '' : ' + '}${fixed(weight)} × ${number < 0 ? `(${fixed(number)})` : fixed(number)}`,
          )}${fact.terms.length > 4 ? ` + ${fact.terms.length - 4} more` : ''}
        = ${value}`;
    }
  },

  controls: {
    layer: 'Layer',
    presets: {
      walk: 'Cross-attention, lengths 3 and 2',
      small: 'Small: 2 heads, d_model 8',
      grouped: 'Grouped: 6 heads, 2 for keys and values',
      paper: 'Vaswani et al. 2017: 8 heads, d_model 512',
    } satisfies Record<Preset, string>,
    own: 'Own sizes',
    kind: 'Attention',
    kinds: { self: 'self', causal: 'self, causal', cross: 'cross' },
    tokens: 'Query tokens T',
    keys: 'Key tokens S',
    heads: 'Heads H',
    kvHeads: 'Key/value heads G',
    batch: 'Sequences B',
    dModel: 'd_model',
    dHead: 'd_head',
    usual: (width: string) => `${width} (d_model ÷ H)`,
    lengths: 'Lengths without padding',
    noLengths: (most: number, batch: number) =>
      `Enter up to ${plural(batch, 'number', 'numbers')} from 1 to ${most}, with commas between them.`,
    seed: (seed: number) => `Seed ${seed}`,
    skip: 'Skip the transpose of Q',
    grouped: (kvHeads: number, heads: number) =>
      `${kvHeads} key/value heads cannot be shared equally by ${plural(heads, 'head', 'heads')}.`,
  },

  predict: {
    ask: (run: PipelineRun): Text =>
      html`Leave out the transpose and reshape Q straight to ${shape('q', run)}. The shape is right.
      ${
        run.tensors.q.data.length === 1
          ? 'It has one number. Is it in the wrong place?'
          : `How many of its ${whole(run.tensors.q.data.length)} numbers are in the wrong place?`
      }`,
    options: ['none', 'up to half', 'more than half'] as readonly string[],
    act: 'Skip the transpose',
    verdict: (misplaced: number, count: number, difference: number | null): Text =>
      misplaced === 0
        ? html`<b>0</b> of ${whole(count)}: with one head or one token, there is nothing to swap.`
        : html`<b>${whole(misplaced)}</b> of ${whole(count)} are in the wrong place. No error is
            raised${difference === null ? '' : html`, and the output differs by up to <b>${fixed(difference)}</b>`}.
            The colours of q in each lane show which head the numbers belong to.`,
  },

  caption: (run: PipelineRun, { scores, visible }: Counts): Text => {
    const { H } = run.sizes;
    if (run.state.skip) {
      return html`Without the transpose, each lane has rows of several heads, and the output differs
        by up to <b>${fixed(run.difference ?? 0)}</b>. Every shape is still right.`;
    }
    const lanes =
      H === 1 ? 'there is one lane' : `there are ${H} lanes, and nothing crosses between them`;
    const left =
      visible < scores
        ? html`Of ${whole(scores)} scores,
            <b>${whole(visible)}</b> ${visible === 1 ? 'remains' : 'remain'} after
            hiding${H === 1 ? '' : `, the same ${visible / H} in every head`}.`
        : html`${scores === 1 ? 'There is' : 'There are'}
            <b>${whole(scores)}</b>
            ${scores === 1 ? 'score' : 'scores'}${H === 1 ? '' : `, ${scores / H} in every head`}.`;
    return html`Between the two reshapes ${lanes}. ${left} Only ${symbol('W_O')} mixes the heads.`;
  },

  describe: (run: PipelineRun, { scores, visible }: Counts): string => {
    const { sizes, state } = run;
    const { H, G, D } = sizes;
    const memory = isSelf(run) ? 'X' : `M ${shape('m', run)}`;
    return [
      `${isSelf(run) ? 'Self' : 'Cross'}-attention with ${plural(H, 'head,', 'heads, each')} ${D} wide.`,
      `X ${shape('x', run)} times W_Q gives Q ${shape('q0', run)}; ${memory} times W_K and W_V gives K and V ${shape('k0', run)}.`,
      `A reshape makes Q ${shape('qs', run)}: axis 2 counts heads. A transpose makes it ${shape('q', run)}.`,
      G < H
        ? `K and V have ${plural(G, 'head', 'heads')}: ${H / G} query heads read ${G === 1 ? 'it' : 'each'}.`
        : '',
      `Each head computes its own scores ${shape('s', run)}, weights and context ${shape('z', run)}.`,
      visible < scores
        ? `${whole(scores - visible)} of ${whole(scores)} scores ${scores - visible === 1 ? 'is' : 'are'} hidden.`
        : '',
      `A transpose and a reshape join the heads to C ${shape('c', run)}; W_O makes the output Y ${shape('y', run)}.`,
      state.skip ? 'Here the transpose of Q is left out, so its rows are in the wrong heads.' : '',
      `Chosen: ${tensors[state.tensor](run)}, head ${state.head}, sequence ${state.sequence}.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' ');
  },

  places: {
    title: 'Where this layer is used',
    encoder: 'Encoder layer',
    decoder: 'Decoder layer',
    self: 'Self-attention',
    causal: 'Causal self-attention',
    cross: 'Cross-attention',
    feedForward: 'feed-forward',
    sentence: (run: PipelineRun): Text =>
      html`An encoder layer has two sub-layers, a decoder layer has three. A line is a token, and
      tokens meet only in attention. Each sub-layer keeps the shape of its input, here
      ${shape('y', run)}, so layers can be stacked. Residual additions and norms are not drawn.
      Choose an attention layer to see it in the picture above.`,
    choose: (name: string, layer: string) => `${name} of the ${layer.toLowerCase()}`,
  } satisfies PlaceWords & Record<string, unknown>,

  saved: (seed: number) => `Random matrices and tokens, seed ${seed}. Computed by manyheads.`,
  table: {
    caption: 'All tensors, in the order in which they are computed',
    name: 'tensor',
    shape: 'shape',
    strides: 'strides',
    count: 'numbers',
  },
};
