import { html, type TemplateResult } from 'lit';
import { symbol } from '../../../ui/symbols.js';
import { whole } from '../../../lib/german-number.js';
import { anySize, plain } from '../../../lib/numbers.js';
import { word } from '../../../ui/word.js';
import { isGated } from '../run.js';
import { percentText } from '../shares.js';
import type { english } from './english.js';

type Text = string | TemplateResult;

const curveOf = { relu: 'relu', gelu: 'gelu', geglu: 'gelu', swiglu: 'silu' } as const;
const names = { relu: 'relu', gelu: 'gelu', geglu: 'GeGLU', swiglu: 'SwiGLU' };

export const german: typeof english = {
  question: 'Was macht das Feed-Forward-Netz mit einem Token?',
  whole,
  activations: names,

  controls: {
    activation: 'Aktivierung',
    token: 'Token',
    hidden: 'Verborgene Breite',
    unit: 'Verborgene Einheit',
    column: 'Ausgabespalte',
    model: 'Modell',
  },

  picture: {
    token: (token, numbers) => `${token}, ${numbers} Zahlen`,
    w1: (gate, size) => `${gate ? 'Gate' : 'Up'} W₁  ${size}`,
    w3: (size) => `Up W₃  ${size}`,
    w2: (size) => `Down W₂  ${size}, gedreht gezeichnet`,
    column: 'eine Spalte ist eine verborgene Einheit',
    side: 'die Zeile einer Einheit liegt unter ihr',
    unit: (unit) => `Einheit ${unit}`,
    reads: ['liest von oben,', 'schreibt nach unten'],
    a: { name: 'a = x W₁', note: 'sechs Produkte, addiert' },
    activated: (activation) =>
      isGated(activation)
        ? { name: `${curveOf[activation]}(a)`, note: 'wie weit sich das Gate öffnet' }
        : { name: `h = ${curveOf[activation]}(a)`, note: 'was die Einheit weitergibt' },
    b: { name: 'b = x W₃', note: 'was durchkommen könnte' },
    hidden: (activation) => ({
      name: `h = ${curveOf[activation]}(a) × b`,
      note: 'was durchkommt',
    }),
    noGate: (activation) => [
      `${activation} hat kein Gate,`,
      'also gibt es kein W₃:',
      'h geht direkt zu W₂.',
    ],
    eachUnit: ['jede Einheit addiert', 'h mal ihre sechs Zahlen', 'zum Token'],
    output: (numbers) => `Ausgabe, ${numbers} Zahlen`,
  },
  weightScale: 'Parameter, eine Skala für alle Matrizen.',
  barScale: (limit) =>
    `Auch die grauen Balken haben eine gemeinsame Skala: Der längste ist ${limit}.`,
  units: 'Verborgene Einheiten',
  unitLabel: (unit, hidden) => `Einheit ${unit}, h = ${hidden}`,

  factors: {
    title: (unit, token, column) =>
      html`Einheit ${unit} von ${word(token)}: Was addiert sie zu Spalte ${column}?`,
    a: 'a, die Summe der sechs',
    activated: (activation, a): Text => {
      switch (curveOf[activation]) {
        case 'relu':
          return html`relu: der größere Wert von 0 und ${a}`;
        case 'gelu':
          return html`gelu: a × der Anteil einer Glockenkurve unterhalb von a`;
        case 'silu':
          return html`silu: ${a} ÷ (1 + e<sup>${a.startsWith('−') ? a.slice(1) : `−${a}`}</sup>)`;
      }
    },
    b: 'b, von Up (W₃)',
    h: 'h',
    weight: (unit, column) => `Zeile ${unit}, Spalte ${column}`,
    adds: (total) => `Beitrag dieser Einheit zur Ausgabe (${total})`,
    sum: (products, a, difference) =>
      html`${word('a')} = ${products} = ${a}. Einheit für Einheit addiert,
      ${difference === 0 ? 'sind alle sechs Ausgaben genau die der Schicht' : html`weichen alle sechs Ausgaben um höchstens ${anySize(difference)} von denen der Schicht ab`}.`,
  },

  curves: {
    title: (same) =>
      same === null ? 'Vier Aktivierungen' : `Vier Aktivierungen mit je ${whole(same)} Parametern`,
    note: (token) =>
      html`Kreise sind die verborgenen Einheiten von ${word(token)}. relu und gelu haben eine Kurve
      für alle Einheiten. Hinter einem Gate hat jede Einheit ihre eigene: Ihr ${word('b')} streckt
      die Kurve oder stellt sie auf den Kopf.`,
    formulas: {
      relu: 'max(0, a)',
      gelu: 'a × Anteil einer Glockenkurve unter a',
      geglu: 'gelu(a) × b',
      swiglu: 'silu(a) × b',
    },
    matrices: 'Matrizen',
    width: 'verborgene Breite',
    parameters: 'Parameter',
  },

  shares: {
    title: (name) => `Eine Schicht von ${name}: Wo sind die Parameter?`,
    attention: 'Attention',
    feedForward: 'Feed-Forward',
    textbook: { name: 'Wie im Lehrbuch', note: '4 d² und 8 d²' },
    built: {
      name: 'Wie gebaut',
      note: ({ kvHeads, heads, activation }) =>
        `${kvHeads < heads ? `${kvHeads} K/V-Köpfe` : `${heads} Köpfe`}, ${names[activation]}`,
    },
    matrices: { two: 'Up, Down', three: 'Gate, Up, Down' },
    dModel: 'd_model',
    times: (ratio) => `${plain(ratio)} × d_model`,
    biases: 'Bias',
    asTextbook: 'wie im Lehrbuch',
    asBuilt: 'wie gebaut',
    spoken: (name, attention, feedForward, share) =>
      `${name}: Attention ${attention}, Feed-Forward ${feedForward}, das sind ${share}.`,
  },

  sublayers: {
    title: 'Wo sind beide in einer Schicht?',
    note: 'Eine Linie ist ein Token. In der Attention treffen sich die Linien. Feed-Forward ist für jede Linie dasselbe kleine Netz, und zwischen den Linien wird nichts ausgetauscht. Die Breite eines Kastens zeigt die Zahl seiner Parameter. An jedem Plus wird die Eingabe der Teilschicht zu ihrer Ausgabe addiert. Die Normierungen sind weggelassen.',
    names: { encoder: 'Encoder-Schicht', decoder: 'Decoder-Schicht' },
    list: {
      encoder: 'zwei Teilschichten: Self-Attention, Feed-Forward',
      decoder:
        'drei Teilschichten: maskierte Self-Attention, Cross-Attention mit dem Encoder, Feed-Forward',
    },
    parts: {
      self: { name: 'Self-Attention', note: 'alle sehen alle' },
      masked: { name: 'Maskiert', note: 'keine späteren' },
      cross: { name: 'Cross', note: 'Encoder' },
      feedForward: { name: 'Feed-Forward', note: 'jedes Token allein' },
    },
    share: (kind, { feedForward, all, share }): Text => {
      const counted = html`Das Feed-Forward-Netz hat ${feedForward} d² der ${all} d² Parameter
        dieser Schicht: <b>${percentText(share)}</b>.`;
      return kind === 'encoder'
        ? counted
        : html`${counted} GPT und Llama haben keine Cross-Attention, also ist der Anteil dort zwei
          Drittel, wenn sie wie im Lehrbuch gebaut sind.`;
    },
  },

  predict: {
    ask: (width, parameters) =>
      `Gib SwiGLU die verborgene Breite von relu, ${width}. Mit seiner eigenen Breite hat es ${parameters} Parameter. Wie viele werden es sein?`,
    act: (width) => `Breite auf ${width} setzen`,
    verdict: (width, parameters, more) =>
      html`3 × 6 × ${width} = <b>${parameters}</b>: ${plain(more)}-mal so viele, denn SwiGLU hat
        drei Matrizen und relu zwei. Bei gleich vielen Parametern muss eine Schicht mit Gate
        schmaler sein: 8/3 statt 4 mal ${symbol('d_model')}.`,
  },

  caption: (split) => {
    const { name, built, kvHeads, heads, ratio, activation, dModel } = split;
    const shared =
      kvHeads < heads ? 'Geteilte Keys und Values haben die Attention verkleinert' : '';
    const wider =
      isGated(activation) && split.matrices * ratio > 8
        ? `${names[activation]} mit ${plain(ratio)} statt 8/3 mal ${whole(dModel)} Einheiten hat das Feed-Forward vergrößert`
        : '';
    const why = [shared, wider].filter((part) => part !== '').join(', und ');
    return html`Von den Parametern einer Schicht in ${name} gehören
      <b>${percentText(built.share)}</b> zum Feed-Forward${why ? `. ${why}` : ', wie im Lehrbuch'}.`;
  },

  describe: {
    unit: ({ unit, word, layer }, a, activated, hidden) =>
      `${names[layer.activation]} mit ${layer.dFf} verborgenen Einheiten, ${whole(layer.parameters)} Parameter. Einheit ${unit} von „${word}“: a ist ${a}, ${curveOf[layer.activation]}(a) ist ${activated}, h ist ${hidden}.`,
    output: (numbers) => `Die Ausgabe der Schicht: ${numbers}.`,
    adds: (column, adds, total) =>
      `Die Einheit addiert ${adds} zu Spalte ${column}; die Summe dort ist ${total}.`,
  },

  tables: {
    units: (token) => `Verborgene Einheiten von „${token}“`,
    unit: 'Einheit',
    columns: (activation, column) => [
      'a',
      `${curveOf[activation]}(a)`,
      ...(isGated(activation) ? ['b', 'h'] : []),
      `W2, Spalte ${column}`,
      `addiert zu Spalte ${column}`,
    ],
    layers: 'Vier Aktivierungen',
    activation: 'Aktivierung',
    layerColumns: ['Matrizen', 'verborgene Breite', 'Parameter'],
    shares: (name) => `Eine Schicht von ${name}`,
    model: 'Schicht',
    shareColumns: ['Attention', 'Feed-Forward', 'Anteil von Feed-Forward'],
  },
};
