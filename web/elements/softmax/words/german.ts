import { html, type TemplateResult } from 'lit';
import { capital } from '../../../lib/capital.js';
import { inWords } from '../../../lib/german-number.js';
import { anySize, plain } from '../../../lib/numbers.js';
import { word } from '../../../ui/word.js';
import { inExpression, powerText, scoreText, weightText } from '../numbers.js';
import type { SoftmaxRun } from '../run.js';
import type { english } from './english.js';

type Text = string | TemplateResult;

const ordinals = ['erste', 'zweite', 'dritte', 'vierte', 'fünfte', 'sechste', 'siebte', 'achte'];
const keyName = (key: number) => `${ordinals[key]}r Key`;
const theKey = (key: number) => `der ${ordinals[key]} Key`;
const ofKey = (key: number) => `des ${ordinals[key]}n Keys`;

const power = (exponent: string): TemplateResult =>
  html`<span dir="ltr"
    ><i class="word">e</i><span class="unseen"> hoch </span><sup>${exponent}</sup></span
  >`;

/** The exponent of e for the current settings: s, or (s − maximum) ÷ temperature. */
function exponent({ state, maximum }: SoftmaxRun): Text {
  const { subtractMax, temperature } = state;
  const score = word('s');
  const shifted = subtractMax ? html`${score} − ${inExpression(scoreText(maximum))}` : score;
  if (temperature === 1) return shifted;
  return subtractMax
    ? html`(${shifted}) ÷ ${plain(temperature)}`
    : html`${shifted} ÷ ${plain(temperature)}`;
}

export const german: typeof english = {
  question: (keys) => `${capital(inWords(keys))} Scores: Welches Gewicht bekommt jeder Key?`,
  key: keyName,

  columns: {
    score: () => html`Score ${word('s')}, zum Ziehen oder Tippen`,
    power: (run) =>
      run.state.power
        ? html`${word('e')} hoch ${exponent(run)}`
        : run.state.subtractMax || run.state.temperature !== 1
          ? exponent(run)
          : 'der Score selbst',
    weight: 'durch die Summe geteilt: das Gewicht',
  },
  power,
  sum: 'die Summe',
  together: 'zusammen',
  notAShare: 'kein Anteil',
  typeScore: (key) => `Score ${ofKey(key)}`,
  refused: (most) => `eine Zahl von −${most} bis ${most}`,
  addKey: 'Key hinzufügen',
  removeKey: 'Letzten Key entfernen',

  experiments: {
    add: 'Zu jedem Score 1 addieren',
    double: 'Jeden Score verdoppeln',
    overflow: 'Ersten Score auf 100 setzen',
    'no-power': 'e weglassen und den letzten Score auf −1 setzen',
  },
  which: 'Einer der ersten beiden Knöpfe ändert kein Gewicht. Welcher?',
  found: {
    add: (run, _before, change) =>
      Number.isNaN(change)
        ? 'Es gibt keine Gewichte zu vergleichen.'
        : run.state.power
          ? html`Die addierte 1 hat kein Gewicht geändert: Jede Potenz wurde ${word('e')}-mal so
            groß und die Summe auch.
            ${change === 0 ? '' : html`Durch Rundung bleibt ein Unterschied von ${anySize(change)}.`}`
          : html`Die addierte 1 hat die Gewichte geändert, um bis zu <b>${weightText(change)}</b>.
              Mit Potenzen von ${word('e')} ändert sie nichts.`,
    double: (run, before, change) => {
      const { first } = before.lead;
      const [from, to] = [before, run].map(({ weights }) => weightText(weights.data[first]!));
      if (Number.isNaN(change)) return 'Es gibt keine Gewichte zu vergleichen.';
      if (run.state.power && change === 0) return 'Das Verdoppeln hat hier kein Gewicht geändert.';
      return run.state.power
        ? html`Nach dem Verdoppeln sind die Gewichte ungleicher: Das Gewicht ${ofKey(first)} stieg
            von ${from} auf <b>${to}</b>.`
        : html`Das Verdoppeln hat kein Gewicht geändert: Ohne Potenzen zählt nur das Verhältnis der
          Scores.`;
    },
  },
  tooLarge: (most) => `Scores gehen bis ${most}.`,

  controls: {
    temperature: 'Temperatur',
    subtractMax: 'Zuerst den größten Score abziehen',
    power: 'Potenzen von e bilden',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
  },

  predict: {
    overflow: {
      ask: 'Der erste Score wird 100. Wie groß wird das erste Gewicht in 32-Bit-Zahlen?',
      options: ['1', '∞', 'NaN'],
      act: 'Auf 100 setzen',
      verdict: (run) =>
        html`Die Potenz ist ${powerText(run.powers.data[0]!)}, also ist die Summe
        ${powerText(run.sum)}, und ∞ ÷ ∞ ist NaN: keine Zahl. Schalte jetzt „Zuerst den größten
        Score abziehen“ ein.`,
    },
    'no-power': {
      ask: 'Teile jeden Score durch die Summe der Scores, ohne e. Der letzte Score wird −1. Wie groß wird sein Gewicht?',
      options: ['0', 'über 0, aber klein', 'unter 0'],
      act: 'e weglassen',
      verdict: (run) =>
        html`Es ist ${weightText(run.weights.data.at(-1)!)}, und das kann kein Anteil sein. Potenzen
        von ${word('e')} sind immer über 0.`,
    },
  },

  caption: {
    lead: ({ lead, weights, state }, times) => {
      const [first, second] = [lead.first, lead.second].map((key) =>
        weightText(weights.data[key]!),
      );
      const exponent =
        state.temperature === 1
          ? plain(lead.ahead)
          : `${plain(lead.ahead)} ÷ ${plain(state.temperature)}`;
      return lead.ahead === 0
        ? html`${capital(theKey(lead.first))} und ${theKey(lead.second)} haben denselben Score, also
          auch dasselbe Gewicht.`
        : html`Der Score ${ofKey(lead.first)} ist um ${plain(lead.ahead)} größer als der
            ${ofKey(lead.second)}, also ist das Gewicht ${ofKey(lead.first)} ${power(exponent)} =
            <b>${powerText(times)}</b>-mal so
            groß${Number(second) === 0 ? '' : `: ${first} ÷ ${second}`}. Gerundet wird nur für die
            Anzeige.`;
    },
    vanished: ({ lead }) =>
      html`Der Score ${ofKey(lead.first)} ist um ${plain(lead.ahead)} größer als der
        ${ofKey(lead.second)}. Die Potenz ${ofKey(lead.second)} ist für eine 32-Bit-Zahl zu klein:
        Sein Gewicht ist genau <b>0</b>.`,
    overflow: (largest) =>
      html`Die größte Potenz
        ${largest === null ? 'ist selbst für 64-Bit-Zahlen zu groß' : html`ist etwa ${anySize(largest)}`}.
        32-Bit-Zahlen (float32) enden bei 3.4 × 10³⁸, also wird sie <b>∞</b>, und ∞ ÷ ∞ ist keine
        Zahl. In der Praxis ziehen Programme zuerst den größten Score ab: Dann ist die größte Potenz
        1.`,
    allVanished: () =>
      html`Jede Potenz ist für eine 32-Bit-Zahl zu klein und wird 0, und 0 ÷ 0 ist keine Zahl. Zieh
      zuerst den größten Score ab: Dann ist die größte Potenz 1.`,
    noPower: (sum) =>
      html`Ohne Potenzen bekommt ein Score unter 0 ein Gewicht unter 0, und durch Scores, die
        zusammen 0 ergeben, kann man nicht teilen. Hier ist ihre Summe <b>${plain(sum)}</b>.`,
  },

  why: {
    title: () => html`Warum ${word('e')}? Vier Tatsachen, jetzt berechnet`,
    columns: { fact: 'Tatsache', number: 'berechnet', reason: 'wozu das gut ist' },
    positive: 'Potenzen sind bei jedem Score über 0, also bekommt jeder Key ein Gewicht über 0.',
    slope: (score) =>
      html`Die Steigung der Kurve bei ${score} ist die Potenz selbst. So wird die Ableitung eines
      Softmax einfach, und das Training braucht Ableitungen.`,
    logarithm: () =>
      html`Der natürliche Logarithmus macht die Potenz rückgängig: Losses von Sprachmodellen sind
      Logarithmen solcher Gewichte.`,
    limit: () =>
      html`${word('e')} ist die Eulersche Zahl. Verzinst man 1 ein Jahr lang mit 100&nbsp;%,
      gutgeschrieben in einer Million Teilen, so wird daraus fast ${word('e')}.`,
  },

  table: 'Softmax von Hand',
  tableCorner: 'Key',
  tableColumns: ['Score', 'Exponent', 'Potenz', 'Gewicht'],

  describe: {
    key: (name, score, power, weight) =>
      `${capital(name)}: Score ${score}, Potenz ${power}, Gewicht ${weight}.`,
    sum: (sum, together) => `Die Potenzen ergeben zusammen ${sum}, die Gewichte ${together}.`,
    settings: {
      subtractMax: (maximum) => `Zuerst wird der größte Score abgezogen, ${maximum}.`,
      temperature: (temperature) => `Scores werden durch die Temperatur ${temperature} geteilt.`,
      noPower:
        'Es werden keine Potenzen gebildet: Die Scores selbst werden durch ihre Summe geteilt.',
    },
  },
};
