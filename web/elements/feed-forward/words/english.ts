import { html, type TemplateResult } from 'lit';
import { symbol } from '../../../ui/symbols.js';
import { anySize, plain, whole } from '../../../lib/numbers.js';
import { word } from '../../../ui/word.js';
import { isGated, type FeedForwardRun } from '../run.js';
import { percentText, type ModelSplit } from '../shares.js';
import type { Activation } from '../state.js';
import type { LayerKind, Sublayers } from '../sublayers.js';

type Text = string | TemplateResult;

const curveOf = { relu: 'relu', gelu: 'gelu', geglu: 'gelu', swiglu: 'silu' } as const;

export const english = {
  question: 'What does the feed-forward network do to one token?',
  whole,
  /** Their names in papers. */
  activations: {
    relu: 'relu',
    gelu: 'gelu',
    geglu: 'GeGLU',
    swiglu: 'SwiGLU',
  } satisfies Record<Activation, string>,

  controls: {
    activation: 'Activation',
    token: 'Token',
    hidden: 'Hidden width',
    unit: 'Hidden unit',
    column: 'Output column',
    model: 'Model',
  },

  /** In the picture: text only. */
  picture: {
    token: (token: string, numbers: number) => `${token}, ${numbers} numbers`,
    w1: (gate: boolean, size: string) => `${gate ? 'gate' : 'up'} W₁  ${size}`,
    w3: (size: string) => `up W₃  ${size}`,
    w2: (size: string) => `down W₂  ${size}, drawn rotated`,
    column: 'one column is one hidden unit',
    side: 'a unit’s row is below the unit',
    unit: (unit: number) => `unit ${unit}`,
    reads: ['reads from above,', 'writes below'],
    a: { name: 'a = x W₁', note: 'six products, added' },
    activated: (activation: Activation) =>
      isGated(activation)
        ? { name: `${curveOf[activation]}(a)`, note: 'how far the gate opens' }
        : { name: `h = ${curveOf[activation]}(a)`, note: 'what the unit passes on' },
    b: { name: 'b = x W₃', note: 'what could pass' },
    hidden: (activation: Activation) => ({
      name: `h = ${curveOf[activation]}(a) × b`,
      note: 'what passes, unit by unit',
    }),
    noGate: (activation: Activation) => [
      `${activation} has no gate,`,
      'so there is no W₃:',
      'h goes straight to W₂.',
    ],
    eachUnit: ['each unit adds', 'h times its six numbers', 'to the token'],
    output: (numbers: number) => `out, ${numbers} numbers`,
  },
  weightScale: 'parameters, one scale for all matrices.',
  barScale: (limit: string) => `All grey bars have one scale too: the longest is ${limit}.`,
  units: 'Hidden units',
  unitLabel: (unit: number, hidden: string) => `Unit ${unit}, h = ${hidden}`,

  factors: {
    title: (unit: number, token: string, column: number): Text =>
      html`Unit ${unit} of ${word(token)}: what does it add to column ${column}?`,
    a: 'a, the sum of six',
    activated: (activation: Activation, a: string): Text => {
      switch (curveOf[activation]) {
        case 'relu':
          return html`relu: the larger of 0 and ${a}`;
        case 'gelu':
          return html`gelu: a × the share of a bell curve below a`;
        case 'silu':
          return html`silu: ${a} ÷ (1 + e<sup>${a.startsWith('−') ? a.slice(1) : `−${a}`}</sup>)`;
      }
    },
    b: 'b, from up (W₃)',
    h: 'h',
    weight: (unit: number, column: number) => `row ${unit}, column ${column}`,
    adds: (total: string) => `this unit’s part of the output, which is ${total}`,
    sum: (products: string, a: string, difference: number): Text =>
      html`${word('a')} = ${products} = ${a}. Added up unit by unit, all six outputs
      ${difference === 0 ? 'equal those of the layer exactly' : html`differ from those of the layer by up to ${anySize(difference)}`}.`,
  },

  curves: {
    title: (same: number | null) =>
      same === null ? 'Four activations' : `Four activations, the same ${whole(same)} parameters`,
    note: (token: string): Text =>
      html`Circles are the hidden units of ${word(token)}. relu and gelu have one curve for all
      units. Behind a gate each unit has its own: its ${word('b')} stretches the curve or turns it
      upside down.`,
    formulas: {
      relu: 'max(0, a)',
      gelu: 'a × the share of a bell curve below a',
      geglu: 'gelu(a) × b',
      swiglu: 'silu(a) × b',
    } satisfies Record<Activation, string>,
    matrices: 'matrices',
    width: 'hidden width',
    parameters: 'parameters',
  },

  shares: {
    title: (name: string) => `One layer of ${name}: where are the parameters?`,
    attention: 'attention',
    feedForward: 'feed-forward',
    textbook: { name: 'By the textbook', note: '4 d² and 8 d²' },
    built: {
      name: 'As built',
      note: ({ kvHeads, heads, activation }: ModelSplit) =>
        `${kvHeads < heads ? `${kvHeads} K/V heads` : `${heads} heads`}, ${english.activations[activation]}`,
    },
    matrices: { two: 'up, down', three: 'gate, up, down' },
    dModel: 'd_model',
    times: (ratio: number) => `${plain(ratio)} × d_model`,
    biases: 'biases',
    asTextbook: 'by the textbook',
    asBuilt: 'as built',
    spoken: (name: string, attention: string, feedForward: string, share: string) =>
      `${name}: attention ${attention}, feed-forward ${feedForward}, which is ${share}.`,
  },

  sublayers: {
    title: 'Where are both in a layer?',
    note: 'A line is a token. In attention the lines meet. Feed-forward is the same small network for every line, and nothing passes between them. The width of a box shows its number of parameters. At each plus, the input of the sub-layer is added to its output. Norms are left out.',
    names: { encoder: 'Encoder layer', decoder: 'Decoder layer' } satisfies Record<
      LayerKind,
      string
    >,
    list: {
      encoder: 'two sub-layers: self-attention, feed-forward',
      decoder:
        'three sub-layers: masked self-attention, cross-attention with the encoder, feed-forward',
    } satisfies Record<LayerKind, string>,
    parts: {
      self: { name: 'Self-attention', note: 'all see all' },
      masked: { name: 'Masked', note: 'no later' },
      cross: { name: 'Cross', note: 'encoder' },
      feedForward: { name: 'Feed-forward', note: 'each token alone' },
    },
    share: (kind: LayerKind, { feedForward, all, share }: Sublayers): Text => {
      const counted = html`The feed-forward network has ${feedForward} d² of the layer’s ${all} d²
        parameters: <b>${percentText(share)}</b>.`;
      return kind === 'encoder'
        ? counted
        : html`${counted} A GPT or a Llama has no cross-attention, so there the share is two thirds,
          if it is built as in the textbook.`;
    },
  },

  predict: {
    ask: (width: number, parameters: number) =>
      `Give SwiGLU the hidden width of relu, ${width}. With its own width it has ${parameters} parameters. How many will it have?`,
    act: (width: number) => `Set the width to ${width}`,
    verdict: (width: number, parameters: number, more: number): Text =>
      html`3 × 6 × ${width} = <b>${parameters}</b>: ${plain(more)} times as many, because SwiGLU has
        three matrices and relu has two. For the same number of parameters a gated layer must be
        narrower: 8/3 instead of 4 times ${symbol('d_model')}.`,
  },

  caption: (split: ModelSplit): Text => {
    const { name, built, kvHeads, heads, ratio, activation, dModel } = split;
    const shared = kvHeads < heads ? 'sharing keys and values made attention smaller' : '';
    const wider =
      isGated(activation) && split.matrices * ratio > 8
        ? `${english.activations[activation]} with ${plain(ratio)} instead of 8/3 times ${whole(dModel)} hidden units made feed-forward larger`
        : '';
    const why = [shared, wider].filter((part) => part !== '').join(', and ');
    return html`Of one layer’s parameters in ${name} <b>${percentText(built.share)}</b> are
      feed-forward${why ? `: ${why}` : ', as in the textbook'}.`;
  },

  describe: {
    unit: ({ unit, word, layer }: FeedForwardRun, a: string, activated: string, hidden: string) =>
      `${english.activations[layer.activation]} with ${layer.dFf} hidden units, ${whole(layer.parameters)} parameters. Unit ${unit} of “${word}”: a is ${a}, ${curveOf[layer.activation]}(a) is ${activated}, h is ${hidden}.`,
    output: (numbers: string) => `The output of the layer: ${numbers}.`,
    adds: (column: number, adds: string, total: string) =>
      `The unit adds ${adds} to column ${column}, whose sum is ${total}.`,
  },

  tables: {
    units: (token: string) => `Hidden units of “${token}”`,
    unit: 'unit',
    columns: (activation: Activation, column: number) => [
      'a',
      `${curveOf[activation]}(a)`,
      ...(isGated(activation) ? ['b', 'h'] : []),
      `W2, column ${column}`,
      `adds to column ${column}`,
    ],
    layers: 'Four activations',
    activation: 'activation',
    layerColumns: ['matrices', 'hidden width', 'parameters'],
    shares: (name: string) => `One layer of ${name}`,
    model: 'layer',
    shareColumns: ['attention', 'feed-forward', 'share of feed-forward'],
  },
};
