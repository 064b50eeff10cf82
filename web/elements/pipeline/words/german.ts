import { html } from 'lit';
import { symbol } from '../../../ui/symbols.js';
import { whole } from '../../../lib/german-number.js';
import { fixed } from '../../../lib/numbers.js';
import { hasMask } from '../code.js';
import type { PipelineRun } from '../run.js';
import { shapeOf, type Axis, type TensorId } from '../tensors.js';
import type { english } from './english.js';

const plural = (n: number, one: string, many: string) => `${whole(n)} ${n === 1 ? one : many}`;
const shape = (id: TensorId, { sizes }: PipelineRun) => `[${shapeOf(id, sizes).join(', ')}]`;
const isSelf = ({ state }: PipelineRun) => state.kind !== 'cross';
const numbers = (n: number) => plural(n, 'Zahl', 'Zahlen');

const axes: Readonly<Record<Axis, string>> = {
  sequence: 'Sequenz',
  head: 'Kopf',
  group: 'Key/Value-Kopf',
  query: 'Query',
  key: 'Key',
  column: 'Spalte',
  feature: 'Merkmal',
  concat: 'Kopf × Spalte',
  groups: 'Kopf × Spalte',
};

const tensors: typeof english.tensors = {
  x: (run) => (isSelf(run) ? 'die Tokens X' : 'die Tokens X der Querys'),
  wq: () => 'die Matrix W_Q',
  q0: () => 'die Querys Q',
  m: (run) => (isSelf(run) ? 'dieselben Tokens X, für die Keys' : 'die Tokens M für die Keys'),
  wk: () => 'die Matrix W_K',
  k0: () => 'die Keys K',
  wv: () => 'die Matrix W_V',
  v0: () => 'die Values V',
  qs: () => 'die Querys Q, in Köpfe aufgeteilt',
  ks: () => 'die Keys K, in Köpfe aufgeteilt',
  vs: () => 'die Values V, in Köpfe aufgeteilt',
  q: () => 'die Querys Q, Köpfe vor Tokens',
  k: () => 'die Keys K, Köpfe vor Tokens',
  v: () => 'die Values V, Köpfe vor Tokens',
  s: () => 'die Scores S',
  a: () => 'die Attention-Gewichte A',
  z: () => 'der Kontext Z',
  zt: () => 'der Kontext Z, Tokens vor Köpfen',
  c: () => 'die Köpfe nebeneinander, C',
  wo: () => 'die Matrix W_O',
  y: () => 'die Ausgabe Y',
};

export const german: typeof english = {
  question: 'Wo beginnt die Kopf-Achse, und wo endet sie?',

  picture: {
    tokens: (count) => plural(count, 'Token', 'Tokens'),
    queries: (count) => (count === 1 ? 'eine Query' : `Tokens der ${count} Querys`),
    memory: (count) => (count === 1 ? 'ein Key' : `Tokens der ${count} Keys`),
    created: (columns, heads, width) => [
      'Neue Kopf-Achse:',
      plural(columns, 'Spalte wird', 'Spalten werden'),
      `${plural(heads, 'Block', 'Blöcke')} zu ${width}.`,
    ],
    removed: (columns, heads, width) => [
      'Kopf-Achse endet:',
      `${plural(heads, 'Block', 'Blöcke')} zu ${width}`,
      `${heads === 1 ? 'wird' : 'werden'} ${plural(columns, 'Spalte', 'Spalten')}.`,
    ],
    head: (head) => `Kopf ${head}`,
    others: (count) => `und ${count} weitere`,
    scores: 'Scores',
    softmax: 'Softmax',
    weights: 'Gewichte',
    context: 'Kontext',
    output: 'die Ausgabe',
    key: {
      title: 'So liest du die Kästen',
      numbers: (width) => `${numbers(width)} eines Tokens, in jedem Kasten`,
      token: (queries, keys) =>
        `ein Token (${plural(queries, 'Query', 'Querys')}, ${plural(keys, 'Key', 'Keys')})`,
      coarse: 'Die Höhe der Tokens ist nicht maßstäblich.',
      sheets: (sequences) => `${sequences} Blätter sind ${sequences} Sequenzen`,
      product: 'Produkt: neben dem einen, unter dem anderen Faktor.',
      pale: 'Blass: Padding, das keine Query liest.',
      hidden: '−∞ ist ein verdeckter Score mit Gewicht 0.',
      score: 'Score',
      weight: 'Gewicht',
    },
  },

  tensors,

  steps: {
    project: {
      title: 'Projizieren',
      sentence: ({ sizes }) =>
        `Jedes Token wird mit einer Matrix aus ${sizes.dModel} × ${sizes.H * sizes.D} Parametern multipliziert. Die Farben über einer Matrix zeigen, welche Spalten zu welchem Kopf gehören werden.`,
    },
    cut: {
      title: 'Spalten aufteilen',
      sentence: (run) =>
        run.state.skip
          ? html`Die Transponierung fehlt: Die Shape stimmt, aber die Zahlen sind in den falschen
              Köpfen. <b>K und V werden wie vorher aufgeteilt.</b>`
          : html`Keine Zahl bewegt sich. <b>Hier beginnt die Kopf-Achse.</b> K und V werden genauso
              aufgeteilt, mit
              ${plural(run.sizes.S, 'Token', 'Tokens')}${run.sizes.G < run.sizes.H ? ` und ${plural(run.sizes.G, 'Kopf', 'Köpfen')}` : ''}.`,
    },
    transpose: {
      title: 'Köpfe vor Tokens',
      sentence: ({ sizes, state }) =>
        state.skip
          ? 'Q wird nicht transponiert. Die Farben zeigen, zu welchem Kopf jede Zeile gehört.'
          : sizes.G < sizes.H
            ? `Jetzt hat jeder Kopf eine eigene Matrix. Je ${sizes.H / sizes.G} benachbarte Köpfe lesen dieselben Keys und Values.`
            : 'Jetzt hat jeder Kopf eine eigene Matrix, und @ läuft einmal pro Kopf. Auch K und V werden transponiert.',
    },
    compare: {
      title: 'Vergleichen',
      sentence: (run) =>
        html`${shape('s', run)}: ein Score für jede Query und jeden Key. Die Achse
        ${symbol('d_head')} (${run.sizes.D}) fällt weg.`,
    },
    hide: {
      title: 'Verdecken',
      sentence: ({ state: { kind, lengths } }) =>
        [
          kind === 'causal' && 'Eine Query sieht keine späteren Tokens.',
          lengths.length > 0 &&
            `Keys ohne Padding: ${lengths.map((length, b) => `${length} in Sequenz ${b}`).join(', ')}.`,
          'Die Maske ist in jedem Kopf gleich.',
        ]
          .filter(Boolean)
          .join(' '),
    },
    softmax: {
      title: 'Softmax',
      sentence: (run) => `${shape('a', run)}: Die Summe jeder Zeile ist 1.`,
    },
    mix: {
      title: 'Values mitteln',
      sentence: (run) =>
        `${shape('z', run)}: Die Achse der Keys (${run.sizes.S}) fällt weg. Jede Query hat ${numbers(run.sizes.D)} von jedem Kopf.`,
    },
    transposeBack: {
      title: 'Tokens vor Köpfen',
      sentence: (run) => `${shape('zt', run)}: Die Blöcke eines Tokens liegen nebeneinander.`,
    },
    join: {
      title: 'Spalten verbinden',
      sentence: () => html`<b>Hier endet die Kopf-Achse.</b>`,
    },
    mixHeads: {
      title: 'Köpfe mischen',
      sentence: (run) =>
        html`${shape('y', run)}: ${symbol('W_O')} verteilt die
        ${plural(run.sizes.D, 'Spalte', 'Spalten')} jedes Kopfes auf alle ${run.sizes.dModel}.`,
    },
  },
  code: 'Die Schicht als NumPy-Code',
  stepName: (number, title) => `Schritt ${number}: ${title}`,

  stage:
    'Die Schicht als Bild. Pfeiltasten gehen von Tensor zu Tensor, Bild auf und Bild ab von Kopf zu Kopf.',
  heads: 'Köpfe',
  head: (head) => `Kopf ${head}`,
  spot: (name, shape, head, sequence) =>
    `${name} ${shape}${head === null ? '' : `, Kopf ${head}`}${sequence === null ? '' : `, Sequenz ${sequence}`}`,

  open: {
    title: 'Gewählt:',
    where: (head, sequence) => `von Kopf ${head}, Sequenz ${sequence}`,
    shape: (shape, count) => `${shape.slice(-2).join(' × ')} von ${numbers(count)}`,
    made: (id, run) => {
      const { H, D } = run.sizes;
      const from = isSelf(run) ? 'X' : 'M';
      const made: Partial<Record<TensorId, string>> = {
        ...{ q0: ' = X W_Q', k0: ` = ${from} W_K`, v0: ` = ${from} W_V`, y: ' = C W_O' },
        ...{ qs: ` = Q, ${H} × ${D} Spalten`, a: ' = Softmax jeder Zeile', z: ' = A V' },
        ...{
          q: run.state.skip ? ' = Q, nicht transponiert' : ' = Q, transponiert',
          zt: ' = Z, transponiert',
        },
        ...{ k: ' = K, transponiert', v: ' = V, transponiert', c: ' = Z, verbunden' },
        ...(hasMask(run) ? { s: ', mit verdeckten Keys' } : { s: ' = Q Kᵀ ÷ √d_head' }),
      };
      return made[id] ?? '';
    },
    label: (axis, index) =>
      axis === 'query'
        ? `q ${index}`
        : axis === 'key'
          ? `Key ${index}`
          : axis === 'head' || axis === 'group'
            ? `Kopf ${index}`
            : String(index),
    cell: (row, column, value) => `${row}, ${column}: ${value}`,
    grid: (name) => `${name}. Mit der Eingabetaste wählst du eine Zahl.`,
    range: (axis, first, last, size) => `${axes[axis]} ${first}–${last} von ${size}`,
    back: 'Zurück',
    on: 'Weiter',
    axis: 'Achse',
    size: 'Größe',
    here: 'hier',
    step: 'Stride',
    axes,
    place: (offset, last) => html`Position <b>${whole(offset)}</b> von 0 bis ${whole(last)}`,
    view: 'Eine Transponierung bewegt keine Zahl. Sie ändert nur die Strides. Ein Stride sagt, wie viele Plätze weiter im Speicher der nächste Index einer Achse liegt.',
    lies: (value) => `Wo ${value} im Speicher liegt`,
  },

  arithmetic: (fact, run) => {
    const value = html`<b>${fixed(fact.value)}</b>`;
    const { query, key, head } = run.state;
    switch (fact.kind) {
      case 'drawn':
        return fact.isWeight
          ? html`${value} ist ein Parameter, zufällig mit Seed ${run.state.seed}. Training würde es
            ändern.`
          : html`${value} gehört zur Eingabe, zufällig mit Seed ${run.state.seed}.`;
      case 'product':
        return html`Zeile ${fact.row} von ${symbol(fact.left)} mal Spalte ${fact.column} von
        ${symbol(fact.right)}:
        ${fact.terms === 1 ? 'das eine Produkt ist' : `${fact.terms} Produkte, addiert, ergeben`}
        ${value}.`;
      case 'cut':
        return html`Spalte ${fact.index} = ${fact.head} × ${fact.width} + ${fact.column}: Kopf
        ${fact.head}, Spalte ${fact.column}. Die Zahl bleibt, wo sie war: ${value}.`;
      case 'join':
        return html`Kopf ${fact.head}, Spalte ${fact.column} wird Spalte ${fact.head} ×
        ${fact.width} + ${fact.column} = ${fact.index}: ${value}.`;
      case 'turned':
        return html`Die Achsen der Köpfe und der Tokens tauschen den Platz. Die Zahl ist dieselbe:
        ${value}.`;
      case 'skipped':
        return fact.from === head
          ? html`${value} kommt aus diesem Kopf, aber vielleicht von einem anderen Token.`
          : html`${value} gehört zu Kopf ${fact.from}, ist jetzt aber in Kopf ${head}.`;
      case 'score': {
        const product = html`${symbol(`q_${query}`)} · ${symbol(`k_${key}`)} =
        ${fixed(fact.product)}, und ${fixed(fact.product)} ÷ √${fact.width} = `;
        return fact.isHidden
          ? html`${product}${fixed(fact.value)}. Der Key ist verdeckt: <b>−∞</b>, und sein Gewicht
              ist 0.`
          : html`${product}${value}. Der Softmax der Zeile ergibt ${fixed(fact.weight)}.`;
      }
      case 'weight':
        return fact.exponential === 0
          ? html`Ein verdeckter Key: exp(−∞) = 0, also ist sein Gewicht ${value}.`
          : html`exp(${fixed(fact.score)}) = ${fixed(fact.exponential, 3)}, und
            ${fixed(fact.exponential, 3)} ÷ ${fixed(fact.sum, 3)} = ${value}. Geteilt wird durch die
            Summe der Zeile.`;
      case 'mixture':
        return html`${fact.terms
          .slice(0, 4)
          .map(
            ({ weight, number }, i) =>
              `${i === 0 ? '' : ' + '}${fixed(weight)} × ${number < 0 ? `(${fixed(number)})` : fixed(number)}`,
          )}${fact.terms.length > 4 ? ` + ${plural(fact.terms.length - 4, 'weiterer', 'weitere')}` : ''}
        = ${value}`;
    }
  },

  controls: {
    layer: 'Schicht',
    presets: {
      walk: 'Cross-Attention, Längen 3 und 2',
      small: 'Klein: 2 Köpfe, d_model 8',
      grouped: 'Gruppiert: 6 Köpfe, 2 für Keys und Values',
      paper: 'Vaswani et al. 2017: 8 Köpfe, d_model 512',
    },
    own: 'Eigene Größen',
    kind: 'Attention',
    kinds: { self: 'Self', causal: 'Self, kausal', cross: 'Cross' },
    tokens: 'Query-Tokens T',
    keys: 'Key-Tokens S',
    heads: 'Köpfe H',
    kvHeads: 'Key/Value-Köpfe G',
    batch: 'Sequenzen B',
    dModel: 'd_model',
    dHead: 'd_head',
    usual: (width) => `${width} (d_model ÷ H)`,
    lengths: 'Längen ohne Padding',
    noLengths: (most, batch) =>
      `Gib bis zu ${numbers(batch)} von 1 bis ${most} ein, mit Kommas dazwischen.`,
    seed: (seed) => `Seed ${seed}`,
    skip: 'Transponierung von Q weglassen',
    grouped: (kvHeads, heads) =>
      `${kvHeads} Key/Value-Köpfe lassen sich nicht gleichmäßig auf ${plural(heads, 'Kopf', 'Köpfe')} verteilen.`,
  },

  predict: {
    ask: (run) =>
      html`Lass die Transponierung weg und bringe Q mit einem Reshape direkt auf ${shape('q', run)}.
      Die Shape stimmt.
      ${
        run.tensors.q.data.length === 1
          ? 'Es ist nur eine Zahl. Ist sie am falschen Platz?'
          : `Wie viele der ${whole(run.tensors.q.data.length)} Zahlen sind am falschen Platz?`
      }`,
    options: ['keine', 'bis zur Hälfte', 'mehr als die Hälfte'],
    act: 'Transponierung weglassen',
    verdict: (misplaced, count, difference) =>
      misplaced === 0
        ? html`<b>0</b> von ${whole(count)}: Bei einem Kopf oder einem Token gibt es nichts zu
            tauschen.`
        : html`<b>${whole(misplaced)}</b> von ${whole(count)} sind am falschen Platz. Es gibt keine
            Fehlermeldung${difference === null ? '' : html`, und die Ausgabe weicht um bis zu <b>${fixed(difference)}</b> ab`}.
            Die Farben von q in jeder Spur zeigen, zu welchem Kopf die Zahlen gehören.`,
  },

  caption: (run, { scores, visible }) => {
    const { H } = run.sizes;
    if (run.state.skip) {
      return html`Ohne die Transponierung hat jede Spur Zeilen aus mehreren Köpfen, und die Ausgabe
        weicht um bis zu <b>${fixed(run.difference ?? 0)}</b> ab. Trotzdem stimmt jede Shape.`;
    }
    const lanes =
      H === 1
        ? 'gibt es eine Spur'
        : `gibt es ${H} Spuren, und nichts wechselt von einer zur anderen`;
    const left =
      visible < scores
        ? html`Von ${whole(scores)} Scores ${visible === 1 ? 'bleibt' : 'bleiben'} nach dem
            Verdecken
            <b>${whole(visible)}</b>${H === 1 ? '' : `, in jedem Kopf dieselben ${visible / H}`}.`
        : html`Es gibt
            <b>${whole(scores)}</b>
            ${scores === 1 ? 'Score' : 'Scores'}${H === 1 ? '' : `, ${scores / H} in jedem Kopf`}.`;
    return html`Zwischen den beiden Reshapes ${lanes}. ${left} Nur ${symbol('W_O')} mischt die
    Köpfe.`;
  },

  describe: (run, { scores, visible }) => {
    const { sizes, state } = run;
    const { H, G, D } = sizes;
    const memory = isSelf(run) ? 'X' : `M ${shape('m', run)}`;
    return [
      `${isSelf(run) ? 'Self' : 'Cross'}-Attention mit ${plural(H, 'Kopf,', 'Köpfen, je')} ${D} breit.`,
      `X ${shape('x', run)} mal W_Q ergibt Q ${shape('q0', run)}; ${memory} mal W_K und W_V ergibt K und V ${shape('k0', run)}.`,
      `Ein Reshape bringt Q auf ${shape('qs', run)}: Achse 2 zählt die Köpfe. Eine Transponierung bringt Q auf ${shape('q', run)}.`,
      G < H
        ? `K und V haben ${plural(G, 'Kopf', 'Köpfe')}: ${G === 1 ? `Alle ${H} Query-Köpfe lesen ihn` : `Je ${H / G} Query-Köpfe lesen einen davon`}.`
        : '',
      `Jeder Kopf berechnet eigene Scores ${shape('s', run)}, Gewichte und Kontext ${shape('z', run)}.`,
      visible < scores
        ? `${whole(scores - visible)} von ${whole(scores)} Scores ${scores - visible === 1 ? 'ist' : 'sind'} verdeckt.`
        : '',
      `Eine Transponierung und ein Reshape verbinden die Köpfe zu C ${shape('c', run)}; W_O macht daraus die Ausgabe Y ${shape('y', run)}.`,
      state.skip
        ? 'Hier fehlt die Transponierung von Q: Seine Zeilen sind in den falschen Köpfen.'
        : '',
      `Gewählt: ${tensors[state.tensor](run)}, Kopf ${state.head}, Sequenz ${state.sequence}.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' ');
  },

  places: {
    title: 'Wo diese Schicht vorkommt',
    encoder: 'Encoder-Schicht',
    decoder: 'Decoder-Schicht',
    self: 'Self-Attention',
    causal: 'Kausale Attention',
    cross: 'Cross-Attention',
    feedForward: 'Feed-Forward',
    sentence: (run) =>
      html`Eine Encoder-Schicht hat zwei Teilschichten, eine Decoder-Schicht drei. Eine Linie ist
      ein Token, und nur in der Attention kommen Tokens zusammen. Jede Teilschicht behält die Shape
      ihrer Eingabe, hier ${shape('y', run)}. Deshalb kann man Schichten stapeln.
      Residual-Additionen und Normierungen sind nicht gezeichnet. Wähle eine Attention-Schicht, um
      sie oben im Bild zu sehen.`,
    choose: (name, layer) => `${name} der ${layer}`,
  },

  saved: (seed) => `Zufällige Matrizen und Tokens, Seed ${seed}. Berechnet von manyheads.`,
  table: {
    caption: 'Alle Tensoren, in der Reihenfolge, in der sie berechnet werden',
    name: 'Tensor',
    shape: 'Shape',
    strides: 'Strides',
    count: 'Zahlen',
  },
};
